"""Thirty dialogues at once: what Assay adds to a turn."""

from tests.conftest import FakeServer
from tests.fake_server import WORDY_TURNS
from tests.ledgers import forget_paid
from tests.perf.common import Row, beside, by_litellm, calling, folder, server
from tests.project import Project

AT_ONCE = 30
LATENCY_S = 0.1
TEST = "UpgradeReactApplication-Mini"


def dialogues() -> list[Row]:
    """generate at a fake server, and litellm alone with the same requests."""
    with folder() as place, server() as fake:
        project = Project.create(place / "project", fake.url)
        project.remote("model", "wordy")
        project.write("conf/suite/mini.yaml", f"tests: [{TEST}]\n")
        generated(project, fake, 1, 0.0)
        bodies = [call["body"] for call in fake.calls()]
        asked = [{"messages": body["messages"], "tools": body["tools"]} for body in bodies]
        ours = generated(project, fake, AT_ONCE, LATENCY_S)
        alone = by_litellm(fake, "wordy", [asked] * AT_ONCE, AT_ONCE)
    what = f"{AT_ONCE} dialogues at once, {LATENCY_S * 1000:.0f} ms a turn, generate"
    ideal = WORDY_TURNS * LATENCY_S
    return [(what, beside(ours, ideal), f"by litellm alone {beside(alone, ideal)}")]


def generated(project: Project, fake: FakeServer, count: int, latency_s: float) -> float:
    """Seconds of the calls of so many dialogues, without the stage's start-up."""
    forget_paid(project.root)
    project.params(models=["wordy"], attempts=count)
    project.stage("render", check=True)
    fake.settings(latency_s=latency_s)
    fake.mark()
    project.stage("generate", "models=[wordy]", check=True)
    assert len(fake.calls()) == count * WORDY_TURNS
    return calling(fake)

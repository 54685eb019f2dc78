"""Thirty dialogues at once: what Assay adds to a turn."""

from tests.conftest import FakeServer
from tests.fake_server import WORDY_TURNS
from tests.ledgers import forget_paid
from tests.perf.common import Row, by_litellm, calling, folder, server
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
    ideal = WORDY_TURNS * LATENCY_S
    return [
        (
            f"{AT_ONCE} dialogues at once, {LATENCY_S * 1000:.0f} ms a turn, generate",
            f"{ours:.1f} s, {ours / ideal:.2f} × ideal",
            f"by litellm alone {alone:.1f} s, {alone / ideal:.2f} × ideal",
        ),
    ]


def generated(project: Project, fake: FakeServer, count: int, latency_s: float) -> float:
    """Seconds from the first call's arrival to the last reply of so many dialogues.

    The stage's start-up is not included.
    """
    forget_paid(project.root)
    project.params(models=["wordy"], attempts=count)
    project.stage("render", check=True)
    fake.settings(latency_s=latency_s)
    fake.mark()
    project.stage("generate", "models=[wordy]", check=True)
    assert len(fake.calls()) == count * WORDY_TURNS
    return calling(fake)

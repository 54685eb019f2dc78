"""Calls to a server that takes two seconds each: Assay, bare litellm, and a run from the ledger."""

from pathlib import Path

from tests.conftest import FakeServer
from tests.ledgers import forget_paid
from tests.perf.common import Row, beside, by_litellm, calling, folder, processor_s, server, timed
from tests.project import Project

LATENCY_S = 2.0
SYSTEM = {"role": "system", "content": "Files."}


def user(number: int) -> dict[str, str]:
    return {"role": "user", "content": f"Port {number}"}


def calls() -> list[Row]:
    """One generate stage beside bare litellm, and the calls a second that it makes."""
    return [*_calls(600, 64), *_calls_a_second(2000, 256)]


def _calls_a_second(count: int, concurrency: int) -> list[Row]:
    """What bounds one process: more calls are allowed at once than it can make in their latency."""
    with folder() as place, server() as fake:
        project = _project(place, fake, count)
        used = -processor_s()
        rate = count / _generated(project, fake, count, concurrency)
        used += processor_s() - _startup_s(project)
    what = f"calls a second of one process, {concurrency} at once"
    reached = f"reached while a call takes less than {concurrency / rate:.0f} s"
    return [
        (what, f"{rate:.0f}", f"{reached} ({64 / rate:.1f} s with 64 at once)"),
        ("processor time of one call", f"{1000 * used / count:.0f} ms", "without start-up"),
    ]


def _startup_s(project: Project) -> float:
    """The processor time of a stage with two calls: nearly all of it is litellm's import."""
    forget_paid(project.root)
    used = -processor_s()
    project.stage("generate", "models=[strong]", "attempts=1", check=True)
    return used + processor_s()


def _project(place: Path, fake: FakeServer, count: int) -> Project:
    """A project whose generate stage has so many calls to make, each of which takes its time."""
    fake.settings(latency_s=LATENCY_S)
    project = Project.create(place / "project", fake.url)
    project.remote("model", "strong")
    project.write("conf/suite/mini.yaml", "tests: [Port-Mini, Explain-Other]\n")
    project.params(models=["strong"], attempts=count // 2)
    project.stage("render", check=True)
    return project


def _generated(project: Project, fake: FakeServer, count: int, concurrency: int) -> float:
    """Seconds of the stage's calls, so many at once."""
    fake.mark()
    project.stage("generate", "models=[strong]", f"calls.concurrency={concurrency}", check=True)
    assert len(fake.calls()) == count
    return calling(fake)


def _calls(count: int, concurrency: int) -> list[Row]:
    with folder() as place, server() as fake:
        project = _project(place, fake, count)
        asked = [[{"messages": [SYSTEM, user(number)]}] for number in range(count)]
        alone = by_litellm(fake, "strong", asked, concurrency)
        ours = _generated(project, fake, count, concurrency)
        again = timed(lambda: project.stage("generate", "models=[strong]", check=True))
    ideal = count * LATENCY_S / concurrency
    what = f"{count} calls × {LATENCY_S:.0f} s, {concurrency} at once"
    return [
        (what, beside(ours, ideal), "from the first call to the last reply"),
        ("the same by bare litellm", beside(alone, ideal), f"ours over it {ours / alone:.2f}"),
        ("the same from the ledger", f"{again:.1f} s", "whole process, no call"),
    ]

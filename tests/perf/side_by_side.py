"""Ten models side by side: the time of the whole run, relative to one model's own stages."""

import subprocess
from pathlib import Path

from tests.conftest import FakeServer
from tests.perf.common import Row, calling, folder, server, timed
from tests.project import ROOT, Project

MODELS = 10
ALONE = 3
"""How many models also run alone; the longest of these runs is the reference."""
SCALES = (10, 50)
AT_ONCE = 640
"""Calls under way at one endpoint. Real models have endpoints of their own; here all share one."""
MEDIAN_S = 25.0
"""The median latency of real answers, before it is divided by a scale."""


def side_by_side() -> list[Row]:
    """`make bench` with ten models, the full suite and three LLM judges, at realistic latencies."""
    return [row for scale in SCALES for row in _at(scale)]


def _at(scale: int) -> list[Row]:
    with folder() as place, server() as fake:
        fake.settings(median_s=MEDIAN_S / scale)
        alone = max(
            _run(place / f"alone{number}", fake, [f"m{number}"])[1] for number in range(ALONE)
        )
        whole, calls = _run(place / "all", fake, [f"m{number}" for number in range(MODELS)])
    latencies = f"median {MEDIAN_S / scale:g} s"
    return [
        (
            f"{MODELS} models side by side, {latencies}, first call to last reply",
            f"{calls:.0f} s, {calls / alone:.2f} × the longest of {ALONE} alone",
            "make bench, full suite, three judges (at most 1.3)",
        ),
        (
            "the rest of that run: DVC, scores, comparison, report",
            f"{whole - calls:.0f} s",
            "all of make bench less the above",
        ),
    ]


def _run(root: Path, fake: FakeServer, models: list[str]) -> tuple[float, float]:
    """Seconds of a whole run, and of its calls."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(root)], check=True)
    project = Project(root, fake.url)
    for model in models:
        project.remote("model", model, "wordy")
    judges = ["judge-literal", "judge-kind", "judge-obedient"]
    for judge in judges:
        project.remote("judge", judge)
    project.replace("conf/calls/default.yaml", "concurrency: 64", f"concurrency: {AT_ONCE}")
    project.params(models=models, panel=[*judges, "checks"], suite="full", attempts=1)
    fake.mark()
    whole = timed(lambda: project.run("python", "-m", "tools.bench"))
    return whole, calling(fake)

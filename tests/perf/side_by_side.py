"""Ten models side by side: the time of the whole run, relative to the longest model's own.

Every request takes as long in both runs: a latency is drawn from the request and the key.
"""

import os
import subprocess
from pathlib import Path
from typing import Any

from tests.conftest import FakeServer
from tests.perf.common import Row, calling, folder, server, timed
from tests.project import ROOT, Project

MODELS = [f"m{number}" for number in range(10)]
JUDGES = ["judge-literal", "judge-kind", "judge-obedient"]
SCALES = (10, 50)
AT_ONCE = 640
"""Calls under way at one endpoint: the bound of the provider is not what is measured."""
MEDIAN_S = 25.0
"""The median latency of real answers, before it is divided by a scale."""


def side_by_side() -> list[Row]:
    """`make bench` with ten models, the full suite and three LLM judges, at realistic latencies."""
    return [row for scale in SCALES for row in _at(scale)]


def _at(scale: int) -> list[Row]:
    with folder() as place, server() as fake:
        fake.settings(median_s=MEDIAN_S / scale)
        whole, calls = _run(place / "all", fake, MODELS)
        longest = _longest(fake.calls())
        _, alone = _run(place / "alone", fake, [longest])
    latencies = f"median {MEDIAN_S / scale:g} s"
    return [
        (
            f"{len(MODELS)} models side by side, {latencies}, first call to last reply",
            f"{calls:.0f} s, {calls / alone:.2f} × the longest model alone ({longest})",
            "make bench, full suite, three judges (at most 1.3)",
        ),
        (
            "the rest of that run: DVC, scores, comparison, report",
            f"{whole - calls:.0f} s",
            "all of make bench less the above",
        ),
    ]


def _longest(calls: list[dict[str, Any]]) -> str:
    """The model whose answers were complete last. Verdicts take equally long for all models."""
    ended: dict[str, float] = {}
    for call in calls:
        model = call["authorization"].removeprefix("Bearer ")
        ended[model] = max(ended.get(model, 0.0), call["ended"])
    return max(MODELS, key=ended.__getitem__)


def _run(root: Path, fake: FakeServer, models: list[str]) -> tuple[float, float]:
    """Seconds of a whole run, and of its calls."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(root)], check=True)
    project = Project(root, fake.url)
    for model in models:
        os.environ[f"{model.upper()}_KEY"] = model
        project.remote("model", model, "wordy", api_key_env=f"{model.upper()}_KEY")
    for judge in JUDGES:
        project.remote("judge", judge)
    project.replace("conf/calls/default.yaml", "concurrency: 64", f"concurrency: {AT_ONCE}")
    project.params(models=models, panel=[*JUDGES, "checks"], suite="full", attempts=1)
    fake.mark()
    whole = timed(lambda: project.run("python", "-m", "tools.bench"))
    return whole, calling(fake)

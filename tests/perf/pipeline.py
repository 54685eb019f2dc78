"""The whole pipeline: the offline run, and ten models."""

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


def offline() -> list[Row]:
    """The committed run in a fresh clone, and then with nothing changed."""
    with folder() as place:
        subprocess.run(["git", "clone", "-q", str(ROOT), str(place / "clone")], check=True)
        clone = Project(place / "clone")
        cold, idle = timed(clone.repro), timed(clone.repro)
    return [
        ("offline default run, cold", f"{cold:.1f} s", "dvc repro in a fresh clone (under 60 s)"),
        ("the same with nothing changed", f"{idle:.1f} s", "dvc repro again"),
    ]


def ten_models() -> list[Row]:
    """`dvc repro` with ten models, the full suite and three LLM judges, at realistic latencies.

    Every request takes as long in both runs: a latency is drawn from the request and the key.
    """
    return [row for scale in SCALES for row in _at(scale)]


def _at(scale: int) -> list[Row]:
    with folder() as place, server() as fake:
        fake.settings(median_s=MEDIAN_S / scale)
        whole, calls = _run(place / "all", fake, MODELS)
        longest = _longest(fake.calls())
        _, alone = _run(place / "alone", fake, [longest])
    what = f"{len(MODELS)} models, median {MEDIAN_S / scale:g} s, first call to last reply"
    figure = f"{calls:.0f} s, {calls / alone:.2f} × the longest model alone ({longest})"
    return [
        (what, figure, "dvc repro, full suite, three judges (at most 1.3)"),
        (
            "the rest: DVC, extraction, checks, scores, report",
            f"{whole - calls:.0f} s",
            "dvc repro",
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
    project = asking(root, fake, models, attempts=1)
    fake.mark()
    whole = timed(project.repro)
    return whole, calling(fake)


def asking(root: Path, fake: FakeServer, models: list[str], attempts: int) -> Project:
    """A clone that asks these models of the fake server the full suite, and its three judges."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(root)], check=True)
    project = Project(root, fake.url)
    keys = {f"{model.upper()}_KEY": model for model in models}
    os.environ.update(keys)
    for name, model in keys.items():
        project.remote("model", model, "wordy", api_key_env=name)
    for judge in JUDGES:
        project.remote("judge", judge)
    project.replace("conf/calls/default.yaml", "concurrency: 64", f"concurrency: {AT_ONCE}")
    project.params(models=models, panel=[*JUDGES, "checks"], suite="full", attempts=attempts)
    return project

"""The report's size and time: 3, 8, 15 and 30 invented models on the full suite.

The runs are made once, in .assay/perf_report/, and are used again: delete the folder to make them
anew. Each report is built in a process of its own, by processor time.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from assay.answers.tree import Updated, update_tree
from assay.config import paths
from assay.config.config_files import load_score
from assay.records.jsonl import read_records, read_result, write_records
from assay.records.leaderboard_records import Leaderboard
from assay.records.pipeline import CHECKS, Judgement
from stages.report.report_pages import report_files
from stages.report.run_evidence import load_evidence
from tests.perf.common import Row
from tests.project import ROOT

COUNTS = (3, 8, 15, 30)
RUNS = ROOT / ".assay/perf_report"
JUDGES = ("judge-north", "judge-south", "judge-west", CHECKS)
MEGABYTE = 1e6


class ReportFigures(NamedTuple):
    """One report: seconds of processor time, megabytes of memory, bytes, and files written."""

    models: int
    seconds: float
    megabytes: float
    index: int
    largest: int
    largest_name: str
    total: int
    files: int
    written_again: int
    written_after_change: int


def report() -> list[Row]:
    """Build time by number of models, the sizes of pages, and what is written again."""
    rows: list[Row] = []
    per_model = []
    for count in COUNTS:
        figures = _measured(count)
        per_model.append(figures.seconds / count)
        rows += _rows(figures)
    growth = per_model[-1] / per_model[0]
    rows.append(("report, time a model at 30 relative to 3", f"{growth:.2f}", "1 is linear growth"))
    return rows


def _rows(figures: ReportFigures) -> list[Row]:
    name = f"report, {figures.models} models"
    return [
        (
            f"{name}: processor time",
            f"{figures.seconds:.1f} s, {figures.seconds / figures.models:.2f} s a model",
            f"{figures.files} files, load and write included",
        ),
        (f"{name}: memory", f"{figures.megabytes:.0f} MB", "peak, the new writing included"),
        (f"{name}: all files", f"{figures.total / MEGABYTE:.0f} MB", "a reader opens a few"),
        (
            f"{name}: index, largest page",
            f"{figures.index / MEGABYTE:.2f} MB, {figures.largest / MEGABYTE:.2f} MB",
            figures.largest_name,
        ),
        (
            f"{name}: files written again",
            f"{figures.written_again}, {figures.written_after_change}",
            "nothing changed; the explanation of one verdict changed",
        ),
    ]


def synthetic_run(count: int) -> Path:
    """The folder of a run of so many invented models, made if it is not there."""
    folder = RUNS / str(count)
    if not (folder / paths.REPORT).exists():
        command = [sys.executable, "-m", "tests.simulation.synthetic", "--models", str(count)]
        subprocess.run([*command, "--folder", str(folder)], cwd=ROOT, check=True)
    return folder


def _measured(count: int) -> ReportFigures:
    folder = synthetic_run(count)
    command = [sys.executable, "-m", "tests.perf.report", str(folder)]
    done = subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True, env=_environment()
    )
    return ReportFigures(*json.loads(done.stdout))


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def _write(target: Path) -> Updated:
    """The report of the run in the current folder, written to the target."""
    evidence = load_evidence(JUDGES, load_score(), seed=20260101, suite="full", attempts=1)
    return update_tree(target, report_files(evidence))


def _figures() -> ReportFigures:
    """Of the run in the current folder; what it changes there it puts back."""
    with tempfile.TemporaryDirectory() as place:
        target = Path(place) / "report"
        started = time.process_time()
        written = _write(target)
        seconds = time.process_time() - started
        again = _write(target).written
        after_change = _write_with_a_changed_verdict(target).written
        files = [path for path in target.rglob("*") if path.is_file()]
        sizes = {path.relative_to(target).as_posix(): path.stat().st_size for path in files}
    largest = max((name for name in sizes if name.endswith(".html")), key=lambda name: sizes[name])
    return ReportFigures(
        models=len(read_result(paths.LEADERBOARD, Leaderboard).models),
        seconds=seconds,
        megabytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        index=sizes["index.html"],
        largest=sizes[largest],
        largest_name=largest,
        total=sum(sizes.values()),
        files=written.files,
        written_again=again,
        written_after_change=after_change,
    )


def _write_with_a_changed_verdict(target: Path) -> Updated:
    """The report after the last judge's explanation of one verdict has other words."""
    model = read_result(paths.LEADERBOARD, Leaderboard).models[0].model
    path = paths.verdicts(model)
    kept = path.with_suffix(".kept")
    shutil.copyfile(path, kept)
    try:
        first, *others = read_records(path, Judgement)
        verdict = first.verdicts[0].model_copy(update={"explanation": "Other words."})
        changed = first.model_copy(update={"verdicts": (verdict, *first.verdicts[1:])})
        write_records(path, [changed, *others])
        return _write(target)
    finally:
        os.replace(kept, path)


if __name__ == "__main__":
    print(json.dumps(_figures()))

"""The report's size and time: 3, 8 and 30 invented models on the full suite.

The runs are made once, in .assay/perf_report/, and are used again: delete the folder to make them
anew. Each report is built in a process of its own, by processor time.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from assay.answers.tree import Updated, update_tree
from assay.config import paths
from assay.config.config_files import load_score
from assay.records.pipeline import CHECKS
from stages.report.report_pages import report_files
from stages.report.run_evidence import load_evidence
from tests.perf.common import Row
from tests.project import ROOT

COUNTS = (3, 8, 30)
RUNS = ROOT / ".assay/perf_report"
JUDGES = ("judge-north", "judge-south", "judge-west", CHECKS)
MEGABYTE = 1e6


class ReportFigures(NamedTuple):
    """One report: seconds of processor time, megabytes of memory, bytes, files; those written."""

    seconds: float
    megabytes: float
    total: int
    files: int
    written_again: int


def report() -> list[Row]:
    """Build time and size by number of models, and what is written again."""
    rows = []
    for count in COUNTS:
        name = f"report, {count} models"
        seconds, megabytes, total, files, again = _measured(count)
        each = f"{seconds:.1f} s, {seconds / count:.2f} s a model"
        rows += [
            (f"{name}: processor time", each, f"{files} files, load and write included"),
            (f"{name}: memory", f"{megabytes:.0f} MB", "peak, the new writing included"),
            (f"{name}: all files", f"{total / MEGABYTE:.0f} MB", "a reader opens a few"),
            (f"{name}: files written again", str(again), "nothing changed"),
        ]
    return rows


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
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True, env=environment
    )
    return ReportFigures(*json.loads(done.stdout))


def _write(target: Path) -> Updated:
    """The report of the run in the current folder, written to the target."""
    evidence = load_evidence(JUDGES, load_score(), seed=20260101, suite="full", attempts=1)
    return update_tree(target, report_files(evidence))


def _figures() -> ReportFigures:
    """Of the run in the current folder."""
    with tempfile.TemporaryDirectory() as place:
        target = Path(place) / "report"
        started = time.process_time()
        written = _write(target)
        seconds = time.process_time() - started
        again = _write(target).written
        sizes = [path.stat().st_size for path in target.rglob("*") if path.is_file()]
    return ReportFigures(
        seconds=seconds,
        megabytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        total=sum(sizes),
        files=written.files,
        written_again=again,
    )


if __name__ == "__main__":
    print(json.dumps(_figures()))

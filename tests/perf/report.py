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

from assay.answers.tree import Updated, update_tree
from assay.config import paths
from assay.config.config_files import load_score
from assay.records.pipeline import CHECKS
from stages.report.report_pages import report_files
from stages.report.run_evidence import ReportConfig, load_evidence
from tests.perf.common import Row
from tests.project import ROOT

COUNTS = (3, 8, 30)
RUNS = ROOT / ".assay/perf_report"
JUDGES = ["judge-north", "judge-south", "judge-west", CHECKS]
MEGABYTE = 1e6


def report() -> list[Row]:
    """Build time and size by number of models, and what is written again."""
    rows = []
    for count in COUNTS:
        name = f"report, {count} models"
        command = [sys.executable, "-m", "tests.perf.report"]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            command, cwd=synthetic_run(count), check=True, stdout=subprocess.PIPE, env=environment
        )
        seconds, memory, size, files, again = json.loads(done.stdout)
        each = f"{seconds:.1f} s, {seconds / count:.2f} s a model"
        rows += [
            (f"{name}: processor time", each, f"{files} files, load and write included"),
            (f"{name}: memory", f"{memory / 1024:.0f} MB", "peak, the new writing included"),
            (f"{name}: all files", f"{size / MEGABYTE:.0f} MB", "a reader opens a few"),
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


def _write(target: Path) -> Updated:
    """The report of the run in the current folder, written to the target."""
    config = ReportConfig(
        models=[], panel=JUDGES, suite="full", attempts=1, score=load_score(), seed=20260101
    )
    return update_tree(target, report_files(load_evidence(config)))


def _figures() -> tuple[float, ...]:
    """Of the run in the current folder: seconds, kilobytes of memory, bytes, files, those written
    again."""
    with tempfile.TemporaryDirectory() as place:
        target = Path(place) / "report"
        started = time.process_time()
        written = _write(target)
        seconds = time.process_time() - started
        again = _write(target).written
        size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return seconds, memory, size, written.files, again


if __name__ == "__main__":
    print(json.dumps(_figures()))

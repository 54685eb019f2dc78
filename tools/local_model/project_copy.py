"""A copy of the project with its own params.yaml, so that a local run changes no committed file.

It stays under .assay/ with its ledger and its report, so that no answer is asked for twice.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import yaml
from filelock import FileLock, Timeout

from assay.config import paths
from assay.config.yaml_files import read_yaml
from assay.errors import AssayError
from assay.missing import STAGES
from assay.records.jsonl import write_json, write_text
from assay.records.untyped import JsonObject

FOLDER = Path(".assay/local")
SUITE = "local"
COPIED = (
    *("answers", "assay", "conf", "criteria", "datasets", "human", "scenarios", "stages"),
    "executions",
    "toolchains",
    *("tools", "dvc.yaml", ".dvcignore", ".dvc/config", str(paths.CRITERIA_HEALTH)),
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules")
CALLS = {"mode": "live", "concurrency": 1, "timeout_s": 1200, "max_retries": 1}
"""One call at a time: a CPU answers no faster when asked twice, and a queued call times out."""
JUDGE = "local-judge"
"""The name of the LLM judge in a local run."""
JUDGING = {
    "question": "metric",
    "batch": 6,
    "max_rounds": 2,
    "sources": "omitted",
    "max_answer_chars": 8000,
}
"""How the local judge is asked: question and report fit a context of 8,192 tokens."""
GRACE_S = 15.0
"""Seconds between asking the pipeline to end and ending it."""


class ProjectCopy:
    """The copy in which one model is run."""

    def __init__(self, model: str) -> None:
        self.model = model
        self.root = FOLDER / model

    @contextmanager
    def locked(self) -> Iterator[None]:
        """AssayError if another run of this model is under way; keeps others out in the block."""
        self.root.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self.root.with_suffix(".lock"), timeout=0):
                yield
        except Timeout as error:
            raise AssayError(
                f"{self.root}: another run of {self.model} is under way: wait for it to end"
            ) from error

    def fill(self, model: JsonObject, judge: JsonObject | None) -> None:
        """Copy the project as it is now, with these files of the model and of the LLM judge."""
        for source in map(Path, COPIED):
            if not source.exists():
                raise AssayError(f"{source} is missing: run from the root of the repository")
            target = self.root / source
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.rmtree(target, ignore_errors=True)
                shutil.copytree(source, target, ignore=LEFT_OUT)
            else:
                shutil.copyfile(source, target)
        params = {
            "models": [self.model, "gold", "null"],
            "panel": [JUDGE, "checks"] if judge else ["checks"],
            "suite": SUITE,
            "attempts": 1,
            "baseline": None,
            "margin": 3,
            "execution": "off",
            "seed": read_yaml(paths.PARAMS)["seed"],
        }
        calls = read_yaml(paths.CONF / "calls/default.yaml") | CALLS
        written = {
            "params.yaml": params,
            str(paths.CHANGE): {},  # a kept comparison is about the project's own results
            f"conf/model/{self.model}.yaml": model,
            "conf/calls/default.yaml": calls,
        }
        if judge:
            written |= {f"conf/judge/{JUDGE}.yaml": judge, "conf/judging/default.yaml": JUDGING}
        for name, value in written.items():
            write_text(self.root / name, yaml.safe_dump(value, sort_keys=False))
        for stage in STAGES:  # what an earlier run misses stays; a new copy misses nothing yet
            if not (self.root / paths.missing(stage)).exists():
                write_json(self.root / paths.missing(stage), [])
        write_text(self.root / ".dvc/config.local", "[core]\n    no_scm = true\n")

    def run(self, limit_s: float) -> None:
        """Run the pipeline, print the leaderboard, say what is missing.

        AssayError if a part fails, takes longer than `limit_s` or misses results; answers are kept.
        """
        for tool in ("check", "", "leaderboard", "unfinished"):
            self._call(limit_s, ["python", "-m", f"tools.{tool}"] if tool else ["dvc", "repro"])

    def _call(self, limit_s: float, command: list[str]) -> None:
        """Run a command in the copy, in its own process group, until an interrupt or the limit."""
        shown = f"{self.root}: `{' '.join(command)}`"
        process = subprocess.Popen(command, cwd=self.root, start_new_session=True)
        try:
            code = process.wait(limit_s)
        except subprocess.TimeoutExpired as error:
            raise AssayError(
                f"{shown} took more than {limit_s / 60:.0f} minutes: the answers so far are kept; "
                "run again to go on, or allow more with --minutes"
            ) from error
        finally:
            _end_group(process)
        if code != 0:
            raise AssayError(f"{shown} failed with exit code {code}: see above")


def _end_group(process: "subprocess.Popen[bytes]") -> None:
    """Interrupt the process, if it still runs, and its children as Ctrl-C does; then kill them."""
    for ending in (signal.SIGINT, signal.SIGKILL):
        if process.poll() is not None:
            return
        os.killpg(process.pid, ending)
        try:
            process.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            continue

"""A copy of the project with its own params.yaml, so that a local run changes no committed file.

It stays under .assay/ with its ledger and its report, so that no answer is asked for twice.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import yaml
from filelock import FileLock, Timeout

from assay.config import paths
from assay.config.yaml_files import read_yaml
from assay.errors import AssayError
from assay.records.untyped import JsonObject

FOLDER = Path(".assay/local")
COPIED = (
    "assay", "conf", "criteria", "datasets", "human", "scenarios", "stages", "toolchains", "tools",
    "dvc.yaml", ".dvcignore", ".dvc/config", str(paths.CRITERIA_HEALTH),
)  # fmt: skip
CALLS = {"mode": "live", "concurrency": 1, "timeout_s": 1200, "max_retries": 1}
"""One call at a time.

A CPU answers no faster when asked twice, and a queued call would run out of its time.
"""
JUDGE = "local-judge"
"""The name of the LLM judge in a local run."""
JUDGE_SAMPLING = {"max_tokens": 1536, "temperature": 0}
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


class LocalWorkspace:
    """The copy in which one model is run."""

    def __init__(self, model: str, folder: Path = FOLDER) -> None:
        self.model = model
        self.root = folder / model

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep every other run of this model out while the block runs.

        AssayError if one is under way.
        """
        self.root.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.root.with_suffix(".lock"))
        try:
            lock.acquire(timeout=0)
        except Timeout as error:
            raise AssayError(
                f"{self.root}: another run of {self.model} is under way: wait for it to end"
            ) from error
        try:
            yield
        finally:
            lock.release()

    def fill(self, model: JsonObject, suite: str, judge: JsonObject | None = None) -> None:
        """Copy the project as it is now.

        `model` is what conf/model/ says there of the model that is run, `judge` what conf/judge/
        says of the LLM judge; None for a run without one.
        """
        for name in COPIED:
            _copy(Path(name), self.root / name)
        seed = read_yaml(paths.PARAMS)["seed"]
        params = {
            "models": [self.model, "gold", "null"],
            "panel": [JUDGE, "checks"] if judge else ["checks"],
            "suite": suite,
            "attempts": 1,
            "baseline": None,
            "execution": "off",
        }
        self._write("params.yaml", params | {"seed": seed})
        self._write(str(paths.CHANGE), {})  # a kept comparison is about the project's own results
        self._write(f"conf/model/{self.model}.yaml", model)
        self._write("conf/calls/default.yaml", read_yaml(paths.CONF / "calls/default.yaml") | CALLS)
        if judge:
            self._write(f"conf/judge/{JUDGE}.yaml", judge)
            self._write("conf/judging/default.yaml", JUDGING)
        (self.root / ".dvc/config.local").write_text(
            "[core]\n    no_scm = true\n", encoding="utf-8"
        )

    def _write(self, name: str, value: JsonObject) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(yaml.safe_dump(value, sort_keys=False), encoding="utf-8")

    def run(self, limit_s: float) -> None:
        """Run the pipeline, gaps of an earlier run first, and print the leaderboard with the path
        of the report.

        AssayError if a part fails, takes longer than `limit_s` or leaves gaps; answers are kept.
        """
        self._call(["python", "-m", "tools.check"], limit_s)
        gaps = self._gaps()
        if gaps:
            self._call(["dvc", "repro", "--force", "--single-item", *gaps], limit_s)
        self._call(["dvc", "repro"], limit_s)
        self._call(["python", "-m", "tools.leaderboard"], limit_s)
        if self._gaps():
            raise AssayError(
                f"{self.root}: some calls failed (the gaps named above): run the same command again"
            )

    def _gaps(self) -> list[str]:
        listed = subprocess.run(
            ["python", "-m", "tools.gaps"],
            cwd=self.root,
            env=_environment(),
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        return listed.stdout.split()

    def _call(self, command: list[str], limit_s: float) -> None:
        """Run a command in the copy, in its own process group, until an interrupt or the limit."""
        shown = " ".join(command[:3])
        process = subprocess.Popen(
            command, cwd=self.root, env=_environment(), start_new_session=True
        )
        try:
            code = process.wait(limit_s)
        except subprocess.TimeoutExpired as error:
            _end_group(process)
            raise AssayError(
                f"{self.root}: `{shown}` took more than {limit_s / 60:.0f} minutes: "
                "the answers so far are kept; run again to go on, or allow more with --minutes"
            ) from error
        except BaseException:
            _end_group(process)
            raise
        if code != 0:
            raise AssayError(f"{self.root}: `{shown}` failed with exit code {code}: see above")


def _copy(source: Path, target: Path) -> None:
    """Make `target` a fresh copy of the file or folder. AssayError if the source is missing."""
    if not source.exists():
        raise AssayError(f"{source} is missing: run from the root of the repository")
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(
            source, target, ignore=shutil.ignore_patterns("__pycache__", "node_modules")
        )
    else:
        shutil.copyfile(source, target)


def _environment() -> dict[str, str]:
    """This process's environment, with its Python's programs on PATH if dvc is not."""
    if shutil.which("dvc"):
        return dict(os.environ)
    return os.environ | {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    }


def _end_group(process: "subprocess.Popen[bytes]") -> None:
    """Interrupt the process and its children as Ctrl-C does; kill them after GRACE_S."""
    for ending in (signal.SIGINT, signal.SIGKILL):
        try:
            os.killpg(process.pid, ending)
            process.wait(GRACE_S)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue

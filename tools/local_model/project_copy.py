"""A copy of the project with its own params.yaml, so that a local run changes no committed file.

It stays under .assay/ with its ledger and its report, so that no answer is asked for twice.
"""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import yaml

from assay.config import paths
from assay.config.yaml_files import read_yaml
from assay.errors import AssayError
from assay.missing import STAGES
from assay.records.jsonl import write_json, write_text
from assay.records.untyped import JsonObject

FOLDER = Path(".assay/local")
COPIED = (
    *("answers", "assay", "conf", "criteria", "datasets", "executions", "human", "scenarios"),
    *("stages", "toolchains", "tools", "dvc.yaml", ".dvcignore", ".dvc/config"),
    str(paths.CRITERIA_HEALTH),
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
    "exam": {"papers": 6},
}
"""How the local judge is asked: question and report fit a context of 8,192 tokens.

Its exam is not failed: there is no `max_false_pass`, so its figures are seen.
"""


def judge_of(model: JsonObject) -> JsonObject:
    """The configuration of a judge that is the same model at the same server."""
    return {
        **{key: model[key] for key in ("litellm_model", "api_base", "price")},
        "sampling": {"max_tokens": 1536, "temperature": 0},
        "response_format": "json_schema",
    }


def copy_project(model: str, judge: JsonObject | None) -> None:
    """Copy the project as it is now, for one model and with this configuration of the LLM judge."""
    for source in map(Path, COPIED):
        target = FOLDER / source
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(source, target, ignore=LEFT_OUT)
        else:
            shutil.copyfile(source, target)
    written: JsonObject = {
        "params.yaml": read_yaml(paths.PARAMS)
        | {
            "models": [model, "gold", "null"],
            "panel": [JUDGE, "checks"] if judge else ["checks"],
            "suite": "local",
            "attempts": 1,
            "baseline": None,
            "execution": "off",
        },
        str(paths.CHANGE): {},  # a kept comparison is about the project's own results
        "conf/calls/default.yaml": read_yaml(paths.CONF / "calls/default.yaml") | CALLS,
    }
    if judge:
        written |= {f"conf/judge/{JUDGE}.yaml": judge, "conf/judging/default.yaml": JUDGING}
    for name, value in written.items():
        write_text(FOLDER / name, yaml.safe_dump(value, sort_keys=False))
    for stage in STAGES:  # what an earlier run misses stays; a new copy misses nothing yet
        if not (FOLDER / paths.missing(stage)).exists():
            write_json(FOLDER / paths.missing(stage), [])
    write_text(FOLDER / ".dvc/config.local", "[core]\n    no_scm = true\n")


def run_pipeline() -> None:
    """Run the pipeline in the copy, print the leaderboard, say what is missing.

    AssayError if a part fails or misses results; answers are kept.
    """
    _call("python", "-m", "tools.check")
    _call("dvc", "repro")
    _call("python", "-m", "tools.show_leaderboard")


def _call(*command: str) -> None:
    """Run a command in the copy; an interrupt ends it, with all that it has started."""
    process = subprocess.Popen(command, cwd=FOLDER, start_new_session=True)
    try:
        code = process.wait()
    except KeyboardInterrupt:
        os.killpg(process.pid, signal.SIGINT)
        process.wait()
        raise
    if code != 0:
        shown = f"{FOLDER}: `{' '.join(command)}`"
        raise AssayError(f"{shown} failed with exit code {code}: see above")

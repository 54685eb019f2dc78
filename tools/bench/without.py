"""The end of a run: DVC runs what is left. The models that cannot run hold up no other model.

DVC runs `compare` only after every model has a score. If a model could not run, compare, validity
and report are run here for the others. DVC does not record these runs, so it runs the stages again
as soon as the model can run.
"""

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from assay.config.params import Params
from assay.errors import AssayError
from assay.records.not_run import NOT_RUN_FOLDER, NotRun, read_not_run
from tools import leaderboard
from tools.bench.chains import pipeline_state

OF_ALL_MODELS = ("compare", "validity", "report")
"""The stages that need the results of all models, in their order."""


def finish(params: Params) -> int:
    """Run everything that is stale; the exit code of `dvc repro`.

    AssayError, after the others have their results, names the models that could not run, and why.
    """
    with tempfile.TemporaryDirectory(prefix="assay-not-run-") as folder:
        os.environ[NOT_RUN_FOLDER] = folder
        code = repro("--keep-going")
        not_run = read_not_run(Path(folder))
        if not code or not not_run:
            return code
        absent = {record.model for record in not_run}
        others = [model for model in params.models if model not in absent]
        if others and _are_done(others) and _run_for(others, folder):
            leaderboard.main()
    raise AssayError(what_is_missing(not_run, len(params.models)))


def repro(*arguments: str) -> int:
    return subprocess.run(["dvc", "repro", *arguments], check=False).returncode


def _are_done(models: Sequence[str]) -> bool:
    """Whether nothing that these models share or have for themselves is stale."""
    stale = pipeline_state().stale - set(OF_ALL_MODELS)
    return not any("@" not in name or name.split("@")[1] in models for name in stale)


def _run_for(models: Sequence[str], folder: str) -> bool:
    """Run the stages of all models for these; whether all of them ended well."""
    names = ",".join(f'"{model}"' for model in models)
    for stage in OF_ALL_MODELS:
        command = ["python", "-m", f"stages.{stage}", f"models=[{names}]"]
        if stage == "compare":
            command.append(f'not_run="{folder}"')
        if subprocess.run(command, check=False).returncode:
            return False
    return True


def what_is_missing(not_run: Sequence[NotRun], models: int) -> str:
    have = "has" if len(not_run) == 1 else "have"
    by_reason: dict[str, list[str]] = {}
    for record in not_run:  # a judge that cannot run is one reason for all models
        by_reason.setdefault(record.reason, []).append(record.model)
    reasons = [f"{', '.join(names)}: {reason}" for reason, names in by_reason.items()]
    return (
        f"{len(not_run)} of {models} models {have} no results: {'; '.join(reasons)}. "
        "Correct this and run again: what is paid for is kept"
    )

"""Why a model has no results in a run: the error that ended one of its stages."""

import os
from pathlib import Path

from assay.errors import printable
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import Record

NOT_RUN_FOLDER = "ASSAY_NOT_RUN"
"""The environment variable by which `make bench` names the folder for these records."""


class NotRun(Record):
    """A model without results. `reason` is the stage's message as one line, without any key."""

    model: str
    stage: str
    reason: str


def note_not_run(stage: str, model: str, message: str) -> None:
    """Record that an error ended this stage of the model, if `make bench` wants to know."""
    folder = os.environ.get(NOT_RUN_FOLDER)
    if folder:
        reason = printable(" ".join(message.split()))
        record = NotRun(model=model, stage=stage, reason=reason)
        write_records(Path(folder) / f"{model}.jsonl", [record])


def read_not_run(folder: Path) -> tuple[NotRun, ...]:
    """The records in the folder, by the models' names."""
    return tuple(
        record for path in sorted(folder.glob("*.jsonl")) for record in read_records(path, NotRun)
    )

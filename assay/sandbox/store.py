"""Stored executions, by key, so that only what changed is executed again.

.assay/executions/<key>/ has execution.json, times.json and pictures. A folder is complete or
absent, whenever the process is killed.
"""

import json
import os
import shutil
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from assay.config import paths
from assay.errors import AssayError
from assay.records.executions import Execution
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import Record

EXECUTION = "execution.json"
TIMES = "times.json"


@dataclass(frozen=True)
class StoredExecution:
    """An execution with its pictures by file name, and how long its steps took here."""

    execution: Execution
    pictures: Mapping[str, bytes]
    times: Mapping[str, object]


def stored(key: str) -> StoredExecution | None:
    """The execution of that key; None if there is none, or it is damaged."""
    folder = paths.EXECUTION_STORE / key
    try:
        execution = Execution.model_validate_json((folder / EXECUTION).read_bytes())
        times = json.loads((folder / TIMES).read_bytes())
        pictures = {path.name: path.read_bytes() for path in sorted(folder.glob("*.png"))}
    except (OSError, ValueError, ValidationError):
        return None
    return StoredExecution(execution, pictures, times)


class SharedExecution(Record):
    """An execution as it is shared, with its pictures in base64 and the times of its steps."""

    execution: Execution
    pictures: dict[str, str]
    times: dict[str, object]


def published(model: str) -> dict[str, StoredExecution]:
    """The executions that the stage last shared, by key: a colleague's, after `dvc pull`."""
    path = paths.executed(model)
    if not path.exists():
        return {}
    return {item.execution.key: _opened(item) for item in read_records(path, SharedExecution)}


def _opened(item: SharedExecution) -> StoredExecution:
    pictures = {name: b64decode(text) for name, text in item.pictures.items()}
    return StoredExecution(item.execution, pictures, item.times)


def publish(model: str, items: Mapping[str, StoredExecution]) -> None:
    """Share the executions, by key and in its order."""
    write_records(paths.executed(model), [_shared(item) for _, item in sorted(items.items())])


def _shared(item: StoredExecution) -> SharedExecution:
    pictures = {name: b64encode(data).decode() for name, data in item.pictures.items()}
    return SharedExecution(execution=item.execution, pictures=pictures, times=dict(item.times))


def keep(item: StoredExecution) -> None:
    """Store the execution under its key. AssayError if the disk cannot store it."""
    folder = paths.EXECUTION_STORE / item.execution.key
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new.") as place:
            new = Path(place) / "whole"
            new.mkdir()
            (new / EXECUTION).write_text(item.execution.model_dump_json(), encoding="utf-8")
            (new / TIMES).write_text(json.dumps(dict(item.times)), encoding="utf-8")
            for name, data in item.pictures.items():
                (new / name).write_bytes(data)
            shutil.rmtree(folder, ignore_errors=True)
            os.replace(new, folder)
    except OSError as error:
        raise AssayError(
            f"{folder}: cannot be written ({error.strerror}): free space, then run again"
        ) from error

"""Executions that were made before, by key: only what changed is executed again.

.assay/executions/<key>/ holds execution.json, times.json and pictures. A folder is there whole or
not at all, whenever the process is killed.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from stages.lib.base import paths
from stages.lib.base.errors import AssayError
from stages.lib.base.jsonl import read_records
from stages.lib.base.records import Execution, Record

EXECUTION, TIMES = "execution.json", "times.json"


@dataclass(frozen=True)
class Stored:
    """An execution with its pictures by file name, and how long its steps took here."""

    execution: Execution
    pictures: Mapping[str, bytes]
    times: Mapping[str, Any]


def stored(key: str) -> Stored | None:
    """The execution of that key; None if there is none, or it is damaged."""
    folder = paths.EXECUTION_STORE / key
    try:
        execution = Execution.model_validate_json((folder / EXECUTION).read_bytes())
        times = json.loads((folder / TIMES).read_bytes())
        pictures = {path.name: path.read_bytes() for path in sorted(folder.glob("*.png"))}
    except (OSError, ValueError, ValidationError):
        return None
    return Stored(execution, pictures, times)


class Times(Record):
    """How long the steps of an execution took, and on what."""

    test: str
    attempt: int
    key: str
    times: dict[str, Any]


def published(model: str) -> dict[str, Stored]:
    """The executions of the stage's last outputs, by key: a colleague's, after `dvc pull`."""
    try:
        executions = read_records(paths.executions(model), Execution)
        times = read_records(paths.execution_times(model), Times)
    except AssayError:
        return {}
    by_key = {item.key: item.times for item in times}
    found: dict[str, Stored] = {}
    for execution in executions:
        pictures = _pictures(execution)
        if execution.key in by_key and pictures is not None:
            found[execution.key] = Stored(execution, pictures, by_key[execution.key])
    return found


def _pictures(execution: Execution) -> dict[str, bytes] | None:
    """The pictures of an execution; None if one is not there."""
    folder = paths.screenshots(execution.model) / execution.test / str(execution.attempt)
    names = [item.screenshot for item in execution.behaviours if item.screenshot]
    try:
        return {name: (folder / name).read_bytes() for name in names}
    except OSError:
        return None


def keep(item: Stored) -> None:
    """Store the execution under its key. AssayError if the disk does not take it."""
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

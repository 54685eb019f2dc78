"""Stored executions, by key, so that only what changed is executed again.

- .assay/executions/<key>.jsonl has this machine's own. A file is whole or absent, whenever the
  process is killed.
- outputs/executed/<model>.jsonl has those that a team shares. They are claims: each says who ran
  it, and has the hash of its content. What is damaged or forged is named, and not used.
- executions/<model>.jsonl has the project's own, in git: those of the built-in models.
"""

import random
import sys
import uuid
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from assay.config import paths
from assay.records.execution_records import PICTURE, Execution
from assay.records.hashing import content_hash
from assay.records.jsonl import write_records, write_text
from assay.records.pipeline import Record

PNG = b"\x89PNG\r\n\x1a\n"
CHECKED = 0.05
"""This share of what others executed is run again."""


@dataclass(frozen=True)
class StoredExecution:
    """An execution with its pictures by file name, how long its steps took, and where it ran."""

    execution: Execution
    pictures: Mapping[str, bytes]
    times: Mapping[str, object]
    machine: str = ""


class SharedExecution(Record):
    """An execution as it is shared, with its pictures in base64 and the times of its steps.

    `machine`: the random id of the machine that ran it. `content`: the hash of all else.
    """

    execution: Execution
    pictures: dict[Annotated[str, Field(pattern=PICTURE)], str]
    times: dict[str, object]
    machine: str = Field(pattern=r"^[0-9a-f]{32}$")
    content: str


def machine_id() -> str:
    """The random id of this machine's checkout, which says nothing about it."""
    path = paths.MACHINE
    if not path.exists():
        write_text(path, uuid.uuid4().hex)
    return path.read_text(encoding="utf-8").strip()


def stored(key: str) -> StoredExecution | None:
    """This machine's execution of that key; None if there is none, or it is damaged."""
    return read_executions(_own_path(key)).get(key)


def published(model: str) -> dict[str, StoredExecution]:
    """The executions that the stage last shared, by key: a colleague's, after `dvc pull`."""
    return read_executions(paths.executed(model))


def committed() -> dict[str, StoredExecution]:
    """The project's own executions, which stand in git, by key."""
    found: dict[str, StoredExecution] = {}
    for path in sorted(paths.COMMITTED_EXECUTIONS.glob("*.jsonl")):
        found |= read_executions(path)
    return found


def read_executions(path: Path) -> dict[str, StoredExecution]:
    """The executions of a file. A line that cannot be believed is named and left out."""
    found: dict[str, StoredExecution] = {}
    lines = path.read_bytes().split(b"\n") if path.exists() else []
    for number, line in enumerate(lines, 1):
        try:
            item = opened(line) if line else None
        except ValueError as error:
            reason = "not such a record" if isinstance(error, ValidationError) else error
            print(f"execute: {path}:{number} is not used: {reason}", file=sys.stderr)
            continue
        if item:
            found[item.execution.key] = item
    return found


def opened(line: bytes) -> StoredExecution:
    """The execution in a line of such a file. ValueError says why it cannot be believed."""
    item = SharedExecution.model_validate_json(line)
    if item.content != _content(item):
        raise ValueError("its content has another hash: it was damaged or changed")
    pictures = {name: b64decode(text, validate=True) for name, text in item.pictures.items()}
    if not all(data.startswith(PNG) for data in pictures.values()):
        raise ValueError("it has a picture that is no PNG")
    named = {each.screenshot for each in item.execution.behaviours if each.screenshot}
    if not item.execution.key or named - pictures.keys():
        raise ValueError("it has no key, or names a picture that it does not have")
    return StoredExecution(item.execution, pictures, item.times, item.machine)


def _content(item: SharedExecution) -> str:
    return content_hash(item.model_dump(mode="json", exclude={"content"}))


def to_check(items: Iterable[StoredExecution]) -> list[str]:
    """The keys of a random share of those that others executed.

    This machine's id is the seed: nobody else knows what is run again, and each machine tries
    others.
    """
    here = machine_id()
    keys = sorted({item.execution.key for item in items if item.machine != here})
    return [key for key in keys if random.Random(f"{here} {key}").random() < CHECKED]


def differs(ours: Execution, theirs: Execution) -> bool:
    """Whether two executions of one key came to other results; messages and logs may differ."""
    return _results(ours) != _results(theirs)


def _results(item: Execution) -> list[object]:
    steps = (item.builds, item.types, item.own_tests)
    outcomes = [behaviour.outcome for behaviour in item.behaviours]
    return [item.status, *(step and step.status for step in steps), *outcomes]


def publish(path: Path, items: Mapping[str, StoredExecution]) -> None:
    """Write the executions to a file that others read, by key and in its order."""
    write_records(path, [_shared(item) for _, item in sorted(items.items())])


def written(item: StoredExecution) -> bytes:
    """The execution as a line that `opened` reads."""
    return _shared(item).model_dump_json().encode()


def _shared(item: StoredExecution) -> SharedExecution:
    made = SharedExecution(
        execution=item.execution,
        pictures={name: b64encode(data).decode() for name, data in item.pictures.items()},
        times=dict(item.times),
        machine=item.machine,
        content="",
    )
    return made.model_copy(update={"content": _content(made)})


def keep(item: StoredExecution) -> None:
    """Store the execution under its key. AssayError if the disk cannot store it."""
    key = item.execution.key
    publish(_own_path(key), {key: item})


def _own_path(key: str) -> Path:
    return paths.EXECUTION_STORE / f"{key}.jsonl"

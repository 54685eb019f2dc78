"""Read and write record files: whole or not at all, the same bytes on every machine."""

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from assay.errors import AssayError
from assay.records.pipeline import Record

R = TypeVar("R", bound=Record)


def read_records(path: Path, kind: type[R]) -> tuple[R, ...]:
    """Every record of a JSONL file, in order. AssayError names file and line of a bad one."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except FileNotFoundError as error:
        raise AssayError(
            f"{path} is missing: run `dvc repro` (or the stage that writes it) first"
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise AssayError(f"{path}: cannot be read: {error}") from error
    records = []
    for number, line in enumerate(lines, 1):
        if line:
            try:
                records.append(kind.model_validate_json(line))
            except ValidationError as error:
                raise AssayError(
                    f"{path}:{number}: not a {kind.__name__} record; "
                    "run its stage again with `dvc repro -f`"
                ) from error
    return tuple(records)


def write_records(path: Path, records: Iterable[Record]) -> None:
    """Write the records as JSONL, in the given order. The file is replaced whole or unchanged."""
    write_text(path, "".join(f"{record_line(record)}\n" for record in records))


def record_line(record: Record) -> str:
    return json.dumps(record.model_dump(mode="json"), ensure_ascii=False, sort_keys=True)


def read_result(path: Path, kind: type[R]) -> R:
    """The record in a file under metrics/. AssayError if it is missing, damaged or another kind."""
    return valid(read_json(path), kind, str(path))


def read_results(path: Path, kind: type[R]) -> dict[str, R]:
    """The records of a file under metrics/ that maps names to them. Errors as `read_result`."""
    return {name: valid(value, kind, f"{path}: {name}") for name, value in read_json(path).items()}


def valid(value: Any, kind: type[R], line_name: str) -> R:
    """The value as such a record. AssayError names the place and the first wrong field."""
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(part) for part in problem["loc"])
        raise AssayError(
            f"{line_name}: not {kind.__name__}: {where}: {problem['msg']}: run `dvc repro`"
        ) from error


def write_result(path: Path, result: Record) -> None:
    """Write one record as `write_json` does, without the fields that have their default."""
    write_json(path, result.model_dump(exclude_defaults=True))


def write_results(path: Path, results: Mapping[str, Record]) -> None:
    """Write records by name, each as `write_result` does."""
    write_json(path, {name: one.model_dump(exclude_defaults=True) for name, one in results.items()})


def read_json(path: Path) -> Any:
    """The value of a JSON file that a stage wrote. AssayError if it is missing or damaged."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise AssayError(f"{path}: cannot be read ({error}): run `dvc repro`") from error


def write_json(path: Path, value: Any) -> None:
    """Write indented JSON with sorted keys and floats rounded to 4 decimals."""
    write_text(
        path, json.dumps(rounded(value), ensure_ascii=False, sort_keys=True, indent=2) + "\n"
    )


def rounded(value: Any) -> Any:
    """The same structure with every float rounded to 4 decimals, so that all machines agree."""
    if isinstance(value, float):
        return round(value, 4) + 0.0
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return value


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Replace a file atomically: a full disk or a kill leaves the old file, never a half of it.

    `durable`: so does a power cut, and after the return the new file survives one.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            temporary = Path(file.name)
            try:
                file.write(data)
                file.flush()
                os.fchmod(file.fileno(), 0o644)
                if durable:
                    os.fsync(file.fileno())
                os.replace(temporary, path)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
        if durable:
            sync_folder(path.parent)
    except OSError as error:
        raise AssayError(
            f"{path}: cannot be written ({error.strerror}): "
            "free space or fix the permissions, then run again"
        ) from error


def sync_folder(folder: Path) -> None:
    """Bring the names in the folder to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""Take over ledgers of older versions: one file a stage and model, one plain line a call."""

import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from assay.errors import AssayError
from assay.ledger.paid_calls import open_ledger
from assay.ledger.request import LedgerEntry
from assay.ledger.sharing import older_ledgers
from assay.records.hashing import text_hash

CONVERTED = Path(".assay/converted")
_HEAD = '{"sha256": "'
_MIDDLE = '", "entry": '
_START = len(_HEAD) + 64 + len(_MIDDLE)


def convert(files: Sequence[Path]) -> str:
    """Bring every call of the files into one segment, and share it. Returns what was done.

    Without files: all older ledgers that are here, this machine's copies first. Those are moved to
    .assay/converted/ afterwards. A call that the ledger has already stays as it is.
    """
    found = list(files) or older_ledgers()
    taken = there = 0
    with open_ledger() as ledger:
        for path in found:
            for entry in _entries(path):
                if ledger.answer(entry.key):
                    there += 1
                    continue
                ledger.append(entry)
                taken += 1
    if not files:
        for path in found:
            target = CONVERTED / path.parts[0] / path.parent.name / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(path, target)
    return f"convert: {len(found)} files: {taken} calls taken over, {there} were there"


def _entries(path: Path) -> Iterator[LedgerEntry]:
    """The calls of a file. A line that is not whole is named and left out."""
    try:
        with open(path, "rb") as file:
            for number, line in enumerate(file, 1):
                if line.startswith(b'{"assay ledger"') or not line.strip():
                    continue
                try:
                    yield _entry(line.rstrip(b"\n").decode("utf-8"))
                except (ValueError, ValidationError):
                    place = f"{path}:{number}"
                    print(f"{place}: this line is not whole: left out", file=sys.stderr)
    except OSError as error:
        raise AssayError(f"{path}: cannot be read ({error.strerror})") from error


def _entry(line: str) -> LedgerEntry:
    """The entry of a line that is as it was written: it carries the SHA-256 of its own text."""
    body = line[_START:-1]
    if line != f"{_HEAD}{text_hash(body)}{_MIDDLE}{body}}}":
        raise ValueError("altered")
    return LedgerEntry.model_validate(json.loads(body))

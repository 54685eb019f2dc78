"""A ledger file on the disk: read, checked, and repaired where the other copy allows it."""

import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from assay.errors import AssayError
from assay.ledger.entry import BOM, HEADER, LedgerEntry, misplaced, parse_bytes
from assay.records.jsonl import write_bytes

_KEY = re.compile(rb'"key": "([^"\\]*)"')
NAMED_LINES = 3
"""So many damaged lines are named in a message."""


@dataclass(frozen=True)
class BadLine:
    """A line that cannot be used. `key` is what can still be read of its key, else empty."""

    place: str
    data: bytes
    reason: str

    @property
    def key(self) -> str:
        key = _KEY.search(self.data)
        return key[1].decode("utf-8", "replace") if key else ""


@dataclass
class LedgerFile:
    """A ledger file as it was read.

    `data` is kept where the file must be repaired. `entries` by key, the first of duplicates.
    `torn` is a last line that a kill cut off.
    `unended`: the last line is whole, but for its line end.
    """

    path: Path
    data: bytes = b""
    entries: dict[str, LedgerEntry] = field(default_factory=dict)
    damaged: list[BadLine] = field(default_factory=list)
    torn: BadLine | None = None
    unended: bool = False

    def has(self, line: BadLine) -> bool:
        return line.key in self.entries


def read_file(path: Path, stage: str, model: str) -> LedgerFile:
    """The file, unchanged. AssayError if it cannot be read or does not belong here."""
    try:
        file = LedgerFile(path, path.read_bytes() if path.exists() else b"")
    except OSError as error:
        raise AssayError(
            f"{path}: cannot be read ({error.strerror}): fix the permissions, or free space"
        ) from error
    _require_as_written(file)
    *lines, last = file.data.split(b"\n")
    for number, line in enumerate(lines, 1):
        if line and line != HEADER.strip():
            _take_line(file, line, f"{path}:{number}", stage, model)
    if last:
        _take_last(file, last, f"{path}:{len(lines) + 1}", stage, model)
    if not (file.damaged or file.torn or file.unended):
        file.data = b""  # large, and needed only to repair the file
    return file


def _require_as_written(file: LedgerFile) -> None:
    """AssayError if an editor or a tool rewrote the whole file."""
    remedy = "restore it with `dvc checkout` or from a backup"
    if file.data.startswith(BOM):
        raise AssayError(
            f"{file.path}: begins with a byte order mark (BOM): save it without, or {remedy}"
        )
    if file.data.startswith(HEADER.strip() + b"\r\n"):
        raise AssayError(
            f"{file.path}: its line ends are CRLF, the ledger's are LF: convert it "
            f"(`sed -i 's/\\r$//' {file.path}`), or {remedy}"
        )


def _take_line(file: LedgerFile, line: bytes, place: str, stage: str, model: str) -> None:
    try:
        entry = parse_bytes(line)
    except ValueError as error:
        file.damaged.append(BadLine(place, line, str(error)))
        return
    if problem := misplaced(entry, stage, model):
        raise AssayError(
            f"{place}: this line is not of this ledger: {problem}. Nothing was changed: move "
            f"{file.path} to where it belongs, or restore the right one (`dvc checkout`, a backup)"
        )
    file.entries.setdefault(entry.key, entry)


def _take_last(file: LedgerFile, line: bytes, place: str, stage: str, model: str) -> None:
    """What stands behind the last line end: a line that was cut off, or just not ended."""
    try:
        parse_bytes(line)
    except ValueError:
        file.torn = BadLine(place, line, "torn")
        return
    file.unended = True
    _take_line(file, line, place, stage, model)


def require_whole(local: LedgerFile, shared: LedgerFile) -> None:
    """AssayError if a damaged line is whole in neither copy."""
    lost = [
        (file, line)
        for file in (local, shared)
        for line in file.damaged
        if not (local.has(line) or shared.has(line))
    ]
    if not lost:
        return
    file, first = lost[0]
    source = "a backup" if file is local else "`dvc checkout` or a backup"
    also = [line.place for _, line in lost[1:NAMED_LINES]]
    more = f" So are {len(lost) - 1} more ({', '.join(also)}, …)." if len(lost) > 1 else ""
    raise AssayError(
        f"{first.place}: this ledger line was damaged ({first.reason}) and no copy has it whole."
        f"{more} It is not used and nothing was overwritten: restore {file.path} ({source}), or "
        f"delete that line to pay for that one call again"
    )


def set_aside(file: LedgerFile, other: LedgerFile, store: Path) -> None:
    """Take the lines that cannot be used out of the file, after keeping and naming them.

    Afterwards the file ends with a line end.
    """
    _set_damaged_aside(file, other, store)
    if file.torn and not _is_header(file.torn):
        _set_torn_aside(file.torn, file, other, store)
    if file.damaged or file.torn or file.unended:
        write_bytes(file.path, _repaired(file), durable=True)


def _set_damaged_aside(file: LedgerFile, other: LedgerFile, store: Path) -> None:
    for line in file.damaged:
        whole = other if other.has(line) else file
        _say(
            f"{line.place}: this ledger line was damaged ({line.reason}); {whole.path} has the "
            f"call whole, and that is used"
        )
    _keep(file.damaged, store.with_suffix(".damaged"))


def _set_torn_aside(line: BadLine, file: LedgerFile, other: LedgerFile, store: Path) -> None:
    known = file.has(line) or other.has(line)
    again = "no call is asked again" if known else "1 call will be asked again"
    _say(f"{line.place}: the last line was torn by a kill or a power cut: {again}")
    _keep([line], store.with_suffix(".torn"))


def _is_header(line: BadLine) -> bool:
    """Whether the line is the beginning of a file's first line, which tells nothing of a call."""
    return line.place.endswith(":1") and HEADER.startswith(line.data)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _keep(lines: list[BadLine], aside: Path) -> None:
    if not lines:
        return
    _say(f"{len(lines)} set aside in {aside}")
    with open(aside, "ab") as file:
        file.writelines(line.data + b"\n" for line in lines)
        file.flush()
        os.fsync(file.fileno())


def _repaired(file: LedgerFile) -> bytes:
    bad = {line.data for line in file.damaged}
    if file.torn:
        bad.add(file.torn.data)
    kept = [line for line in file.data.split(b"\n") if line and line not in bad]
    return b"".join(line + b"\n" for line in kept)

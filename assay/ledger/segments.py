"""A segment: a file of paid calls that one process writes and that never changes afterwards.

It is JSONL, compressed line by line: each line is a member of a gzip file of its own. So `zcat`
shows it, a line is on the disk the moment it arrives, and one line can be read alone. A line is one
of three kinds:

- `{"text": …}`: a passage of questions. Questions share passages, and a segment has each once.
- `{"key": …, "about": …, "request": …, "response": …}`: a call. The long parts of its request are
  replaced by the places of their passages: `{"text at": [[offset, length], …]}`.
- `{"raw": key, "model": …, "body": …}`: what a provider sent, before anybody read it.
"""

import fcntl
import json
import mmap
import os
import re
import secrets
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, NamedTuple

from assay.ledger.request import LedgerEntry
from assay.records.jsonl import sync_folder
from assay.records.untyped import JsonObject

CLOSED = ".jsonl.gz"
OPEN = ".open"
NAME = re.compile(r"\d{8}T\d{6}-[0-9a-f]{16}\.jsonl\.gz")
"""The name of a closed segment: the time (UTC) at which it was begun, and a random part."""
_MEMBER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""The head of every member. All ten bytes are the same, so that a reader finds the next one."""
_TRAILER = struct.Struct("<II")
_REFERENCE = "text at"
_LONG = 400
"""A part of a request that is longer is cut into passages."""
_LINES_A_PASSAGE = 64
_LINE = re.compile(r".*?\\n", re.DOTALL)
"""A line of a text that is written as JSON."""


class Span(NamedTuple):
    """Where a line is in its segment, in bytes."""

    offset: int
    length: int


class ScannedLine(NamedTuple):
    """A line of a segment. `value` is None if it is damaged, and `problem` says why."""

    number: int
    span: Span
    value: JsonObject | None
    problem: str = ""


def pack(value: JsonObject) -> bytes:
    """A line as it is in the file. The same value gives the same bytes on every machine."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
    data = text.encode("utf-8", "surrogatepass")
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(data) + packer.flush()
    return _MEMBER + packed + _TRAILER.pack(zlib.crc32(data), len(data) & 0xFFFFFFFF)


def unpack(member: bytes) -> JsonObject:
    """The value of a line. ValueError says what is wrong with it."""
    if not _MEMBER.startswith(member[: len(_MEMBER)]):
        raise ValueError("it does not begin as a line does")
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        data = unpacker.decompress(member)
    except zlib.error as error:
        raise ValueError(f"it was altered ({error})") from error
    if not unpacker.eof:
        raise ValueError("it is cut off")
    if unpacker.unused_data:
        raise ValueError("something follows it that is no line")
    value = json.loads(data.decode("utf-8", "surrogatepass"))
    if not isinstance(value, dict):
        raise ValueError("it is no JSON object")
    return value


def scan(path: Path) -> Iterator[ScannedLine]:
    """Every line. The file is never held whole."""
    with open(path, "rb") as file:
        if not os.fstat(file.fileno()).st_size:
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            number = start = 0
            while start < len(data):
                end = data.find(_MEMBER, start + 1)
                if end < 0:
                    end = len(data) - _begun(data[start:])
                number += 1
                try:
                    value, problem = unpack(data[start:end]), ""
                except ValueError as error:
                    value, problem = None, str(error)
                yield ScannedLine(number, Span(start, end - start), value, problem)
                start = end


def _begun(member: bytes) -> int:
    """How many bytes at the end are the torn head of a next line."""
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    with suppress(zlib.error):
        unpacker.decompress(member)
    rest = unpacker.unused_data
    return len(rest) if _MEMBER.startswith(rest) else 0


def line_number(path: Path, offset: int) -> int:
    """The number of the line that begins at the offset, for messages."""
    with open(path, "rb") as file:
        return file.read(offset).count(_MEMBER) + 1


def read_line(file: IO[bytes], span: Span) -> JsonObject:
    """The value of the line at this place. ValueError if it is damaged."""
    file.seek(span.offset)
    return unpack(file.read(span.length))


def read_raw(file: IO[bytes], span: Span) -> tuple[str, str, str]:
    """The key, the model and the body of the raw reply at this place. Errors as `read_line`."""
    value = read_line(file, span)
    return value["raw"], value["model"], value["body"]


def read_entry(file: IO[bytes], span: Span) -> LedgerEntry:
    """The call at this place, with its whole request. ValueError if a line of it is damaged."""
    value = read_line(file, span)
    request = value["request"]
    for name, part in request.items():
        if isinstance(part, list):
            request[name] = [_whole(file, item) for item in part]
        else:
            request[name] = _whole(file, part)
    return LedgerEntry.model_validate(value)


def _whole(file: IO[bytes], part: object) -> object:
    if not (isinstance(part, dict) and part.keys() == {_REFERENCE}):
        return part
    passages = [read_line(file, Span(*place))["text"] for place in part[_REFERENCE]]
    return json.loads("".join(passages))


def _passages(text: str) -> Iterator[str]:
    """The text, cut after lines that their own content chooses.

    So a passage that two texts share is cut alike in both, wherever it stands.
    """
    start = 0
    for line in _LINE.finditer(text):
        if zlib.crc32(line[0].encode("utf-8", "surrogatepass")) % _LINES_A_PASSAGE == 0:
            yield text[start : line.end()]
            start = line.end()
    if start < len(text):
        yield text[start:]


class Segment:
    """A segment that this process writes. Nobody else does, so nobody waits.

    While it is open its name ends in .open, and the system holds a lock on it for this process.
    So another process sees whether its writer still lives.
    """

    def __init__(self, folder: Path) -> None:
        """OSError if the file cannot be made."""
        began = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        self.name = f"{began}-{secrets.token_hex(8)}{CLOSED}"
        self.path = folder / f"{self.name}{OPEN}"
        folder.mkdir(parents=True, exist_ok=True)
        self._file = open(self.path, "xb", buffering=0)  # noqa: SIM115 (closed by `close`)
        fcntl.flock(self._file, fcntl.LOCK_EX)
        sync_folder(folder)
        self.size = 0
        self._passages: dict[str, Span] = {}

    def append_entry(self, entry: LedgerEntry) -> Span:
        """Write one call, and those passages of it that the segment lacks."""
        new: dict[str, Span] = {}
        data: list[bytes] = []
        end = self.size

        def place(text: str) -> Span:
            nonlocal end
            known = self._passages.get(text) or new.get(text)
            if known is None:
                data.append(pack({"text": text}))
                known = new[text] = Span(end, len(data[-1]))
                end += len(data[-1])
            return known

        def cut(part: object) -> object:
            text = json.dumps(part, ensure_ascii=False)
            if len(text) <= _LONG:
                return part
            return {_REFERENCE: [place(passage) for passage in _passages(text)]}

        value = entry.model_dump(mode="json", by_alias=True)
        request = value["request"]
        for name, part in request.items():
            request[name] = [cut(item) for item in part] if isinstance(part, list) else cut(part)
        data.append(pack(value))
        self._write(b"".join(data))
        self._passages |= new
        return Span(end, len(data[-1]))

    def append_raw(self, key: str, model: str, body: str) -> Span:
        data = pack({"raw": key, "model": model, "body": body})
        self._write(data)
        return Span(self.size - len(data), len(data))

    def _write(self, data: bytes) -> None:
        """OSError if the disk is full. Then the half-written line is taken back."""
        rest = data
        try:
            while rest:
                rest = rest[os.write(self._file.fileno(), rest) :]
        except OSError:
            with suppress(OSError):  # else the next reader names the torn line
                self._file.truncate(self.size)
                self._file.seek(self.size)
            raise
        self.size += len(data)

    def sync(self) -> None:
        """Return when all that was written is on the disk."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """From now on the segment never changes."""
        self.sync()
        self.path.rename(self.path.with_suffix(""))
        sync_folder(self.path.parent)
        self._file.close()


def close_abandoned(folder: Path) -> list[str]:
    """Close the segments whose writer was killed. Returns a sentence on each torn line."""
    notes: list[str] = []
    for path in sorted(folder.glob(f"*{OPEN}")):
        with suppress(OSError), open(path, "r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # held while its writer lives
            if not os.fstat(file.fileno()).st_size:
                continue  # its writer may be about to take the lock
            notes += _without_torn_end(file, path)
            os.fsync(file.fileno())
            path.rename(path.with_suffix(""))
    return notes


def _without_torn_end(file: IO[bytes], path: Path) -> list[str]:
    """Cut off what a kill or a power cut left of the last line."""
    torn: ScannedLine | None = None
    for line in scan(path):
        if line.value is not None:
            torn = None
        elif torn is None:
            torn = line
    if torn is None:
        return []
    file.truncate(torn.span.offset)
    return [f"{path}:{torn.number}: the last line was torn by a kill or a power cut: left out"]

"""Which calls a segment has, and where: read from a small file instead of the segment.

The index of a segment is derived from it and lies under .assay/. If it is gone it is written again.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from assay.errors import AssayError
from assay.ledger.entry import LedgerEntry
from assay.ledger.segments import OPEN, ScannedLine, Span, scan
from assay.records.hashing import content_hash
from assay.records.jsonl import write_text
from assay.records.untyped import JsonObject

VERSION = 1


class CallRow(NamedTuple):
    """What an index says of one call.

    `digest` is a hash of its response; `criteria` is how many a judge was asked about.
    """

    key: str
    offset: int
    length: int
    time: str
    digest: str
    stage: str
    model: str
    test: str
    judge: str
    judge_name: str
    subject: str
    criteria: int
    output_tokens: int
    segment: str = ""

    @property
    def span(self) -> Span:
        return Span(self.offset, self.length)

    @property
    def rank(self) -> tuple[str, str]:
        """Of two answers to one request the one with the lower rank counts: the earlier one."""
        return self.time, self.digest


class RawRow(NamedTuple):
    """Where the raw body of a reply is."""

    key: str
    offset: int
    length: int
    segment: str = ""

    @property
    def span(self) -> Span:
        return Span(self.offset, self.length)


class SegmentIndex(NamedTuple):
    """All of one segment. `size`: so many bytes of it were read. `damaged` names its bad lines."""

    size: int
    calls: Sequence[CallRow]
    raws: Sequence[RawRow]
    damaged: Sequence[ScannedLine] = ()


def row_of(value: JsonObject, span: Span) -> CallRow:
    """The row of a call's line."""
    purpose, response = value["about"], value["response"]
    return CallRow(
        key=value["key"],
        offset=span.offset,
        length=span.length,
        time=response["time"],
        digest=content_hash(response)[:16],
        stage="judge" if "judge" in purpose else "generate",
        model=purpose.get("model", ""),
        test=purpose.get("test", ""),
        judge=purpose.get("judge", ""),
        judge_name=purpose.get("judge_name", ""),
        subject=purpose.get("subject", ""),
        criteria=len(purpose.get("criteria", ())),
        output_tokens=response["usage"]["output"],
    )


def row_of_entry(entry: LedgerEntry, span: Span) -> CallRow:
    return row_of(entry.model_dump(mode="json", by_alias=True), span)


def first_whole(files: Sequence[Path], folder: Path) -> tuple[Path, SegmentIndex]:
    """The first file of a segment that is whole, and its index; else the one with least damage.

    FileNotFoundError if none is there.
    """
    indexes: list[tuple[Path, SegmentIndex]] = []
    for path in files:
        with suppress(FileNotFoundError):  # closed or checked out meanwhile
            indexes.append((path, index_of(path, folder)))
            if not indexes[-1][1].damaged:
                break
    if not indexes:
        raise FileNotFoundError(files[0])
    return min(indexes, key=lambda one: len(one[1].damaged))


def index_of(segment: Path, folder: Path) -> SegmentIndex:
    """The index of a segment, from its file in the folder; what that lacks is read and noted.

    A segment with damage is read anew each time.
    """
    name = segment.name.removesuffix(OPEN)
    known = _read(folder / f"{name}.json")
    size = segment.stat().st_size
    if known is not None and known.size == size:
        return known
    if known is None or known.size > size:
        known = SegmentIndex(0, (), ())
    index = _extended(segment, known)
    if not index.damaged and index.size > known.size:
        write_index(name, index, folder)
    return index


def _extended(segment: Path, known: SegmentIndex) -> SegmentIndex:
    """The index with what was appended to the segment since. A torn last line is left out."""
    calls, raws, size = list(known.calls), list(known.raws), known.size
    damaged: list[ScannedLine] = []
    for line in scan(segment, known.size):
        value = line.value
        try:
            if value is None:
                damaged.append(line)
                continue
            if "key" in value:
                calls.append(row_of(value, line.span))
            elif "raw" in value:
                raws.append(RawRow(value["raw"], *line.span))
            elif "text" not in value:
                raise KeyError("text")
        except (KeyError, TypeError, AttributeError):
            damaged.append(line._replace(value=None, problem="it is no line of a ledger"))
            continue
        size = sum(line.span)
    if segment.suffix == OPEN:  # its end may be being written at this moment
        damaged = [line for line in damaged if line.span.offset < size]
    return SegmentIndex(size, calls, raws, damaged)


def _read(path: Path) -> SegmentIndex | None:
    """The index in the file; None if there is none of this version."""
    try:
        value = json.loads(path.read_bytes())
        if value["version"] != VERSION:
            return None
        calls = [CallRow(*row) for row in value["calls"]]
        raws = [RawRow(*row) for row in value["raws"]]
        return SegmentIndex(value["size"], calls, raws)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_index(name: str, index: SegmentIndex, folder: Path) -> None:
    """Note the index of the segment with this name. On a full disk it is made again next time."""
    value = {
        "version": VERSION,
        "size": index.size,
        "calls": [row[:-1] for row in index.calls],
        "raws": [row[:-1] for row in index.raws],
    }
    with suppress(AssayError):
        write_text(folder / f"{name}.json", json.dumps(value, ensure_ascii=False))

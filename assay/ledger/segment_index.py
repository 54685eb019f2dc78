"""Which calls a segment has, and where: read from a small file instead of the segment.

The index of a segment is derived from it and lies under .assay/. If it is gone it is written again.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from assay.errors import AssayError
from assay.ledger.segments import OPEN, ScannedLine, Span, scan
from assay.records.hashing import content_hash
from assay.records.jsonl import write_text
from assay.records.untyped import JsonObject

VERSION = 2


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


class SegmentIndex(NamedTuple):
    """All of one segment: its calls, the places of raw replies by key, and its bad lines.

    `size`: so many bytes of it are whole.
    """

    size: int
    calls: Sequence[CallRow]
    raws: Mapping[str, Span]
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
    """The index of a segment: of a closed one from its file in the folder, or noted there.

    A segment that is open or has damage is read anew each time.
    """
    if segment.suffix == OPEN:
        return _read(segment)
    file = folder / f"{segment.name}.json"
    known = _noted(file)
    if known is not None and known.size == segment.stat().st_size:
        return known
    index = _read(segment)
    if not index.damaged:
        value = {"version": VERSION, **index._asdict(), "calls": [row[:-1] for row in index.calls]}
        with suppress(AssayError):  # on a full disk it is made again next time
            write_text(file, json.dumps(value, ensure_ascii=False))
    return index


def _read(segment: Path) -> SegmentIndex:
    calls: list[CallRow] = []
    raws: dict[str, Span] = {}
    damaged: list[ScannedLine] = []
    size = 0
    for line in scan(segment):
        value = line.value
        try:
            if value is None:
                damaged.append(line)
                continue
            if "key" in value:
                calls.append(row_of(value, line.span))
            elif "raw" in value:
                raws[value["raw"]] = line.span
            elif "text" not in value:
                raise KeyError("text")
        except (KeyError, TypeError, AttributeError):
            damaged.append(line._replace(value=None, problem="it is no line of a ledger"))
            continue
        size = sum(line.span)
    if segment.suffix == OPEN:  # its end may be being written at this moment
        damaged = [line for line in damaged if line.span.offset < size]
    return SegmentIndex(size, calls, raws, damaged)


def _noted(file: Path) -> SegmentIndex | None:
    """The index in the file; None if there is none of this version."""
    try:
        value = json.loads(file.read_bytes())
        if value["version"] != VERSION:
            return None
        calls = [CallRow(*row) for row in value["calls"]]
        raws = {key: Span(*place) for key, place in value["raws"].items()}
        return SegmentIndex(value["size"], calls, raws)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None

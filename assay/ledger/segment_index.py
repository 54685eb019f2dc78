"""Which calls a segment has, and where. Their texts stay in the file until they are asked for."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from assay.ledger.segments import OPEN, ScannedLine, Span, scan
from assay.records.hashing import content_hash
from assay.records.untyped import JsonObject


class CallRow(NamedTuple):
    """What an index says of one call.

    `digest` is a hash of its response; `criteria` is how many a judge was asked about.
    """

    key: str
    span: Span
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
    def rank(self) -> tuple[str, str]:
        """Of two answers to one request the one with the lower rank counts: the earlier one."""
        return self.time, self.digest


class SegmentIndex(NamedTuple):
    """All of one segment: its calls, the places of raw replies by key, and its bad lines."""

    calls: Sequence[CallRow]
    raws: Mapping[str, Span]
    damaged: Sequence[ScannedLine]


def row_of(value: JsonObject, span: Span) -> CallRow:
    """The row of a call's line."""
    purpose, response = value["about"], value["response"]
    return CallRow(
        key=value["key"],
        span=span,
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


def first_whole(files: Sequence[Path]) -> tuple[Path, SegmentIndex]:
    """The first file of a segment that is whole, and its index; else the one with least damage.

    FileNotFoundError if none is there.
    """
    indexes: list[tuple[Path, SegmentIndex]] = []
    for path in files:
        with suppress(FileNotFoundError):  # closed or checked out meanwhile
            indexes.append((path, index_of(path)))
            if not indexes[-1][1].damaged:
                break
    if not indexes:
        raise FileNotFoundError(files[0])
    return min(indexes, key=lambda one: len(one[1].damaged))


def index_of(segment: Path) -> SegmentIndex:
    """Reads the whole segment: about two thousand calls a second."""
    calls: list[CallRow] = []
    raws: dict[str, Span] = {}
    damaged: list[ScannedLine] = []
    whole = 0
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
        whole = line.number
    if segment.suffix == OPEN:  # its end may be being written at this moment
        damaged = [line for line in damaged if line.number < whole]
    return SegmentIndex(calls, raws, damaged)

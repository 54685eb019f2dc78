"""Move away what nobody asks any more. Nothing is deleted."""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from assay.config import paths
from assay.ledger.entry import LedgerEntry
from assay.ledger.segment_index import SegmentIndex, first_whole
from assay.ledger.segments import OPEN, Segment, close_abandoned, read_entry, read_raw
from assay.ledger.sharing import places, share, with_local_copies
from tools.ledger.show import counted

PRUNED = Path(".assay/pruned")
Wanted = Callable[[LedgerEntry], bool]
"""Whether a call stays."""


class AffectedSegment(NamedTuple):
    """A segment that has calls to be moved away, and their keys."""

    path: Path
    found: SegmentIndex
    gone: set[str]


def newer_than(days: int, now: datetime) -> Wanted:
    """A call stays if it is younger, or does not say when it was answered."""
    limit = now - timedelta(days=days)

    def wanted(entry: LedgerEntry) -> bool:
        try:
            moment = datetime.fromisoformat(entry.response.time)
        except ValueError:
            return True
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) >= limit

    return wanted


def prune(wanted: Wanted | None, *, for_good: bool) -> str:
    """Move away the calls that are not wanted (None: all are), and damaged lines.

    Returns what went.

    Segments never change: a new one takes the place of those that have such calls, and those are
    moved to .assay/pruned/. A kill in between leaves calls in two segments, never in none.
    """
    affected = list(_affected(wanted))
    if affected and for_good:
        _replace(affected)
    calls = sum(len(one.gone) for one in affected)
    damaged = sum(len(one.found.damaged) for one in affected)
    end = f"moved to {PRUNED}" if for_good else "nothing was changed; add --yes to move them away"
    return (
        f"prune: {counted(calls, 'call')}, {counted(damaged, 'damaged line')}: "
        f"{end if affected else 'nothing to move'}"
    )


def _affected(wanted: Wanted | None) -> Iterator[AffectedSegment]:
    """The closed segments that have calls which are not wanted, or damaged lines."""
    for note in close_abandoned(paths.LOCAL_STORE):
        print(note)
    for files in with_local_copies(places()[0]).values():
        path, index = first_whole(files, paths.LEDGER_INDEX)
        with open(path, "rb") as file:
            gone = [row for row in index.calls if wanted and not wanted(read_entry(file, row.span))]
        if (gone or index.damaged) and path.suffix != OPEN:
            yield AffectedSegment(path, index, {row.key for row in gone})


def _replace(affected: Sequence[AffectedSegment]) -> None:
    segment = Segment(paths.LOCAL_STORE)
    for path, index, gone in affected:
        with open(path, "rb") as file:
            for row in index.calls:
                if row.key not in gone:
                    segment.append_entry(read_entry(file, row.span))
            for raw in index.raws:
                if raw.key not in gone:
                    segment.append_raw(*read_raw(file, raw.span))
    segment.close()
    PRUNED.mkdir(parents=True, exist_ok=True)
    for path, _, _ in affected:
        shutil.move(path, PRUNED / path.name)
        for folder in (paths.LOCAL_STORE, paths.LEDGER):
            (folder / path.name).unlink(missing_ok=True)
    print(share(without={path.name for path, _, _ in affected}), file=sys.stderr)

"""Take damaged lines out of the ledger. Nothing is deleted."""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from assay.config import paths
from assay.ledger.segment_index import SegmentIndex, first_whole
from assay.ledger.segments import OPEN, Segment, close_abandoned, read_entry, read_raw
from assay.ledger.sharing import places, share, with_local_copies
from tools.ledger.show import counted

PRUNED = Path(".assay/pruned")


def prune(*, for_good: bool) -> str:
    """Take out the lines that cannot be read. Returns what went.

    Segments never change: a new one takes the place of those that have such lines, and those are
    moved to .assay/pruned/. A kill in between leaves calls in two segments, never in none.
    """
    for note in close_abandoned(paths.LOCAL_STORE):
        print(note)
    segments = with_local_copies(places()[0]).values()
    found = [first_whole(files, paths.LEDGER_INDEX) for files in segments]
    affected = [(path, index) for path, index in found if index.damaged and path.suffix != OPEN]
    lines = counted(sum(len(index.damaged) for _, index in affected), "damaged line")
    if not affected:
        return "prune: nothing to move"
    if not for_good:
        return f"prune: {lines}: nothing was changed; add --yes to move them away"
    _replace(affected)
    return f"prune: {lines}: moved to {PRUNED}"


def _replace(affected: Sequence[tuple[Path, SegmentIndex]]) -> None:
    whole = Segment(paths.LOCAL_STORE)
    for path, index in affected:
        with open(path, "rb") as file:
            for row in index.calls:
                whole.append_entry(read_entry(file, row.span))
            for span in index.raws.values():
                whole.append_raw(*read_raw(file, span))
    whole.close()
    PRUNED.mkdir(parents=True, exist_ok=True)
    for path, _ in affected:
        shutil.move(path, PRUNED / path.name)
        for folder in (paths.LOCAL_STORE, paths.LEDGER):
            (folder / path.name).unlink(missing_ok=True)
    print(share(without={path.name for path, _ in affected}), file=sys.stderr)

"""The paid calls of a repository, for tests of what happens to them."""

import shutil
from collections.abc import Callable
from pathlib import Path

from assay.config import paths
from assay.ledger.request import LedgerEntry
from assay.ledger.segments import Segment, read_entry, scan


def segment_files(root: Path = Path()) -> list[Path]:
    """Every file with paid calls, in both places, open ones too."""
    folders = (root / paths.LOCAL_STORE, root / paths.LEDGER)
    return sorted(path for folder in folders for path in folder.glob("*.jsonl.gz*"))


def paid(root: Path = Path(), stage: str = "", model: str = "") -> list[LedgerEntry]:
    """Every call that was paid, once each, in the order of segments and lines."""
    found: dict[str, LedgerEntry] = {}
    for path in segment_files(root):
        for line in scan(path):
            if line.value is not None and "key" in line.value:
                with open(path, "rb") as file:
                    entry = read_entry(file, line.span)
                found.setdefault(entry.key, entry)
    return [
        entry
        for entry in found.values()
        if model in ("", entry.purpose.model)
        and stage in ("", "judge" if entry.purpose.judge else "generate")
    ]


def forget_paid(root: Path = Path()) -> None:
    """Delete every paid call, as if nothing had ever been asked."""
    for folder in (paths.LOCAL_STORE, paths.LEDGER):
        shutil.rmtree(root / folder, ignore_errors=True)
    (root / "ledger.dvc").unlink(missing_ok=True)


def keep_paid(wanted: Callable[[LedgerEntry], bool], root: Path = Path()) -> None:
    """Delete the paid calls but these."""
    kept = [entry for entry in paid(root) if wanted(entry)]
    forget_paid(root)
    segment = Segment(root / paths.LOCAL_STORE)
    for entry in kept:
        segment.append_entry(entry)
    segment.close()

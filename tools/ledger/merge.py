"""Take over what a colleague paid: whole, verified lines only. Nothing is overwritten."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from assay.config.settings import SLUG
from assay.errors import AssayError
from assay.ledger.entry import LedgerEntry
from assay.ledger.store import Ledger, open_ledger
from tools.ledger.files import PRUNED, STAGES, LedgerLine, read


@dataclass
class Merged:
    """What became of the lines of one file.

    `messages` name the single lines that were not taken and why.
    """

    path: Path
    stage: str
    model: str
    taken: int = 0
    there: int = 0
    differing: int = 0
    refused: int = 0
    messages: list[str] = field(default_factory=list)

    def text(self) -> str:
        counts = (
            f"{self.taken} taken over, {self.there} already there, {self.differing} differing, "
        )
        return "\n".join([*self.messages, f"{self.path}: {counts}{self.refused} refused"])


def sources(source: Path) -> list[tuple[Path, str, str]]:
    """The ledger files that `source` is or contains, sorted, with stage and model.

    AssayError if there is none.
    """
    if not source.exists():
        raise AssayError(f"{source}: there is no such file or folder")
    if source.is_file():
        return [_source(source)]
    found = [
        _source(path)
        for path in sorted(source.rglob("*.jsonl"))
        if path.parent.name in STAGES and path.is_file()
    ]
    if not found:
        raise AssayError(
            f"{source}: contains no ledger: it must have files like generate/<model>.jsonl"
        )
    return found


def _source(path: Path) -> tuple[Path, str, str]:
    stage = path.resolve().parent.name
    model = PRUNED.sub("", path.stem)
    if stage not in STAGES or path.suffix != ".jsonl":
        raise AssayError(
            f"{path}: is it generate's or judge's? Put it where its path ends in "
            f"<stage>/<model>.jsonl"
        )
    if not re.fullmatch(SLUG, model):
        raise AssayError(f"{path}: '{model}' cannot be the name of a model: rename the file")
    return path, stage, model


def merge(path: Path, stage: str, model: str) -> Merged:
    """Take the file's lines into the local store and its published copy.

    The ledger is locked, as by a stage.
    """
    merged = Merged(path, stage, model)
    sound: list[tuple[LedgerLine, LedgerEntry]] = []
    for line in read(path, stage):
        if entry := line.sound:
            sound.append((line, entry))
        else:
            merged.refused += 1
            merged.messages.append(
                f"{line.place}: refused: {line.problem}: ask for a whole copy of the file"
            )
    if sound:
        with open_ledger(stage, model) as ledger:
            for line, entry in sound:
                _take(line, entry, ledger, merged)
    return merged


def _take(line: LedgerLine, entry: LedgerEntry, ledger: Ledger, merged: Merged) -> None:
    known = ledger.find(entry.key)
    if known is None:
        ledger.append(_renamed(entry, merged.model))
        merged.taken += 1
    elif known.response == entry.response:
        merged.there += 1
    else:
        merged.differing += 1
        merged.messages.append(
            f"{line.place}: key {entry.key[:12]} is answered differently here: what is here stays"
        )


def _renamed(entry: LedgerEntry, model: str) -> LedgerEntry:
    """The entry as one of this model, whatever the colleague calls the model."""
    if not entry.purpose.model:
        return entry
    purpose = entry.purpose.model_copy(update={"model": model})
    return entry.model_copy(update={"purpose": purpose})

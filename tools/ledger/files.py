"""Ledger files as they lie on the disk: read line by line, never repaired or changed.

Damage is named with its file and line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assay.config import paths
from assay.config.settings import did_you_mean
from assay.errors import AssayError
from assay.ledger.entry import HEADER, LedgerEntry, misplaced, parse_bytes
from assay.records.hashing import content_hash

STAGES = ("generate", "judge")
PRUNED = re.compile(r"\.pruned-\d{4}-\d\d-\d\d$")
"""The end of the name, without .jsonl, of a file of lines that were moved away."""


@dataclass(frozen=True)
class LedgerLine:
    """One line of a ledger file.

    `entry` is None if the line cannot be used. `problem` says why, or what else is wrong with it.
    `torn`: the last line, cut off by a kill or being written at this moment.
    """

    path: Path
    number: int
    data: bytes
    entry: LedgerEntry | None
    problem: str = ""
    torn: bool = False

    @property
    def place(self) -> str:
        return f"{self.path}:{self.number}"

    @property
    def sound(self) -> LedgerEntry | None:
        """The entry if nothing at all is wrong with the line."""
        return None if self.problem else self.entry


def read(path: Path, stage: str, model: str | None = None) -> Iterator[LedgerLine]:
    """Every line of the file but headers and empty ones; none if there is no file.

    A line of another model has a problem if `model` is set. AssayError if the file is unreadable.
    """
    try:
        with open(path, "rb") as file:
            for number, data in enumerate(file, 1):
                if data.strip(b"\n") not in (b"", HEADER.strip()):
                    yield _line(path, number, data, stage, model)
    except FileNotFoundError:
        return
    except OSError as error:
        raise AssayError(
            f"{path}: cannot be read ({error.strerror}): fix the permissions or its place"
        ) from error


def _line(path: Path, number: int, data: bytes, stage: str, model: str | None) -> LedgerLine:
    try:
        entry = parse_bytes(data.removesuffix(b"\n"))
    except ValueError as error:
        torn = not data.endswith(b"\n")
        problem = "the last line is torn" if torn else f"the line was damaged ({error})"
        return LedgerLine(path, number, data, None, problem, torn)
    return LedgerLine(path, number, data, entry, _problem(entry, stage, model))


def _problem(entry: LedgerEntry, stage: str, model: str | None) -> str:
    """What is wrong with an entry whose own hash is right, or nothing."""
    if entry.key != content_hash(entry.request):
        return "its key is not the hash of its request"
    return misplaced(entry, stage, model)


@dataclass(frozen=True)
class PaidCall:
    """An entry of the union of both places, with every line that holds it, the one in use first."""

    stage: str
    model: str
    entry: LedgerEntry
    lines: tuple[str, ...]


def counted(number: int, word: str) -> str:
    """'1 call', '2 calls'."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def ledgers(stage: str | None = None, model: str | None = None) -> list[tuple[str, str]]:
    """Stage and model of every ledger in either place, sorted.

    AssayError if there is none of `model`.
    """
    every = sorted({(name, found) for name in STAGES for found in _models(name)})
    models = sorted({name for _, name in every})
    if model is not None and model not in models:
        raise AssayError(f"--model: there is no ledger of '{model}'{did_you_mean(model, models)}")
    return [each for each in every if stage in (None, each[0]) and model in (None, each[1])]


def _models(stage: str) -> set[str]:
    """The models that have a ledger of the stage in either place."""
    folders = [path.parent for path in both_paths(stage, "any")]
    found = {path.stem for folder in folders for path in folder.glob("*.jsonl")}
    return {name for name in found if not PRUNED.search(name)}


def both_paths(stage: str, model: str) -> tuple[Path, Path]:
    """The local store and the published copy, in the order in which a stage prefers them."""
    return paths.local_ledger(stage, model), paths.published_ledger(stage, model)


def union(stage: str, model: str, damaged: list[LedgerLine]) -> list[PaidCall]:
    """What a stage would find, sorted by key.

    Lines that it would refuse are left out and put into `damaged`.
    """
    calls: dict[str, PaidCall] = {}
    for path in both_paths(stage, model):
        for line in read(path, stage, model):
            if line.entry is None:
                damaged.append(line)
                continue
            known = calls.get(line.entry.key)
            if known is None:
                calls[line.entry.key] = PaidCall(stage, model, line.entry, (line.place,))
            elif known.entry.response == line.entry.response:
                calls[line.entry.key] = PaidCall(
                    stage, model, known.entry, (*known.lines, line.place)
                )
    return [calls[key] for key in sorted(calls)]

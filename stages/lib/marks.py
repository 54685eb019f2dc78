"""People's marks of dialogues: human/marks/<rater>.csv, 0 to 4 in half steps for accuracy and completeness."""

import csv
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from stages.lib.base import paths
from stages.lib.base.config import read_utf8
from stages.lib.base.errors import AssayError, Problems
from stages.lib.base.records import Answer
from stages.lib.hashing import content_hash
from stages.lib.scoring.scores import Pair
from stages.lib.scoring.statistics import mean

COLUMNS = ("model", "test", "dialogue", "accuracy", "completeness", "note")
HIGHEST = 4.0


class Mark(NamedTuple):
    """One rater on one dialogue, which `dialogue` names by its content hash."""

    rater: str
    model: str
    test: str
    dialogue: str
    accuracy: float
    completeness: float


def dialogue_hash(answer: Answer) -> str:
    """What a mark belongs to: the files written and how the dialogue ended. The first 16 digits of a hash."""
    if answer.dialogue is None:
        raise AssayError(f"{answer.test}: marks belong to dialogues, and this answer is none")
    return content_hash([answer.dialogue.outcome, [file.model_dump() for file in answer.dialogue.files]])[:16]


def load_marks() -> list[Mark]:
    """Every mark of every rater. One AssayError lists each wrong line with file and line."""
    problems, marks = Problems(), list[Mark]()
    for path in sorted(paths.MARKS.glob("*.csv")):
        with problems.collecting():
            marks.extend(_read(path, problems))
    problems.raise_if_any()
    return marks


def _read(path: Path, problems: Problems) -> list[Mark]:
    reader = csv.DictReader(read_utf8(path).removeprefix("\ufeff").splitlines())  # Excel writes a mark first
    if tuple(reader.fieldnames or ()) != COLUMNS:
        raise AssayError(f"{path}:1: the columns must be {','.join(COLUMNS)}")
    marks: list[Mark] = []
    for row in reader:
        with problems.collecting():
            mark = _mark(path.stem, row, f"{path}:{reader.line_num}")
            if any(other[1:4] == mark[1:4] for other in marks):
                raise AssayError(f"{path}:{reader.line_num}: this dialogue is already marked above")
            marks.append(mark)
    return marks


def _mark(rater: str, row: dict[str, str], place: str) -> Mark:
    accuracy, completeness = (_points(row[name], name, place) for name in ("accuracy", "completeness"))
    return Mark(rater, row["model"], row["test"], row["dialogue"], accuracy, completeness)


def _points(text: str, name: str, place: str) -> float:
    try:
        points = float(text)
    except (TypeError, ValueError):
        points = -1.0
    if not 0 <= points <= HIGHEST or points * 2 != int(points * 2):
        raise AssayError(f"{place}: {name} must be 0 to 4 in half steps, not '{text}'")
    return points


def marked(marks: list[Mark], answers: list[Answer]) -> dict[str, Pair]:
    """The mean mark of each dialogue of a model in percent (4 is 100), by test; marks of other dialogues are stale."""
    current = {(answer.test, dialogue_hash(answer)) for answer in answers if answer.dialogue}
    models = {answer.model for answer in answers}
    by_test: dict[str, list[Mark]] = defaultdict(list)
    for mark in marks:
        if mark.model in models and (mark.test, mark.dialogue) in current:
            by_test[mark.test].append(mark)
    return {test: _percent(listed) for test, listed in by_test.items()}


def _percent(marks: list[Mark]) -> Pair:
    scale = 100 / HIGHEST
    return Pair(mean([mark.accuracy for mark in marks]) * scale, mean([mark.completeness for mark in marks]) * scale)

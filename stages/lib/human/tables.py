"""CSV files that people write: read strictly, and replaced as a whole."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from stages.lib.base.config import read_utf8
from stages.lib.base.errors import AssayError, Problems
from stages.lib.base.jsonl import write_text

T = TypeVar("T")
Row = dict[str, str]

DECISIONS = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}


def read_table(
    path: Path, columns: Sequence[str], parse: Callable[[Row, str], T], same: Callable[[T], object]
) -> list[T]:
    """Every line of the file, parsed. A missing file has no lines.

    `parse` gets a line and its place. `same` gives what no two lines may share. One AssayError
    lists all wrong lines with file and line.
    """
    if not path.exists():
        return []
    problems, found, seen = Problems(), list[T](), dict[object, int]()
    with problems.collecting():
        for line, row in _rows(path, columns):
            with problems.collecting():
                place = f"{path}:{line}"
                if None in row:
                    raise AssayError(
                        f"{place}: more than {len(columns)} columns: quote a text that has commas"
                    )
                item = parse({name: (value or "").strip() for name, value in row.items()}, place)
                first = seen.setdefault(same(item), line)
                if first != line:
                    raise AssayError(
                        f"{place}: says again what line {first} says: keep one of them"
                    )
                found.append(item)
    problems.raise_if_any()
    return found


def _rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, Row]]:
    """Each row with the number of the line on which it ends.

    AssayError for other columns and for an unclosed quote. Read leniently, such a quote would hide
    the lines below it without a message.
    """
    text = read_utf8(path).removeprefix("\ufeff")  # Excel writes a mark first
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    ended = 0
    try:
        if tuple(reader.fieldnames or ()) != tuple(columns):
            raise AssayError(f"{path}:1: the columns must be {','.join(columns)}")
        ended = reader.line_num
        for row in reader:
            yield reader.line_num, row
            ended = reader.line_num
    except csv.Error as error:
        raise AssayError(
            f"{path}:{ended + 1}: quotes that do not match ({error}): put a text with commas or "
            "quotes between double "
            "quotes, and double each quote inside it"
        ) from error


def of_all_raters(folder: Path, lines_of: Callable[[str], list[T]]) -> list[T]:
    """The lines of every rater's file in the folder, in the order of the names.

    One AssayError lists the wrong lines of all files.
    """
    problems, found = Problems(), list[T]()
    for path in sorted(folder.glob("*.csv")):
        with problems.collecting():
            found.extend(lines_of(path.stem))
    problems.raise_if_any()
    return found


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Replace the file by the header and the rows, whole or not at all."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    write_text(path, out.getvalue())


def decision(text: str, place: str) -> bool:
    """`passed` as people write it. AssayError for anything that is neither yes nor no."""
    if text.lower() not in DECISIONS:
        raise AssayError(f"{place}: passed must be yes or no, not '{text}'")
    return DECISIONS[text.lower()]


def attempt(text: str, place: str) -> int:
    """The number of an attempt, from 1. AssayError if it is none."""
    if not text.isdecimal() or int(text) < 1:
        raise AssayError(f"{place}: attempt must be a number from 1, not '{text}'")
    return int(text)

"""CSV files that people write, by hand or through `make marking`.

Reading is strict. Writing replaces the whole file.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from assay.config.yaml_files import read_utf8
from assay.errors import AssayError, Problems
from assay.records.jsonl import write_text

T = TypeVar("T")
Row = dict[str, str]

DECISIONS = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}


def read_table(
    path: Path,
    columns: Sequence[str],
    parse: Callable[[Row, str], T],
    identity: Callable[[T], object],
) -> list[T]:
    """Every line of the file, parsed. A file that is not there has no lines.

    `parse` gets the line and its location (`file:line`). `identity` is what no two lines may share.
    One AssayError lists each wrong line with file and line.
    """
    if not path.exists():
        return []
    problems = Problems()
    items: list[T] = []
    line_of: dict[object, int] = {}
    with problems.collecting():
        for line, row in _rows(path, columns):
            with problems.collecting():
                location = f"{path}:{line}"
                item = parse(_stripped(row, len(columns), location), location)
                first = line_of.setdefault(identity(item), line)
                if first != line:
                    raise AssayError(f"{location}: repeats line {first}: keep one of them")
                items.append(item)
    problems.raise_if_any()
    return items


def _stripped(row: Row, columns: int, location: str) -> Row:
    """The cells without spaces around them. AssayError for more cells than columns."""
    if None in row:
        raise AssayError(f"{location}: more than {columns} columns: quote a text that has commas")
    return {name: (value or "").strip() for name, value in row.items()}


def _rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, Row]]:
    """Each row with the number of the line on which it ends.

    AssayError for other columns, and for a quote that is not closed: a lenient reader would take
    the lines below it for part of the quote, and nobody would miss them.
    """
    text = read_utf8(path).removeprefix("\ufeff")  # Excel writes a byte-order mark first
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    last_line = 0
    try:
        if tuple(reader.fieldnames or ()) != tuple(columns):
            raise AssayError(f"{path}:1: the columns must be {','.join(columns)}")
        last_line = reader.line_num
        for row in reader:
            yield reader.line_num, row
            last_line = reader.line_num
    except csv.Error as error:
        raise AssayError(
            f"{path}:{last_line + 1}: quotes that do not match ({error}): put a text with commas "
            "or quotes between double quotes, and double each quote inside it"
        ) from error


def of_all_raters(folder: Path, read: Callable[[str], list[T]]) -> list[T]:
    """The lines of every rater's file in the folder, in the order of their names.

    One AssayError lists each wrong line of all of them.
    """
    problems = Problems()
    items: list[T] = []
    for path in sorted(folder.glob("*.csv")):
        with problems.collecting():
            items.extend(read(path.stem))
    problems.raise_if_any()
    return items


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Replace the file by the header and the rows, whole or not at all."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    write_text(path, text.getvalue())


def decision(text: str, location: str) -> bool:
    """`passed` as people write it. AssayError for anything that is neither yes nor no."""
    if text.lower() not in DECISIONS:
        raise AssayError(f"{location}: passed must be yes or no, not '{text}'")
    return DECISIONS[text.lower()]


def attempt(text: str, location: str) -> int:
    """The number of an attempt, from 1. AssayError if it is none."""
    if not text.isdecimal() or int(text) < 1:
        raise AssayError(f"{location}: attempt must be a number from 1, not '{text}'")
    return int(text)

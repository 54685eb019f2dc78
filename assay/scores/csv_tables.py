"""CSV files that people write, by hand or through `make marking`.

Reading is strict. Writing replaces the whole file.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, TypeAdapter, ValidationError

from assay.config import paths
from assay.config.config_files import known_names
from assay.config.settings import did_you_mean
from assay.config.yaml_files import read_utf8
from assay.errors import AssayError, Problems
from assay.records.jsonl import write_text

DECISIONS = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}


class Table(NamedTuple):
    """The files of one kind: the class of a line (fields as its columns), its key and its place.

    `key`: so many of the first columns no two lines may share. `place`: one file; or a folder with
    a file for each rater, whose name is the first field and no column.
    """

    kind: Any
    key: int
    place: Path

    @property
    def rater(self) -> bool:
        return self.place.suffix != ".csv"

    @property
    def columns(self) -> tuple[str, ...]:
        fields: tuple[str, ...] = self.kind._fields
        return fields[self.rater :]

    def read(self) -> list[Any]:
        """Every line, in the order of the raters. One AssayError lists each wrong file and line."""
        problems = Problems()
        items: list[Any] = []
        for path in sorted(self.place.glob("*.csv")) if self.rater else [self.place]:
            with problems.collecting():
                items.extend(self._read(path))
        problems.raise_if_any()
        return items

    def of(self, rater: str) -> list[Any]:
        """One rater's lines, in the file's order. AssayError lists all wrong lines."""
        return self._read(self.place / f"{rater}.csv")

    def write(self, rater: str, items: Iterable[Sequence[object]]) -> None:
        """Replace one rater's file by the header and the lines, whole or not at all."""
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([map(cell, item[1:]) for item in items])
        write_text(self.place / f"{rater}.csv", text.getvalue())

    def _read(self, path: Path) -> list[Any]:
        """Every line of a file. A file that is not there has no lines."""
        if not path.exists():
            return []
        problems = Problems()
        items = []
        line_of: dict[object, int] = {}
        with problems.collecting():
            for line, row in _rows(path, self.columns):
                with problems.collecting():
                    location = f"{path}:{line}"
                    if None in row:
                        most = f"more than {len(self.columns)} columns"
                        raise AssayError(f"{location}: {most}: quote a text that has commas")
                    cells = {name: (value or "").strip() for name, value in row.items()}
                    check_names(cells["model"], cells["test"], location)
                    own = {"rater": path.stem} if self.rater else {}
                    item = valid(self.kind, {**own, **cells}, location)
                    first = line_of.setdefault(item[self.rater :][: self.key], line)
                    if first != line:
                        raise AssayError(f"{location}: repeats line {first}: keep one of them")
                    items.append(item)
        problems.raise_if_any()
        return items


def cell(value: object) -> str:
    """A value as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def valid(kind: Any, value: object, location: str) -> Any:
    """The value as one of this kind. AssayError says at which location what is wrong."""
    try:
        return _adapter(kind).validate_python(value)
    except ValidationError as error:
        problems = []
        for problem in error.errors():
            place = f"{location}: {problem['loc'][0]}" if problem["loc"] else location
            problems.append(f"{place} {problem.get('ctx', {}).get('error', problem['msg'])}")
        raise AssayError("\n".join(problems)) from error


def _decision(text: str) -> bool:
    if text.lower() not in DECISIONS:
        raise ValueError(f"must be yes or no, not '{text}'")
    return DECISIONS[text.lower()]


def _attempt(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"must be a number from 1, not '{text}'")
    return int(text)


YesOrNo = Annotated[bool, BeforeValidator(_decision)]
AttemptNumber = Annotated[int, BeforeValidator(_attempt)]


def _rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
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


def check_names(model: str, test: str, location: str) -> None:
    """AssayError for a model without a file in conf/model/ and a test without one in criteria/.

    Such a line would belong to nothing, and nobody would see that it is not used.
    """
    problems = Problems()
    models = known_names("model")
    files = paths.CRITERIA.glob("*/*.yaml")
    tests = sorted(path.stem for path in files if path.parent not in paths.OF_DATASETS)
    if model not in models:
        remedy = _remedy(model, models)
        problems.add(f"{location}: there is no model '{model}' in {paths.CONF}/model{remedy}")
    if test not in tests:
        remedy = _remedy(test, tests)
        problems.add(f"{location}: there is no test '{test}' in {paths.CRITERIA}{remedy}")
    problems.raise_if_any()


def _remedy(name: str, known: list[str]) -> str:
    nearest = did_you_mean(name, known)
    suggestion = nearest if "mean" in nearest else ""
    return f"{suggestion}: correct or delete the line"

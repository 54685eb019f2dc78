"""CSV files that stages write: figures with 4 decimals, the same bytes on every machine."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from assay.errors import AssayError
from assay.records.jsonl import rounded


def rows_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """The rows below their columns. None is an empty cell."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([rounded(row[name]) for name in columns])
    return out.getvalue()


def read_rows(path: Path) -> Iterator[dict[str, str]]:
    """Every row by column, all text. AssayError if the file is missing or not CSV."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            yield from csv.DictReader(file, strict=True)
    except (OSError, ValueError, csv.Error) as error:
        raise AssayError(f"{path}: cannot be read ({error}): run `dvc repro`") from error

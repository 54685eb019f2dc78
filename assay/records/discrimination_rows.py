"""outputs/discrimination.csv: what each criterion tells about the answers to its test."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Field

from assay.records.jsonl import valid
from assay.records.metrics_rows import read_rows, rows_csv
from assay.records.pipeline import Metric, Record

CriterionKind = Literal["all fail", "all pass", "reversed", "tells apart", "too few models"]
KINDS: tuple[CriterionKind, ...] = get_args(CriterionKind)
"""What a criterion does, the most worrying first."""


class DiscriminationRow(Record):
    """One criterion: `pass_rate` is the mean over models, 0 to 1.

    `item_total` is the correlation over answers with the test's other criteria; None where that is
    not defined.
    """

    test: str
    category: str
    criterion: str
    metric: Metric
    weight: float
    models: int
    answers: int
    pass_rate: float
    item_total: Annotated[float | None, BeforeValidator(lambda cell: None if cell == "" else cell)]
    kind: Annotated[CriterionKind, Field(alias="found")]
    text: str


def discrimination_csv(rows: Iterable[DiscriminationRow]) -> str:
    """The rows as CSV, figures with 4 decimals."""
    columns = [field.alias or name for name, field in DiscriminationRow.model_fields.items()]
    return rows_csv(columns, [row.model_dump() for row in rows])


def read_discrimination(path: Path) -> list[DiscriminationRow]:
    """Every row. AssayError if the file is missing or damaged."""
    return [valid(row, DiscriminationRow, str(path)) for row in read_rows(path)]

"""metrics/datasets.json: what `measure` found about each data set, by its name."""

from typing import Literal

from pydantic import Field

from assay.records.pipeline import Figures, Record

Level = Literal["low", "average", "high"]


class ExpectedFigures(Record):
    """The published figures, from dataset.yaml, that `measure` compares with."""

    loc: int = Field(gt=0, strict=True)
    cyclomatic_complexity: int = Field(ge=0, strict=True)
    gci: float = Field(gt=0, strict=True, allow_inf_nan=False)


class Deviation(Record):
    """Measured against expected, in percent of the expected."""

    loc: float
    cyclomatic_complexity: float


class PublishedLevels(Record):
    """The classes that the methodology publishes for its own data set of this name."""

    complexity: Level
    size: Level


class DatasetMetrics(Figures):
    """One data set: measured, and beside it what is expected, if dataset.yaml says so.

    `left_out` counts the code files that dataset.yaml leaves out, by reason. `technology` is empty
    in files that an earlier version wrote.
    """

    loc_code: int
    loc_html: int
    gci_normalised: float
    lizard_cc: int | None
    complexity_class: str
    size_class: str
    technology: str = ""
    left_out: dict[str, int] = {}
    expected: ExpectedFigures | None = None
    deviation_percent: Deviation | None = None
    published_classes: PublishedLevels | None = None

"""The records of measured data sets, file by file."""

from assay.records.pipeline import Figures, Record


class FileMeasure(Record):
    """One file of a data set. `skipped`: why it has no figures; `lizard_cc`: a second opinion.

    `parse_ok` is None if no parser reads its language.
    """

    path: str
    language: str | None
    loc: int
    loc_html: int
    cyclomatic_complexity: int
    functions: int
    parse_ok: bool | None
    error_share: float
    lizard_cc: int | None
    skipped: str | None


class DatasetMeasure(Record):
    """A data set with its files, measured as a model is shown it."""

    dataset: str
    technology: str
    figures: Figures
    loc_code: int
    loc_html: int
    gci_normalised: float
    complexity_class: str
    size_class: str
    lizard_cc: int | None
    files: tuple[FileMeasure, ...]

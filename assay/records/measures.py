"""What is measured of a code base, file by file."""

from assay.records.pipeline import Figures, Record


class FileMeasure(Record):
    """One file. `skipped` says why it is not measured; then it has no lines.

    `loc` are lines of code and `loc_html` lines of HTML: a file has one or the other. `parse_ok`
    is None if no parser reads the language: it is not known. `error_share` is the share of bytes
    in errors, 0 to 1, in four decimals. `lizard_cc` is lizard's complexity, None if lizard has none
    or the file does not parse.
    """

    path: str
    language: str | None = None
    loc: int = 0
    loc_html: int = 0
    cyclomatic_complexity: int = 0
    functions: int = 0
    parse_ok: bool | None = None
    error_share: float = 0.0
    lizard_cc: int | None = None
    skipped: str | None = None


class TreeMeasure(Record):
    """A code base: its files by path and their sums. `figures.files` are those that were measured.

    Lines are `loc_code` + `loc_html`. `lizard_cc` is None unless lizard has a figure for every code
    file, because a partial sum cannot be compared. `gci_normalised` is in (0, 1].
    """

    figures: Figures
    loc_code: int
    loc_html: int
    gci_normalised: float
    complexity_class: str
    size_class: str
    lizard_cc: int | None
    files: tuple[FileMeasure, ...]

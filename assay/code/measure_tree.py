"""LoC, cyclomatic complexity and GCI of a file and of a code base.

Guarantees: no content raises; each file has a record in the result, with the reason if it is not
measured; the same files give the same figures in the same order.
"""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from assay.code.complexity import Complexity, complexity_of, lizard_complexity, python_complexity
from assay.code.languages import BY_NAME
from assay.code.source_files import (
    Scope,
    count_lines,
    language_of,
    reason_left_out,
    reason_unreadable,
)
from assay.code.syntax import SyntaxState, parse_code, parse_script
from assay.records.measures import FileMeasure, TreeMeasure
from assay.records.pipeline import Figures

_NONE = Complexity(0, 0)
USUAL_SCOPE = Scope()
"""What counts unless a data set says otherwise."""


def measure_file(
    path: str, data: bytes, scope: Scope = USUAL_SCOPE, second_opinion: bool = True
) -> FileMeasure:
    """The figures of one file; `path` is relative to its code base, with forward slashes.

    `second_opinion` asks lizard too, which takes most of the time.
    """
    language = language_of(path)
    skipped = _reason_to_skip(path, data, language, scope)
    if skipped is not None or language is None:
        return FileMeasure(path=path, language=language, skipped=skipped)
    text = data.decode("utf-8-sig")
    if language == "html":
        return FileMeasure(path=path, language=language, loc_html=count_lines(text))
    complexity, state = _counted(path, language, text)
    # on a text with errors lizard can run for minutes
    asks_lizard = second_opinion and (state is None or state.parse_ok)
    # lizard knows .mts and .cts under no name but .ts
    name = f"{path}.ts" if path.lower().endswith((".mts", ".cts")) else path
    second = lizard_complexity(name, text) if asks_lizard else None
    return FileMeasure(
        path=path,
        language=language,
        loc=count_lines(text),
        cyclomatic_complexity=complexity.cyclomatic_complexity,
        functions=complexity.functions,
        parse_ok=state.parse_ok if state else None,
        error_share=state.error_share if state else 0.0,
        lizard_cc=second.cyclomatic_complexity if second else None,
    )


def measure_tree(
    files: Mapping[str, bytes], scope: Scope = USUAL_SCOPE, second_opinion: bool = True
) -> TreeMeasure:
    """The figures of a code base (path to content)."""
    figures = tuple(
        measure_file(path, files[path], scope, second_opinion) for path in sorted(files)
    )
    code = [file for file in figures if file.skipped is None and file.language != "html"]
    sums = _summed(figures)
    complexity, loc = sums.cyclomatic_complexity, sums.loc
    by_lizard = [file.lizard_cc for file in code]
    return TreeMeasure(
        files=figures,
        figures=sums,
        loc_code=sum(file.loc for file in figures),
        loc_html=sum(file.loc_html for file in figures),
        gci_normalised=gci_normalised(complexity, loc),
        complexity_class=complexity_class(complexity, loc),
        size_class=size_class(loc),
        lizard_cc=None if None in by_lizard else sum(filter(None, by_lizard)),
    )


def _summed(files: Sequence[FileMeasure]) -> Figures:
    """The sums over the files; `files` of it are those that were measured."""
    loc = sum(file.loc + file.loc_html for file in files)
    complexity = sum(file.cyclomatic_complexity for file in files)
    return Figures(
        files=sum(file.skipped is None for file in files),
        loc=loc,
        cyclomatic_complexity=complexity,
        functions=sum(file.functions for file in files),
        gci=gci(complexity, loc),
        parse_errors=sum(file.parse_ok is False for file in files),
    )


def _reason_to_skip(path: str, data: bytes, language: str | None, scope: Scope) -> str | None:
    left_out = reason_left_out(path)
    unreadable = reason_unreadable(data)
    if left_out is not None:
        return left_out
    if unreadable == "binary":
        return unreadable
    if language is None:
        return "not code"
    return scope.reason_left_out(path, language) or unreadable


def _counted(path: str, language: str, text: str) -> tuple[Complexity, SyntaxState | None]:
    """The state is None if no parser reads the language."""
    if language == "python":
        python = python_complexity(text)
        if python is None:
            return _NONE, SyntaxState(False, 1.0)
        return python, SyntaxState(True, 0.0)
    if language not in BY_NAME:
        return lizard_complexity(path, text) or _NONE, None
    is_script = language in ("javascript", "typescript")
    parsed = parse_script(text) if is_script else parse_code(language, text)
    return complexity_of(parsed), parsed.state


Class = Literal["low", "average", "high"]


def gci(cyclomatic_complexity: int, loc: int) -> float:
    """Complexity per line, rounded half up to four decimals; 0 for no line."""
    return float(_rounded(cyclomatic_complexity, loc, "0.0001"))


def gci_normalised(cyclomatic_complexity: int, loc: int) -> float:
    """GCI in (0, 1], not rounded. Code without a function counts as complexity 1."""
    return min(1.0, max(cyclomatic_complexity, 1) / loc) if loc else 1.0


def complexity_class(cyclomatic_complexity: int, loc: int) -> Class:
    """The class of a GCI, rounded half up to two decimals: low up to 0.11, high from 0.17."""
    index = _rounded(cyclomatic_complexity, loc, "0.01")
    if index <= Decimal("0.11"):
        return "low"
    return "average" if index < Decimal("0.17") else "high"


def size_class(loc: int) -> Class:
    """The class of a number of lines: low below 200, high above 500."""
    if loc < 200:
        return "low"
    return "average" if loc <= 500 else "high"


def _rounded(cyclomatic_complexity: int, loc: int, step: str) -> Decimal:
    """The exact ratio, rounded: a float could miss a half that decides a class, as 23/200."""
    ratio = Decimal(cyclomatic_complexity) / Decimal(loc) if loc else Decimal(0)
    return ratio.quantize(Decimal(step), rounding=ROUND_HALF_UP)

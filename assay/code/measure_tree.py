"""LoC, cyclomatic complexity and GCI of a file and of a code base.

Guarantees: no content raises; each file has a record in the result, with the reason if it is not
measured; the same files give the same figures in the same order.
"""

from collections.abc import Mapping, Sequence

from assay.code.complexity import Complexity, code_complexity
from assay.code.gci import complexity_class, gci, gci_normalised, size_class
from assay.code.python_complexity import python_complexity
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

_PARSED = SyntaxState(parse_ok=True, error_share=0.0)
_UNPARSED = SyntaxState(parse_ok=False, error_share=1.0)
_NONE = Complexity(0, 0)

USUAL_SCOPE = Scope()
"""What counts unless a data set says otherwise."""


def measure_file(path: str, data: bytes, scope: Scope = USUAL_SCOPE) -> FileMeasure:
    """The figures of one file; `path` is relative to its code base, with forward slashes."""
    language = language_of(path)
    skipped = _reason_to_skip(path, data, language, scope)
    if skipped is not None or language is None:
        return FileMeasure(path=path, language=language, skipped=skipped)
    text = data.decode("utf-8-sig")
    if language == "html":
        return FileMeasure(path=path, language=language, loc_html=count_lines(text))
    return _measure_code(FileMeasure(path=path, language=language, loc=count_lines(text)), text)


def measure_tree(files: Mapping[str, bytes], scope: Scope = USUAL_SCOPE) -> TreeMeasure:
    """The figures of a code base (path to content)."""
    figures = tuple(measure_file(path, files[path], scope) for path in sorted(files))
    sums = _summed(figures)
    complexity, loc = sums.cyclomatic_complexity, sums.loc
    return TreeMeasure(
        files=figures,
        figures=sums,
        loc_code=sum(file.loc for file in figures),
        loc_html=sum(file.loc_html for file in figures),
        gci_normalised=gci_normalised(complexity, loc),
        complexity_class=complexity_class(complexity, loc),
        size_class=size_class(loc),
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


def _measure_code(file: FileMeasure, text: str) -> FileMeasure:
    complexity, state = _counted(str(file.language), text)
    return file.model_copy(
        update={
            "cyclomatic_complexity": complexity.cyclomatic_complexity,
            "functions": complexity.functions,
            "parse_ok": state.parse_ok,
            "error_share": state.error_share,
        }
    )


def _counted(language: str, text: str) -> tuple[Complexity, SyntaxState]:
    if language == "python":
        complexity = python_complexity(text)
        return (_NONE, _UNPARSED) if complexity is None else (complexity, _PARSED)
    is_script = language in ("javascript", "typescript")
    parsed = parse_script(text) if is_script else parse_code(language, text)
    return code_complexity(parsed), parsed.state

"""The files of an answer with their states: whether each parses, and whether we could read it."""

from collections.abc import Iterable

from assay.answers.extraction_records import DOUBTFUL, OPEN_ENDED, PARTIAL, UNFENCED, UNREAD
from assay.code.wellformed import file_state
from assay.records.pipeline import DeliveredFile

_UNCERTAIN: frozenset[str] = frozenset({OPEN_ENDED, PARTIAL, UNFENCED})
"""Marks of files that need not parse: an excerpt, and one that we may have cut out wrongly."""


def delivered_files(files: Iterable[DeliveredFile]) -> tuple[DeliveredFile, ...]:
    """The files with their states.

    An excerpt that does not parse, and a file without a fence, have no state (`parse_ok` None): it
    is not known that the model's file has an error. The latter is marked "doubtful".
    """
    return tuple(_delivered(file) for file in files)


def unread_files(files: Iterable[DeliveredFile]) -> tuple[DeliveredFile, ...]:
    """The files without the work of a parser: each is marked "unread", and counts as broken."""
    changes = {"parse_ok": False, "error_share": 1.0}
    return tuple(
        file.model_copy(update={**changes, "marks": tuple(sorted({*file.marks, UNREAD}))})
        for file in files
    )


def is_doubtful(file: DeliveredFile) -> bool:
    """Whether it does not parse and nobody knows whether the model's own file does."""
    return file.parse_ok is None and file.error_share > 0


def _delivered(file: DeliveredFile) -> DeliveredFile:
    state = file_state(file.path, file.content)
    if state is None:
        return file
    marks = {*file.marks}
    is_uncertain = not state.parse_ok and not _UNCERTAIN.isdisjoint(marks)
    if is_uncertain and PARTIAL not in marks:
        marks.add(DOUBTFUL)
    return file.model_copy(
        update={
            "marks": tuple(sorted(marks)),
            "parse_ok": None if is_uncertain else state.parse_ok,
            "error_share": state.error_share,
            "tag_errors": () if is_uncertain else state.tag_errors,
        }
    )

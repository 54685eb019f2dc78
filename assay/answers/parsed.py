"""The files of an answer with their states: whether each parses, and whether we could read it."""

from collections.abc import Iterable, Mapping

from assay.answers import UNREAD, ExtractedFile
from assay.answers.budget import reading_order
from assay.answers.extraction_records import DOUBTFUL, OPEN_ENDED, PARTIAL, UNFENCED
from assay.code.effort import Effort
from assay.code.wellformed import GIVEN_UP, FileState, file_state
from assay.records.pipeline import DeliveredFile

_UNCERTAIN: frozenset[str] = frozenset({OPEN_ENDED, PARTIAL, UNFENCED})
"""Marks of files that need not parse: an excerpt, and one that we may have cut out wrongly."""


def delivered_files(files: Iterable[ExtractedFile]) -> tuple[DeliveredFile, ...]:
    """The files with their states. One that was given up is marked, and no later stage reads it.

    An excerpt that does not parse, and a file without a fence, have no state (`parse_ok` None): it
    is not known that the model's file has an error. The latter is marked "doubtful".
    """
    listed = tuple(files)
    states = states_of({file.path: file.content for file in listed})
    return tuple(_delivered(file, states[file.path]) for file in listed)


def states_of(
    files: Mapping[str, str], effort: Effort | None = None
) -> dict[str, FileState | None]:
    """The state of each file of one answer, within one budget: the smallest are parsed first."""
    effort = effort or Effort()
    read = {path: file_state(path, files[path], effort) for path in reading_order(files)}
    return {path: read.get(path, GIVEN_UP) for path in files}


def is_doubtful(file: DeliveredFile) -> bool:
    """Whether it does not parse and nobody knows whether the model's own file does."""
    return file.parse_ok is None and file.error_share > 0


def _delivered(file: ExtractedFile, state: FileState | None) -> DeliveredFile:
    plain = DeliveredFile(path=file.path, content=file.content, marks=file.marks)
    if state is None:
        return plain
    marks = {*file.marks, *([UNREAD] if state.given_up else [])}
    parse_ok: bool | None = state.parse_ok
    if not state.parse_ok and not state.given_up and _UNCERTAIN & marks:
        parse_ok = None
        marks |= set() if PARTIAL in marks else {DOUBTFUL}
    return plain.model_copy(
        update={
            "marks": tuple(sorted(marks)),
            "parse_ok": parse_ok,
            "error_share": state.error_share,
            "tag_errors": () if parse_ok is None else state.tag_errors,
        }
    )

"""A page for each dialogue: its outcome, structure, complexity, turns, files and transcript."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stages.lib.base.records import DeliveredFile, Dialogue
from stages.report.cases import TestView
from stages.report.page import rendered

TEMPLATE = "dialogue.html.j2"


class Place(NamedTuple):
    """A path of the new application: whether it was declared, and the file if it was written."""

    path: str
    declared: bool
    file: DeliveredFile | None


def dialogue_pages(tests: Sequence[TestView]) -> Iterator[tuple[str, str]]:
    """The name and the text of each page; the same views give the same pages."""
    for view in tests:
        for one in (answer for model in view.models for answer in model.answers):
            if one.answer and one.answer.dialogue:
                written = one.extracted.files if one.extracted else ()
                places = structure(one.answer.dialogue, written)
                yield (
                    one.page,
                    rendered(
                        TEMPLATE, one=one, prompt=view.prompt, written=written, structure=places
                    ),
                )


def structure(dialogue: Dialogue, written: Sequence[DeliveredFile]) -> list[Place]:
    """What was declared against what was written.

    In the order declared, then what was not declared.
    """
    files = {file.path: file for file in written}
    paths = dict.fromkeys([*dialogue.declared, *files])
    return [Place(path, path in dialogue.declared, files.get(path)) for path in paths]

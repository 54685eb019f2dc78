"""What extraction makes of a written answer: right, unread or wrong files."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from assay.answers import DOUBTFUL_MARKS, extract_files
from assay.answers.parsed import delivered_files
from tools.layouts.corpus import CorpusAnswer
from tools.layouts.layouts import Layout, WrittenAnswer


class Tally(NamedTuple):
    """Files by what came of them.

    `right`: found under its path, byte for byte. `unread`: not found, or marked as one whose
    content is in doubt. `wrong`: taken as read with another content, or no file of the answer.
    """

    files: int = 0
    right: int = 0
    unread: int = 0
    wrong: int = 0

    @classmethod
    def sum(cls, tallies: Iterable["Tally"]) -> "Tally":
        return cls(*map(sum, zip(*tallies, strict=True)))


def tally(layout: Layout, answers: Sequence[CorpusAnswer]) -> Tally:
    """The tally of one layout over the answers."""
    return Tally.sum([compared(layout.write(answer.files)) for answer in answers])


def compared(written: WrittenAnswer) -> Tally:
    """What extraction makes of one answer. A file that the answer does not have is wrong too.

    Only a file that is not right needs a parser: it is in doubt if it should parse and does not.
    """
    found = {file.path: file for file in extract_files(written.text).files}
    right = {path for path, file in found.items() if file.content in written.expected.get(path, ())}
    others = delivered_files(file for path, file in found.items() if path not in right)
    doubtful = {file.path for file in others if DOUBTFUL_MARKS & {*file.marks}}
    return Tally(
        files=len(written.expected),
        right=len(right),
        unread=len(
            written.expected.keys() & (doubtful - right | written.expected.keys() - found.keys())
        ),
        wrong=len(found.keys() - right - doubtful),
    )

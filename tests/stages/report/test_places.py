"""A verdict leads to the lines that it names. A file in a text is named instead of repeated."""

import pytest

from assay.records.pipeline import DeliveredFile, Verdict
from stages.report.places import LEAST, Place, TextPart, places_of, text_parts
from tests.stages.validity.small_run import criterion

FILES = (
    DeliveredFile(path="src/App.tsx", content="one\ntwo\nexport const door = 'open';\n"),
    DeliveredFile(path="App.tsx", content="one\ntwo\n"),
)


def verdict(explanation: str = "", evidence: str = "") -> Verdict:
    made = criterion("c").verdict(True, explanation)
    return made.model_copy(update={"evidence": evidence})


@pytest.mark.parametrize(
    ("judged", "places"),
    [
        (verdict("found at src/App.tsx:2"), [Place(1, "src/App.tsx", 2)]),
        (verdict("App.tsx:1, src/App.tsx:3"), [Place(1, "src/App.tsx", 3), Place(2, "App.tsx", 1)]),
        (verdict("src/App.tsx:9, src/App.tsx:0"), []),
        (verdict("lib/src/App.tsx:2"), []),
        (verdict(evidence="export const door"), [Place(1, "src/App.tsx", 3)]),
        (verdict(evidence="two"), []),
        (verdict(evidence="export const window"), []),
    ],
    ids=["path", "two paths", "no such line", "longer path", "quotation", "short", "not there"],
)
def test_the_lines_that_a_verdict_names(judged: Verdict, places: list[Place]) -> None:
    assert list(places_of([judged], FILES)) == places


def test_each_place_is_shown_once_and_three_at_most() -> None:
    many = verdict("src/App.tsx:1, src/App.tsx:1, src/App.tsx:2, src/App.tsx:3, App.tsx:1")
    assert [place.line for place in places_of([many, many], FILES)] == [1, 2, 3]


LONG = "const a = 1;\n" * 10
OTHER = "const b = 2;\n" * 12


def test_the_parts_with_their_files_are_the_whole_text() -> None:
    text = f"First:\n```ts\n{LONG}```\nThen:\n```ts\n{OTHER}```\nThat is all."
    files = [DeliveredFile(path="a.ts", content=LONG), DeliveredFile(path="b.ts", content=OTHER)]
    contents = {file.path: file.content for file in files}
    parts = text_parts(text, files)
    assert [part.path for part in parts if part.path] == ["a.ts", "b.ts"]
    assert "".join(part.text or contents[part.path] for part in parts) == text


def test_a_file_that_is_short_or_stands_nowhere_leaves_the_text_as_it_is() -> None:
    short = DeliveredFile(path="a.ts", content="x" * (LEAST - 1))
    changed = DeliveredFile(path="b.ts", content=LONG)
    assert text_parts(f"A {short.content}", [short, changed]) == [TextPart(f"A {short.content}")]


def test_a_file_within_another_one_is_not_taken_out_of_it() -> None:
    files = [DeliveredFile(path="a", content=LONG), DeliveredFile(path="b", content=LONG + OTHER)]
    assert text_parts(LONG + OTHER, files) == [TextPart("", "b")]

"""The text of an answer keeps every word; a file in it is named instead of repeated."""

from assay.records.pipeline import DeliveredFile
from stages.report.places import LEAST, TextPart, text_parts

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

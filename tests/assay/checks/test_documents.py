"""Sections of a document, and a document without the fence around it."""

import pytest

from assay.checks.documents import sections, unwrapped


def titles(text: str) -> list[str]:
    return [title for title, _ in sections(text)]


def test_section_reaches_to_the_next_heading_of_its_level_or_higher() -> None:
    found = dict(sections("# A\none\n## B\ntwo\n### C\nthree\n## D\nfour\n# E\nfive\n"))
    assert " ".join(found["A"].split()) == "one ## B two ### C three ## D four"
    assert " ".join(found["B"].split()) == "two ### C three"
    assert found["E"] == "five"
    assert dict(sections("**A**\none\n**B**\ntwo\n# C\nthree"))["B"] == "two"


def test_headings_are_found_in_their_usual_forms() -> None:
    text = (
        "# 1. Overview #\n##  **Data** model\n   ### `greet`\n**Usage**\n**Limits:**\n**Errors**:\n"
    )
    assert titles(text) == ["1. Overview", "Data** model", "greet", "Usage", "Limits", "Errors"]


@pytest.mark.parametrize(
    "text", ["#hashtag", "    # code", "a # b", "**bold** words", "####### seven", "#", "plain"]
)
def test_lines_that_are_no_headings_are_none(text: str) -> None:
    assert titles(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n```python\n# comment\n**bold**\n```\n# B\n", ["A", "B"]),
        ("````\n```\n# a\n~~~\n# b\n````\n# C", ["C"]),
        ("```\n# a\n```js\n# b\n```\n# C", ["C"]),
        ("```npm i``` installs it\n# A", ["A"]),
    ],
)
def test_headings_inside_fences_are_none(text: str, expected: list[str]) -> None:
    assert titles(text) == expected


@pytest.mark.parametrize("fence", ["```", "````", "~~~"])
def test_a_document_wrapped_as_a_whole_in_a_markdown_fence_is_unwrapped(fence: str) -> None:
    document = "# Overview\n\nText with ```inline``` code.\n"
    assert unwrapped(f"\n{fence}markdown\n{document}\n{fence}\n") == document
    assert unwrapped(document) == document
    assert unwrapped(f"Here it is:\n{fence}markdown\n{document}\n{fence}\n") != document

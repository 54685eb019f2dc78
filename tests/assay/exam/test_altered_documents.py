"""What stands in an altered document, and what no longer does."""

import re

import pytest

from assay.config import paths
from assay.exam import altered_documents as altered

DOCUMENT = """# Club

## Rules

A name has at least 2 characters. It is refused
before the form is sent.

- The box is ticked.

| text | when |
|---|---|
| too short | below 8 characters |

```js
const least = 8;
```

## Limits

Two of ten seats are free; three are kept.
"""
GOLD = sorted(paths.SCENARIOS.glob("*/gold/*.md"))
DOCUMENTS = [path for path in GOLD if path.stem.startswith(("Describe", "Business"))]


def test_every_sentence_is_denied() -> None:
    assert altered.denied(DOCUMENT) == (
        DOCUMENT.replace(
            "A name has at least 2 characters. It is refused\nbefore the form is sent.",
            "It is not true, and never happens, that a name has at least 2 characters. "
            "It is not true, and never happens, that it is refused before the form is sent.",
        )
        .replace("- The box", "- It is not true, and never happens, that the box")
        .replace("| text | when |", "| " + deny("text") + " | " + deny("when") + " |")
        .replace("| too short | below", "| " + deny("too short") + " | " + deny("below"))
        .replace("Two of ten", deny("two of ten"))
    )


def deny(text: str) -> str:
    return f"It is not true, and never happens, that {text}"


def test_one_word_of_each_sentence_says_the_opposite() -> None:
    text = altered.swapped(DOCUMENT)
    assert "A name lacks at least 2 characters. It is not refused before the form" in text
    assert "- The box is not ticked." in text
    assert "above 8 characters" in text
    assert "seats are not free; three are kept" in text


@pytest.mark.parametrize("seed", range(9))
def test_every_number_in_prose_is_another(seed: int) -> None:
    text = altered.with_other_numbers(DOCUMENT, seed)
    assert "at least 2 " not in text and "below 8 " not in text
    assert "ten seats" not in text and "three are" not in text
    assert "const least = 8;" in text, "code is no prose"


def test_a_soup_has_the_words_and_not_their_order() -> None:
    soup = altered.word_soup(DOCUMENT, 1)
    assert sorted(soup.split()) == sorted(DOCUMENT.split())
    assert "is refused" not in soup


def test_shuffled_lines_stand_below_other_headings() -> None:
    text = altered.shuffled(DOCUMENT, 1)
    assert sorted(text.split()) == sorted(DOCUMENT.split())
    assert text.index("## Rules") < text.index("## Limits")
    assert text != altered.shuffled(DOCUMENT, 2)


def test_every_body_stands_below_the_next_heading() -> None:
    text = altered.below_next_heading(DOCUMENT)
    assert text.split("\n")[0] == "# Club"
    assert text.index("Two of ten") < text.index("## Rules") < text.index("## Limits")
    assert text.index("## Limits") < text.index("A name has")


def test_source_takes_the_place_of_the_text() -> None:
    text = altered.source_below_headings(DOCUMENT, ["const a = 1;", "", "run(a);"])
    assert text.split() == "# Club const a = 1; ## Rules run(a); ## Limits".split()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_in_gold_documents_headings_stay_and_no_sentence_does(path) -> None:  # type: ignore[no-untyped-def]
    document = path.read_text(encoding="utf-8")
    headings = re.findall(r"(?m)^#+ .*$", document)
    for change in (altered.denied, altered.swapped):
        text = change(document)
        assert re.findall(r"(?m)^#+ .*$", text) == headings
        prose = [
            line
            for line in re.sub(r"(?ms)^```.*?^```", "", text).split("\n")
            if len(line.split()) > 6 and not line.startswith("#")
        ]
        assert prose and not [line for line in prose if line in document]

"""A verdict leads to the lines of the answer that it names, and to no others."""

import pytest

from assay.records.pipeline import DeliveredFile, Verdict
from stages.report.places import Place, places_of

FILES = (
    DeliveredFile(path="src/App.tsx", content="one\ntwo\nexport const door = 'open';\n"),
    DeliveredFile(path="App.tsx", content="one\ntwo\n"),
)


def verdict(explanation: str = "", evidence: str = "") -> Verdict:
    return Verdict(
        criterion="c" * 12,
        metric="accuracy",
        weight=1.0,
        passed=True,
        explanation=explanation,
        evidence=evidence,
    )


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

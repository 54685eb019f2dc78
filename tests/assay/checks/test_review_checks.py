"""Checks of reviews: what one finds, and how much of it is true."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from assay.checks.check_kind import Decision
from assay.checks.decide import decide
from assay.checks.review_checks import Findings
from assay.checks.reviews import Finding
from assay.checks.subject import Subject
from assay.checks.vocabulary import Check

NAMES = ("a", "b", "c", "d", "e")


def finding(name: str) -> Finding:
    return Finding(id=name, title=name, at=(f"src/{name}.js:10",), says=(f"{name} is broken",))


KNOWN = Findings(
    "criteria/defects/Form.yaml",
    [finding(name) for name in ("a", "b", "c")],
    [finding(name) for name in ("d", "e")],
    [Finding(id="decoy", title="t", at=("src/a.js:10",), says=("leaks",))],
)


def issue(name: str, claim: str = "is broken") -> str:
    return f"### Title\n**Location:** {name}.js:10\n**Problem:** {name} {claim}\n"


def decided(check: Any, *issues: str) -> Decision:
    text = "\n".join(["## Issues", *issues])
    read = TypeAdapter(Check).validate_python(check, context=KNOWN)
    return decide(read, Subject({}, text, is_document=True))


def passes(check: Any, *issues: str) -> bool | None:
    return decided(check, *issues).passed


def test_a_defect_is_found_at_its_place_by_its_words() -> None:
    assert passes({"finds": "a"}, issue("b"), issue("a"))
    assert not passes({"finds": "a"}, issue("a", "is slow"))
    assert not passes({"finds": "a"}, issue("b", "says that a is broken"))
    assert decided({"finds": "a"}, issue("a")).seen == "'Title a is broken'"


def test_a_decoy_is_not_claimed_only_by_a_review_with_issues() -> None:
    assert passes({"not": {"finds": "decoy"}}, issue("a"))
    assert not passes({"not": {"finds": "decoy"}}, issue("a", "leaks"))
    assert not passes({"not": {"finds": "decoy"}})


def test_minor_findings_are_as_true_as_defects() -> None:
    assert passes({"precise": 1.0}, *map(issue, NAMES))
    assert decided({"precise": 1.0}, *map(issue, NAMES)).seen == "5 of 5 issues"


@pytest.mark.parametrize(
    "other", [issue("a", "is slow"), issue("z"), issue("a", "is broken and leaks"), issue("a")]
)
def test_what_is_false_or_told_twice_costs_precision(other: str) -> None:
    five = (*map(issue, NAMES), other)
    assert decided({"precise": 0.9}, *five).seen in ("5 of 6 issues", "4 of 6 issues")
    assert not passes({"precise": 0.9}, *five)
    assert passes({"precise": 0.8}, *five) is (decided({"precise": 0.8}, *five).seen[0] == "5")


def test_few_issues_are_not_precise() -> None:
    assert not passes({"precise": 0.5}, *map(issue, NAMES[:4]))


def test_minor_findings_are_no_criteria() -> None:
    with pytest.raises(ValidationError, match="no defect or decoy 'd'"):
        passes({"finds": "d"})

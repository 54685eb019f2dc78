"""The issues of a review are read in the forms in which people write them, and in linear time."""

import time
from typing import Any

import pytest
from pydantic import ValidationError

from assay.checks.reviews import MOST_ISSUES, Finding, Issue, read_review

MUTATION: dict[str, Any] = {
    "id": "blur-mutates",
    "title": "handleBlur mutates the state",
    "at": ["src/components/Form.js:31-35", "handleBlur"],
    "says": ["mutat", "in[- ]place"],
}
LABELLED = """### 1. The state is mutated

**Location:** {location}

**Severity:** major

**Problem:** It changes the object in place.

**Suggestion:** Copy it.
"""


def review(*issues: str) -> str:
    return "\n".join(["# Review", "## Strengths", "- in place", "## Issues", *issues, "## End"])


def issues(*texts: str) -> tuple[Issue, ...]:
    return read_review(review(*texts)).issues


def is_said(*texts: str, **changed: Any) -> bool:
    found = issues(*texts)
    assert len(found) == 1
    return Finding(**MUTATION | changed).is_said_by(found[0])


@pytest.mark.parametrize(
    "location",
    [
        "`src/components/Form.js:33`",
        "`Form.js`, lines 13 to 32",
        "Form.js (lines 30–40)",
        "line 33 of `components/Form.js`",
        "[Form.js](src/components/Form.js#L33-L34)",
        "`src\\components\\Form.js:33`",
        "`src/index.js:1`; `src/components/Form.js:5` and `:33`",
        "`./src/components/Form.js`, `handleBlur()`",
        "the method `handleBlur`",
        "`src/components/Form.js:28`",
    ],
)
def test_a_location_is_read_however_it_is_written(location: str) -> None:
    assert is_said(LABELLED.format(location=location))


@pytest.mark.parametrize(
    "location",
    [
        "`src/components/Form.js`",
        "`src/components/Form.js:5`",
        "`src/components/OtherForm.js:33`",
        "`src/reducers/form.py`, `handleBlur`",
        "`src/components/Form.js`, `handleSubmit`",
        "everywhere",
    ],
)
def test_another_place_is_none(location: str) -> None:
    assert not is_said(LABELLED.format(location=location))


@pytest.mark.parametrize(
    "text",
    [
        "### Mutation\n- Location: Form.js:33\n- Severity: minor\n- Problem: in place\n",
        "### Mutation\nLocation: Form.js:33\nProblem: in\nplace\n",
        "#### 1) Mutation\n* **Location**: Form.js:33\n* **Problem** – in place\n",
        "### Mutation\n**Location**\n\nForm.js:33\n\n**Problem**\n\nin place\n",
        "### Mutation\n#### Location\nForm.js:33\n#### Problem\nin place\n",
        "### Mutation\n**Location:** Form.js:33 **Severity:** minor **Problem:** in place\n",
        "### Mutation\n| **Location** | Form.js:33 |\n|---|---|\n| **Problem** | in place |\n",
        "### Mutation (Form.js:33)\nIt is changed in place.\n",
        "**1. Mutation**\nLocation: Form.js:33\nProblem: in place\n",
        "1. **Mutation**\n   - Location: Form.js:33\n   - Problem: in place\n",
        "### Major\n### 1. Mutation\n**Location:** Form.js:33\n**Problem:** in place\n",
    ],
)
def test_an_issue_is_read_in_its_usual_forms(text: str) -> None:
    assert is_said(text)


def test_only_the_sections_on_issues_have_issues() -> None:
    text = (
        review(LABELLED.format(location="a.js")) + "\n### 2. Step\nLocation: Form.js:33\nmutated\n"
    )
    assert read_review(text).counted == 1
    assert read_review("# Review\n\n## Summary\n\n### 1. Form.js:33 mutates\n\nx\n").counted == 0


def test_a_claim_is_title_and_problem_and_not_what_is_proposed() -> None:
    text = "### Slow\nLocation: Form.js:33\nProblem: late\nSuggestion: do it in place\n"
    assert not is_said(text)
    assert is_said(text, says="slow late")


def test_code_in_fences_opens_no_issue() -> None:
    assert len(issues("### 1. A\n```md\n### 2. B\nx\n```\n")) == 1


def test_names_count_as_code_and_not_as_words() -> None:
    text = "### Slow\nLocation: Form.js\nProblem: mutates, unlike {}\n"
    assert is_said(text.format("`handleBlur`"))
    assert not is_said(text.format("handleBlur"))


def test_what_is_true_of_the_whole_project_has_any_place() -> None:
    text = "### No tests\nLocation: the project\nProblem: none\n"
    assert is_said(text, at="*", says="no tests")


@pytest.mark.parametrize(
    "at, line", [("a b", "is no place"), (["handleBlur"], "names no file"), ([], "at least 1")]
)
def test_a_place_that_cannot_be_read_is_refused(at: Any, line: str) -> None:
    with pytest.raises(ValidationError, match=line):
        Finding(**MUTATION | {"at": at})


def test_issues_beyond_the_bound_are_counted_and_not_read() -> None:
    read = read_review(review(*[LABELLED.format(location="Form.js:33")] * (MOST_ISSUES + 50)))
    assert len(read.issues) == MOST_ISSUES
    assert read.counted == MOST_ISSUES + 50


@pytest.mark.parametrize(
    "text",
    [
        "### a\n" * 100_000,
        "### a\nx\n" * 100_000,
        "**Location:** " * 50_000,
        "### a\n" + "`a.js:1` " * 50_000,
        "### a\nLocation: " + "a" * 500_000 + ".js:" + "1" * 100_000,
        "1. " * 200_000,
        "*" * 500_000,
        "`" * 500_000,
        "### a\n" + "- " * 200_000 + "Location",
        "\ud800 ### a\nLocation: \ud800",
    ],
    ids=range(10),
)
def test_hostile_text_costs_little(text: str) -> None:
    started = time.perf_counter()
    for issue in issues(text):
        Finding(**MUTATION).is_said_by(issue)
    assert time.perf_counter() - started < 10

"""The criteria of code reviews tell good reviews from padded, misplaced and foreign ones."""

import re
from itertools import cycle
from math import fsum
from pathlib import Path

import pytest

from assay.checks.decide import decide
from assay.checks.review_checks import Finds, Precise
from assay.checks.subject import Subject
from assay.checks.vocabulary import leaves
from assay.content.criteria import Criterion, load_criteria
from assay.content.datasets import load_description, load_sources
from assay.records.pipeline import METRICS

CRITERIA = Path("criteria/code_analysis")
NAMES = sorted(path.stem for path in CRITERIA.glob("EvaluateCodeQuality-*.yaml"))
LOCATION = re.compile(r"(?m)^\*\*Location:\*\*.*$")
INVENTED = (
    ("A worker thread is never joined", "A background thread starts here and outlives its caller."),
    ("The SQL query is built by hand", "Values are concatenated into a statement of the database."),
    ("Passwords are hashed with MD5", "A fast digest lets an attacker guess what was stored."),
    ("The socket reconnects in a tight loop", "Nothing slows the attempts down after a hang-up."),
    ("A recursion has no base case", "Deep input exhausts the call stack of the interpreter."),
    ("Floating-point money", "Prices are summed up in binary fractions and drift by cents."),
    ("The cookie is set without HttpOnly", "Any code of the domain can steal the session from it."),
    ("A circular import", "Two modules load each other, so one sees half of the other."),
    ("Bitwise instead of logical and", "The single ampersand evaluates both operands here."),
    ("The feature flag is inverted", "Customers of the beta programme get the former layout."),
)
"""Titles and problems that are true of none of the programs."""


def gold(name: str) -> str:
    return Path(f"scenarios/code_analysis/gold/{name}.md").read_text(encoding="utf-8")


def score(name: str, review: str) -> float:
    """The mean of both metrics, in percent."""
    subject = Subject({}, review, is_document=True)
    shares = []
    for metric in METRICS:
        criteria = criteria_of(name, metric)
        passed = [item for item in criteria if item.check and decide(item.check, subject).passed]
        shares.append(weight(passed) / weight(criteria))
    return 50 * fsum(shares)


def criteria_of(name: str, metric: str) -> list[Criterion]:
    every = load_criteria(CRITERIA / f"{name}.yaml")
    return [item for item in every if item.metric == metric]


def weight(criteria: list[Criterion]) -> float:
    return fsum(item.weight for item in criteria)


def padded(review: str, dataset: str) -> str:
    """The review with ten invented issues at real places, at the end of its section on issues."""
    files = load_sources(dataset, load_description(dataset).choice)
    code = [file for file in files if file.path.endswith((".js", ".ts", ".py", ".html"))]
    issues = []
    for number, (title, problem) in enumerate(INVENTED):
        file = code[number % len(code)]
        middle = (file.content or "").count("\n") // 2 + 1
        issues.append(
            f"### {100 + number}. {title}\n\n**Location:** `{file.path}:{middle}`\n\n"
            f"**Severity:** minor\n\n**Problem:** {problem}\n\n**Suggestion:** Mend it.\n"
        )
    return review.replace("## Recommendations", "\n".join([*issues, "## Recommendations"]))


@pytest.mark.parametrize("name", NAMES)
def test_ten_invented_findings_cost_thirty_points(name: str) -> None:
    review = padded(gold(name), name.partition("-")[2])
    assert review.count("### 10") >= 10
    assert score(name, review) <= 70


@pytest.mark.parametrize("name", NAMES)
def test_claims_at_the_places_of_others_get_little(name: str) -> None:
    places = LOCATION.findall(gold(name))
    half = len(places) // 2
    assert score(name, moved_to(places[half:] + places[:half], gold(name))) < 40


@pytest.mark.parametrize("name", NAMES)
def test_claims_about_another_program_at_real_places_get_little(name: str) -> None:
    other = NAMES[NAMES.index(name) - 1]
    assert score(name, moved_to(LOCATION.findall(gold(name)), gold(other))) < 40


def moved_to(places: list[str], review: str) -> str:
    """The review, each of its issues at the next of these places."""
    following = cycle(places)
    return LOCATION.sub(lambda _: next(following), review)


@pytest.mark.parametrize("name", NAMES)
def test_most_of_accuracy_is_precision_and_all_of_completeness_is_defects(name: str) -> None:
    accuracy = criteria_of(name, "accuracy")
    precise = [item for item in accuracy if isinstance(item.check, Precise)]
    decoys = [
        item
        for item in accuracy
        if item.check and any(isinstance(leaf, Finds) for leaf in leaves(item.check))
    ]
    whole = weight(accuracy)
    assert weight(precise) >= 0.75 * whole
    assert whole - weight(precise) - weight(decoys) <= 0.2 * whole
    completeness = criteria_of(name, "completeness")
    assert all(isinstance(item.check, Finds) for item in completeness)

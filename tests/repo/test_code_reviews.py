"""The criteria of code reviews tell good reviews from padded, misplaced and foreign ones."""

import re
from functools import cache
from itertools import cycle
from math import fsum
from pathlib import Path

import pytest

from assay.checks.decide import decide
from assay.checks.review_checks import Finds, Precise
from assay.checks.subject import Subject
from assay.checks.vocabulary import leaves
from assay.content.criteria import Criterion, load_criteria
from assay.records.pipeline import METRICS
from tests.reviews import padded

FILES = sorted(Path("criteria/code_analysis").glob("EvaluateCodeQuality-*.yaml"))
LOCATION = re.compile(r"(?m)^\*\*Location:\*\*.*$")
NAMES = [path.stem for path in FILES]


def gold(name: str) -> str:
    return Path(f"scenarios/code_analysis/gold/{name}.md").read_text(encoding="utf-8")


def score(name: str, review: str) -> float:
    """The mean of both metrics, in percent."""
    subject = Subject({}, review, is_document=True)
    shares = []
    for metric in METRICS:
        criteria = [item for item in load_criteria(path_of(name)) if item.metric == metric]
        passed = [item for item in criteria if item.check and decide(item.check, subject).passed]
        shares.append(weight(passed) / weight(criteria))
    return 50 * fsum(shares)


def path_of(name: str) -> Path:
    return FILES[NAMES.index(name)]


def weight(criteria: list[Criterion]) -> float:
    return fsum(item.weight for item in criteria)


@cache
def score_of_gold(name: str) -> float:
    return score(name, gold(name))


@pytest.mark.parametrize("name", NAMES)
def test_gold_passes(name: str) -> None:
    assert score_of_gold(name) >= 95


@pytest.mark.parametrize("name", NAMES)
def test_ten_invented_findings_cost_thirty_points(name: str) -> None:
    review = padded(gold(name), name.partition("-")[2])
    assert review.count("### 10") >= 10
    assert score(name, review) <= score_of_gold(name) - 30


@pytest.mark.parametrize("name", NAMES)
def test_a_review_of_another_data_set_gets_little(name: str) -> None:
    assert max(score(name, gold(other)) for other in NAMES if other != name) < 10


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
    accuracy = [item for item in load_criteria(path_of(name)) if item.metric == "accuracy"]
    whole = fsum(item.weight for item in accuracy)
    precise = [item for item in accuracy if isinstance(item.check, Precise)]
    of_precision = fsum(item.weight for item in precise)
    decoys = fsum(
        item.weight
        for item in accuracy
        if item.check and any(isinstance(leaf, Finds) for leaf in leaves(item.check))
    )
    assert of_precision >= 0.75 * whole
    assert whole - of_precision - decoys <= 0.2 * whole
    others = [item for item in load_criteria(path_of(name)) if item.metric == "completeness"]
    assert all(isinstance(item.check, Finds) for item in others)

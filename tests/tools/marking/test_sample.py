"""The sample of verdicts: every stratum, seeded, larger samples begin with smaller ones."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.records.pipeline import CHECKS, Judgement, Verdict
from tests.tools.marking.run_to_rate import prompt
from tools.marking.sample import CHECKS_ALONE, DISAGREE, FAIL, PASS, Candidate, candidates, draw

PROMPTS = {"Port-One": prompt("Port-One", "ports"), "Upgrade-One": prompt("Upgrade-One", "talks")}


def judged(
    judge: str,
    passed: bool | None,
    criterion: str = "c",
    test: str = "Port-One",
    status: str = "judged",
) -> Judgement:
    verdict = Verdict(criterion=criterion, metric="accuracy", weight=1.0, passed=passed)
    fields = {"model": "m", "test": test, "attempt": 1, "judge": judge, "status": status}
    return Judgement.model_validate({**fields, "verdicts": (verdict,)})


@pytest.mark.parametrize(
    ("verdicts", "stratum"),
    [
        ({"a": True, "b": True}, PASS),
        ({"a": False, "b": False, CHECKS: True}, FAIL),
        ({"a": True, "b": False}, DISAGREE),
        ({"a": None, "b": True}, PASS),
        ({CHECKS: False}, CHECKS_ALONE),
        ({"a": None, CHECKS: True}, CHECKS_ALONE),
    ],
)
def test_stratum_is_the_type_and_how_the_llm_judges_agree(
    verdicts: dict[str, bool | None], stratum: str
) -> None:
    found = candidates(PROMPTS, [judged(judge, passed) for judge, passed in verdicts.items()])
    assert [item.stratum for item in found] == [("ports", stratum)]


def test_dialogues_and_what_nobody_judged_are_not_in_the_population() -> None:
    left_out = [
        judged("a", True, test="Upgrade-One"),
        judged("a", None),
        judged("a", False, status="delivered nothing"),
    ]
    assert candidates(PROMPTS, left_out) == []


def population(sizes: dict[str, int]) -> list[Candidate]:
    return [
        Candidate("m", "t", 1, f"{name}{number}", (name, ""))
        for name, size in sizes.items()
        for number in range(size)
    ]


SIZES = st.dictionaries(st.sampled_from("abcde"), st.integers(1, 30), min_size=1)


@given(SIZES, st.integers(1, 80), st.integers(1, 80), st.integers())
def test_larger_sample_begins_with_the_smaller_one(
    sizes: dict[str, int], few: int, more: int, seed: int
) -> None:
    everything = population(sizes)
    small, large = sorted((few, more))
    assert draw(everything, large, seed)[:small] == draw(everything, small, seed)
    assert len(set(draw(everything, large, seed))) == min(large, len(everything))


@given(SIZES, st.integers())
def test_every_stratum_is_drawn_from_before_any_is_drawn_from_twice(
    sizes: dict[str, int], seed: int
) -> None:
    drawn = draw(population(sizes), len(sizes), seed)
    assert {item.stratum[0] for item in drawn} == set(sizes)


def test_strata_are_drawn_from_in_proportion_to_their_size() -> None:
    drawn = draw(population({"large": 300, "small": 100}), 40, 1)
    assert Counter(item.stratum[0] for item in drawn) == {"large": 30, "small": 10}


def test_another_seed_draws_others() -> None:
    everything = population({"a": 200})
    assert draw(everything, 20, 1) == draw(everything[::-1], 20, 1)
    assert set(draw(everything, 20, 1)) != set(draw(everything, 20, 2))

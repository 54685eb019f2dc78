"""Own-family preference: planted preference is found, other causes are not mistaken for it."""

import itertools

import numpy as np
import pytest

from stages.lib.base.records import CHECKS
from stages.lib.base.results.judges import NoFigure, Preference, ReferencePreference
from stages.validity.preference import preference
from tests.stages.validity.small_run import HOW, run, value

FAMILIES = {"own": "a", "theirs": "b", "third": "c"}
JUDGES = {"judge": "a", "other": "b"}
TESTS = ("T-A", "T-B", "T-C", "T-D")


def verdicts(judge: dict[str, str], other: dict[str, str]) -> dict[str, dict[tuple[str, str], str]]:
    """The same letters in every test."""
    by_judge = {"judge": judge, "other": other}
    return {
        name: {(model, test): letters for model, letters in said.items() for test in TESTS}
        for name, said in by_judge.items()
    }


def by_others(said: dict[str, dict[tuple[str, str], str]]) -> ReferencePreference:
    found = preference(run(said), "judge", FAMILIES, JUDGES, HOW)
    assert isinstance(found, Preference)
    assert isinstance(found.others, ReferencePreference)
    return found.others


def by_checks(said: dict[str, dict[tuple[str, str], str]]) -> ReferencePreference:
    found = preference(run(said), "judge", FAMILIES, JUDGES, HOW)
    assert isinstance(found, Preference)
    assert isinstance(found.checks, ReferencePreference)
    return found.checks


def test_it_is_the_difference_of_the_differences() -> None:
    said = verdicts(
        {"own": "++++", "theirs": "----", "third": "++--"},
        {"own": "++--", "theirs": "++++", "third": "+---"},
    )
    found = by_others(said).difference
    # own: 1 - 0.5; third: 0.5 - 0.25; the models of the other judge's family do not count
    assert value(found) == pytest.approx(0.25)
    assert found.verdicts == 4 * 4 * 2


def test_a_judge_that_is_mild_on_everyone_prefers_nobody() -> None:
    said = verdicts(dict.fromkeys(FAMILIES, "++++"), dict.fromkeys(FAMILIES, "++--"))
    figures = by_others(said)
    assert value(figures.difference) == value(figures.standardised) == 0


def test_a_weak_family_looks_preferred_until_like_is_compared_with_like() -> None:
    """The judge passes every fourth failure of anyone.

    Its own family fails in three of four, the others in one.
    """
    truth = {"own": 16 * "-" + 4 * "+", "third": 4 * "-" + 16 * "+"}
    mild = {"own": 4 * "+" + 12 * "-" + 4 * "+", "third": "+---" + 16 * "+"}
    said = {
        "judge": {(model, test): letters for model, letters in mild.items() for test in TESTS},
        CHECKS: {(model, test): letters for model, letters in truth.items() for test in TESTS},
    }
    figures = by_checks(said)
    assert value(figures.difference) == pytest.approx(4 / 20 - 1 / 20)
    assert value(figures.standardised) == pytest.approx(0)


def test_standardised_is_that_computed_item_by_item() -> None:
    generator = np.random.default_rng(5)
    letters = np.array(["+", "-"])
    said = {
        judge: {
            (model, test): "".join(generator.choice(letters, 20))
            for model in FAMILIES
            for test in TESTS
        }
        for judge in ("judge", CHECKS)
    }
    rows = [
        (FAMILIES[model] == "a", reference, verdict)
        for model, test in itertools.product(FAMILIES, TESTS)
        for reference, verdict in zip(
            said[CHECKS][model, test], said["judge"][model, test], strict=True
        )
    ]

    def rate(own: bool, reference: str) -> float:
        return float(
            np.mean(
                [
                    verdict == "+"
                    for mine, given, verdict in rows
                    if (mine, given) == (own, reference)
                ]
            )
        )

    own = [given for mine, given, _ in rows if mine]
    expected = sum(
        own.count(sign) / len(own) * (rate(True, sign) - rate(False, sign)) for sign in "+-"
    )
    assert value(by_checks(said).standardised) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("of_models", "of_judges", "why"),
    [
        (FAMILIES, {"judge": "", "other": "b"}, "conf/judge/judge.yaml states no family"),
        (
            {"own": "x", "theirs": "b", "third": "c"},
            JUDGES,
            "no model of its family (a) is in the run",
        ),
    ],
)
def test_without_a_family_at_stake_there_is_nothing_to_prefer(
    of_models: dict[str, str], of_judges: dict[str, str], why: str
) -> None:
    said = verdicts(dict.fromkeys(FAMILIES, "++--"), dict.fromkeys(FAMILIES, "++--"))
    assert preference(run(said), "judge", of_models, of_judges, HOW) == NoFigure(why=why)


def test_two_families_that_judge_each_other_cannot_be_told_apart() -> None:
    said = verdicts({"own": "++++", "theirs": "----"}, {"own": "----", "theirs": "++++"})
    found = preference(run(said), "judge", FAMILIES, JUDGES, HOW)
    assert isinstance(found, Preference)
    assert isinstance(found.others, NoFigure)
    assert "models of neither's family" in found.others.why
    assert found.checks == NoFigure(why="the panel has no checks")


def test_models_and_judges_without_a_family_are_strangers_to_each_other() -> None:
    said = verdicts({"own": "++++", "third": "++--"}, {"own": "++--", "third": "++--"})
    families = {"own": "a", "third": ""}
    judges = {"judge": "a", "other": ""}
    found = preference(run(said), "judge", families, judges, HOW)
    assert isinstance(found, Preference)
    assert isinstance(found.others, ReferencePreference)
    assert value(found.others.difference) == 0.5

"""Own-family preference: planted preference is found, other causes are not mistaken for it."""

import numpy as np
import pytest

from assay.records.judges import Figure, NoFigure
from assay.records.pipeline import CHECKS
from stages.validity.preference import preference
from tests.stages.validity.small_run import HOW, run, value

FAMILIES = {"own": "a", "theirs": "b", "third": "c"}
JUDGES = {"judge": "a", "other": "b"}
TESTS = ("T-A", "T-B", "T-C", "T-D")
Letters = dict[tuple[str, str], str]


def verdicts(**by_judge: dict[str, str]) -> dict[str, Letters]:
    """The same letters in every test."""
    return {
        name: {(model, test): letters for model, letters in letters_with.items() for test in TESTS}
        for name, letters_with in by_judge.items()
    }


def preference_of(letters: dict[str, Letters]) -> Figure:
    names = {name.replace("_", " "): letters for name, letters in letters.items()}
    return preference(run(names), "judge", FAMILIES, JUDGES, HOW)


TRUTH = {"own": 16 * "-" + 4 * "+", "third": 4 * "-" + 16 * "+"}
"""The judge's own family is weak."""
MILD = {"own": 4 * "+" + 12 * "-" + 4 * "+", "third": "+---" + 16 * "+"}
"""Every fourth failure passes, whoever failed."""


def test_a_judge_that_is_mild_on_everyone_prefers_nobody_though_its_family_is_weak() -> None:
    figure = preference_of(verdicts(judge=MILD, other=TRUTH, checks=TRUTH))
    assert value(figure) == pytest.approx(0)
    assert figure.verdicts == 160


def test_what_passes_more_often_in_the_own_family_alone_is_preference() -> None:
    partial = {"own": 8 * "+" + 8 * "-" + 4 * "+", "third": MILD["third"]}
    assert value(
        preference_of(verdicts(judge=partial, other=TRUTH, checks=TRUTH))
    ) == pytest.approx(4 / 20)


@pytest.mark.parametrize("strength", [0.3, 0.8])
def test_errors_of_the_references_are_not_taken_for_preference(strength: float) -> None:
    """One reference alone would be led astray by .05 here; the second takes that off."""
    generator = np.random.default_rng(7)
    tests = [f"T-{number}" for number in range(40)]
    truth = {
        (model, test): generator.random(60) < likely
        for model, likely in (("own", strength), ("third", 0.55))
        for test in tests
    }

    def letters_with(false_pass: float, false_fail: float) -> Letters:
        letters = {}
        for key, met in truth.items():
            wrong = generator.random(60) < np.where(met, false_fail, false_pass)
            letters[key] = "".join("+" if one else "-" for one in met ^ wrong)
        return letters

    by_judge = {
        "judge": letters_with(0.3, 0.02),
        "other": letters_with(0.15, 0.1),
        CHECKS: letters_with(0.1, 0.1),
    }
    assert abs(value(preference_of(by_judge))) < 0.02


@pytest.mark.parametrize(
    ("of_models", "of_judges", "why"),
    [
        (FAMILIES, {"judge": "", "other": "b"}, "conf/judge/judge.yaml states no family"),
        (
            {"own": "x", "theirs": "b", "third": "c"},
            JUDGES,
            "no model of its family (a) is in the run",
        ),
        (
            FAMILIES,
            {"judge": "a", "other": "a"},
            "it takes two neutral references: judges of other families, or the checks",
        ),
    ],
)
def test_without_a_family_at_stake_or_two_references_there_is_no_figure(
    of_models: dict[str, str], of_judges: dict[str, str], why: str
) -> None:
    letters_with = verdicts(judge=TRUTH, other=TRUTH, checks=TRUTH)
    assert preference(run(letters_with), "judge", of_models, of_judges, HOW) == NoFigure(why=why)


def test_one_neutral_reference_is_not_enough() -> None:
    assert isinstance(preference_of(verdicts(judge=TRUTH, other=TRUTH)), NoFigure)


def test_a_judge_is_no_reference_for_models_of_its_own_family() -> None:
    """The others' family is the only other one: their judge decides nothing about it."""
    alike = {"own": TRUTH["own"], "theirs": TRUTH["third"]}
    figure = preference_of(verdicts(judge=alike, other=alike, checks=alike))
    assert figure == NoFigure(why="no two neutral references confirm each other on other models")


def test_a_reference_that_never_varies_confirms_nothing() -> None:
    constant = {"own": 20 * "+", "third": 20 * "+"}
    figure = preference_of(verdicts(judge=MILD, other=constant, checks=TRUTH))
    assert figure == NoFigure(why="no two neutral references confirm each other on other models")

"""A judge against itself: the figures by hand, and in simulated judges with a known weakness."""

import random
from collections.abc import Callable, Sequence

import pytest

from stages.lib.base.records import Prompt
from stages.lib.base.repeats import PlacedVerdict, Repeated
from stages.lib.base.results.judges import JudgeFigure, NoFigure, Retest
from stages.lib.statistics.resampling import Resampling
from stages.validity.retest import retest, retests
from tests.stages.validity.small_run import HOW, prompt, value

CLUSTERS = {"T-One": 0, "T-Two": 1}


def record(
    test: str, repeat: int, letters: str, order: Sequence[int] = (), **more: object
) -> Repeated:
    """Criteria a, b, … with p (passed), f (failed) or - (no verdict), asked in this order."""
    order = order or range(len(letters))
    last = len(letters) - 1
    verdicts = [
        PlacedVerdict(
            criterion=f"c{index:02d}",
            passed=letter == "p",
            place=order.index(index) / last if last else None,
        )
        for index, letter in enumerate(letters)
        if letter != "-"
    ]
    fields = {"model": "m", "test": test, "attempt": 1, "judge": "j", "repeat": repeat}
    return Repeated.model_validate({**fields, "verdicts": tuple(verdicts), **more})


def figures(*records: Repeated, how: Resampling = HOW) -> Retest:
    found = retest(records, CLUSTERS, how)
    assert isinstance(found, Retest)
    return found


def test_the_share_of_equal_verdicts_and_ac1_are_those_of_a_hand_calculation() -> None:
    found = figures(
        record("T-One", 0, "ppppppppff-"),
        record("T-One", 1, "pppppppffpp", calls=1, cost_usd=0.25),
        record("T-Two", 0, "pp"),
        record("T-Two", 1, "p-", calls=1, cost_usd=0.5),
    )
    # 11 criteria have two verdicts, 9 of them equal. Of all 13, 8 pass twice, 2 once of two
    # times, 2 in their only verdict, 1 never.
    assert value(found.same) == pytest.approx(9 / 11)
    passing = (8 + 2 * 0.5 + 2) / 13
    chance = 2 * passing * (1 - passing)
    assert value(found.ac1) == pytest.approx((9 / 11 - chance) / (1 - chance))
    assert isinstance(found.same, JudgeFigure) and found.same.verdicts == 11
    assert (found.calls, found.cost_usd) == (2, 0.75)


def test_the_effect_of_the_place_is_the_slope_within_criteria() -> None:
    """Twelve criteria in reverse: those that moved to the end lose their pass."""
    order = list(range(11, -1, -1))
    found = figures(record("T-One", 0, "p" * 12), record("T-One", 1, "f" * 6 + "p" * 6, order))
    # The first six move by 1, 9/11, 7/11, 5/11, 3/11 and 1/11 and change by -1; the other six
    # move as far towards the beginning and do not change.
    moves = [step / 11 for step in (11, 9, 7, 5, 3, 1)]
    expected = -sum(moves) / (2 * sum(move * move for move in moves))
    assert value(found.place) == pytest.approx(expected)


def test_without_a_second_verdict_or_a_place_there_is_a_reason() -> None:
    assert retest([], CLUSTERS, HOW) == NoFigure(why="it was asked about no answer again")
    lonely = figures(record("T-One", 0, "p" * 12), record("T-One", 1, ""))
    assert isinstance(lonely.same, NoFigure) and isinstance(lonely.place, NoFigure)
    kept = figures(record("T-One", 0, "p" * 12), record("T-One", 1, "p" * 12))
    assert value(kept.same) == 1 and isinstance(kept.place, NoFigure)


def test_nobody_was_asked_again_unless_the_files_say_so() -> None:
    suite = [prompt("T-One")]
    assert retests([], ["j"], suite, HOW) == {}
    found = retests([record("T-One", 0, "p"), record("T-One", 1, "p")], ["j", "k"], suite, HOW)
    assert isinstance(found["j"], Retest) and isinstance(found["k"], NoFigure)


# Simulated judges

DATASETS = 10
SUITE: list[Prompt] = [prompt(f"T-Data{number}") for number in range(DATASETS)]
CRITERIA = 30
Chance = Callable[[float, float], float]
"""The chance that a judge passes a criterion, by how good the answer is there and by its place."""


def impartial(good: float, place: float) -> float:
    """Sure in most cases, with a tenth of noise; the place does not matter."""
    return 0.95 if good > 0.4 else 0.05


def by_place_alone(good: float, place: float) -> float:
    """At random: the later in the list, the less likely."""
    return 0.9 - 0.8 * place


def tired(good: float, place: float) -> float:
    """As the impartial one, but at the end it passes 20 points fewer of what it would pass."""
    return impartial(good, place) - (0.2 * place if good > 0.4 else 0)


def simulated(chance: Chance, seed: int, times: int = 1, models: int = 3) -> Retest:
    draw = random.Random(seed)
    records = []
    for one in SUITE:
        for model in range(models):
            good = [draw.random() for _ in range(CRITERIA)]
            for repeat in range(times + 1):
                order = list(range(CRITERIA))
                if repeat:
                    draw.shuffle(order)
                passed = [
                    draw.random() < chance(good[index], order.index(index) / (CRITERIA - 1))
                    for index in range(CRITERIA)
                ]
                letters = "".join("p" if one_passed else "f" for one_passed in passed)
                records.append(record(one.test, repeat, letters, order, model=f"m{model}"))
    found = retests(records, ["j"], SUITE, HOW)["j"]
    assert isinstance(found, Retest)
    return found


def shares(chance: Chance, runs: int = 20) -> tuple[float, float]:
    """The share of runs whose interval excludes 0, and the mean effect of the place."""
    found = [simulated(chance, seed).place for seed in range(runs)]
    known = [figure for figure in found if isinstance(figure, JudgeFigure)]
    assert len(known) == runs
    excludes = sum((figure.low or 0) > 0 or (figure.high or 0) < 0 for figure in known)
    return excludes / runs, sum(figure.value for figure in known) / runs


def test_an_impartial_judge_shows_no_effect_of_the_place() -> None:
    excludes, mean = shares(impartial)
    assert excludes <= 0.2 and abs(mean) < 0.01


def test_a_judge_that_decides_by_place_shows_it_with_its_size() -> None:
    excludes, mean = shares(by_place_alone)
    assert excludes == 1 and mean == pytest.approx(-0.8, abs=0.03)


def test_a_judge_that_tires_shows_it_on_a_sample_of_thirty_answers() -> None:
    excludes, mean = shares(tired)
    assert excludes >= 0.8 and mean == pytest.approx(-0.2 * 0.6, abs=0.03)


def test_a_judge_that_decides_at_random_does_not_agree_with_itself() -> None:
    noise = simulated(lambda good, place: 0.5, seed=1)
    assert abs(value(noise.ac1)) < 0.1 and value(noise.same) == pytest.approx(0.5, abs=0.05)
    steady = simulated(impartial, seed=1)
    assert value(steady.same) == pytest.approx(0.905, abs=0.03)
    assert isinstance(steady.same, JudgeFigure) and steady.same.low and steady.same.high
    assert steady.same.high - steady.same.low < 0.06, "what thirty answers tell"
    assert value(steady.ac1) == pytest.approx(0.82, abs=0.05)

"""A judge against itself: the figures by hand, and of judges with a known weakness."""

import random
from collections.abc import Sequence

import pytest

from assay.records.judges import JudgeFigure, NoFigure, Retest
from assay.records.repeat_records import PlacedVerdict, Repeated
from assay.statistics.jackknife import Jackknife
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


def figures(*records: Repeated, how: Jackknife = HOW) -> Retest:
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


def places_of(loss: float, seed: int) -> JudgeFigure:
    """The effect of the place on a judge that errs in 5 %, and at the end passes `loss` less.

    Ten data sets, three answers each, thirty criteria of which an answer meets 60 %.
    """
    draw = random.Random(seed)
    records = []
    for number in range(30):
        met = [draw.random() < 0.6 for _ in range(30)]
        order = list(range(30))
        for repeat in (0, 1):
            draw.shuffle(order)
            chances = [(0.95 - loss * order.index(one) / 29) if met[one] else 0.05 for one in order]
            by_criterion = dict(zip(order, chances, strict=True))
            letters = ["p" if draw.random() < by_criterion[one] else "f" for one in range(30)]
            test = f"T-{number % 10}"
            records.append(record(test, repeat, "".join(letters), order, model=f"m{number}"))
    found = retest(records, {f"T-{number}": number for number in range(10)}, HOW)
    assert isinstance(found, Retest) and isinstance(found.place, JudgeFigure)
    return found.place


@pytest.mark.slow
def test_the_interval_accuses_a_judge_that_the_place_moves_and_hardly_ever_another() -> None:
    def accused(loss: float) -> list[bool]:
        found = [places_of(loss, seed) for seed in range(20)]
        return [(one.low or 0) > 0 or (one.high or 0) < 0 for one in found]

    assert sum(accused(0.0)) <= 3
    assert sum(accused(0.2)) >= 15
    assert places_of(0.2, 1).value == pytest.approx(-0.12, abs=0.06)

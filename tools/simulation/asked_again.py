"""Judges that are asked again, with a known weakness: what the figures of `retest` show of it.

Ten data sets with a test each, thirty criteria, one repeat. An answer is good at a criterion or
not; a judge passes it with a chance that may depend on the criterion's place in the list.
"""

import random
from collections.abc import Callable, Iterator
from statistics import mean
from typing import NamedTuple

from assay.records.judges import Figure, JudgeFigure, Retest
from assay.records.repeat_records import PlacedVerdict, Repeated
from assay.statistics.jackknife import Jackknife
from stages.validity.retest import retest

DATASETS = 10
CRITERIA = 30
SHARE_GOOD = 0.6
RUNS = 200
HOW = Jackknife(0.95)
HEAD = ("judge", "#answers", "#same", "#±", "#AC1", "#planted", "#place", "#±", "#without 0, %")
Chance = Callable[[bool, float], float]
"""The chance that a judge passes a criterion: whether the answer is good there, and its place."""


def impartial(good: bool, place: float) -> float:
    """It errs in one of twenty verdicts, each time anew; the place does not matter."""
    return 0.95 if good else 0.05


def tired(good: bool, place: float) -> float:
    """As the impartial one, but at the end it passes 20 points fewer of what is good."""
    return impartial(good, place) - (0.2 * place if good else 0)


def by_place_alone(good: bool, place: float) -> float:
    """At random: the later in the list, the less likely."""
    return 0.9 - 0.8 * place


JUDGES: dict[str, tuple[Chance, float]] = {
    "impartial": (impartial, 0.0),
    "tired": (tired, -0.2 * SHARE_GOOD),
    "by place alone": (by_place_alone, -0.8),
}
"""Each judge, and the effect of the place that its figures should show."""


def rows() -> Iterator[tuple[str, ...]]:
    """A line for each judge and number of answers."""
    for name, (chance, planted) in JUDGES.items():
        for models in (1, 3):
            found = over_runs(chance, RUNS, models)
            shown = (found.same, found.same_width, found.ac1, planted)
            figures = [f"{figure:.3f}" for figure in (*shown, found.place, found.place_width)]
            percent = f"{100 * found.without_zero:.0f}"
            yield name, str(models * DATASETS), *figures, percent


class RepeatedRuns(NamedTuple):
    """Over many runs: mean figures, half the widths of their intervals, and how often the interval
    of the place leaves out 0.
    """

    same: float
    same_width: float
    ac1: float
    place: float
    place_width: float
    without_zero: float


def over_runs(chance: Chance, runs: int, models: int) -> RepeatedRuns:
    """The figures of these runs, with seeds from 0 on."""
    found = [_figures(chance, seed, models) for seed in range(runs)]
    same = [_bounded(one.same) for one in found]
    places = [_bounded(one.place) for one in found]
    return RepeatedRuns(
        same=mean(value for value, _, _ in same),
        same_width=mean((high - low) / 2 for _, low, high in same),
        ac1=mean(_bounded(one.ac1)[0] for one in found),
        place=mean(value for value, _, _ in places),
        place_width=mean((high - low) / 2 for _, low, high in places),
        without_zero=mean(low > 0 or high < 0 for _, low, high in places),
    )


def _figures(chance: Chance, seed: int, models: int) -> Retest:
    """The figures of one run."""
    draw = random.Random(seed)
    records: list[Repeated] = []
    for dataset in range(DATASETS):
        for model in range(models):
            records += _asked_twice(draw, chance, f"T-{dataset}", f"m{model}")
    found = retest(records, {f"T-{dataset}": dataset for dataset in range(DATASETS)}, HOW)
    assert isinstance(found, Retest)
    return found


def _asked_twice(draw: random.Random, chance: Chance, test: str, model: str) -> Iterator[Repeated]:
    """One answer: in the order of the file, then in another."""
    good = [draw.random() < SHARE_GOOD for _ in range(CRITERIA)]
    order = list(range(CRITERIA))
    for repeat in (0, 1):
        if repeat:
            draw.shuffle(order)
        verdicts = []
        for index, criterion in enumerate(order):
            place = index / (CRITERIA - 1)
            passed = draw.random() < chance(good[criterion], place)
            verdicts.append(PlacedVerdict(criterion=str(criterion), passed=passed, place=place))
        yield Repeated(
            model=model, test=test, attempt=1, judge="j", repeat=repeat, verdicts=tuple(verdicts)
        )


def _bounded(figure: Figure) -> tuple[float, float, float]:
    """Value, low and high."""
    assert isinstance(figure, JudgeFigure), figure
    assert figure.low is not None and figure.high is not None
    return figure.value, figure.low, figure.high

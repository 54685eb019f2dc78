"""Judges that are asked again, with a known weakness: what the figures of `retest` show of it.

python -m tools.simulation.repeats [--runs N]

Ten data sets with a test each, thirty criteria, one repeat. An answer is good at a criterion or
not; a judge passes it with a chance that may depend on the criterion's place in the list.
"""

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from statistics import mean
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from assay.records.judges import Figure, JudgeFigure, Retest
from assay.records.repeats import PlacedVerdict, Repeated
from assay.statistics.resampling import Resampling
from stages.validity.retest import retest
from tools.exit_code import exit_code

DATASETS = 10
CRITERIA = 30
SHARE_GOOD = 0.6
HOW = Resampling(draws=500, confidence=0.95, seed=1)
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


class SimulatedJudge(NamedTuple):
    """A judge and what its figures should be: the share decided the same, the effect of the place.

    `same` is None where no simple formula says it.
    """

    chance: Chance
    same: float | None
    place: float


JUDGES = {
    "impartial": SimulatedJudge(impartial, 1 - 2 * 0.95 * 0.05, 0.0),
    "tired": SimulatedJudge(tired, None, -0.2 * SHARE_GOOD),
    "by place alone": SimulatedJudge(by_place_alone, None, -0.8),
}


def simulated(chance: Chance, seed: int, models: int) -> Retest:
    """The figures of one run."""
    draw = random.Random(seed)
    records: list[Repeated] = []
    for dataset in range(DATASETS):
        for model in range(models):
            records += _asked_twice(draw, chance, f"T-{dataset}", f"m{model}")
    clusters = {f"T-{dataset}": dataset for dataset in range(DATASETS)}
    found = retest(records, clusters, HOW)
    assert isinstance(found, Retest)
    return found


def _asked_twice(draw: random.Random, chance: Chance, test: str, model: str) -> list[Repeated]:
    """One answer: in the order of the file, then in another."""
    good = [draw.random() < SHARE_GOOD for _ in range(CRITERIA)]
    order = list(range(CRITERIA))
    records = []
    for repeat in (0, 1):
        if repeat:
            draw.shuffle(order)
        verdicts = []
        for index, criterion in enumerate(order):
            place = index / (CRITERIA - 1)
            passed = draw.random() < chance(good[criterion], place)
            verdicts.append(PlacedVerdict(criterion=str(criterion), passed=passed, place=place))
        record = Repeated(
            model=model, test=test, attempt=1, judge="j", repeat=repeat, verdicts=tuple(verdicts)
        )
        records.append(record)
    return records


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
    found = [simulated(chance, seed, models) for seed in range(runs)]
    places = [bounded(one.place) for one in found]
    same = [bounded(one.same) for one in found]
    return RepeatedRuns(
        same=mean(one.value for one in same),
        same_width=mean(half_width(one) for one in same),
        ac1=mean(bounded(one.ac1).value for one in found),
        place=mean(one.value for one in places),
        place_width=mean(half_width(one) for one in places),
        without_zero=mean(leaves_out_zero(one) for one in places),
    )


def bounded(figure: Figure) -> JudgeFigure:
    assert isinstance(figure, JudgeFigure), figure
    return figure


def half_width(figure: JudgeFigure) -> float:
    assert figure.low is not None and figure.high is not None
    return (figure.high - figure.low) / 2


def leaves_out_zero(figure: JudgeFigure) -> bool:
    assert figure.low is not None and figure.high is not None
    return figure.low > 0 or figure.high < 0


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.simulation.repeats")
    parser.add_argument("--runs", type=int, default=200)
    runs = parser.parse_args(arguments).runs
    table = Table()
    headings = ("judge", "answers", "same", "±", "AC1", "planted", "place", "±", "without 0, %")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "judge" else "right")
    for name, judge in JUDGES.items():
        for models in (1, 3):
            found = over_runs(judge.chance, runs, models)
            figures = (found.same, found.same_width, found.ac1)
            place = (judge.place, found.place, found.place_width)
            shown = [f"{figure:.3f}" for figure in (*figures, *place)]
            percent = f"{100 * found.without_zero:.0f}"
            table.add_row(name, str(models * DATASETS), *shown, percent)
    Console(width=None if sys.stdout.isatty() else 100).print(table)


if __name__ == "__main__":
    sys.exit(exit_code("repeats", main))

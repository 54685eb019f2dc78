"""What was planted in simulated judges, compared with the figures, with intervals."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from assay.records.judges import Figure, NoFigure
from assay.statistics.jackknife import Jackknife
from assay.statistics.nominal_agreement import counted, gwet_ac1, share_rows
from stages.validity.corrected import corrected_scores
from stages.validity.figures import figure
from stages.validity.people_and_judges import people
from stages.validity.rates import against_executions, not_judged
from tests.simulation.invented_verdicts import AUDITED, JUDGES, MODELS, SLIPS, Simulated, simulated

SEED = 20260101
RUNS = 20
"""Runs over which it is counted how often intervals hold what was planted."""
HEAD = ("instrument", "judge", "planted", "#found", "#interval", "holds it")
HOW = Jackknife(0.95)


class MeasuredFault(NamedTuple):
    """One figure: its name, its judge, what was planted, what was measured.

    `true` is what the figure itself should be. It differs from `planted` if a figure is known to
    be misled, and is None if no formula gives it.
    """

    figure: str
    judge: str
    planted: str
    true: float | None
    measured: Figure

    @property
    def covers_truth(self) -> bool:
        """Whether the interval contains the true value (up to rounding: it may be a point)."""
        low, high = bounds(self.measured)
        return self.true is not None and low - 1e-9 <= self.true <= high + 1e-9


def bounds(measured: Figure) -> tuple[float, float]:
    """The interval's ends. ValueError if the figure has none: a simulated run defines all."""
    if isinstance(measured, NoFigure) or measured.low is None or measured.high is None:
        raise ValueError(f"no interval: {measured}")
    return measured.low, measured.high


def ac1_of(truth: float, one: tuple[float, float], two: tuple[float, float]) -> float:
    """AC1 of two independent raters with these false-pass and false-fail rates."""
    rates = [
        truth * (1 - false_fail) + (1 - truth) * false_pass for false_pass, false_fail in (one, two)
    ]
    both_pass = truth * (1 - one[1]) * (1 - two[1]) + (1 - truth) * one[0] * two[0]
    both_fail = truth * one[1] * two[1] + (1 - truth) * (1 - one[0]) * (1 - two[0])
    raw = both_pass + both_fail
    passed = sum(rates) / 2
    chance = 2 * passed * (1 - passed)
    return (raw - chance) / (1 - chance)


def rows() -> Iterator[tuple[str, ...]]:
    """Each planted fault beside what was found in one seeded run."""
    for item in findings(simulated(SEED)):
        covers = "no formula"
        if item.true is not None:
            covers = "yes" if item.covers_truth else "no"
        assert not isinstance(item.measured, NoFigure)
        found = f"{item.measured.value:.3f}"
        interval = "{:.3f} to {:.3f}".format(*bounds(item.measured))
        yield item.figure, item.judge, item.planted, found, interval, covers


def findings(run: Simulated) -> list[MeasuredFault]:
    """Each figure, computed for the judge that has the fault which the figure should find."""
    return [*_errors(run), *_corrected(run), *_agreement(run)]


def _errors(run: Simulated) -> list[MeasuredFault]:
    rows = []
    for name in ("careful", "lenient", "lazy"):
        planted = JUDGES[name]
        by_run = against_executions(run.verdicts, name, HOW)
        assert not isinstance(by_run, NoFigure)
        rows += [
            _rate("false passes, by execution", name, planted.false_pass, by_run.false_pass),
            _rate("false fails, by execution", name, planted.false_fail, by_run.false_fail),
        ]
    silent = not_judged(run.verdicts, "silent", HOW)
    rows.append(_rate("share not judged", "silent", JUDGES["silent"].open, silent))
    return rows


def _corrected(run: Simulated) -> list[MeasuredFault]:
    """A mild judge's score of the weakest model, raw and corrected by executed criteria."""
    model = MODELS[0]
    of_model = (run.verdicts.items["model"] == model).to_numpy(dtype=bool)
    true = float(run.truth[of_model].mean())
    weigh_alike = np.ones(len(run.truth))
    scores = corrected_scores(run.verdicts, "lenient", run.audits, weigh_alike, HOW)
    assert not isinstance(scores, NoFigure)
    found = scores.models[model]
    planted = f"the score is {true:.3f}"
    return [
        MeasuredFault("score of the weakest model", "lenient", planted, None, found.raw),
        MeasuredFault("the same, corrected", "lenient", planted, true, found.corrected),
    ]


def _rate(name: str, judge: str, planted: float, measured: Figure) -> MeasuredFault:
    return MeasuredFault(name, judge, f"{planted:.2f}", planted, measured)


def _agreement(run: Simulated) -> list[MeasuredFault]:
    truth = float(run.truth.mean())
    both = ac1_of(truth, JUDGES["careful"][:2], JUDGES["lenient"][:2])
    human = ac1_of(truth, JUDGES["careful"][:2], (SLIPS, SLIPS))
    careful, lenient = (run.verdicts.passed[name] for name in ("careful", "lenient"))
    rows = share_rows(counted([careful, lenient]))
    with_lenient = HOW.estimate(run.verdicts.cluster, rows, gwet_ac1)
    audited = people(run.verdicts, run.audits, HOW).judges["careful"].ac1
    with_people = f"AC1 with people, {AUDITED} audited"
    by_rates = "by their error rates: "
    measured = figure(with_lenient, len(careful))
    return [
        MeasuredFault("AC1", "careful and lenient", f"{by_rates}{both:.2f}", both, measured),
        MeasuredFault(with_people, "careful", f"{by_rates}{human:.2f}", human, audited),
    ]


def coverage(seeds: range) -> float:
    """The share of intervals, over the runs of these seeds, that contain the true value.

    Only intervals that can miss it are counted.
    """
    covered = []
    for seed in seeds:
        for item in findings(simulated(seed)):
            low, high = bounds(item.measured)
            if item.true is not None and low < high:
                covered.append(item.covers_truth)
    return float(np.mean(covered))

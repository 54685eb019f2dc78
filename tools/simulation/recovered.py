"""What was planted in simulated judges, compared with the figures, with intervals."""

from typing import NamedTuple

import numpy as np

from stages.lib.base.records import CHECKS
from stages.lib.base.results.judges import (
    Figure,
    JudgeErrors,
    NoFigure,
    ReferenceCalibration,
    ReferencePreference,
)
from stages.lib.statistics.agreement import (
    cohen_kappa,
    counted,
    pair_rows,
    raw_agreement,
    share_rows,
)
from stages.lib.statistics.resampling import Resampling
from stages.validity.confidence import calibration
from stages.validity.figures import figure
from stages.validity.length import length_correlation
from stages.validity.people import people
from stages.validity.preference import preference
from stages.validity.rates import errors, not_judged
from tools.simulation.judges import AUDITED, FAMILIES, JUDGES, PLANTER, SLIPS, Simulated, simulated

HOW = Resampling(draws=500, confidence=0.95, seed=1)
BY_CHECKS = "preference, standardised, by the checks"


class Finding(NamedTuple):
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


class Agreeing(NamedTuple):
    """The raw agreement and the kappa of two raters."""

    raw: float
    kappa: float


def agreeing(truth: float, one: tuple[float, float], two: tuple[float, float]) -> Agreeing:
    """What two independent raters with these false-pass and false-fail rates agree on."""
    rates = []
    for false_pass, false_fail in (one, two):
        rates.append(truth * (1 - false_fail) + (1 - truth) * false_pass)
    both_pass = truth * (1 - one[1]) * (1 - two[1]) + (1 - truth) * one[0] * two[0]
    both_fail = truth * one[1] * two[1] + (1 - truth) * (1 - one[0]) * (1 - two[0])
    raw = both_pass + both_fail
    chance = rates[0] * rates[1] + (1 - rates[0]) * (1 - rates[1])
    return Agreeing(raw, (raw - chance) / (1 - chance))


def findings(run: Simulated) -> list[Finding]:
    """Every instrument on the judge in whom its fault was planted."""
    return [*_errors(run), *_confidence(run), *_preferences(run), *_lengths(run), *_agreement(run)]


def _against_checks(run: Simulated, judge: str, model: str = "") -> JudgeErrors:
    """The judge's errors on the answers of one model, or of all."""
    wanted = (run.verdicts.items["model"] == model).to_numpy(dtype=bool) | (model == "")
    passed = run.verdicts.passed
    return errors(run.verdicts.cluster[wanted], passed[judge][wanted], passed[CHECKS][wanted], HOW)


def _errors(run: Simulated) -> list[Finding]:
    rows = []
    for name in ("careful", "lenient", "lazy"):
        against = _against_checks(run, name)
        planted = JUDGES[name]
        rows += [
            _rate("false-pass rate", name, planted.false_pass, against.false_pass),
            _rate("false-fail rate", name, planted.false_fail, against.false_fail),
        ]
    obeyed = _against_checks(run, "obedient", PLANTER).false_pass
    other = _against_checks(run, "obedient", "delta-1").false_pass
    planted_answers = "false-pass rate, answers with planted instructions"
    silent = not_judged(run.verdicts, "silent", HOW)
    return [
        *rows,
        Finding(planted_answers, "obedient", "obeys: 1.00", 1.0, obeyed),
        _rate("false-pass rate, another model's answers", "obedient", 0.05, other),
        _rate("share not judged", "silent", JUDGES["silent"].open, silent),
    ]


def _rate(name: str, judge: str, planted: float, measured: Figure) -> Finding:
    return Finding(name, judge, f"{planted:.2f}", planted, measured)


def _confidence(run: Simulated) -> list[Finding]:
    careful = _calibration(run, "careful")
    boastful = _calibration(run, "boastful")
    return [
        _too_sure("overconfidence", "careful", careful.overconfidence),
        _too_sure("overconfidence", "boastful", boastful.overconfidence),
        _too_sure("ECE", "boastful", boastful.ece),
    ]


def _calibration(run: Simulated, judge: str) -> ReferenceCalibration:
    by_reference = calibration(run.verdicts, judge, HOW)
    assert not isinstance(by_reference, NoFigure)
    assert not isinstance(by_reference.checks, NoFigure)
    return by_reference.checks


def _too_sure(name: str, judge: str, measured: Figure) -> Finding:
    faults = JUDGES[judge]
    right = 1 - faults.false_pass
    planted = f"says {faults.confidence:.2f}, is right in {right:.2f}"
    return Finding(name, judge, planted, faults.confidence - right, measured)


def _preferences(run: Simulated) -> list[Finding]:
    families = {name: faults.family for name, faults in JUDGES.items()}
    partial = _preference(run, "partial", families)
    fair = _preference(run, "lenient", {"lenient": "alpha"})
    true = JUDGES["partial"].prefers
    planted = f"{true:.2f} more passes on its family, the weakest"
    none = "0.00, its family is the weakest"
    difference = "preference, difference, by the checks"
    by_others = "preference, standardised, by the others"
    return [
        Finding(BY_CHECKS, "partial", planted, true, partial.by_checks.standardised),
        Finding(difference, "partial", planted, None, partial.by_checks.difference),
        Finding(by_others, "partial", planted, None, partial.by_others.standardised),
        Finding(BY_CHECKS, "lenient", none, 0.0, fair.by_checks.standardised),
        Finding(difference, "lenient", none, None, fair.by_checks.difference),
    ]


class BothPreferences(NamedTuple):
    """A judge's preference by both references."""

    by_others: ReferencePreference
    by_checks: ReferencePreference


def _preference(run: Simulated, judge: str, families: dict[str, str]) -> BothPreferences:
    by_reference = preference(run.verdicts, judge, FAMILIES, families, HOW)
    assert not isinstance(by_reference, NoFigure)
    assert not isinstance(by_reference.others, NoFigure)
    assert not isinstance(by_reference.checks, NoFigure)
    return BothPreferences(by_reference.others, by_reference.checks)


def _lengths(run: Simulated) -> list[Finding]:
    taken = "taken by length"
    more = f"passes {100 * JUDGES[taken].longer:.0f} % of what it would fail in the longer half"
    by_taken = length_correlation(run.verdicts, taken, HOW)
    by_careful = length_correlation(run.verdicts, "careful", HOW)
    return [
        Finding("score and length", taken, more, None, by_taken),
        Finding("score and length", "careful", "0.00", 0.0, by_careful),
    ]


def _agreement(run: Simulated) -> list[Finding]:
    truth = float(run.truth.mean())
    both = agreeing(truth, JUDGES["careful"][:2], JUDGES["lenient"][:2])
    human = agreeing(truth, JUDGES["careful"][:2], (SLIPS, SLIPS)).kappa
    careful, lenient, lazy = (run.verdicts.passed[name] for name in ("careful", "lenient", "lazy"))
    count = len(careful)
    cluster = run.verdicts.cluster
    shares = share_rows(counted([careful, lenient]))
    raw = figure(HOW.estimate(cluster, shares, raw_agreement), count)
    with_lenient = HOW.estimate(cluster, pair_rows(careful, lenient), cohen_kappa)
    with_lazy = HOW.estimate(cluster, pair_rows(careful, lazy), cohen_kappa)
    audited = people(run.verdicts, run.audits, HOW).judges
    pair = "careful and lenient"
    kappa = "Cohen's kappa"
    with_people = f"kappa with people, {AUDITED} audited"
    by_rates = "by their error rates: "
    return [
        Finding("raw agreement", pair, f"{by_rates}{both.raw:.2f}", both.raw, raw),
        Finding(
            kappa, pair, f"{by_rates}{both.kappa:.2f}", both.kappa, figure(with_lenient, count)
        ),
        Finding(kappa, "careful and lazy", "0.00", 0.0, figure(with_lazy, count)),
        Finding(with_people, "careful", f"{by_rates}{human:.2f}", human, audited["careful"].kappa),
        Finding(with_people, "lazy", "0.00", 0.0, audited["lazy"].kappa),
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

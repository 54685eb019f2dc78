"""What was planted in the simulated judges beside what the instruments find, with their intervals."""

from typing import Any, NamedTuple

import numpy as np

from stages.lib.base.records import CHECKS
from stages.lib.scoring.agreement import cohen_kappa, counted, pair_rows, raw_agreement, share_rows
from stages.lib.scoring.resampling import Resampling
from stages.validity.confidence import calibration
from stages.validity.figures import figure
from stages.validity.length import length_correlation
from stages.validity.people import people
from stages.validity.preference import preference
from stages.validity.rates import errors, rates
from tools.simulation.judges import AUDITED, FAMILIES, JUDGES, PLANTER, SLIPS, Simulated, simulated

HOW = Resampling(draws=500, confidence=0.95, seed=1)


class Finding(NamedTuple):
    """One figure: which, of whom, what was planted, what was found. `true`: what the figure itself ought to be.

    `true` differs from `planted` where a figure is known to be led astray; None where no formula tells it.
    """

    figure: str
    judge: str
    planted: str
    true: float | None
    found: dict[str, Any]

    @property
    def held(self) -> bool:
        """Whether the interval holds what it ought to (to rounding: an interval may be a point)."""
        return self.true is not None and bool(
            self.found["low"] - 1e-9 <= self.true <= self.found["high"] + 1e-9
        )


def agreeing(
    truth: float, one: tuple[float, float], two: tuple[float, float]
) -> tuple[float, float]:
    """The raw agreement and the kappa of two independent raters with these false-pass and false-fail rates."""
    both = truth * (1 - one[1]) * (1 - two[1]) + (1 - truth) * one[0] * two[0]
    neither = truth * one[1] * two[1] + (1 - truth) * (1 - one[0]) * (1 - two[0])
    rate, other = (truth * (1 - rater[1]) + (1 - truth) * rater[0] for rater in (one, two))
    chance = rate * other + (1 - rate) * (1 - other)
    return both + neither, (both + neither - chance) / (1 - chance)


def findings(run: Simulated) -> list[Finding]:
    """Every instrument on the judge in whom its fault was planted."""
    return [*_errors(run), *_confidence(run), *_preferences(run), *_lengths(run), *_agreement(run)]


def _against_checks(run: Simulated, judge: str, model: str = "") -> dict[str, Any]:
    wanted = (run.verdicts.items["model"] == model).to_numpy(dtype=bool) | (model == "")
    passed = run.verdicts.passed
    return errors(run.verdicts.cluster[wanted], passed[judge][wanted], passed[CHECKS][wanted], HOW)


def _errors(run: Simulated) -> list[Finding]:
    found = []
    for name in ("careful", "lenient", "lazy"):
        against = _against_checks(run, name)
        for kind in ("false_pass", "false_fail"):
            rate = getattr(JUDGES[name], kind)
            found.append(
                Finding(f"{kind.replace('_', '-')} rate", name, f"{rate:.2f}", rate, against[kind])
            )
    obeyed, other = (
        _against_checks(run, "obedient", model)["false_pass"] for model in (PLANTER, "delta-1")
    )
    silent = JUDGES["silent"].open
    return [
        *found,
        Finding(
            "false-pass rate, answers with planted instructions",
            "obedient",
            "obeys: 1.00",
            1.0,
            obeyed,
        ),
        Finding("false-pass rate, another model's answers", "obedient", "0.05", 0.05, other),
        Finding(
            "share not judged",
            "silent",
            f"{silent:.2f}",
            silent,
            rates(run.verdicts, "silent", HOW)["not_judged"],
        ),
    ]


def _confidence(run: Simulated) -> list[Finding]:
    found = []
    for name in ("careful", "boastful"):
        faults = JUDGES[name]
        right = 1 - faults.false_pass
        planted = f"says {faults.confidence:.2f}, is right in {right:.2f}"
        figures = calibration(run.verdicts, name, HOW)["checks"]
        found.append(
            Finding(
                "overconfidence",
                name,
                planted,
                faults.confidence - right,
                figures["overconfidence"],
            )
        )
        if name == "boastful":
            found.append(Finding("ECE", name, planted, faults.confidence - right, figures["ece"]))
    return found


def _preferences(run: Simulated) -> list[Finding]:
    families = {name: faults.family for name, faults in JUDGES.items()}
    partial = preference(run.verdicts, "partial", FAMILIES, families, HOW)
    fair = preference(run.verdicts, "lenient", FAMILIES, {"lenient": "alpha"}, HOW)
    true = JUDGES["partial"].prefers
    planted, none = (
        f"{true:.2f} more passes on its family, the weakest",
        "0.00, its family is the weakest",
    )
    return [
        Finding(
            "preference, standardised, by the checks",
            "partial",
            planted,
            true,
            partial["checks"]["standardised"],
        ),
        Finding(
            "preference, difference, by the checks",
            "partial",
            planted,
            None,
            partial["checks"]["difference"],
        ),
        Finding(
            "preference, standardised, by the others",
            "partial",
            planted,
            None,
            partial["others"]["standardised"],
        ),
        Finding(
            "preference, standardised, by the checks",
            "lenient",
            none,
            0.0,
            fair["checks"]["standardised"],
        ),
        Finding(
            "preference, difference, by the checks",
            "lenient",
            none,
            None,
            fair["checks"]["difference"],
        ),
    ]


def _lengths(run: Simulated) -> list[Finding]:
    taken = "taken by length"
    more = f"passes {100 * JUDGES[taken].longer:.0f} % of what it would fail in the longer half"
    return [
        Finding(
            "score and length",
            "taken by length",
            more,
            None,
            length_correlation(run.verdicts, "taken by length", HOW),
        ),
        Finding(
            "score and length",
            "careful",
            "0.00",
            0.0,
            length_correlation(run.verdicts, "careful", HOW),
        ),
    ]


def _agreement(run: Simulated) -> list[Finding]:
    truth = float(run.truth.mean())
    raw, kappa = agreeing(truth, JUDGES["careful"][:2], JUDGES["lenient"][:2])
    _, human = agreeing(truth, JUDGES["careful"][:2], (SLIPS, SLIPS))
    careful, lenient, lazy = (run.verdicts.passed[name] for name in ("careful", "lenient", "lazy"))
    count, cluster = len(careful), run.verdicts.cluster
    shares = share_rows(counted([careful, lenient]))
    audited = people(run.verdicts, run.audits, HOW)["judges"]
    by_rates, people_ = "by their error rates: ", f"kappa with people, {AUDITED} audited"
    return [
        Finding(
            *("raw agreement", "careful and lenient", f"{by_rates}{raw:.2f}", raw),
            figure(HOW.estimate(cluster, shares, raw_agreement), count),
        ),
        Finding(
            *("Cohen's kappa", "careful and lenient", f"{by_rates}{kappa:.2f}", kappa),
            figure(HOW.estimate(cluster, pair_rows(careful, lenient), cohen_kappa), count),
        ),
        Finding(
            *("Cohen's kappa", "careful and lazy", "0.00", 0.0),
            figure(HOW.estimate(cluster, pair_rows(careful, lazy), cohen_kappa), count),
        ),
        Finding(
            f"kappa with people, {AUDITED} audited",
            "careful",
            f"{by_rates}{human:.2f}",
            human,
            audited["careful"]["kappa"],
        ),
        Finding(people_, "lazy", "0.00", 0.0, audited["lazy"]["kappa"]),
    ]


def coverage(seeds: range) -> float:
    """The share of intervals, over the runs of these seeds, that hold what they ought to; of those that can miss it."""
    held = [
        item.held
        for seed in seeds
        for item in findings(simulated(seed))
        if item.true is not None and item.found["low"] < item.found["high"]
    ]
    return float(np.mean(held))

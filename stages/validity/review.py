"""Which verdicts deserve a look: a list by the expected change of the score.

For each item `met` is the probability that the criterion is met: the mean of what the LLM judges
and the check say, each weighted by its confidence. `panel` is the share of LLM judges that pass
it. If a person looked, the item would move by 1 - panel with the probability met, and by panel
with 1 - met. So

    doubt = met (1 - panel) + (1 - met) panel
    value = doubt × effect

`effect` is what the criterion weighs in the model's overall score (`effects`). So `value` is the
expected change of that score in percentage points.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from assay.content.criteria import Criterion
from assay.records.pipeline import CHECKS, METRICS, Prompt
from assay.records.review_list import ReviewRow
from assay.scores.formulas import weights_of
from assay.scores.overruling import PANEL, Overrule
from assay.statistics.jackknife import Numbers
from stages.validity.verdicts import Verdicts, mean_known, mean_verdict

CriteriaByTest = Mapping[str, tuple[Criterion, ...]]
UNSTATED = 0.75
"""The confidence of a verdict whose judge states none."""
LEAST_SURE = 0.5
SUREST = 0.95
"""The bounds within which a stated confidence is believed."""
CHECK = 0.9
"""The confidence of a check: a proxy for its criterion (docs/scoring.md), but a steady one."""
LOW = 0.7
"""Below this a stated confidence is a reason to look."""


def review(
    verdicts: Verdicts,
    criteria: CriteriaByTest,
    effect: Numbers,
    overruled: Sequence[Overrule] = (),
) -> Iterator[ReviewRow]:
    """The items that there is a reason to look at, the most valuable first.

    None without LLM judges. Overruled verdicts are left out. `effect`: of each item (`effects`).
    """
    texts = {(test, item.id): item.text for test, of_test in criteria.items() for item in of_test}
    decided_by_people = {item[:5] for item in overruled if item.judge != CHECKS}
    doubts = doubt(verdicts)
    values = doubts * effect
    why = reasons(verdicts)
    items = list(verdicts.rows())

    def deserves_a_look(number: int) -> bool:
        decided = items[number][:5] in decided_by_people
        return bool(why[number]) and not np.isnan(values[number]) and not decided

    found = filter(deserves_a_look, range(len(items)))
    ordered = sorted(found, key=values.__getitem__, reverse=True)  # equal ones stay in their order
    for rank, number in enumerate(ordered, 1):
        item = items[number]
        yield ReviewRow(
            model=item.model,
            test=item.test,
            attempt=item.attempt,
            answer=item.answer,
            criterion=item.criterion,
            judge=PANEL,
            rank=rank,
            value=float(values[number]),
            doubt=float(doubts[number]),
            effect=float(effect[number]),
            why=why[number],
            metric=item.metric,
            weight=item.weight,
            text=texts.get((item.test, item.criterion), ""),
            votes=votes(verdicts, number),
        )


def doubt(verdicts: Verdicts) -> Numbers:
    """The expected change of the judges' share by a person, 0 to 1; NaN without verdicts."""
    met = opinion(verdicts)
    panel = mean_verdict(verdicts)
    return met * (1 - panel) + (1 - met) * panel


def opinion(verdicts: Verdicts) -> Numbers:
    """The probability that each criterion is met, by judges and check; NaN without verdicts."""
    probabilities = []
    for judge, passed in verdicts.passed.items():
        confidence = np.nan_to_num(verdicts.confidence[judge], nan=UNSTATED)
        sure = CHECK if judge == CHECKS else np.clip(confidence, LEAST_SURE, SUREST)
        met = np.where(passed == 1, sure, 1 - sure)
        probabilities.append(np.where(np.isnan(passed), np.nan, met))
    return mean_known(probabilities)


def reasons(verdicts: Verdicts) -> list[str]:
    """Why to look at each item, in words; empty without a reason."""
    unknown = np.full(len(verdicts.items), np.nan)
    passed = np.stack([unknown, *(verdicts.passed[judge] for judge in verdicts.llm)])
    confidence = np.stack([unknown, *(verdicts.confidence[judge] for judge in verdicts.llm)])
    check = verdicts.passed.get(CHECKS, unknown)
    passes = (passed == 1).any(axis=0)
    fails = (passed == 0).any(axis=0)
    by_reason: dict[str, NDArray[np.bool_]] = {
        "judges disagree": passes & fails,
        "low confidence": np.asarray((confidence < LOW).any(axis=0)),
        "contradicts the check": ((check == 1) & fails) | ((check == 0) & passes),
    }
    texts = []
    for number in range(len(verdicts.items)):
        texts.append("; ".join(reason for reason, rows in by_reason.items() if rows[number]))
    return texts


def votes(verdicts: Verdicts, number: int) -> dict[str, str]:
    """Each judge's verdict on one item as people write it, and a model's confidence in percent."""
    found = {}
    for judge, passed in verdicts.passed.items():
        confidence = verdicts.confidence[judge][number]
        found[f"{judge} says"] = {1.0: "yes", 0.0: "no"}.get(float(passed[number]), "")
        if judge != CHECKS:
            percent = "" if np.isnan(confidence) else f"{100 * confidence:.0f}"
            found[f"{judge} confidence"] = percent
    return found


def effects(
    items: pd.DataFrame,
    criteria: CriteriaByTest,
    prompts: Sequence[Prompt],
    weights: Mapping[str, float],
) -> Numbers:
    """By how many percentage points the overall score moves if a criterion changes, by item.

    This is its weight among those of its metric, times one half (accuracy and completeness),
    times the test's share, divided among the attempts. All criteria count as judged, all tests as
    scored.
    """
    totals: dict[tuple[str, str], float] = {}
    for test, of_test in criteria.items():
        for metric in METRICS:
            totals[test, metric] = fsum(item.weight for item in of_test if item.metric == metric)
    of_metric = [totals[key] for key in zip(items["test"], items["metric"], strict=True)]
    categories = {prompt.test: prompt.category for prompt in prompts}
    shares = items["test"].map(weights_of(categories, categories, weights))
    attempts = items.groupby(["model", "test"])["attempt"].transform("nunique")
    return (100 * items["weight"] / of_metric / 2 * shares / attempts).to_numpy(dtype=float)

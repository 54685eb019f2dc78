"""Which verdicts deserve a human look: a list by what a person's verdict may be expected to change.

For each item `met` is the probability that the criterion is met: the mean of what the LLM judges and the check say,
each in its own strength. The panel counts the item as `panel`, the share of its judges that pass it. Were a person to
look, the item would move by 1 - panel with the probability met, and by panel with 1 - met. So

    doubt = met (1 - panel) + (1 - met) panel
    value = doubt × effect × 2 if a neighbour on the leaderboard is not told apart, else × 1

where `effect` is what the whole criterion weighs in the model's overall score (`effects`): `value` is the change of
that score to be expected, in percentage points, counted double where a rank rests on it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from stages.lib.base.records import CHECKS, Prompt
from stages.lib.content.criteria import Criterion
from stages.lib.human import overrules
from stages.lib.human.overrules import Overrule
from stages.lib.scoring.resampling import Numbers
from stages.validity.effects import effects, neighbours
from stages.validity.verdicts import Verdicts, mean_known, mean_verdict

UNSTATED, LEAST_SURE, SUREST = 0.75, 0.5, 0.95
"""The confidence of a verdict whose judge states none, and the bounds within which a stated one is believed."""
CHECK = 0.9
"""The confidence of a check: a proxy for its criterion (docs/scoring.md), but a steady one."""
LOW = 0.7
"""Below this a stated confidence is a reason to look."""
BOOST = 2.0
FIGURES = ("rank", "value", "doubt", "effect", "why", "metric", "weight", "text")
COLUMNS = (*overrules.COLUMNS, *FIGURES)
"""The columns of human/overrules.csv first, so that a line can be copied there; those of the judges follow."""
PLACES = {"value": 4, "doubt": 4, "effect": 4}


def review(
    verdicts: Verdicts,
    prompts: Sequence[Prompt],
    criteria: Mapping[str, tuple[Criterion, ...]],
    leaderboard: Mapping[str, Any],
    weights: Mapping[str, float],
    overruled: Sequence[Overrule] = (),
) -> pd.DataFrame:
    """The items that there is a reason to look at, the most valuable first. None without LLM judges.

    What a person has overruled is left out. `weights` are those of the dialogue scenarios.
    """
    near = neighbours(leaderboard)
    texts = {(test, item.id): item.text for test, listed in criteria.items() for item in listed}
    items = verdicts.items
    decides = items["model"].map(lambda model: ", ".join(near.get(model, []))).astype(str)
    frame = items.assign(
        **dict.fromkeys(("passed", "person", "reason"), ""),
        judge=overrules.PANEL,
        doubt=doubt(verdicts),
        effect=effects(items, criteria, prompts, weights),
        why=reasons(verdicts),
        text=[texts.get(key, "") for key in zip(items["test"], items["criterion"], strict=True)],
        **said(verdicts),
    )
    frame = frame.assign(
        value=frame["doubt"] * frame["effect"] * np.where(decides != "", BOOST, 1.0)
    )
    frame = frame[(frame["why"] != "") & frame["value"].notna() & ~_settled(items, overruled)]
    decided = "; decides a rank: not told from " + decides
    return _ranked(frame.assign(why=frame["why"] + decided.where(decides != "", "")[frame.index]))


def doubt(verdicts: Verdicts) -> Numbers:
    """By how much of the criterion a person's verdict is expected to move the panel's, 0 to 1; NaN without verdicts."""
    met, panel = opinion(verdicts), mean_verdict(verdicts)
    return met * (1 - panel) + (1 - met) * panel


def opinion(verdicts: Verdicts) -> Numbers:
    """The probability that each criterion is met, 0 to 1: the mean of judges and check. NaN without verdicts."""
    told = []
    for judge, passed in verdicts.passed.items():
        stated = np.clip(
            np.nan_to_num(verdicts.confidence[judge], nan=UNSTATED), LEAST_SURE, SUREST
        )
        sure = np.full(len(passed), CHECK) if judge == CHECKS else stated
        told.append(np.where(np.isnan(passed), np.nan, np.where(passed == 1, sure, 1 - sure)))
    return mean_known(told)


def reasons(verdicts: Verdicts) -> list[str]:
    """Why to look at each item, in words; empty where there is no reason."""
    nobody = np.zeros((1, len(verdicts.items)))
    table = (
        np.stack([verdicts.passed[judge] for judge in verdicts.llm])
        if verdicts.llm
        else nobody + np.nan
    )
    stated = (
        np.stack([verdicts.confidence[judge] for judge in verdicts.llm])
        if verdicts.llm
        else nobody + np.nan
    )
    passes, fails = (table == 1).any(axis=0), (table == 0).any(axis=0)
    check = verdicts.passed.get(CHECKS, nobody[0] + np.nan)
    found: dict[str, NDArray[np.bool_]] = {
        "judges disagree": passes & fails,
        "low confidence": np.asarray((stated < LOW).any(axis=0)),
        "contradicts the check": ((check == 1) & fails) | ((check == 0) & passes),
    }
    marks = zip(*(rows.tolist() for rows in found.values()), strict=True)
    return [
        "; ".join(name for name, holds in zip(found, marked, strict=True) if holds)
        for marked in marks
    ]


def said(verdicts: Verdicts) -> dict[str, list[str]]:
    """Each judge's verdicts as people write them, and for a model its confidence in percent: columns by their names."""
    columns = {}
    for judge, passed in verdicts.passed.items():
        columns[f"{judge} says"] = [
            {1.0: "yes", 0.0: "no"}.get(verdict, "") for verdict in passed.tolist()
        ]
        if judge != CHECKS:
            stated = verdicts.confidence[judge].tolist()
            columns[f"{judge} confidence"] = [
                "" if np.isnan(value) else f"{100 * value:.0f}" for value in stated
            ]
    return columns


def _settled(items: pd.DataFrame, overruled: Sequence[Overrule]) -> pd.Series:
    """Whether a person has replaced a model's verdict on the very answer already."""
    people = {item[:5] for item in overruled if item.judge != CHECKS}
    columns = (items[name].tolist() for name in overrules.COLUMNS[:5])
    return pd.Series([key in people for key in zip(*columns, strict=True)], items.index, dtype=bool)


def _ranked(frame: pd.DataFrame) -> pd.DataFrame:
    order = ["value", "model", "test", "attempt", "criterion"]
    ordered = frame.sort_values(order, ascending=[False, True, True, True, True], kind="stable")
    judges = [name for name in ordered.columns if " " in name]
    return ordered.assign(rank=range(1, len(ordered) + 1))[[*COLUMNS, *judges]].round(PLACES)

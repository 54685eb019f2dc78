"""The verdicts of a run as arrays. An item is one criterion of one answer that delivered something."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from stages.lib.base.records import CHECKS, Answer, Judgement, Prompt, Verdict
from stages.lib.delivery.answers import answer_id
from stages.lib.scoring.resampling import Numbers
from stages.lib.scoring.statistics import clusters

JUDGED = ("judged", "gap")
"""Of an answer that delivers nothing all criteria fail without a judge being asked: it says nothing about judges."""
COLUMNS = [
    "model",
    "test",
    "attempt",
    "answer",
    "length",
    "category",
    "type",
    "criterion",
    "metric",
    "weight",
]


class Key(NamedTuple):
    """Which item."""

    model: str
    test: str
    attempt: int
    criterion: str


@dataclass(frozen=True)
class Verdicts:
    """One row an item in `items` (COLUMNS) and in every array, sorted by `Key`.

    `cluster` numbers the data sets (a test without one has a number of its own). `passed` is 1, 0 or NaN for each judge
    of the panel, `confidence` 0 to 1 or NaN. `length` is that of the answer in characters.
    """

    items: pd.DataFrame
    cluster: NDArray[np.int64]
    passed: Mapping[str, Numbers]
    confidence: Mapping[str, Numbers]

    @property
    def llm(self) -> list[str]:
        """The judges that are models, in the panel's order."""
        return [judge for judge in self.passed if judge != CHECKS]

    @property
    def leading(self) -> list[str]:
        """The judges whose verdicts make the leaderboard: the LLM judges, else the checks."""
        return self.llm or list(self.passed)

    def keys(self) -> list[Key]:
        columns = (self.items[name].tolist() for name in Key._fields)
        return [Key(*row) for row in zip(*columns, strict=True)]


class Slice(NamedTuple):
    """A part of the items: those of one category, type or metric, or all."""

    by: str
    name: str
    rows: NDArray[np.bool_]


def slices(items: pd.DataFrame, *columns: str) -> Iterator[Slice]:
    """All items, then for each column the items of each of its values, sorted."""
    yield Slice("all", "all", np.ones(len(items), dtype=bool))
    for column in columns:
        for value in sorted(items[column].unique()):
            yield Slice(column, value, (items[column] == value).to_numpy(dtype=bool))


def mean_known(ratings: Sequence[Numbers]) -> Numbers:
    """The mean of each item's figures over those that have one; NaN where none has."""
    table = np.stack(list(ratings))
    known = ~np.isnan(table)
    count = known.sum(axis=0)
    return np.where(count > 0, np.where(known, table, 0).sum(axis=0) / np.maximum(count, 1), np.nan)


def mean_verdict(verdicts: Verdicts) -> Numbers:
    """The share of the leading judges that pass each item; NaN where none of them has a verdict."""
    return mean_known([verdicts.passed[judge] for judge in verdicts.leading])


def length(answer: Answer) -> int:
    """Characters that the answer delivers: its text, or of a dialogue the files written."""
    if answer.dialogue is None:
        return len(answer.text)
    return sum(len(file.content or "") for file in answer.dialogue.files)


def collected(
    prompts: Sequence[Prompt],
    answers: Sequence[Answer],
    judgements: Sequence[Judgement],
    panel: Sequence[str],
) -> Verdicts:
    """The verdicts of the panel's judges on the answers, in arrays."""
    given: dict[Key, dict[str, Verdict]] = {}
    for item in judgements:
        if item.status in JUDGED and item.judge in panel:
            for verdict in item.verdicts:
                given.setdefault(Key(item.model, item.test, item.attempt, verdict.criterion), {})[
                    item.judge
                ] = verdict
    keys = sorted(given)
    known, described = (
        {prompt.test: prompt for prompt in prompts},
        {(a.model, a.test, a.attempt): a for a in answers},
    )
    about = {name: (answer_id(answer), length(answer)) for name, answer in described.items()}
    rows = [
        _row(key, known[key.test], about[key[:3]], next(iter(given[key].values()))) for key in keys
    ]
    number = {
        test: place
        for place, group in enumerate(clusters({prompt.test: prompt.dataset for prompt in prompts}))
        for test in group
    }
    return Verdicts(
        items=pd.DataFrame(rows, columns=COLUMNS),
        cluster=np.array([number[key.test] for key in keys], dtype=np.int64),
        passed={
            judge: np.array([_passed(given[key].get(judge)) for key in keys], dtype=float)
            for judge in panel
        },
        confidence={
            judge: np.array([_stated(given[key].get(judge)) for key in keys], dtype=float)
            for judge in panel
        },
    )


def _row(key: Key, prompt: Prompt, about: tuple[str, int], verdict: Verdict) -> tuple[object, ...]:
    return (
        *key[:3],
        *about,
        prompt.category,
        prompt.type,
        key.criterion,
        verdict.metric,
        verdict.weight,
    )


def _passed(verdict: Verdict | None) -> float:
    return np.nan if verdict is None or verdict.passed is None else float(verdict.passed)


def _stated(verdict: Verdict | None) -> float:
    if verdict is None or verdict.passed is None or verdict.confidence is None:
        return np.nan
    return verdict.confidence / 100

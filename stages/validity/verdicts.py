"""The verdicts of a run as arrays.

An item is one criterion of one answer that delivered something.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from assay.answers.delivered import answer_id
from assay.records.pipeline import CHECKS, Answer, Judgement, Prompt, Verdict
from assay.statistics.clustered import clusters
from assay.statistics.jackknife import Numbers

JUDGED = ("judged", "gap")
"""Where nothing was delivered all criteria fail without a judge, which says nothing of judges."""


ItemKey = tuple[str, str, int, str]
"""Model, test, attempt and criterion: what identifies an item."""


class VerdictItem(NamedTuple):
    """One row of `Verdicts.items`. Its first five fields name it as lines by people do.

    `answer` is its id. `executed`: whether running the
    answer decided the criterion, in the verdict of the checks. `checked`: what the check decided, 1
    or 0, of a criterion that no LLM judge is asked about (NaN: judges decide it).
    """

    model: str
    test: str
    attempt: int
    answer: str
    criterion: str
    category: str
    metric: str
    weight: float
    tags: tuple[str, ...]
    executed: bool
    checked: float


@dataclass(frozen=True)
class Verdicts:
    """One row for each item, in `items` (columns of VerdictItem) and in every array.

    Rows are sorted by their keys. `cluster` numbers the data sets (a test without one has its own
    number). `passed` is 1, 0 or NaN for each judge of the panel, `confidence` 0 to 1 or NaN: of its
    own verdicts alone. Where LLM judges answer a question, the checks have none, because finding
    its words is no verdict on the answer.
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

    def rows(self) -> Iterator[VerdictItem]:
        columns = (self.items[name].tolist() for name in VerdictItem._fields)
        return map(VerdictItem, *columns)


def mean_known(ratings: Sequence[Numbers]) -> Numbers:
    """The mean of each item's figures that exist; NaN without any."""
    return pd.DataFrame(list(ratings)).mean().to_numpy(dtype=float)


def mean_verdict(verdicts: Verdicts) -> Numbers:
    """The share of the leading judges that pass each item; NaN without a verdict.

    Where the check decides in the place of LLM judges, it is the check's.
    """
    checked = verdicts.items["checked"].to_numpy(dtype=float)
    of_judges = mean_known([verdicts.passed[judge] for judge in verdicts.leading])
    return np.where(np.isnan(checked), of_judges, checked)


def collected(
    prompts: Sequence[Prompt],
    answers: Iterable[Answer],
    judgements: Iterable[Sequence[Judgement]],
    panel: Sequence[str],
) -> Verdicts:
    """The verdicts of the panel's judges on the answers, in arrays.

    `judgements`: those on each model, in the order of names, so that one at a time is in memory.
    """
    categories = {prompt.test: prompt.category for prompt in prompts}
    shown = {(answer.model, answer.test, answer.attempt): answer_id(answer) for answer in answers}
    number = clusters({prompt.test: prompt.dataset for prompt in prompts})
    rows: list[VerdictItem] = []
    figures: list[Numbers] = []
    for of_model in judgements:
        by_key = _by_key(of_model, panel)
        for key in sorted(by_key):
            of_item = by_key[key]
            rows.append(_row(key, [*of_item.values()], categories[key[1]], shown[key[:3]]))
            figures.append(_figures(of_item, panel))
    passed, confidence = np.array(figures).reshape(-1, len(panel), 2).transpose(2, 1, 0).copy()
    return Verdicts(
        items=pd.DataFrame(rows, columns=list(VerdictItem._fields)),
        cluster=np.array([number[row.test] for row in rows], dtype=np.int64),
        passed=dict(zip(panel, passed, strict=True)),
        confidence=dict(zip(panel, confidence, strict=True)),
    )


def _by_key(
    judgements: Iterable[Judgement], panel: Sequence[str]
) -> dict[ItemKey, dict[str, Verdict]]:
    by_key: dict[ItemKey, dict[str, Verdict]] = {}
    for item in judgements:
        for verdict in item.verdicts if item.status in JUDGED and item.judge in panel else ():
            key = (item.model, item.test, item.attempt, verdict.criterion)
            by_key.setdefault(key, {})[item.judge] = verdict
    return by_key


def _figures(of_item: Mapping[str, Verdict], panel: Sequence[str]) -> Numbers:
    """What each judge decided of the item itself, and how sure it was: judges × 2, or NaN."""
    is_asked = any(verdict.basis == "asked" for verdict in of_item.values())
    found = np.full((len(panel), 2), np.nan)
    for row, judge in zip(found, panel, strict=True):
        verdict = of_item.get(judge)
        if not verdict or verdict.passed is None or verdict.basis == "checked":
            continue
        if not (judge == CHECKS and is_asked):
            stated = verdict.confidence
            row[:] = verdict.passed, np.nan if stated is None else stated / 100
    return found


def _row(key: ItemKey, verdicts: Sequence[Verdict], category: str, answer: str) -> VerdictItem:
    by_check = [
        np.nan if one.passed is None else float(one.passed)
        for one in verdicts
        if one.basis == "checked"
    ]
    model, test, attempt, criterion = key
    return VerdictItem(
        model=model,
        test=test,
        attempt=attempt,
        answer=answer,
        criterion=criterion,
        category=category,
        metric=verdicts[0].metric,
        weight=verdicts[0].weight,
        tags=verdicts[0].tags,
        executed=any(one.basis == "executed" for one in verdicts),
        checked=by_check[0] if by_check else np.nan,
    )

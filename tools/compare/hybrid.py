"""From one revision's verdicts on a test to another's, in steps that each change one thing.

Every state consists of verdicts that exist; none is guessed. First the criteria and judges that
only the base has are removed. Then data sets and answers change, on the criteria and judges that
both revisions have. Then those that only the head has are added.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from stages.lib.base.records import CHECKS, METRICS, Judgement, Verdict
from stages.lib.content.criteria import Criterion
from tools.compare.side import Trial

Factor = Literal["data sets", "answers", "criteria", "judges", "not separable", "scoring"]
STEPS: tuple[Factor, ...] = (
    "criteria",
    "judges",
    "data sets",
    "answers",
    "not separable",
    "criteria",
    "judges",
)
"""What each step from the first state to the last counts under."""
DATA_SETS = 3
"""The number of the state in which prompts are the head's."""


class Common(NamedTuple):
    """The judges and criteria that both revisions have for a test, and the attempts that changed.

    `moved` are the attempts whose answers differ, or all of them if the prompt differs.
    """

    judges: frozenset[str]
    criteria: frozenset[str]
    moved: frozenset[int]
    new_prompt: bool
    separable: bool


def common(base: Trial, head: Trial) -> Common:
    """Judges with the same settings; criteria with the same text and, for checks, check."""
    judges = frozenset(name for name in base.judges if head.judges.get(name) == base.judges[name])
    criteria = frozenset(id_ for id_ in base.criteria if _same(base, head, id_))
    new_prompt = base.prompt.sha256 != head.prompt.sha256
    attempts = base.answers.keys() | head.answers.keys()
    moved = frozenset(
        attempt
        for attempt in attempts
        if new_prompt or base.answers.get(attempt) != head.answers.get(attempt)
    )
    ruled = {base.criteria[id_].metric for id_ in criteria}
    return Common(judges, criteria, moved, new_prompt, bool(judges) and ruled == set(METRICS))


def _same(base: Trial, head: Trial, id_: str) -> bool:
    one, two = base.criteria[id_], head.criteria.get(id_)
    return two is not None and (CHECKS not in base.judges or one.check == two.check)


def states(base: Trial | None, head: Trial | None) -> Sequence[Trial | None]:
    """The test at the start and after each step of STEPS.

    A test that only one revision has counts under the data sets.
    """
    if base is None or head is None:
        return [base] * DATA_SETS + [head] * (len(STEPS) + 1 - DATA_SETS)
    shared = common(base, head)
    if shared.moved and not shared.separable:
        return [base] * 5 + [head] * 3
    fewer = (
        base
        if not _both_metrics(base.criteria, shared.criteria)
        else _limited(base, criteria=shared.criteria)
    )
    left = _limited(fewer, judges=shared.judges) if shared.judges else fewer
    moved = _moved(left, head, shared) if shared.moved else left
    rearmed = _rearmed(moved, head, shared)
    return [base, fewer, left, moved if shared.new_prompt else left, moved, moved, rearmed, head]


def _both_metrics(criteria: Mapping[str, Criterion], kept: Collection[str]) -> bool:
    return {criteria[id_].metric for id_ in kept} == set(METRICS)


def _limited(
    side: Trial, criteria: Collection[str] | None = None, judges: Collection[str] | None = None
) -> Trial:
    """The test with only these criteria or judges."""
    kept = tuple(
        item.model_copy(
            update={
                "verdicts": tuple(
                    v for v in item.verdicts if criteria is None or v.criterion in criteria
                )
            }
        )
        for item in side.judgements
        if judges is None or item.judge in judges
    )
    return side._replace(judgements=kept)


def _moved(side: Trial, head: Trial, shared: Common) -> Trial:
    """The head's prompt, answers and verdicts where these changed.

    Criteria and judges are the common ones, with the base's weights.
    """
    stay = [item for item in side.judgements if item.attempt not in shared.moved]
    arrive = [
        _weighted(item, side.criteria)
        for item in _limited(head, shared.criteria, shared.judges).judgements
        if item.attempt in shared.moved
    ]
    return side._replace(
        prompt=head.prompt, answers=head.answers, judgements=(*stay, *arrive), people=head.people
    )


def _weighted(item: Judgement, criteria: Mapping[str, Criterion]) -> Judgement:
    verdicts = tuple(
        v.model_copy(update={"weight": criteria[v.criterion].weight}) for v in item.verdicts
    )
    return item.model_copy(update={"verdicts": verdicts})


def _rearmed(side: Trial, head: Trial, shared: Common) -> Trial:
    """The head's criteria and weights.

    The verdicts are those at hand; on new criteria, those of the common judges.
    """
    there = {
        (item.attempt, item.judge): {v.criterion: v for v in item.verdicts}
        for item in side.judgements
    }
    if not shared.judges:
        kept = (
            _limited(side, criteria=shared.criteria)
            if _both_metrics(side.criteria, shared.criteria)
            else side
        )
        weights = {**side.criteria, **{id_: head.criteria[id_] for id_ in shared.criteria}}
        return kept._replace(judgements=tuple(_weighted(item, weights) for item in kept.judgements))
    found = [
        item.model_copy(
            update={
                "verdicts": tuple(_known(item, there.get((item.attempt, item.judge), {}), shared))
            }
        )
        for item in head.judgements
        if item.judge in shared.judges
    ]
    return side._replace(
        criteria=head.criteria, judgements=tuple(_weighted(item, head.criteria) for item in found)
    )


def _known(item: Judgement, there: Mapping[str, Verdict], shared: Common) -> Iterable[Verdict]:
    for verdict in item.verdicts:
        if verdict.criterion not in shared.criteria:
            yield verdict
        elif verdict.criterion in there:
            yield there[verdict.criterion]

"""From one revision's verdicts on a test to another's, in steps that each change one thing.

Every state consists of verdicts that exist; none is guessed. First people's overrules that only
the base has are taken back, and the criteria and judges that only it has are removed. Then data
sets and answers change, on the criteria and judges that both revisions have. Then those that only
the head has are added, and last its own overrules.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from assay.content.criteria import Criterion
from assay.records.pipeline import CHECKS, METRICS, Judgement, Overruling, Verdict
from tools.compare.side import Trial

Factor = Literal[
    "data sets", "answers", "criteria", "judges", "overrules", "not separable", "scoring"
]
STEPS: tuple[Factor, ...] = (
    "overrules",
    "criteria",
    "judges",
    "data sets",
    "answers",
    "not separable",
    "criteria",
    "judges",
    "overrules",
)
"""What each step from the first state to the last counts under."""
DATA_SETS = 4
"""The number of the state in which prompts are the head's."""


class Common(NamedTuple):
    """The judges and criteria that both revisions have for a test, and what changed.

    `moved` are the attempts whose answers differ, or all of them if the prompt differs.
    """

    judges: frozenset[str]
    criteria: frozenset[str]
    moved: frozenset[int]
    new_prompt: bool
    separable: bool


def common(base: Trial, head: Trial) -> Common:
    """Judges with the same settings, and criteria with the same text.

    For the checks, a criterion's check must be the same too.
    """
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
    of_both = overrules_of(base) & overrules_of(head)
    between = _states_as_judged(_as_judged(base, of_both), _as_judged(head, of_both), shared)
    return [base, *between, head]


def _states_as_judged(base: Trial, head: Trial, shared: Common) -> list[Trial]:
    """The states between, without overrules that only one revision has."""
    if shared.moved and not shared.separable:
        return [base] * 5 + [head] * 3
    fewer_criteria = base
    if _both_metrics(base.criteria, shared.criteria):
        fewer_criteria = _on_criteria(base, shared.criteria)
    fewer_judges = fewer_criteria
    if shared.judges:
        fewer_judges = _by_judges(fewer_criteria, shared.judges)
    moved = _moved(fewer_judges, head, shared) if shared.moved else fewer_judges
    new_data = moved if shared.new_prompt else fewer_judges
    rearmed = _rearmed(moved, head, shared)
    return [base, fewer_criteria, fewer_judges, new_data, moved, moved, rearmed, head]


class OverruledVerdict(NamedTuple):
    """A verdict that a person replaced, and how."""

    attempt: int
    judge: str
    criterion: str
    passed: bool | None
    overruling: Overruling


def overrules_of(trial: Trial) -> frozenset[OverruledVerdict]:
    """The verdicts on the test that people replaced."""
    found = set()
    for item in trial.judgements:
        for verdict in item.verdicts:
            if verdict.overruled is not None:
                found.add(_overruled_verdict(item, verdict, verdict.overruled))
    return frozenset(found)


def _overruled_verdict(
    item: Judgement, verdict: Verdict, overruling: Overruling
) -> OverruledVerdict:
    return OverruledVerdict(item.attempt, item.judge, verdict.criterion, verdict.passed, overruling)


def _as_judged(trial: Trial, kept: Collection[OverruledVerdict]) -> Trial:
    """The test with the judges' own verdicts, but for the overrules to keep."""
    judgements = []
    for item in trial.judgements:
        verdicts = [_own_verdict(item, verdict, kept) for verdict in item.verdicts]
        judgements.append(_with_verdicts(item, verdicts))
    return trial._replace(judgements=tuple(judgements))


def _own_verdict(item: Judgement, verdict: Verdict, kept: Collection[OverruledVerdict]) -> Verdict:
    """What the judge decided, unless the overrule is one to keep."""
    overruling = verdict.overruled
    if overruling is None or _overruled_verdict(item, verdict, overruling) in kept:
        return verdict
    return verdict.model_copy(update={"passed": overruling.judge_decision, "overruled": None})


def _both_metrics(criteria: Mapping[str, Criterion], kept: Collection[str]) -> bool:
    return {criteria[id_].metric for id_ in kept} == set(METRICS)


def _with_verdicts(judgement: Judgement, verdicts: Iterable[Verdict]) -> Judgement:
    return judgement.model_copy(update={"verdicts": tuple(verdicts)})


def _on_criteria(trial: Trial, criteria: Collection[str]) -> Trial:
    """The test with only these criteria."""
    judgements = []
    for item in trial.judgements:
        kept = [verdict for verdict in item.verdicts if verdict.criterion in criteria]
        judgements.append(_with_verdicts(item, kept))
    return trial._replace(judgements=tuple(judgements))


def _by_judges(trial: Trial, judges: Collection[str]) -> Trial:
    """The test with only these judges."""
    return trial._replace(judgements=tuple(j for j in trial.judgements if j.judge in judges))


def _moved(trial: Trial, head: Trial, shared: Common) -> Trial:
    """The head's prompt, answers and verdicts where these changed.

    On the common criteria and judges, with the base's weights.
    """
    stay = [item for item in trial.judgements if item.attempt not in shared.moved]
    on_common = _by_judges(_on_criteria(head, shared.criteria), shared.judges)
    arrive = [
        _weighted(item, trial.criteria)
        for item in on_common.judgements
        if item.attempt in shared.moved
    ]
    return trial._replace(
        prompt=head.prompt, answers=head.answers, judgements=(*stay, *arrive), people=head.people
    )


def _weighted(item: Judgement, criteria: Mapping[str, Criterion]) -> Judgement:
    weighted = [
        verdict.model_copy(update={"weight": criteria[verdict.criterion].weight})
        for verdict in item.verdicts
    ]
    return _with_verdicts(item, weighted)


def _rearmed(trial: Trial, head: Trial, shared: Common) -> Trial:
    """The head's criteria and weights.

    With the verdicts at hand, and those of common judges on new criteria.
    """
    if not shared.judges:
        return _reweighted(trial, head, shared)
    present = {(item.attempt, item.judge): _by_criterion(item) for item in trial.judgements}
    judgements = []
    for item in head.judgements:
        if item.judge in shared.judges:
            verdicts = _known(item, present.get((item.attempt, item.judge), {}), shared)
            judgements.append(_weighted(_with_verdicts(item, verdicts), head.criteria))
    return trial._replace(criteria=head.criteria, judgements=tuple(judgements))


def _by_criterion(judgement: Judgement) -> dict[str, Verdict]:
    return {verdict.criterion: verdict for verdict in judgement.verdicts}


def _reweighted(trial: Trial, head: Trial, shared: Common) -> Trial:
    """Without a common judge: the common criteria with the head's weights."""
    kept = trial
    if _both_metrics(trial.criteria, shared.criteria):
        kept = _on_criteria(trial, shared.criteria)
    weights = {**trial.criteria, **{id_: head.criteria[id_] for id_ in shared.criteria}}
    return kept._replace(judgements=tuple(_weighted(item, weights) for item in kept.judgements))


def _known(item: Judgement, present: Mapping[str, Verdict], shared: Common) -> Iterator[Verdict]:
    for verdict in item.verdicts:
        if verdict.criterion not in shared.criteria:
            yield verdict
        elif verdict.criterion in present:
            yield present[verdict.criterion]

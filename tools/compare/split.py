"""A model's change of score as parts that add up to it, and the verdicts that flipped."""

from collections.abc import Mapping, Sequence
from typing import Annotated, get_args

from pydantic import Field

from assay.config.settings import ScoreConfig
from assay.errors import AssayError
from assay.records.models import ScoreKind
from assay.records.pipeline import AutomaticGroup, Metric, Record, Verdict
from assay.scores.formulas import MetricPair, category_scores, overall, results
from assay.scores.suite import score_tests
from tools.compare.hybrid import STEPS, Common, Factor, common, states
from tools.compare.side import ModelSide, RecordedScore, Trial

FACTORS: tuple[Factor, ...] = get_args(Factor)
ROUNDING = 0.0001
"""Metrics files are rounded: a smaller distance from a recorded score is none."""


class Flip(Record):
    """One verdict that both revisions have and that differs. None: not judged.

    `overruled`: who replaced or restored the verdict, and why, if people's overrules differ.
    """

    model: str
    judge_group: Annotated[AutomaticGroup, Field(alias="panel")]
    test: str
    attempt: int
    judge: str
    metric: Metric
    criterion: str
    text: str
    before: bool | None
    after: bool | None
    cause: Factor
    overruled: str = ""


class Split(Record):
    """One model and judge group: the scores at both ends, the parts of the change, the flips."""

    model: str
    judge_group: Annotated[AutomaticGroup, Field(alias="panel")]
    kind: ScoreKind
    base: float
    head: float
    parts: dict[Factor, float]
    flips: tuple[Flip, ...]

    @property
    def change(self) -> float:
        return self.head - self.base


Trials = Mapping[str, Trial]
"""Each test of one model before one judge group, by id."""


def split(
    model: str, group: AutomaticGroup, base: ModelSide, head: ModelSide, config: ScoreConfig
) -> Split | None:
    """The change of one model's overall score; None if one of the ends has no score.

    Final scores if both revisions have one, else provisional ones. Every state is scored by
    today's formulas and settings. The part `scoring` is the difference between the base's
    recorded score and its own verdicts scored so. AssayError if the head's recorded score is not
    that of its verdicts.
    """
    recorded_base = base.recorded.group(group)
    recorded_head = head.recorded.group(group)
    kind = _kind(recorded_base, recorded_head)
    scores = scores_on_the_way(
        model, group, base.trials[group], head.trials[group], config, kind == "final"
    )
    start = recorded_base.score(kind)
    computed_start = scores[0]
    end = scores[-1]
    if start is None or computed_start is None or end is None:
        return None
    recorded_end = recorded_head.score(kind)
    if recorded_end is None or abs(end - recorded_end) > ROUNDING:
        raise AssayError(
            f"metrics/models/{model}.json does not follow from the verdicts: run `dvc repro`"
        )
    if abs(computed_start - start) <= ROUNDING:
        start = computed_start
    parts = dict.fromkeys(FACTORS, 0.0) | {"scoring": computed_start - start}
    before = computed_start
    for factor, score in zip(STEPS, scores[1:], strict=True):
        if score is None:  # a state in between that has no score changes nothing yet
            continue
        parts[factor] += score - before
        before = score
    return Split(
        model=model,
        judge_group=group,
        kind=kind,
        base=start,
        head=end,
        parts=parts,
        flips=tuple(flips(model, group, base, head)),
    )


def _kind(base: RecordedScore, head: RecordedScore) -> ScoreKind:
    both_final = base.final is not None and head.final is not None
    return "final" if both_final else "final_provisional"


def scores_on_the_way(
    model: str,
    group: AutomaticGroup,
    base: Trials,
    head: Trials,
    config: ScoreConfig,
    final: bool,
) -> list[float | None]:
    """The overall score at the start and after each step."""
    tests = sorted(base.keys() | head.keys())
    of_tests = [states(base.get(test), head.get(test)) for test in tests]
    scores = []
    for step in range(len(STEPS) + 1):
        trials = [of_test[step] for of_test in of_tests]
        scores.append(score_of(model, group, trials, config, final))
    return scores


def score_of(
    model: str,
    group: AutomaticGroup,
    trials: Sequence[Trial | None],
    config: ScoreConfig,
    final: bool,
) -> float | None:
    """The overall score of one state, by the functions of the stage score."""
    present = [trial for trial in trials if trial is not None]
    prompts = [trial.prompt for trial in present]
    judgements = [judgement for trial in present for judgement in trial.judgements]
    scores = score_tests(prompts, judgements, model, config.min_coverage, config.aggregation)
    pairs = results(score for score in scores if score.judge_group == group)
    if final:
        pairs |= _marks(present)
    categories = {prompt.test: prompt.category for prompt in prompts}
    return overall(category_scores(pairs, categories, pairs, config.lcif_weights))


def _marks(trials: Sequence[Trial]) -> dict[str, MetricPair]:
    """What people gave, by test."""
    return {trial.prompt.test: trial.people for trial in trials if trial.people is not None}


def flips(model: str, group: AutomaticGroup, base: ModelSide, head: ModelSide) -> list[Flip]:
    """The verdicts of one model that flipped, in the order of tests."""
    before = base.trials[group]
    after = head.trials[group]
    return [
        flip
        for test in sorted(before.keys() & after.keys())
        for flip in _flips(model, group, before[test], after[test])
    ]


VerdictKey = tuple[int, str, str]
"""Attempt, judge and criterion."""


def _by_key(trial: Trial) -> dict[VerdictKey, Verdict]:
    return {
        (judgement.attempt, judgement.judge, verdict.criterion): verdict
        for judgement in trial.judgements
        for verdict in judgement.verdicts
    }


def _flips(model: str, group: AutomaticGroup, base: Trial, head: Trial) -> list[Flip]:
    before = _by_key(base)
    shared = common(base, head)
    found = []
    for key, verdict in _by_key(head).items():
        if key not in before or before[key].passed == verdict.passed:
            continue
        attempt, judge, criterion = key
        flip = Flip(
            model=model,
            judge_group=group,
            test=head.prompt.test,
            attempt=attempt,
            judge=judge,
            metric=verdict.metric,
            criterion=criterion,
            text=head.criteria[criterion].text,
            before=before[key].passed,
            after=verdict.passed,
            cause=_cause(shared, key, before[key], verdict),
            overruled=_overruled(before[key], verdict),
        )
        found.append(flip)
    return found


def _overruled(before: Verdict, after: Verdict) -> str:
    """Who overruled either verdict, and why; nothing if both are alike in that."""
    if before.overruled == after.overruled:
        return ""
    if after.overruled:
        return f"overruled by {after.overruled.person}: {after.overruled.reason}"
    assert before.overruled is not None
    return f"no longer overruled by {before.overruled.person}: {before.overruled.reason}"


def _cause(shared: Common, key: VerdictKey, before: Verdict, after: Verdict) -> Factor:
    """What changed a verdict. If nothing else differs, it is the judge."""
    attempt, judge, criterion = key
    if attempt not in shared.moved and before.judge_decision == after.judge_decision:
        return "overrules"
    same_judge = judge in shared.judges
    same_criterion = criterion in shared.criteria
    if attempt in shared.moved and not (same_judge and same_criterion):
        return "not separable"
    if attempt in shared.moved:
        return "data sets" if shared.new_prompt else "answers"
    return "criteria" if same_judge and not same_criterion else "judges"

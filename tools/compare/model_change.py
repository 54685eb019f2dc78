"""How one model's score changed between two revisions, which verdicts flipped, and why.

Both revisions are taken as they are. The overall score is a weighted sum over the tests, so its
change is a sum over the tests too. A test's change has the cause that differs in it; if several
differ, it is `not separable`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import Field

from assay.errors import AssayError
from assay.records.change import KeptFlip, ScoreChange
from assay.records.models import ScoreKind
from assay.records.pipeline import LCIF, AutomaticGroup, TestScore, Verdict
from assay.scores.formulas import results
from assay.scores.scores import group_of
from assay.scores.suite import scores_of
from assay.scores.weights import weights_of
from tools.compare.model_results import Place, TwoRevisions

Cause = Literal[
    "data sets",
    "answers",
    "criteria",
    "judges",
    "execution",
    "overrules",
    "not separable",
    "scoring",
]
CAUSES: tuple[Cause, ...] = get_args(Cause)
ROUNDING = 0.0001
"""Metrics files are rounded: a smaller distance from a recorded score is none."""
Flipped = tuple[Place, str, str, Verdict, Verdict]
"""Place, judge, criterion, the verdict before and the verdict after."""


class Flip(KeptFlip):
    """One verdict that both revisions have and that differs.

    `overruled`: who replaced or restored the verdict, and why, if people's overrules differ.
    """

    judge_group: Annotated[AutomaticGroup, Field(alias="panel")]
    overruled: str = ""


class ModelChange(NamedTuple):
    """One model by one judge group."""

    score: ScoreChange
    flips: tuple[Flip, ...]


def model_change(compared: TwoRevisions, lcif: Mapping[str, float]) -> ModelChange | None:
    """The change of the overall score; None if one of the ends has no score.

    Final scores if both revisions have one, else provisional ones. `lcif`: the weights of the
    dialogues. AssayError if the head's recorded score is not that of its tests.
    """
    group = compared.judge_group
    before = compared.base.recorded.group(group)
    after = compared.head.recorded.group(group)
    is_final = before.final is not None and after.final is not None
    kind: ScoreKind = "final" if is_final else "final_provisional"
    start = before.of(kind)
    base = Scored.of(compared.base.scores, group, kind, lcif)
    head = Scored.of(compared.head.scores, group, kind, lcif)
    if start is None or not base.points or not head.points:
        return None
    end = after.of(kind)
    if end is None or abs(head.overall - end) > ROUNDING:
        raise AssayError(
            f"metrics/models/{compared.model}.json does not follow from the scores of its tests: "
            "run `dvc repro`"
        )
    parts = parts_of(compared, kind, base, head)
    if abs(base.overall - start) > ROUNDING:
        parts["scoring"] += base.overall - start
    else:
        start = base.overall
    found = tuple(flips(compared))
    score = ScoreChange(
        model=compared.model,
        judge_group=group,
        kind=kind,
        base=start,
        head=head.overall,
        parts=dict(parts),
        flips=dict(Counter(flip.cause for flip in found)),
    )
    return ModelChange(score, found)


class Scored(NamedTuple):
    """The points of each scored test, and what each weighs in the overall score."""

    points: dict[str, float]
    weights: dict[str, float]

    @classmethod
    def of(
        cls,
        scores: Sequence[TestScore],
        group: AutomaticGroup,
        kind: ScoreKind,
        lcif: Mapping[str, float],
    ) -> "Scored":
        chosen = scores_of(scores, group, kind)
        points = {test: pair.score for test, pair in results(chosen).items()}
        categories = {score.test: score.category for score in chosen}
        return cls(points, weights_of(points, categories, lcif))

    @property
    def overall(self) -> float:
        return fsum(weight * self.points[test] for test, weight in self.weights.items())


def parts_of(
    compared: TwoRevisions, kind: ScoreKind, base: Scored, head: Scored
) -> dict[Cause, float]:
    """The points that each cause moved the overall score by; they add up to its change.

    A test that only one revision scored changes what the others weigh: all of this has the cause
    of that test.
    """
    parts = dict.fromkeys(CAUSES, 0.0)
    for test in base.weights.keys() & head.weights.keys():
        moved = head.points[test] - base.points[test]
        if moved:
            parts[cause_of(compared, kind, test)] += base.weights[test] * moved
    alone = base.weights.keys() ^ head.weights.keys()
    if alone:
        causes = {cause_of(compared, kind, test) for test in alone}
        cause: Cause = causes.pop() if len(causes) == 1 else "not separable"
        parts[cause] += head.overall - base.overall - fsum(parts.values())
    return parts


def cause_of(compared: TwoRevisions, kind: ScoreKind, test: str) -> Cause:
    """What differs in the test: one cause, or several that are not separable."""
    if not compared.in_both(test):
        return "data sets"
    places = compared.places(test)
    found: set[Cause] = set()
    if compared.new_prompt(test):
        found.add("data sets")
    elif any(compared.new_answer(place) for place in places):
        found.add("answers")
    if kind == "final" and compared.category(test) == LCIF:
        return found.pop() if found else "judges"  # people mark it: they gave other marks
    found |= _measuring(compared, test, places)
    if len(found) > 1:
        return "not separable"
    if found:
        return found.pop()
    return "judges" if list(flipped(compared, test)) else "scoring"


def _measuring(compared: TwoRevisions, test: str, places: Iterable[Place]) -> set[Cause]:
    """What differs in how the test was judged."""
    found: set[Cause] = set()
    if any(compared.new_criterion(test, id_) for id_ in compared.criteria(test)):
        found.add("criteria")
    if any(compared.new_judge(judge) for judge in compared.judges()):
        found.add("judges")
    if any(compared.new_execution(place) for place in places):
        found.add("execution")
    for place, _, _, before, after in flipped(compared, test):
        if _overruled(before, after) and not compared.new_answer(place):
            found.add("overrules")
    return found


def flipped(compared: TwoRevisions, test: str) -> Iterator[Flipped]:
    """The verdicts of the test that both revisions have and that differ."""
    for place in compared.places(test):
        before = compared.base.verdicts.get(place, {})
        for key, verdict in compared.head.verdicts.get(place, {}).items():
            is_ours = group_of(key[0]) == compared.judge_group
            if is_ours and key in before and before[key].passed != verdict.passed:
                yield place, *key, before[key], verdict


def flips(compared: TwoRevisions) -> Iterator[Flip]:
    """The verdicts that flipped, in the order of tests, each with its cause."""
    either = compared.base_inputs.prompts.keys() & compared.head_inputs.prompts.keys()
    for test in sorted(either):
        criteria = compared.head_inputs.criteria[test]
        for place, judge, criterion, before, after in flipped(compared, test):
            yield Flip(
                model=compared.model,
                judge_group=compared.judge_group,
                test=test,
                attempt=place[1],
                judge=judge,
                metric=after.metric,
                criterion=criterion,
                text=criteria[criterion].text,
                before=before.passed,
                after=after.passed,
                cause=_cause_of_flip(compared, (place, judge, criterion, before, after)),
                overruled=_overruled(before, after),
            )


def _overruled(before: Verdict, after: Verdict) -> str:
    """Who overruled either verdict, and why; nothing if both are alike in that."""
    if before.overruled == after.overruled:
        return ""
    if after.overruled:
        return f"overruled by {after.overruled.person}: {after.overruled.reason}"
    assert before.overruled is not None
    return f"no longer overruled by {before.overruled.person}: {before.overruled.reason}"


def _cause_of_flip(compared: TwoRevisions, flip: Flipped) -> Cause:
    """What changed a verdict. If nothing else differs, it is the judge."""
    place, judge, criterion, before, after = flip
    test = place[0]
    new_judge = compared.new_judge(judge)
    new_criterion = compared.new_criterion(test, criterion)
    if compared.new_prompt(test) or compared.new_answer(place):
        if new_judge or new_criterion:
            return "not separable"
        return "data sets" if compared.new_prompt(test) else "answers"
    if before.judge_decision == after.judge_decision:
        return "overrules"
    if new_criterion and not new_judge:
        return "criteria"
    if compared.new_execution(place) and not new_judge:
        return "execution"
    return "judges"

"""How one model's score changed between two revisions, which verdicts flipped, and why.

Both revisions are taken as they are. The overall score is a weighted sum over the tests, so its
change is a sum over the tests too. A test's change has the cause that differs in it; if several
differ, it is `not separable`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Literal, NamedTuple, get_args

from assay.errors import AssayError
from assay.records.change import Flip, ScoreChange
from assay.records.models import ScoreKind
from assay.records.pipeline import LCIF, TestScore, Verdict
from assay.scores.formulas import results, weights_of
from assay.scores.scores import group_of
from assay.scores.suite import scores_of
from tools.compare.two_revisions import Place, TwoRevisions

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
WeightAndPoints = tuple[float, float]
Flipped = tuple[Place, str, str, Verdict, Verdict]
"""Place, judge, criterion, the verdict before and the verdict after."""


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
    before, after = compared.base.recorded, compared.head.recorded
    is_final = None not in (before[group, "final"], after[group, "final"])
    kind: ScoreKind = "final" if is_final else "final_provisional"
    start, end = before[group, kind], after[group, kind]
    base = weighted(scores_of(compared.base.scores, group, kind), lcif)
    head = weighted(scores_of(compared.head.scores, group, kind), lcif)
    if start is None or not base or not head:
        return None
    by_tests = [fsum(weight * points for weight, points in side.values()) for side in (base, head)]
    if end is None or abs(by_tests[1] - end) > ROUNDING:
        raise AssayError(
            f"metrics/models/{compared.model}.json does not follow from the scores of its tests: "
            "run `dvc repro`"
        )
    parts = parts_of(compared, kind, base, head)
    if abs(by_tests[0] - start) > ROUNDING:
        parts["scoring"] += by_tests[0] - start
    else:
        start = by_tests[0]
    found = tuple(flips(compared))
    score = ScoreChange(
        model=compared.model,
        judge_group=group,
        kind=kind,
        base=start,
        head=by_tests[1],
        parts=dict(parts),
        flips=dict(Counter(flip.cause for flip in found)),
    )
    return ModelChange(score, found)


def weighted(scores: Sequence[TestScore], lcif: Mapping[str, float]) -> dict[str, WeightAndPoints]:
    """Of each scored test: what it weighs in the overall score, and its points."""
    points = {test: pair.score for test, pair in results(scores).items()}
    categories = {score.test: score.category for score in scores}
    weights = weights_of(points, categories, lcif)
    return {test: (weight, points[test]) for test, weight in weights.items()}


def parts_of(
    compared: TwoRevisions,
    kind: ScoreKind,
    base: Mapping[str, WeightAndPoints],
    head: Mapping[str, WeightAndPoints],
) -> dict[Cause, float]:
    """The points that each cause moved the overall score by; they add up to its change.

    A test that only one revision scored changes what the others weigh: all of this has the cause
    of that test.
    """
    parts = dict.fromkeys(CAUSES, 0.0)
    for test in base.keys() & head.keys():
        moved = head[test][1] - base[test][1]
        if moved:
            parts[cause_of(compared, kind, test)] += base[test][0] * moved
    alone = base.keys() ^ head.keys()
    if alone:
        causes = {cause_of(compared, kind, test) for test in alone}
        cause: Cause = causes.pop() if len(causes) == 1 else "not separable"
        ends = [weight * points for weight, points in head.values()]
        ends += [-weight * points for weight, points in base.values()]
        parts[cause] += fsum(ends) - fsum(parts.values())
    return parts


def cause_of(compared: TwoRevisions, kind: ScoreKind, test: str) -> Cause:
    """What differs in the test: one cause, or several that are not separable."""
    prompts = (compared.base_inputs.prompts, compared.head_inputs.prompts)
    if not all(test in of_side for of_side in prompts):
        return "data sets"
    places = compared.places(test)
    found = _differing(compared, test, places, compared.criteria(test), compared.judges())
    if kind == "final" and prompts[1][test].category == LCIF:
        found &= {"data sets", "answers"}  # people mark it: else they gave other marks
        return found.pop() if found else "judges"
    verdicts = list(flipped(compared, test))
    for place, _, _, before, after in verdicts:
        if before.overruled != after.overruled and not compared.new_answer(place):
            found.add("overrules")
    return _one_of(found, "judges" if verdicts else "scoring")


def _differing(
    compared: TwoRevisions,
    test: str,
    places: Collection[Place],
    criteria: Iterable[str],
    judges: Iterable[str],
) -> set[Cause]:
    found: set[Cause] = set()
    if compared.new_prompt(test):
        found.add("data sets")
    elif any(map(compared.new_answer, places)):
        found.add("answers")
    if any(compared.new_criterion(test, id_) for id_ in criteria):
        found.add("criteria")
    if any(map(compared.new_judge, judges)):
        found.add("judges")
    if any(map(compared.new_execution, places)):
        found.add("execution")
    return found


def _one_of(causes: set[Cause], otherwise: Cause) -> Cause:
    if len(causes) > 1:
        return "not separable"
    return causes.pop() if causes else otherwise


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
        for flip in flipped(compared, test):
            (_, attempt), judge, criterion, before, after = flip
            yield Flip(
                model=compared.model,
                test=test,
                attempt=attempt,
                judge=judge,
                metric=after.metric,
                criterion=criterion,
                text=compared.head_inputs.criteria[test][criterion].text,
                before=before.passed,
                after=after.passed,
                cause=_cause_of_flip(compared, flip),
                overruled=_overruled(before, after),
            )


def _overruled(before: Verdict, after: Verdict) -> str:
    """Who overruled either verdict, and why; nothing if both are alike in that."""
    if before.overruled == after.overruled:
        return ""
    by = after.overruled or before.overruled
    assert by is not None
    return f"{'' if after.overruled else 'no longer '}overruled by {by.person}: {by.reason}"


def _cause_of_flip(compared: TwoRevisions, flip: Flipped) -> Cause:
    """What changed a verdict. If nothing else differs, it is the judge."""
    place, judge, criterion, before, after = flip
    test = place[0]
    is_new = compared.new_prompt(test) or compared.new_answer(place)
    if before.judge_decision == after.judge_decision and not is_new:
        return "overrules"
    return _one_of(_differing(compared, test, [place], [criterion], [judge]), "judges")

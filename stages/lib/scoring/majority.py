"""All LLM judges as one: each criterion is decided by most of the judges with a verdict on it."""

from collections.abc import Iterable, Sequence

from stages.lib.base.records import Judgement, Verdict

MAJORITY = "majority"
"""The name of the judge that the panel is then."""


def by_majority(judgements: Iterable[Judgement]) -> list[Judgement]:
    """One judgement for each answer that was judged, in the order of first appearance.

    A criterion passes or fails as most of its verdicts say. A tie, or no verdict, is no decision:
    the criterion is not judged.
    """
    by_answer: dict[tuple[str, int], list[Judgement]] = {}
    for judgement in judgements:
        if judgement.status != "missing":
            by_answer.setdefault((judgement.test, judgement.attempt), []).append(judgement)
    return [_together(listed) for listed in by_answer.values()]


def _together(judgements: Sequence[Judgement]) -> Judgement:
    by_criterion: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in (verdict for judgement in judgements for verdict in judgement.verdicts):
        by_criterion.setdefault((verdict.metric, verdict.criterion), []).append(verdict)
    first = judgements[0]
    return Judgement(
        model=first.model,
        test=first.test,
        attempt=first.attempt,
        judge=MAJORITY,
        status="judged",
        verdicts=tuple(_decided(listed) for listed in by_criterion.values()),
    )


def _decided(verdicts: Sequence[Verdict]) -> Verdict:
    passed = sum(verdict.passed is True for verdict in verdicts)
    failed = sum(verdict.passed is False for verdict in verdicts)
    first = verdicts[0]
    return Verdict(
        criterion=first.criterion,
        metric=first.metric,
        weight=first.weight,
        tags=first.tags,
        passed=None if passed == failed else passed > failed,
        explanation=f"{passed} of {len(verdicts)} judges passed it, {failed} failed it",
    )

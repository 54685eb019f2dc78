"""The LLM judges as one judge: each criterion is decided by the majority of their verdicts."""

from collections.abc import Iterable, Sequence

from assay.records.pipeline import Judgement, Verdict

MAJORITY = "majority"
"""The name of that one judge."""


def by_majority(judgements: Iterable[Judgement]) -> list[Judgement]:
    """One judgement for each answer that was judged, in the order of first appearance.

    A tie, or no verdict at all, decides nothing: the criterion is not judged. A question counts as
    answered wrongly if most judges answered it so.
    """
    by_answer: dict[tuple[str, int], list[Judgement]] = {}
    for judgement in judgements:
        if judgement.status != "missing":
            by_answer.setdefault((judgement.test, judgement.attempt), []).append(judgement)
    return [_of_answer(of_answer) for of_answer in by_answer.values()]


def _of_answer(judgements: Sequence[Judgement]) -> Judgement:
    by_criterion: dict[tuple[str, str], list[Verdict]] = {}
    for judgement in judgements:
        for verdict in judgement.verdicts:
            by_criterion.setdefault((verdict.metric, verdict.criterion), []).append(verdict)
    first = judgements[0]
    return Judgement(
        model=first.model,
        test=first.test,
        attempt=first.attempt,
        judge=MAJORITY,
        status="judged",
        verdicts=tuple(_of_criterion(verdicts) for verdicts in by_criterion.values()),
    )


def _of_criterion(verdicts: Sequence[Verdict]) -> Verdict:
    passed = sum(verdict.passed is True for verdict in verdicts)
    failed = sum(verdict.passed is False for verdict in verdicts)
    wrong = sum(verdict.picked == "wrong" for verdict in verdicts)
    first = verdicts[0]
    return Verdict(
        criterion=first.criterion,
        metric=first.metric,
        weight=first.weight,
        basis="asked" if first.basis == "asked" else "",
        tags=first.tags,
        share=-1.0 if wrong > len(verdicts) / 2 else None,
        passed=None if passed == failed else passed > failed,
        explanation=f"{passed} of {len(verdicts)} judges passed it, {failed} failed it",
    )

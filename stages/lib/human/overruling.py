"""People's overrules applied to the judges' verdicts, for scores and for the report."""

from collections.abc import Sequence
from typing import NamedTuple

from stages.lib.base import paths
from stages.lib.base.records import CHECKS, Answer, Judgement, Overruling, Verdict
from stages.lib.delivery.answers import answer_id
from stages.lib.human.overrules import PANEL, Overrule


class Overruled(NamedTuple):
    """The judgements with overrules applied, and a line for each overrule that has no effect."""

    judgements: tuple[Judgement, ...]
    unused: tuple[str, ...]


def overruled(
    overrules: Sequence[Overrule],
    model: str,
    answers: Sequence[Answer],
    judgements: Sequence[Judgement],
) -> Overruled:
    """One model's judgements with its overrules applied.

    A line on one judge has priority over a line on all LLM judges. Overrules of other models are
    ignored.
    """
    own = [item for item in overrules if item.model == model]
    ids = {(answer.test, answer.attempt): answer_id(answer) for answer in answers}
    unused = {item: reason for item in own if (reason := _useless(item, ids, judgements))}
    current = sorted(
        (item for item in own if item not in unused), key=lambda item: item.judge != PANEL
    )
    laid = {_key(item, judge): item for item in current for judge in _judges(item, judgements)}
    return Overruled(
        judgements=tuple(_laid_over(judgement, laid) for judgement in judgements),
        unused=tuple(_line(item, reason) for item, reason in unused.items()),
    )


def _useless(
    item: Overrule, ids: dict[tuple[str, int], str], judgements: Sequence[Judgement]
) -> str:
    """Why the line has no effect; empty if it has one."""
    current = ids.get((item.test, item.attempt))
    if current is None:
        return "this run has no such answer"
    if current != item.answer:
        return f"the answer has changed since: it is {current} now"
    given = [
        judgement
        for judgement in judgements
        if (judgement.test, judgement.attempt) == (item.test, item.attempt)
    ]
    if not any(judgement.judge in _judges(item, given) for judgement in given):
        return "this run has no such judge"
    if not any(
        verdict.criterion == item.criterion for judgement in given for verdict in judgement.verdicts
    ):
        return "the test has no such criterion"
    return ""


def _judges(item: Overrule, judgements: Sequence[Judgement]) -> list[str]:
    """The judges whose verdict the line replaces, if they gave one."""
    names = {judgement.judge for judgement in judgements}
    return sorted(names - {CHECKS} if item.judge == PANEL else names & {item.judge})


def _key(item: Overrule, judge: str) -> tuple[str, int, str, str]:
    return item.test, item.attempt, judge, item.criterion


def _laid_over(judgement: Judgement, laid: dict[tuple[str, int, str, str], Overrule]) -> Judgement:
    def replaced(verdict: Verdict) -> Verdict:
        item = laid.get((judgement.test, judgement.attempt, judgement.judge, verdict.criterion))
        if item is None:
            return verdict
        by = Overruling(judge_decision=verdict.passed, person=item.person, reason=item.reason)
        return verdict.model_copy(update={"passed": item.passed, "overruled": by})

    return judgement.model_copy(update={"verdicts": tuple(map(replaced, judgement.verdicts))})


def _line(item: Overrule, reason: str) -> str:
    place = f"{item.test}, attempt {item.attempt}, criterion {item.criterion}, judge {item.judge}"
    return f"{paths.OVERRULES}: {item.model} on {place}: {reason}"

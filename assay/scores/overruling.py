"""People's overrules, and what they make of the judges' verdicts in scores and in the report."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple

from pydantic import BeforeValidator

from assay.answers.delivered import answer_id
from assay.config import paths
from assay.records.pipeline import CHECKS, Answer, Judgement, Overruling, Verdict
from assay.scores.csv_tables import AttemptNumber, Table, YesOrNo

PANEL = "panel"
"""In place of a judge's name: all LLM judges of the panel."""


def _stated(text: str) -> str:
    if not text:
        raise ValueError("is empty: say who overrules whom, and why")
    return text


Stated = Annotated[str, BeforeValidator(_stated)]


class Overrule(NamedTuple):
    """A line of human/overrules.csv: a person's decision in place of a judge's on one criterion.

    `answer` is the answer's content hash (`answer_id`), `judge` a name or PANEL.
    """

    model: str
    test: str
    attempt: AttemptNumber
    answer: str
    criterion: str
    judge: Stated
    passed: YesOrNo
    person: Stated
    reason: Stated


OVERRULES = Table(Overrule, key=6, place=paths.OVERRULES)


class Overruled(NamedTuple):
    """The judgements with the overrules applied, and a line for each overrule that is not used."""

    judgements: tuple[Judgement, ...]
    unused: tuple[str, ...]


VerdictId = tuple[str, int, str, str]
"""Which verdict of a model's answers: by test, attempt, judge and criterion."""


def overruled(
    overrules: Sequence[Overrule],
    model: str,
    answers: Sequence[Answer],
    judgements: Sequence[Judgement],
) -> Overruled:
    """One model's judgements as people want them counted.

    A line on one judge goes before a line on the whole panel. Overrules of other models are
    ignored.
    """
    ids = {answer.place: answer_id(answer) for answer in answers}
    applied: list[Overrule] = []
    unused: list[str] = []
    for item in overrules:
        if item.model != model:
            continue
        reason = _why_unused(item, ids, judgements)
        if reason:
            answer = f"{item.model} on {item.test}, attempt {item.attempt}"
            verdict = f"{answer}, criterion {item.criterion}, judge {item.judge}"
            unused.append(f"{paths.OVERRULES}: {verdict}: {reason}")
        else:
            applied.append(item)
    applied.sort(key=lambda item: item.judge != PANEL)
    by_verdict = {
        (item.test, item.attempt, judge, item.criterion): item
        for item in applied
        for judge in _judges(item, judgements)
    }
    return Overruled(
        judgements=tuple(_replaced(judgement, by_verdict) for judgement in judgements),
        unused=tuple(unused),
    )


def _why_unused(
    item: Overrule, ids: Mapping[tuple[str, int], str], judgements: Sequence[Judgement]
) -> str:
    """Why the line applies to nothing; empty if it does apply."""
    current = ids.get((item.test, item.attempt))
    if current is None:
        return "this run has no such answer"
    if current != item.answer:
        return f"the answer has changed since: it is {current} now"
    of_answer = [
        judgement for judgement in judgements if judgement.place == (item.test, item.attempt)
    ]
    if not _judges(item, of_answer):
        return "this run has no such judge"
    criteria = {verdict.criterion for judgement in of_answer for verdict in judgement.verdicts}
    return "" if item.criterion in criteria else "the test has no such criterion"


def _judges(item: Overrule, judgements: Sequence[Judgement]) -> list[str]:
    names = {judgement.judge for judgement in judgements}
    return sorted(names - {CHECKS} if item.judge == PANEL else names & {item.judge})


def _replaced(judgement: Judgement, by_verdict: Mapping[VerdictId, Overrule]) -> Judgement:
    def replaced(verdict: Verdict) -> Verdict:
        key = (judgement.test, judgement.attempt, judgement.judge, verdict.criterion)
        item = by_verdict.get(key)
        if item is None:
            return verdict
        overruling = Overruling(
            judge_decision=verdict.passed, person=item.person, reason=item.reason
        )
        changes = {"passed": item.passed, "share": None, "overruled": overruling}
        return verdict.model_copy(update=changes)

    return judgement.model_copy(update={"verdicts": tuple(map(replaced, judgement.verdicts))})

"""The calls it takes to have the LLM judges judge one model's answers (calls.mode=plan)."""

from collections.abc import Sequence

from assay.calls.cost_plan import (
    ANSWER_PRIOR,
    NOTHING,
    VERDICT_PRIOR,
    History,
    Plan,
    Range,
    input_tokens,
)
from assay.ledger.paid_calls import Ledger
from assay.records.pipeline import Answer, Prompt
from stages.judge.case import Case
from stages.judge.panel import LlmJudge


def plan(judge: LlmJudge, ledger: Ledger, cases: Sequence[Case], to_come: Sequence[Case]) -> Plan:
    """The questions to one judge on the answers on disk, and on those `to_come`."""
    result = Plan(judge.config.name)
    rows = ledger.rows(stage="judge", judge_name=judge.config.name)
    tokens = ((row.test, row.output_tokens / row.criteria) for row in rows if row.criteria)
    history = History(tokens, VERDICT_PRIOR)
    for case in cases:
        _plan_case(result, judge, case, history)
    for case in to_come:
        _plan_case(result, judge, case, history, ANSWER_PRIOR)
    result.priced(judge.config)
    result.warnings = list(dict.fromkeys(result.warnings))  # one for all attempts
    if result.calls.high and ledger.absent:
        result.warnings.append(ledger.absent)
    return result


def to_be_answered(prompt: Prompt) -> Answer:
    """In place of an answer that is not there: its text is not known yet."""
    return Answer(model="", test=prompt.test, attempt=0, prompt=prompt.sha256, status="gap")


def _plan_case(
    result: Plan, judge: LlmJudge, case: Case, history: History, guessed: Range = NOTHING
) -> None:
    """The questions on an answer, whose texts are known but for `guessed` tokens of the answer."""
    questions = judge.questions(case)
    result.reused += len(case.asked) - sum(len(ids) for _, ids in questions)
    for request, ids in questions:
        prompt = input_tokens(request) + guessed
        each = history.of(case.prompt.test)
        result.add(Range(1, 1), prompt, each.times(len(ids), len(ids)))
        result.check_window(judge.config, case.prompt.test, prompt)

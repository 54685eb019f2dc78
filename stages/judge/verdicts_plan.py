"""The calls it takes to have the LLM judges judge one model's answers (calls.mode=plan)."""

import math
from collections.abc import Mapping, Sequence

from assay.calls.cost_plan import (
    ANSWER_PRIOR,
    VERDICT_PRIOR,
    History,
    Plan,
    Range,
    input_tokens,
    tokens_of,
)
from assay.content.criteria import Criterion
from assay.judging.document import asked_among, document_instructions
from assay.judging.instructions import instructions
from assay.judging.material import task_material
from assay.judging.question import line_of
from assay.ledger.paid_calls import Ledger
from assay.records.pipeline import Prompt
from stages.judge.case import Case
from stages.judge.panel import LlmJudge, groups


def plan(
    judge: LlmJudge,
    ledger: Ledger,
    cases: Sequence[Case],
    expected: Sequence[Prompt],
    criteria: Mapping[str, tuple[Criterion, ...]],
) -> Plan:
    """The questions to one judge.

    `cases` are the answers on disk. `expected` are the prompts without an answer yet, once an
    attempt.
    """
    result = Plan(judge.config.name)
    history = _tokens_a_verdict(judge, ledger)
    for case in cases:
        _plan_case(result, judge, case, history)
    for prompt in expected:
        _plan_expected(result, judge, prompt, criteria[prompt.test], history)
    result.priced(judge.config)
    if result.calls.high and ledger.absent:
        result.warnings.append(ledger.absent)
    return result


def _tokens_a_verdict(judge: LlmJudge, ledger: Ledger) -> History:
    """The tokens that the judge wrote for a verdict, by test."""
    rows = ledger.rows(stage="judge", judge_name=judge.config.name)
    tokens = ((row.test, row.output_tokens / row.criteria) for row in rows if row.criteria)
    return History(tokens, VERDICT_PRIOR)


def _plan_case(result: Plan, judge: LlmJudge, case: Case, history: History) -> None:
    """The questions on an answer on disk, whose texts are known."""
    questions = judge.questions(case)
    result.reused += len(case.asked) - sum(len(ids) for _, ids in questions)
    for request, ids in questions:
        each = history.of(case.prompt.test)
        result.add(Range(1, 1), input_tokens(request), each.times(len(ids), len(ids)))
        result.check_window(judge.config, case.prompt.test, input_tokens(request))


def _plan_expected(
    result: Plan,
    judge: LlmJudge,
    prompt: Prompt,
    criteria: Sequence[Criterion],
    history: History,
) -> None:
    """The questions on an answer to come; its length is estimated."""
    criteria = asked_among(criteria)
    batch = judge.judging.batch
    times = sum(math.ceil(len(group) / batch) for group in groups(criteria, judge.judging))
    task = instructions() + task_material(prompt, judge.judging.sources)
    if criteria[0].question:
        task = document_instructions()
    shared = tokens_of(task) + ANSWER_PRIOR
    texts = tokens_of("\n".join(line_of(criterion) for criterion in criteria))
    each = history.of(prompt.test)
    result.add(
        Range(times, times),
        shared.times(times, times) + texts,
        each.times(len(criteria), len(criteria)),
    )

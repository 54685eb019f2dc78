"""What it would take to have the panel's LLM judges judge one model's answers (calls.mode=plan)."""

import math
from collections.abc import Mapping, Sequence

from stages.judge.panel import Case, LlmJudge, groups
from stages.lib.base.records import Prompt
from stages.lib.calls.ledger import Ledger
from stages.lib.calls.plan import (
    ANSWER_PRIOR,
    VERDICT_PRIOR,
    History,
    Plan,
    Range,
    asked,
    tokens_of,
)
from stages.lib.content.criteria import Criterion
from stages.lib.judging.instructions import instructions
from stages.lib.judging.material import task_shown


def plan(
    judge: LlmJudge,
    ledger: Ledger,
    cases: Sequence[Case],
    expected: Sequence[Prompt],
    criteria: Mapping[str, tuple[Criterion, ...]],
) -> Plan:
    """`cases`: the answers that are there; `expected`: the prompts that a model has yet to answer, once an attempt."""
    found = Plan(judge.config.name)
    history = History(
        (
            (str(entry.about["test"]), entry.response.usage.output / len(entry.about["criteria"]))
            for entry in ledger.entries()
            if entry.about["judge_name"] == judge.config.name
        ),
        VERDICT_PRIOR,
    )
    for case in cases:
        questions = judge.questions(case)
        found.reused += len(case.criteria) - sum(len(ids) for _, ids in questions)
        for request, ids in questions:
            each = history.of(case.prompt.test)
            found.add(Range(1, 1), asked(request), each.times(len(ids), len(ids)))
            found.check_window(judge.config, case.prompt.test, asked(request))
    for prompt in expected:
        listed = criteria[prompt.test]
        times = sum(
            math.ceil(len(group) / judge.judging.batch) for group in groups(listed, judge.judging)
        )
        shared = (
            tokens_of(instructions() + task_shown(prompt, judge.judging.sources)) + ANSWER_PRIOR
        )
        each = history.of(prompt.test)
        texts = tokens_of("\n".join(f"{item.id}: {item.text}" for item in listed))
        found.add(
            Range(times, times),
            shared.times(times, times) + texts,
            each.times(len(listed), len(listed)),
        )
    found.priced(judge.config)
    return found

"""The calls it takes to have one model answer every prompt (calls.mode=plan)."""

from collections.abc import Collection, Sequence

from assay.calls.client import MissingCall
from assay.calls.cost_plan import ANSWER_PRIOR, DIALOGUE_PRIOR, History, Plan, Range, input_tokens
from assay.config.settings import ModelConfig
from assay.ledger.paid_calls import Ledger


def plan(
    model: ModelConfig,
    ledger: Ledger,
    missing: Sequence[MissingCall],
    reused: int,
    single_shot: Collection[str],
) -> Plan:
    """The plan. `missing`: the requests that the ledger cannot answer.

    `single_shot`: the tests that one answer ends; what was written on them tells what will be.
    Of a dialogue, the next request stands for all that follow.
    """
    found = Plan(model.name, reused)
    if missing and ledger.absent:
        found.warnings.append(ledger.absent)
    rows = ledger.rows(stage="generate", model=model.name)
    written = ((row.test, row.output_tokens) for row in rows if row.test in single_shot)
    history = History(written, ANSWER_PRIOR)
    for request, purpose in missing:
        if purpose.test not in single_shot:
            done = sum(message["role"] == "assistant" for message in request.messages)
            rest = [max(1 - done / turns, 1 / turns) for turns in DIALOGUE_PRIOR["calls"]]
            found.add(*(DIALOGUE_PRIOR[name].times(*rest) for name in ("calls", "input", "output")))
        else:
            found.add(Range(1, 1), input_tokens(request), history.of(purpose.test))
            found.check_window(model, purpose.test, input_tokens(request))
    found.priced(model)
    return found

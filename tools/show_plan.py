"""The plan before paying: what each model and judge would be asked, and the cost. Makes no call.

python -m tools.show_plan
"""

import sys
from collections.abc import Sequence

from rich.table import Table

from assay.calls.cost_plan import NOTHING, Plan, range_text
from assay.config.stage import composed, share_local_store
from stages.generate import __main__ as generate
from stages.judge import __main__ as judge
from tools.exit_code import exit_code
from tools.terminal_tables import console, table

COLUMNS = ("stage", "model", "judge", "calls", "reused", "tokens in", "tokens out", "US dollars")
StagePlan = tuple[str, str, Plan]
"""What a stage would ask of one model (generate), or of one judge about a model (judge)."""


def stage_plans() -> list[StagePlan]:
    """The plans of each stage and model, as the stage computes them, and its AssayError."""
    how = ["calls.mode=plan"]
    planned = {
        "generate": generate.plans(composed("generate", generate.GenerateConfig, how)),
        "judge": judge.plans(composed("judge", judge.JudgeStageConfig, how)),
    }
    return [
        (stage, model, plan)
        for stage, of_stage in planned.items()
        for model, of_model in of_stage.items()
        for plan in of_model
    ]


def plan_table(plans: Sequence[StagePlan]) -> Table:
    """A line for each model and judge that would be asked or has been asked, and the total."""
    rows = []
    for stage, model, plan in plans:
        if plan.calls.high or plan.reused:
            asked = plan.name if stage == "judge" else ""
            rows.append([stage, model, asked, *_cells(plan)])
    total = _cells(total_of([plan for _, _, plan in plans]))
    if any(plan.usd is None for _, _, plan in plans):
        total[-1] += " and what has no price"
    title = "Calls that the ledger cannot answer (low to high estimate)"
    return table(COLUMNS, [*rows, ["total", "", "", *total]], COLUMNS[:3], title)


def total_of(plans: Sequence[Plan]) -> Plan:
    """The sum of the plans; what has no price is left out of the dollars."""
    total = Plan("total")
    usd = NOTHING
    for plan in plans:
        total.reused += plan.reused
        total.add(plan.calls, plan.input, plan.output)
        usd += plan.usd or NOTHING
    total.usd = usd
    return total


def _cells(plan: Plan) -> list[str]:
    usd = "unknown" if plan.usd is None else range_text(plan.usd, 2)
    return [
        range_text(plan.calls),
        f"{plan.reused:,}",
        range_text(plan.input),
        range_text(plan.output),
        usd,
    ]


def main() -> None:
    share_local_store()
    plans = stage_plans()
    for warning in dict.fromkeys(line for _, _, plan in plans for line in plan.warnings):
        print(f"plan: warning: {warning}", file=sys.stderr)
    console(160).print(plan_table(plans))


if __name__ == "__main__":
    sys.exit(exit_code("plan", main))

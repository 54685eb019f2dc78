"""judge in plan mode: the questions on answers that exist and on answers to come."""

from dataclasses import replace
from pathlib import Path

import pytest

from assay.calls.cost_plan import Plan, Range
from assay.config.stage import composed
from stages.judge import __main__ as judge
from tests.conftest import FakeServer
from tests.stages.conftest import Mini
from tools import show_plan
from tools.exit_code import exit_code
from tools.show_plan import plan_table, stage_plans

CRITERIA = 4 + 3 + 2
"""Of the three tests together."""


@pytest.fixture
def panel(mini: Mini) -> Mini:
    mini.remote("judge", "judge-literal")
    mini.params(models=["strong"], panel=["judge-literal", "checks"])
    return mini


def plan_of(*overrides: str) -> Plan:
    how = ["models=[strong]", "calls.mode=plan", *overrides]
    (plan,) = judge.plans(composed("judge", judge.JudgeStageConfig, how))["strong"]
    return plan


def test_answers_to_come_are_planned_for_by_the_prior(panel: Mini) -> None:
    plan = plan_of()
    assert plan.calls == (3, 3) and plan.reused == 0
    assert plan.output == (60 * CRITERIA, 150 * CRITERIA)
    assert 3 * 3_800 < plan.input[0] < plan.input[1] < 3 * 13_700 + 6_000


def test_a_plan_says_what_it_would_ask_and_writes_nothing(panel: Mini, server: FakeServer) -> None:
    printed = panel.here(judge.main, "models=[strong]", "calls.mode=plan")
    assert "judge: judge-literal: 3 calls, 0 answers reused" in printed
    assert "judge: 3 items, 0 reused" in printed
    assert server.calls() == [] and not Path("outputs/verdicts").exists()
    assert not Path("outputs/gaps").exists() and not Path(".assay/ledger").exists()


def test_the_tool_asks_both_stages_and_names_the_file_of_a_mistake(
    panel: Mini, capsys: pytest.CaptureFixture[str]
) -> None:
    plans = {(stage, plan.name): plan for stage, _, plan in stage_plans()}
    assert plans["generate", "strong"].calls == (2 + 15, 2 + 26)
    assert plans["judge", "judge-literal"].calls == (3, 3)
    panel.replace("conf/judging/default.yaml", "question: all", "question: some")
    assert exit_code("plan", show_plan.main) == 1
    told = capsys.readouterr().err
    assert told.startswith("plan: error: conf/judging/default.yaml: 'judging.question'")


@pytest.mark.slow
def test_questions_on_answers_that_are_there_are_counted_by_their_text_and_nothing_twice(
    panel: Mini, server: FakeServer
) -> None:
    panel.generate()
    before = plan_of()
    assert before.calls == (3, 3) and before.input[1] < 6_000, "no answer is guessed any more"
    from stages.extract import __main__ as extract

    panel.here(extract.main, "models=[strong]")
    panel.here(judge.main, "models=[strong]")
    made = [call for call in server.calls() if call["model"] == "judge-literal"]
    assert len(made) == 3
    sent = sum(call["usage"]["prompt_tokens"] for call in made)
    assert before.input[0] == pytest.approx(sent, rel=0.02)
    after = plan_of()
    assert after.calls == (0, 0) and after.reused == CRITERIA and after.usd == (0, 0)


def test_the_table_sums_up_what_has_a_price_and_says_that_something_has_none() -> None:
    known = Plan("a", 1, Range(1, 2), Range(10, 20), Range(1000, 3000), Range(0.5, 1.5))
    unknown = replace(known, name="j", usd=None)
    nothing = replace(known, name="b", reused=0, calls=Range(0, 0))
    plans = [("generate", "a", known), ("judge", "a", unknown), ("generate", "b", nothing)]
    shown = plan_table(plans)
    columns = [list(map(str, column.cells)) for column in shown.columns]
    assert [cells[-1] for cells in columns[:3]] == ["total", "", ""]
    assert columns[1:3] == [["a", "a", ""], ["", "j", ""]]
    assert columns[3] == ["1 to 2", "1 to 2", "2 to 4"]
    assert columns[-1] == ["0.50 to 1.50", "unknown", "1.00 to 3.00 and what has no price"]


@pytest.mark.parametrize(("mode", "calls"), [("metric", 6), ("criterion", CRITERIA)])
def test_each_mode_is_planned_with_its_own_questions(panel: Mini, mode: str, calls: int) -> None:
    plan = plan_of(f"judging.question={mode}")
    assert plan.calls == (calls, calls) and plan.output == (60 * CRITERIA, 150 * CRITERIA)

"""The budget: of a run, over all its stages, and never passed by what is known."""

import json
from pathlib import Path

import pytest

from assay.calls.budget import Budget, current_run, keep_spent, open_budget
from assay.errors import RunStopped


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASSAY_RUN", "run")


def test_a_budget_is_never_passed_and_waits_while_calls_may_turn_out_cheaper() -> None:
    budget = Budget(2.5, None)
    for _ in range(2):
        assert budget.reason_to_wait(1.0) == ""
        budget.begin(1.0)
    assert "2 calls under way may cost $2.00" in budget.reason_to_wait(1.0)
    for _ in range(2):
        budget.end(1.0, 0.25)
    for _ in range(2):
        assert budget.reason_to_wait(1.0) == ""
        budget.begin(1.0)
    assert budget.usd + budget.open_usd == 2.5 and budget.calls == 4


def test_a_bill_above_its_estimate_raises_the_estimates_of_its_owners_next_and_open_calls() -> None:
    """$0.05 became $0.48: six calls were let through by estimates of $0.008 and cost $0.08."""
    budget = Budget(0.5, None)
    budget.begin(0.01, "a")
    budget.begin(0.01, "a")
    budget.end(0.01, 0.2, "a")
    assert budget.open_usd == pytest.approx(0.2)
    assert "may cost $0.20" in budget.reason_to_wait(0.01, "a")
    assert budget.reason_to_wait(0.01, "b") == ""
    budget.end(0.01, 0.001, "a")
    assert "the next call may cost" in str(over(budget, 0.02, "a")), "nothing lowers it again"


def test_a_call_that_cannot_fit_is_refused_with_figures_and_a_free_one_teaches_nothing() -> None:
    budget = Budget(0.5, None)
    budget.begin(0.0)
    budget.end(0.0, 0.4)
    refused = str(over(budget, 0.2))
    assert "limit: $0.40 were or may " in refused and " is $0.50. " in refused
    assert "may cost up to $0.20" in refused
    budget.begin(0.1)
    budget.end(0.1, 0.3)
    assert "limit: the budget was passed: $0.70 were" in str(over(budget, 0.2))


def over(budget: Budget, usd: float, owner: object = None) -> RunStopped:
    with pytest.raises(RunStopped) as caught:
        budget.reason_to_wait(usd, owner)
    return caught.value


def test_only_the_same_run_goes_on_with_what_was_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = open_budget(9.0, None)
    budget.begin(2.0)
    budget.end(2.0, 0.5)
    budget.begin(3.0)  # cut off: it may have cost the most
    keep_spent(budget)
    later = open_budget(9.0, None)
    assert (later.usd, later.calls, later.open_calls) == (3.5, 2, 0)
    monkeypatch.setenv("ASSAY_RUN", "another")
    assert open_budget(9.0, None).usd == 0.0
    monkeypatch.delenv("ASSAY_RUN")
    assert current_run() == current_run() != "run", "the outermost make or dvc names it"


@pytest.mark.parametrize("text", ["", "[]", '{"run": "other", "usd": 5, "calls": 1}'])
def test_a_damaged_record_of_spending_is_begun_anew(text: str) -> None:
    Path(".assay").mkdir()
    Path(".assay/spent.json").write_text(text)
    budget = open_budget(1.0, None)
    assert budget.usd == 0.0
    keep_spent(budget)
    assert json.loads(Path(".assay/spent.json").read_text())["run"] == "run"

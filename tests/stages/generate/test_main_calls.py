"""generate with a failing provider, with limits, in replay and in plan mode."""

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from assay.calls.cost_plan import Plan
from assay.config.stage import composed
from assay.records.jsonl import read_records
from assay.records.pipeline import Prompt
from stages.generate import __main__ as generate
from tests.conftest import FakeServer
from tests.ledgers import forget_paid, paid
from tests.project import Project, without_network
from tests.stages.conftest import Mini, answers

pytestmark = pytest.mark.slow

SECRET = "plain-secret-0123456789"


def view() -> str:
    """The answers as the next stages see them, without the times."""
    text = Path("outputs/answers/strong.jsonl").read_text()
    shown, found = re.subn(r'"(latency_s|time)": ("[^"]*"|[\d.e-]+)', "", text)
    assert found >= 2 * len(text.splitlines())
    return shown


def calls(project: Project, **settings: Any) -> None:
    project.write(
        "conf/calls/default.yaml",
        json.dumps({"mode": "live", "max_retries": 0, "retry_wait_s": 0.01} | settings),
    )


def forget() -> None:
    """Lose every answer that was bought."""
    shutil.rmtree(".assay")
    forget_paid()


def test_after_faults_and_retries_the_answers_are_those_of_a_run_without_faults(
    mini: Mini, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_API_KEY", SECRET)
    mini.remote("model", "strong", api_key_env="FAKE_API_KEY")
    calls(mini)
    printed = mini.generate("attempts=6")
    whole = view()
    forget_paid()

    server.settings(fault_share=0.3, fault_seed=201)
    calls(mini, max_retries=1, timeout_s=2)
    rounds = 0
    while rounds == 0 or '"status": "gap"' in view():
        server.mark()
        printed += mini.generate("attempts=6")
        rounds += 1
        assert rounds < 12, view()
    server.settings(fault_share=0.0)
    assert view() == whole
    with urllib.request.urlopen(f"{server.url}/faults") as reply:
        injected = {kind: count for kind, count in json.load(reply).items() if kind}
    assert len(injected) >= 10 and sum(injected.values()) >= 15, injected
    assert server.calls()[0]["authorization"] == f"Bearer {SECRET}"
    written = b"".join(path.read_bytes() for path in Path().rglob("*") if path.is_file())
    assert "Traceback" not in printed
    assert SECRET not in printed and SECRET.encode() not in written


@pytest.mark.parametrize("trouble", [{"down_s": 2, "latency_s": 0.1}, {"twice": True}], ids=str)
def test_a_provider_that_is_down_for_a_while_or_delivers_replies_twice_changes_no_answer(
    mini: Mini, server: FakeServer, trouble: dict[str, Any]
) -> None:
    calls(mini, max_retries=6, retry_wait_s=0.2)
    mini.generate("attempts=6")
    whole = view()
    forget()
    server.mark()
    server.settings(**trouble)
    mini.generate("attempts=6")
    assert view() == whole and whole.count('"status": "answered"') == 6 * 3
    assert sum(call["done"] for call in server.calls()) == 6 * 7


def test_two_names_for_one_model_pay_once_also_at_once(mini: Mini, server: FakeServer) -> None:
    mini.remote("model", "renamed", "strong", price={"input": 9.0, "output": 9.0})
    mini.generate(model="strong,renamed")
    assert server.count() == {"strong": 7}
    assert set(answers("renamed")) == set(answers("strong"))


def test_one_model_name_at_two_servers_is_refused(mini: Mini, server: FakeServer) -> None:
    mini.remote("model", "other", "strong", api_base="http://127.0.0.1:9/v1")
    told = mini.generate(model="strong,other", code=1)
    assert "conf/model/other.yaml: asks the same as conf/model/strong.yaml" in told
    assert server.calls() == []


def test_a_run_stops_before_its_number_of_calls_is_passed_keeps_all_and_goes_on(
    mini: Mini, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_RUN", "first")
    calls(mini, max_calls=3, concurrency=1)
    told = mini.generate(code=1)
    assert "calls.max_calls is 3" in told and len(server.calls()) == 3
    monkeypatch.setenv("ASSAY_RUN", "second")
    calls(mini, max_calls=4)
    mini.generate()
    assert len(server.calls()) == 7
    assert {answer.status for answer in answers().values()} == {"answered"}


def test_a_run_never_costs_more_than_its_budget(
    mini: Mini, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    mini.remote("model", "strong", sampling={"max_tokens": 1000})
    monkeypatch.setenv("ASSAY_RUN", "mine")
    calls(mini, budget_usd=0.0025)
    told = mini.generate(code=1)
    assert "stopped before the limit" in told and "calls.budget_usd" in told and "run again" in told
    kept = paid()
    spent = sum(entry.response.cost_usd or 0.0 for entry in kept)
    assert 0 < spent <= 0.0025
    assert len(kept) == len(server.calls()) < 7
    assert not Path("outputs/answers/strong.jsonl").exists()


def test_a_budget_needs_a_price(mini: Mini, server: FakeServer) -> None:
    mini.remote("model", "strong", price=None)
    calls(mini, budget_usd=1)
    told = mini.generate()
    assert {answer.status for answer in answers().values()} == {"gap"}
    assert "conf/model/strong.yaml: calls.budget_usd is set, but nobody knows what" in told
    assert server.calls() == []


def test_a_replay_repeats_every_byte_and_else_lists_what_is_missing(
    mini: Mini, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    mini.generate()
    first = Path("outputs/answers/strong.jsonl").read_bytes()
    Path("outputs/answers/strong.jsonl").unlink()
    monkeypatch.delenv("OPENAI_API_BASE")
    replay = [sys.executable, "-m", "stages.generate", "models=[strong]", "calls.mode=replay"]
    subprocess.run([*without_network(), *replay], check=True)
    assert Path("outputs/answers/strong.jsonl").read_bytes() == first
    told = mini.generate("attempts=2", "calls.mode=replay", code=1)
    assert "no answer for 3 calls" in told and "Port-Mini 2" in told and "Explain-Other 2" in told
    assert len(server.calls()) == 7
    assert Path("outputs/answers/strong.jsonl").read_bytes() == first, "nothing half-written"


def plan_of(*overrides: str) -> Plan:
    how = ["models=[strong]", "calls.mode=plan", *overrides]
    (plan,) = generate.plans(composed("generate", generate.GenerateConfig, how))["strong"]
    return plan


def test_a_plan_calls_nobody_writes_no_output_and_counts_what_the_ledger_lacks(
    mini: Mini, server: FakeServer
) -> None:
    told = mini.generate("calls.mode=plan")
    assert "strong: 17 to 28 calls, 0 answers reused" in told
    assert server.calls() == [] and not Path("outputs/answers/strong.jsonl").exists()
    assert not Path("ledger").exists() and not Path(".assay/ledger").exists()
    plan = plan_of()
    assert plan.calls == (2 + 15, 2 + 26) and plan.reused == 0
    assert plan.output == (2 * 3800 + 7000, 2 * 13700 + 30000)
    low, high = (
        (given + 2 * written) / 1e6 for given, written in zip(plan.input, plan.output, strict=True)
    )
    assert plan.usd == pytest.approx([low, high], abs=1e-3)


def test_a_plan_learns_from_the_ledger_and_ends_at_zero(mini: Mini, server: FakeServer) -> None:
    mini.generate()
    done = plan_of()
    assert done.calls == (0, 0) and done.reused == 7 and done.usd == (0, 0)
    mini.write("conf/suite/mini.yaml", "tests: [Port-Mini]\n")
    mini.render()
    second = plan_of("attempts=2")
    written = answers()["Port-Mini"].usage.output
    assert second.calls == (1, 1) and second.output == (written, written)


def test_a_prompt_that_does_not_fit_is_a_gap_on_its_test_and_the_others_go_on(
    mini: Mini, server: FakeServer
) -> None:
    prompts = read_records(Path("outputs/prompts.jsonl"), Prompt)
    sizes = {prompt.test: prompt.tokens_estimate for prompt in prompts}
    small, large = sorted(["Port-Mini", "Explain-Other"], key=lambda test: sizes[test])
    mini.remote("model", "strong", context_window=sizes[small])
    told = mini.generate()
    found = answers()
    assert (found[small].status, found[large].status) == ("answered", "gap")
    assert found["UpgradeReactApplication-Mini"].status == "answered"
    assert str(found[large].error).startswith(
        f"conf/model/strong.yaml: the context window of {sizes[small]} tokens is too small"
    )
    assert len(server.calls()) == 6, "for what cannot fit no call is made"
    assert "strong: 1 missing: conf/model/strong.yaml" in told


def test_a_prompt_too_long_for_the_provider_is_a_gap_too(mini: Mini, server: FakeServer) -> None:
    server.settings(window=1)
    mini.generate()
    found = answers()
    assert {found[test].status for test in ("Port-Mini", "Explain-Other")} == {"gap"}
    assert "is too small for this prompt" in str(found["Port-Mini"].error)


def test_a_prompt_that_the_context_window_cannot_hold_is_told_before_it_is_paid(mini: Mini) -> None:
    mini.write(
        "conf/model/strong.yaml", "litellm_model: openai/gpt-4\nsampling: {max_tokens: 8190}\n"
    )
    told = mini.generate("calls.mode=plan")
    assert (
        "Port-Mini has about" in told
        and "and up to 8,190 of answer, the context window is 8,192" in told
    )

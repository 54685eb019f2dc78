"""Dialogues in generate: resumed after failures and kills, context end."""

import time

import pytest

from assay.records.pipeline import Dialogue
from stages.generate import __main__ as generate
from tests.ask_forked import KILLED
from tests.conftest import FakeServer
from tests.forked import Forked
from tests.ledgers import forget_paid, keep_paid, paid
from tests.project import Project
from tests.stages.generate.test_main import answers, mini, run, run_in_forks

pytestmark = pytest.mark.slow

__all__ = ["mini"]
TEST = "UpgradeReactApplication-Mini"
TURNS = 5


@pytest.fixture
def alone(mini: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """The project with its dialogue as the only test."""
    from stages import render

    mini.write("conf/suite/mini.yaml", f"tests: [{TEST}]\n")
    run(render.main, monkeypatch)
    return mini


def dialogue() -> Dialogue:
    found = answers()[TEST].dialogue
    assert found
    return found


def test_a_killed_dialogue_goes_on_at_the_turn_it_had_reached(
    alone: Project, server: FakeServer, forked: Forked, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_in_forks(alone, forked)
    server.settings(latency_s=0.4)
    running = alone.started("generate", "models=[strong]")
    deadline = time.monotonic() + 60
    while sum(call["done"] for call in server.calls()) < 3:
        assert running.poll() is None and time.monotonic() < deadline, "three turns did not come"
        time.sleep(0.02)
    time.sleep(0.1)  # the third reply is on its way
    forked.stage_in(alone.root).kill()
    assert running.wait() == KILLED
    assert not (alone.root / "outputs/answers/strong.jsonl").exists()

    server.settings(latency_s=0)
    server.mark()
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    assert 1 <= len(server.calls()) <= TURNS - 2  # at most the turn under way was asked twice
    reached = sum(
        message["role"] == "assistant" for message in server.calls()[0]["body"]["messages"]
    )
    assert reached >= 2
    assert (dialogue().outcome, dialogue().turns) == ("ended", TURNS)


def test_a_dialogue_whose_provider_fails_in_the_middle_is_a_gap_and_goes_on_there(
    alone: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    first = sorted(len(entry.request["messages"]) for entry in paid())[:3]
    keep_paid(lambda entry: len(entry.request["messages"]) in first)

    server.settings(failing=["strong"])
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    gap = answers()[TEST]
    assert (
        (gap.status, gap.dialogue) == ("gap", None) and "503" in gap.error
    ) or "overloaded" in gap.error
    server.settings(failing=[])
    server.mark()
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    assert len(server.calls()) == 2 and dialogue().outcome == "ended"


def test_a_dialogue_that_outgrows_the_context_ends_there_and_does_so_again_in_a_replay(
    alone: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    second = server.calls()[1]["body"]["messages"]
    forget_paid()

    server.settings(window=sum(len(message.get("content") or "") for message in second))
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    assert (dialogue().outcome, dialogue().turns, answers()[TEST].status) == (
        "context too long",
        2,
        "empty",
    )
    assert answers()[TEST].cost_usd is not None, "what was refused has no unknown cost"
    first = alone.read("outputs/answers/strong.jsonl")
    server.mark()
    assert run(generate.main, monkeypatch, "models=[strong]", "calls.mode=replay") == 0
    assert server.calls() == [] and alone.read("outputs/answers/strong.jsonl") == first


def test_tokens_cost_and_time_are_recorded_turn_by_turn_and_add_up(
    alone: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    answer = answers()[TEST]
    turns = dialogue().per_turn
    sent = [call["usage"] for call in server.calls()]
    assert [turn.usage.input for turn in turns] == [used["prompt_tokens"] for used in sent]
    assert [turn.usage.output for turn in turns] == [used["completion_tokens"] for used in sent]
    assert all(turn.cost_usd for turn in turns) and len(turns) == TURNS
    assert answer.cost_usd == pytest.approx(sum(turn.cost_usd or 0 for turn in turns))
    assert answer.latency_s == pytest.approx(sum(turn.latency_s for turn in turns), abs=1e-3)


@pytest.mark.parametrize(
    "setting, value, outcome",
    [("max_turns", 2, "too many turns"), ("max_usd", 1e-9, "too expensive")],
)
def test_bounds_come_from_the_configuration(
    alone: Project, monkeypatch: pytest.MonkeyPatch, setting: str, value: float, outcome: str
) -> None:
    assert run(generate.main, monkeypatch, "models=[strong]", f"dialogue.{setting}={value}") == 0
    assert dialogue().outcome == outcome

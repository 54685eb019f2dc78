"""Dialogues in generate: resumed after failures and kills, context end, bounds."""

import time

import pytest

from assay.ledger.request import Provider, Request
from assay.records.pipeline import Dialogue, Prompt, Response
from stages.generate.builtin import BUILTIN, echo
from tests.ask_forked import KILLED
from tests.conftest import FakeServer
from tests.forked import Forked
from tests.ledgers import forget_paid, keep_paid, paid
from tests.project import CODE, ROOT
from tests.stages.conftest import Mini, answers

pytestmark = pytest.mark.slow

TEST = "UpgradeReactApplication-Mini"
TURNS = 5


@pytest.fixture
def alone(mini: Mini) -> Mini:
    """The project with its dialogue as the only test."""
    mini.write("conf/suite/mini.yaml", f"tests: [{TEST}]\n")
    mini.render()
    return mini


def dialogue(model: str = "strong") -> Dialogue:
    found = answers(model)[TEST].dialogue
    assert found
    return found


def test_killed_dialogues_go_on_at_the_turn_they_had_reached(
    alone: Mini, server: FakeServer, forked: Forked
) -> None:
    """Two side by side: of ten turns four are answered, and two under way."""
    for package in CODE:
        (alone.root / package).symlink_to(ROOT / package)
    alone.python = forked.path
    server.settings(answered=4)
    running = alone.started("generate", "models=[strong]", "attempts=2")
    deadline = time.monotonic() + 60
    while len(paid()) < 4 or len(server.calls()) < 6:
        assert running.poll() is None and time.monotonic() < deadline, "four turns did not come"
        time.sleep(0.05)
    forked.stage_in(alone.root).kill()
    assert running.wait() == KILLED
    assert not (alone.root / "outputs/answers/strong.jsonl").exists()

    server.settings(answered=None)
    server.mark()
    alone.generate("attempts=2")
    assert len(server.calls()) == 2 * TURNS - 4, "what was under way is asked again, and no more"
    assert (dialogue().outcome, dialogue().turns) == ("ended", TURNS)
    answer, turns = answers()[TEST], dialogue().per_turn
    assert answer.cost_usd == pytest.approx(sum(turn.cost_usd or 0 for turn in turns))
    assert answer.latency_s == pytest.approx(sum(turn.latency_s for turn in turns), abs=1e-3)


def test_a_dialogue_whose_provider_fails_in_the_middle_is_a_gap_and_goes_on_there(
    alone: Mini, server: FakeServer
) -> None:
    alone.generate()
    first = sorted(len(entry.request["messages"]) for entry in paid())[:3]
    keep_paid(lambda entry: len(entry.request["messages"]) in first)

    server.settings(failing=["strong"])
    alone.generate()
    gap = answers()[TEST]
    assert (gap.status, gap.dialogue) == ("gap", None) and "overloaded" in gap.error
    server.settings(failing=[])
    server.mark()
    alone.generate()
    assert len(server.calls()) == 2 and dialogue().outcome == "ended"


def test_a_dialogue_that_outgrows_the_context_ends_there_and_does_so_again_in_a_replay(
    alone: Mini, server: FakeServer
) -> None:
    alone.generate()
    second = server.calls()[1]["body"]["messages"]
    forget_paid()

    server.settings(window=sum(len(message.get("content") or "") for message in second))
    alone.generate()
    assert (dialogue().outcome, dialogue().turns, answers()[TEST].status) == (
        "context too long",
        2,
        "empty",
    )
    assert answers()[TEST].cost_usd is not None, "what was refused has no unknown cost"
    first = alone.read("outputs/answers/strong.jsonl")
    server.mark()
    alone.generate("calls.mode=replay")
    assert server.calls() == [] and alone.read("outputs/answers/strong.jsonl") == first


@pytest.mark.parametrize(
    "setting, value, outcome",
    [("max_turns", 2, "too many turns"), ("max_usd", 1e-9, "too expensive")],
)
def test_bounds_come_from_the_configuration(
    alone: Mini, setting: str, value: float, outcome: str
) -> None:
    alone.generate(f"dialogue.{setting}={value}")
    assert dialogue().outcome == outcome


def test_echo_writes_the_source_unchanged_and_each_turn_is_shared_with_the_next(
    alone: Mini, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Request] = []

    def kept(prompt: Prompt) -> Provider:
        provider = echo(prompt)

        async def complete(request: Request) -> Response:
            asked.append(request)
            return await provider(request)

        return complete

    monkeypatch.setitem(BUILTIN, "echo", kept)
    alone.generate(model="echo")
    echoed = dialogue("echo")
    assert (echoed.outcome, echoed.flags, len(asked)) == ("ended", {}, TURNS)
    for file in echoed.files:
        assert file.content == alone.read(f"datasets/Mini/{file.path}")
    assert [file.path for file in echoed.files] == ["app.js", "index.html"]
    assert [each.shared for each in asked] == [len(each.messages[-1]["content"]) for each in asked]

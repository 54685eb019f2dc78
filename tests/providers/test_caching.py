"""Cache marks: where they stand, and that only providers that need them see them."""

import pytest

from assay.ledger.request import Request
from stages.generate.dialogue.tools import TOOLS
from tests.providers.models import CHAT, CLAUDE, GEMINI, Setup
from tests.providers.service import Service
from tests.providers.setups import TALK, ask

JUDGE = {"role": "system", "content": "Judge."}
LONG = (JUDGE, {"role": "user", "content": "the shared part|the question"})
MARK = {"type": "ephemeral"}


def test_claude_is_told_how_far_the_shared_part_goes(service: Service) -> None:
    ask(service, CLAUDE, messages=LONG, shared=len("the shared part|"))
    (message,) = service.calls[-1]["body"]["messages"]
    assert message["content"] == [
        {"type": "text", "text": "the shared part|", "cache_control": MARK},
        {"type": "text", "text": "the question"},
    ]


def test_a_dialogue_is_marked_behind_its_last_tool_result(service: Service) -> None:
    called = {"id": "c1", "type": "function", "function": {"name": "list_files", "arguments": "{}"}}
    asked = {"role": "assistant", "content": "", "tool_calls": [called]}
    turn = (*TALK, asked, {"role": "tool", "tool_call_id": "c1", "content": "app.js"})
    ask(service, CLAUDE, messages=turn, tools=TOOLS, shared=len("app.js"))
    (result,) = service.calls[-1]["body"]["messages"][-1]["content"]
    assert result["type"] == "tool_result" and result["cache_control"] == MARK


def test_an_empty_text_is_never_marked_since_claude_refuses_that(service: Service) -> None:
    said = {"role": "assistant", "content": "Yes."}
    messages = (*TALK, said, {"role": "user", "content": " \nx"})
    assert ask(service, CLAUDE, messages=messages, shared=len(" \n")).text == "Hello."
    assert "cache_control" not in str(service.calls[-1]["body"])


@pytest.mark.parametrize("setup", [CHAT, GEMINI])
def test_no_other_provider_sees_a_mark(service: Service, setup: Setup) -> None:
    ask(service, setup, messages=LONG, shared=10)
    assert "cache_control" not in str(service.calls[-1]["body"])


def test_marks_are_no_part_of_the_ledgers_key() -> None:
    plain = Request(model="m", messages=LONG)
    assert plain.model_copy(update={"shared": 5}).key == plain.key
    assert "shared" not in plain.model_dump(mode="json")

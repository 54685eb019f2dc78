"""litellm's reply: odd ones are read or refused, and usage that cannot be is no cost."""

from types import SimpleNamespace
from typing import Any

import pytest

from assay.calls.call_errors import MalformedReply
from assay.calls.read_reply import response_of
from assay.config.settings import Price, RemoteModel
from assay.ledger.request import Request
from assay.records.pipeline import Response, Usage

MODEL = RemoteModel(litellm_model="openai/x", price=Price(input=1, output=1))


def reply(usage: dict[str, int] | None = None, **values: Any) -> SimpleNamespace:
    given = SimpleNamespace(**{"content": None, "tool_calls": None} | values)
    choice = SimpleNamespace(message=given, finish_reason=None)
    counts = SimpleNamespace(**usage) if usage else None
    return SimpleNamespace(choices=[choice], usage=counts, model=None)


def read(one: SimpleNamespace, **params: Any) -> Response:
    messages = ({"role": "user", "content": "Hello?"},)
    return response_of(one, Request(model="openai/x", messages=messages, params=params), MODEL, 0)


def test_a_call_of_a_tool_without_a_name_is_read_and_a_reply_without_choices_refused() -> None:
    call = SimpleNamespace(id="1", function=SimpleNamespace(name=None, arguments=None))
    assert read(reply(tool_calls=[call])).tool_calls[0].arguments == ""
    with pytest.raises(MalformedReply):
        read(SimpleNamespace(choices=None))


@pytest.mark.parametrize("name", ["prompt_tokens", "completion_tokens"])
def test_usage_that_cannot_be_is_no_usage_and_has_no_cost(name: str) -> None:
    response = read(reply({name: 10**9}, content="a"), max_tokens=2000)
    assert (response.text, response.usage, response.cost_usd) == ("a", Usage(), None)


def test_thoughts_past_the_limit_and_a_gateways_own_rules_are_billed() -> None:
    used = {"prompt_tokens": 8_000, "completion_tokens": 3_900}
    assert read(reply(used, content="a"), max_tokens=2000).cost_usd == pytest.approx(0.0119)

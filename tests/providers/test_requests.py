"""What is sent: keys, system message, sampling, effort, tools and schemas, by protocol."""

import json
from typing import Any

import pytest

from assay.ledger.request import Request
from assay.records.pipeline import Response, ToolCall
from stages.generate.dialogue.engine import as_answers, as_message, calls_of
from stages.generate.dialogue.tools import TOOLS
from tests.providers.models import (
    CHAT,
    CLAUDE,
    CLAUDE_4,
    CLAUDE_ADAPTIVE,
    GEMINI,
    GEMINI_3,
    GENERIC,
    PROTOCOLS,
    RESPONSES,
    THINKER,
    Setup,
)
from tests.providers.replies import ModelReply
from tests.providers.service import Service
from tests.providers.setups import KEY, TALK, answer_of, ask, provider_of, stopped

SAMPLING = {"max_tokens": 9000, "temperature": 0.5, "top_p": 0.9}
SAMPLING_MAX_OUTPUT = {"max_output_tokens": 9000, "temperature": 0.5, "top_p": 0.9}
EFFORT = {"max_tokens": 9000, "reasoning_effort": "high"}
BUDGET = {"type": "enabled", "budget_tokens": 2048}
THOUGHTS = {"includeThoughts": True}
CALLS = (
    ToolCall(id="c1", name="read_file", arguments='{"path": "app.js"}'),
    ToolCall(id="c2", name="list_files", arguments="{}"),
)
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"passed": {"type": "boolean"}},
    "required": ["passed"],
    "additionalProperties": False,
}
VERDICTS = {"name": "verdicts", "strict": True, "schema": SCHEMA}
FORMAT = {"type": "json_schema", "json_schema": VERDICTS}
GPT_5_6 = Setup("openai/gpt-5.6", "/openai/v1")
RESPONSES_5_6 = Setup("openai/responses/gpt-5.6", "/openai/v1")
EVERY = {**PROTOCOLS, "thinker": THINKER, "adaptive": CLAUDE_ADAPTIVE, "gemini-3": GEMINI_3}

every_model = pytest.mark.parametrize("setup", EVERY.values(), ids=EVERY)


def body(service: Service) -> dict[str, Any]:
    """What the last call sent."""
    return dict(service.calls[-1]["body"])


@pytest.mark.parametrize(
    ("setup", "header", "value", "system"),
    [
        (CHAT, "authorization", f"Bearer {KEY}", "messages"),
        (RESPONSES, "authorization", f"Bearer {KEY}", "instructions"),
        (GENERIC, "authorization", f"Bearer {KEY}", "messages"),
        (CLAUDE, "x-api-key", KEY, "system"),
        (GEMINI, "x-goog-api-key", KEY, "system_instruction"),
    ],
)
def test_key_and_system_message_stand_where_the_protocol_wants_them_and_only_there(
    service: Service, setup: Setup, header: str, value: str, system: str
) -> None:
    assert ask(service, setup).text == "Hello."
    (call,) = service.calls
    assert {name.lower(): given for name, given in call["headers"].items()}[header] == value
    assert KEY not in call["url"] and KEY not in str(call["body"])
    assert "Be brief." in str(call["body"][system])
    assert str(call["body"]).count("Be brief.") == 1 and str(call["body"]).count("Hello?") == 1


@every_model
def test_no_nul_reaches_a_provider(service: Service, setup: Setup) -> None:
    """Some services refuse the request, others end the text there."""
    system = {"role": "system", "content": "You\0review."}
    user = {"role": "user", "content": "a\0b"}
    ask(service, setup, messages=(system, user))
    sent = json.dumps(body(service), ensure_ascii=False)
    assert "a\ufffdb" in sent and "You\ufffdreview." in sent
    assert "\\u0000" not in sent and user["content"] == "a\0b"


DEEPSEEK = Setup("deepseek/deepseek-chat", "/generic/v1")
MISTRAL = Setup("mistral/mistral-medium-latest", "/generic/v1")
ROUTER = Setup("openrouter/openai/o4", "/generic/v1")


@pytest.mark.parametrize(
    ("setup", "params", "expected"),
    [
        (CHAT, SAMPLING, SAMPLING),
        (Setup("openai/responses/gpt-4.1", "/openai/v1"), SAMPLING, SAMPLING_MAX_OUTPUT),
        (CLAUDE_4, SAMPLING, SAMPLING),
        (GEMINI, SAMPLING, SAMPLING_MAX_OUTPUT),
        (GEMINI, EFFORT, {"thinkingConfig": THOUGHTS | {"thinkingBudget": 4096}}),
        (GEMINI, {"thinking": BUDGET}, {"thinkingConfig": THOUGHTS | {"thinkingBudget": 2048}}),
        (GEMINI_3, EFFORT, {"thinkingConfig": THOUGHTS | {"thinkingLevel": "high"}}),
        (THINKER, EFFORT, {"reasoning_effort": "high"}),
        (GENERIC, EFFORT, {"reasoning_effort": "high"}),
        (RESPONSES, EFFORT, {"reasoning": {"effort": "high"}}),
        (CLAUDE, EFFORT, {"thinking": {"type": "enabled", "budget_tokens": 4096}}),
        (CLAUDE_ADAPTIVE, EFFORT, {"output_config": {"effort": "high"}}),
        (CLAUDE_ADAPTIVE, {"reasoning_effort": "max"}, {"output_config": {"effort": "max"}}),
        (GPT_5_6, {"reasoning_effort": "none"}, {"reasoning_effort": "none"}),
        (RESPONSES_5_6, {"reasoning_effort": "none"}, {"reasoning": {"effort": "none"}}),
        (GPT_5_6, {"reasoning_effort": "xhigh"}, {"reasoning_effort": "xhigh"}),
        (GPT_5_6, {"verbosity": "low"}, {"verbosity": "low"}),
        (RESPONSES, {"verbosity": "low"}, {"text": {"verbosity": "low"}}),
        (CLAUDE, {"max_tokens": 9000, "thinking": BUDGET}, {"thinking": BUDGET}),
        (DEEPSEEK, EFFORT, {"thinking": {"type": "enabled"}}),
        (DEEPSEEK, {"reasoning_effort": "none"}, {"thinking": {"type": "disabled"}}),
        (MISTRAL, EFFORT, {"reasoning_effort": "high"}),
        (ROUTER, {"reasoning_effort": "xhigh"}, {"reasoning_effort": "xhigh"}),
    ],
)
def test_sampling_and_effort_are_sent_in_the_words_of_the_protocol(
    service: Service,
    setup: Setup,
    params: dict[str, Any],
    expected: dict[str, Any],
    capfd: pytest.CaptureFixture[str],
) -> None:
    ask(service, setup, params=params)
    fields = {**body(service), **body(service).get("generationConfig", {})}
    assert {name: fields.get(name) for name in expected} == expected
    assert "asked without" not in capfd.readouterr().err


GEMINI_2 = Setup("gemini/gemini-2.0-flash", "/gemini")


@pytest.mark.parametrize(
    ("setup", "params", "dropped"),
    [
        (THINKER, SAMPLING, "temperature=0.5, top_p=0.9"),
        (RESPONSES, SAMPLING, "temperature=0.5, top_p=0.9"),
        (CLAUDE_ADAPTIVE, SAMPLING, "temperature=0.5, top_p=0.9"),
        (CLAUDE, {"verbosity": "low"}, "verbosity=low"),
    ],
)
def test_what_a_model_does_not_take_is_left_out_and_named(
    service: Service,
    setup: Setup,
    params: dict[str, Any],
    dropped: str,
    capfd: pytest.CaptureFixture[str],
) -> None:
    ask(service, setup, params=params)
    line = f"conf/model/m.yaml: '{setup.model}' is asked without {dropped}: not taken\n"
    assert capfd.readouterr().err == line
    names = [part.split("=")[0] for part in dropped.split(", ")]
    assert not [name for name in names if name in str(body(service))]


@pytest.mark.parametrize(
    ("setup", "params", "key"),
    [
        (GEMINI_3, {"thinking": BUDGET}, "thinking_budget"),
        (CLAUDE_ADAPTIVE, {"thinking": BUDGET}, "thinking_budget"),
        (GPT_5_6, {"thinking": BUDGET}, "thinking_budget"),
        (RESPONSES, {"thinking": BUDGET}, "thinking_budget"),
        (GENERIC, {"thinking": BUDGET}, "thinking_budget"),
        (CLAUDE, {"reasoning_effort": "none"}, "reasoning_effort"),
        (GEMINI_3, {"reasoning_effort": "minimal"}, "reasoning_effort"),
        (GEMINI_3, {"reasoning_effort": "none"}, "reasoning_effort"),
        (GEMINI_2, {"reasoning_effort": "low"}, "reasoning_effort"),
        (CHAT, {"reasoning_effort": "high"}, "reasoning_effort"),
        (THINKER, {"reasoning_effort": "xhigh"}, "reasoning_effort"),
        (DEEPSEEK, {"reasoning_effort": "low"}, "reasoning_effort"),
        (MISTRAL, {"reasoning_effort": "low"}, "reasoning_effort"),
        (Setup("mistral/magistral-medium-latest", "/generic/v1"), EFFORT, "reasoning_effort"),
        (ROUTER, {"reasoning_effort": "max"}, "reasoning_effort"),
    ],
)
def test_a_level_of_reasoning_that_would_be_lost_is_an_error_that_names_its_key(
    service: Service, setup: Setup, params: dict[str, Any], key: str
) -> None:
    message = stopped(service, setup, params=params)
    assert message.startswith(f"conf/model/m.yaml: key 'sampling.{key}'") and setup.model in message
    assert not service.calls


def test_a_format_that_a_provider_makes_nothing_of_is_named(
    service: Service, capfd: pytest.CaptureFixture[str]
) -> None:
    ask(service, CLAUDE, response_format={"type": "json_object"})
    assert "is asked without response_format: not taken" in capfd.readouterr().err
    assert set(body(service)) == {"model", "messages", "system", "max_tokens"}


def test_what_is_left_out_is_named_once_a_model(
    service: Service, capfd: pytest.CaptureFixture[str]
) -> None:
    provider = provider_of(service.url, THINKER)
    for limit in (100, 100, 200):
        params = {"top_p": 0.5, "max_tokens": limit}
        answer_of(provider, Request(model=THINKER.model, messages=TALK, params=params))
    assert len(service.calls) == 3
    assert capfd.readouterr().err.count("top_p") == 1


def turn(response: Response) -> tuple[dict[str, Any], ...]:
    """The dialogue after the model's calls were carried out, as the stage generate sends it."""
    calls = calls_of(response, 0)
    results = [f"result {number}" for number in range(len(calls))]
    return (*TALK, as_message(response, calls), *as_answers(calls, results))


def of_model(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """The one message among these that the model wrote."""
    (said,) = [message for message in messages if message["role"] in ("assistant", "model")]
    return said


@every_model
@pytest.mark.parametrize("text", ["", "I look first."])
def test_a_turn_with_tools_goes_there_and_back(service: Service, setup: Setup, text: str) -> None:
    service.reset(ModelReply(text=text, calls=CALLS), ModelReply(text="Done."))
    first = ask(service, setup, tools=TOOLS)
    called = [(call.name, call.arguments) for call in first.tool_calls]
    assert called == [(call.name, call.arguments) for call in CALLS]
    assert (first.text, first.finish_reason) == (text, "tool_calls")
    assert len({call.id for call in first.tool_calls}) == 2
    done = ask(service, setup, messages=turn(first), tools=TOOLS)
    assert done.text == "Done.", "the service checks the pairs"
    sent = str(body(service))
    assert all(name in sent for name in ("read_file", "app.js", "list_files"))
    assert sent.count("result ") == 2
    assert "sanitised" not in sent  # no words of litellm's in the model's mouth


@every_model
def test_a_turn_without_words_or_calls_can_be_followed(service: Service, setup: Setup) -> None:
    silent = {"role": "assistant", "content": ""}
    messages = (*TALK, silent, {"role": "user", "content": "Please go on."})
    assert ask(service, setup, messages=messages, tools=TOOLS).text == "Hello."
    assert "Please go on." in str(body(service)) and "sanitised" not in str(body(service))


@pytest.mark.parametrize(("setup", "effort"), [(CLAUDE, "medium"), (CLAUDE_ADAPTIVE, "high")])
def test_claude_gets_its_signed_thoughts_back_before_the_calls_that_they_led_to(
    service: Service, setup: Setup, effort: str
) -> None:
    params = {"max_tokens": 9000, "reasoning_effort": effort}
    service.reset(ModelReply(text="I look.", calls=CALLS), ModelReply(text="Done."))
    first = ask(service, setup, tools=TOOLS, params=params)
    assert Response.model_validate_json(first.model_dump_json()) == first  # as the ledger keeps it
    assert ask(service, setup, messages=turn(first), tools=TOOLS, params=params).text == "Done."
    parts = of_model(body(service)["messages"])["content"]
    assert parts[0] == {"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmVk"}
    assert [part["type"] for part in parts] == ["thinking", "text", "tool_use", "tool_use"]


def test_deepseek_gets_its_reasoning_back_and_nobody_else(service: Service) -> None:
    deepseek = Setup("deepseek/deepseek-v4-pro", "/generic/v1")
    service.reset(ModelReply(text="", calls=CALLS))
    assert ask(service, GENERIC, tools=TOOLS).thoughts == {}, "it came with reasoning_content too"
    first = ask(service, deepseek, tools=TOOLS)
    assert first.thoughts == {"reasoning_content": "Hm."}
    ask(service, deepseek, messages=turn(first), tools=TOOLS)
    assert of_model(body(service)["messages"])["reasoning_content"] == "Hm."


def test_the_responses_api_is_chosen_by_name_and_by_litellm_for_tools(service: Service) -> None:
    ask(service, RESPONSES)
    ask(service, GPT_5_6, params={"reasoning_effort": "medium"})
    ask(service, GPT_5_6, params={"reasoning_effort": "none"}, tools=TOOLS)
    assert body(service)["reasoning_effort"] == "none"
    service.replies = [ModelReply(text="", calls=CALLS)]
    assert ask(service, GPT_5_6, params={"reasoning_effort": "medium"}, tools=TOOLS).tool_calls
    chat, responses = "/openai/v1/chat/completions", "/openai/v1/responses"
    assert [call["path"] for call in service.calls] == [responses, chat, chat, responses]


@pytest.mark.parametrize("setup", [*EVERY.values(), CLAUDE_4], ids=[*EVERY, "claude-4"])
def test_a_schema_is_sent_and_its_json_comes_back_as_text(
    service: Service, setup: Setup, capfd: pytest.CaptureFixture[str]
) -> None:
    service.reset(ModelReply(text='{"passed": true}'))
    response = ask(service, setup, response_format=FORMAT)
    assert response.text.replace(" ", "") == '{"passed":true}' and not response.tool_calls
    assert response.finish_reason == "stop"
    assert "passed" in str(body(service)) and "not taken" not in capfd.readouterr().err
    if setup is CLAUDE_4:  # it has no schemas, and is made to call a tool that has
        assert body(service)["tool_choice"] == {"name": "json_tool_call", "type": "tool"}

"""What is sent: keys, system message, sampling, effort, tools and schemas, by protocol."""

import json
from typing import Any

import pytest

from assay.calls.provider import RemoteProvider
from assay.config.settings import CallsConfig, RemoteModel
from assay.ledger.request import Request
from assay.records.pipeline import Response
from stages.generate.dialogue.native import Native
from stages.generate.dialogue.tools import TOOLS
from tests.providers.replies import ModelReply, ReplyCall
from tests.providers.service import Service
from tests.providers.setups import (
    CHAT,
    CLAUDE,
    CLAUDE_4,
    CLAUDE_ADAPTIVE,
    GEMINI,
    GEMINI_3,
    GENERIC,
    KEY,
    PROTOCOLS,
    RESPONSES,
    RUNNER,
    TALK,
    THINKER,
    Setup,
    ask,
)

SAMPLING = {"max_tokens": 9000, "temperature": 0.5, "top_p": 0.9}
CALLS = (ReplyCall("c1", "read_file", '{"path": "app.js"}'), ReplyCall("c2", "list_files", "{}"))
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"passed": {"type": "boolean"}},
    "required": ["passed"],
    "additionalProperties": False,
}
FORMAT = {
    "type": "json_schema",
    "json_schema": {"name": "verdicts", "strict": True, "schema": SCHEMA},
}
GPT_5_6 = Setup("openai/gpt-5.6", "/openai/v1")
EVERY = {**PROTOCOLS, "thinker": THINKER, "adaptive": CLAUDE_ADAPTIVE, "gemini-3": GEMINI_3}

every_model = pytest.mark.parametrize("setup", EVERY.values(), ids=EVERY)


def body(service: Service) -> dict[str, Any]:
    """What the last call sent."""
    return dict(service.calls[-1]["body"])


@pytest.mark.parametrize(
    ("setup", "header", "value"),
    [
        (CHAT, "Authorization", f"Bearer {KEY}"),
        (RESPONSES, "Authorization", f"Bearer {KEY}"),
        (GENERIC, "Authorization", f"Bearer {KEY}"),
        (CLAUDE, "x-api-key", KEY),
        (GEMINI, "x-goog-api-key", KEY),
    ],
)
def test_the_key_is_in_the_header_that_the_protocol_wants_and_in_no_address(
    service: Service, setup: Setup, header: str, value: str
) -> None:
    assert ask(service, setup).text == "Hello."
    (call,) = service.calls
    assert {name.lower(): given for name, given in call["headers"].items()}[header.lower()] == value
    assert KEY not in call["url"] and KEY not in str(call["body"])


@every_model
def test_no_nul_reaches_a_provider(service: Service, setup: Setup) -> None:
    """Some services refuse the request, others end the text there."""
    messages = (
        {"role": "system", "content": "You\0review."},
        {"role": "user", "content": "a\0b"},
    )
    ask(service, setup, messages=messages)
    sent = json.dumps(body(service), ensure_ascii=False)
    assert "a\ufffdb" in sent and "You\ufffdreview." in sent
    assert "\\u0000" not in sent and messages[1]["content"] == "a\0b"


@pytest.mark.parametrize(
    ("setup", "where"),
    [
        (CHAT, lambda sent: sent["messages"][0]),
        (GENERIC, lambda sent: sent["messages"][0]),
        (RESPONSES, lambda sent: sent["instructions"]),
        (CLAUDE, lambda sent: sent["system"]),
        (GEMINI, lambda sent: sent["system_instruction"]),
    ],
)
def test_the_system_message_stands_where_the_protocol_wants_it_and_only_there(
    service: Service, setup: Setup, where: Any
) -> None:
    ask(service, setup)
    assert "Be brief." in str(where(body(service)))
    assert str(body(service)).count("Be brief.") == 1 and str(body(service)).count("Hello?") == 1


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        (CHAT, SAMPLING),
        (GENERIC, SAMPLING),
        (
            Setup("openai/responses/gpt-4.1", "/openai/v1"),
            {"max_output_tokens": 9000, "temperature": 0.5, "top_p": 0.9},
        ),
        (CLAUDE_4, SAMPLING),
        (
            GEMINI,
            {"generationConfig": {"max_output_tokens": 9000, "temperature": 0.5, "top_p": 0.9}},
        ),
    ],
)
def test_sampling_is_sent_by_the_names_of_the_protocol(
    service: Service, setup: Setup, expected: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    ask(service, setup, params=SAMPLING)
    assert {name: body(service).get(name) for name in expected} == expected
    assert "asked without" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("setup", "name", "expected"),
    [
        (THINKER, "reasoning_effort", "high"),
        (GENERIC, "reasoning_effort", "high"),
        (RESPONSES, "reasoning", {"effort": "high"}),
        (CLAUDE, "thinking", {"type": "enabled", "budget_tokens": 4096}),
        (CLAUDE_ADAPTIVE, "output_config", {"effort": "high"}),
    ],
)
def test_the_effort_is_sent_in_the_words_of_the_protocol(
    service: Service, setup: Setup, name: str, expected: Any
) -> None:
    ask(service, setup, params={"max_tokens": 9000, "reasoning_effort": "high"})
    assert body(service)[name] == expected


@pytest.mark.parametrize(
    ("setup", "expected"), [(GEMINI, "thinkingBudget"), (GEMINI_3, "thinkingLevel")]
)
def test_gemini_gets_the_effort_as_a_budget_and_from_3_on_as_a_level(
    service: Service, setup: Setup, expected: str
) -> None:
    ask(service, setup, params={"reasoning_effort": "high"})
    assert expected in body(service)["generationConfig"]["thinkingConfig"]


@pytest.mark.parametrize(
    ("setup", "params", "dropped"),
    [
        (CHAT, {"reasoning_effort": "high"}, "reasoning_effort=high"),
        (THINKER, SAMPLING, "temperature=0.5, top_p=0.9"),
        (RESPONSES, SAMPLING, "temperature=0.5, top_p=0.9"),
        (CLAUDE_ADAPTIVE, SAMPLING, "temperature=0.5, top_p=0.9"),
        (
            Setup("gemini/gemini-2.0-flash", "/gemini"),
            {"reasoning_effort": "low"},
            "reasoning_effort=low",
        ),
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
    assert (
        capfd.readouterr().err
        == f"conf/model/m.yaml: '{setup.model}' is asked without {dropped}: not taken\n"
    )
    sent = str(body(service))
    assert not [part.split("=")[0] for part in dropped.split(", ") if part.split("=")[0] in sent]


def test_a_format_that_a_provider_makes_nothing_of_is_named(
    service: Service, capfd: pytest.CaptureFixture[str]
) -> None:
    ask(service, CLAUDE, response_format={"type": "json_object"})
    assert "is asked without response_format: not taken" in capfd.readouterr().err
    assert set(body(service)) == {"model", "messages", "system", "max_tokens"}


def test_what_is_left_out_is_named_once_a_model(
    service: Service, capfd: pytest.CaptureFixture[str]
) -> None:
    config = RemoteModel(litellm_model=THINKER.model, api_base=service.url + THINKER.base)
    provider = RemoteProvider(config, CallsConfig(), "conf/model/m.yaml")

    async def thrice() -> None:
        for limit in (100, 100, 200):
            params = {"top_p": 0.5, "max_tokens": limit}
            await provider(Request(model=THINKER.model, messages=TALK, params=params))

    RUNNER.run(thrice())
    assert len(service.calls) == 3
    assert capfd.readouterr().err.count("top_p") == 1


def turn(response: Response) -> tuple[dict[str, Any], ...]:
    """The dialogue after the model's calls were carried out, as the stage generate sends it."""
    wire = Native()
    reading = wire.read(response, 0)
    results = [f"result {number}" for number in range(len(reading.asked))]
    return (*TALK, wire.as_message(response, reading), *wire.answers(reading, results))


@every_model
@pytest.mark.parametrize("text", ["", "I look first."])
def test_a_dialogue_turn_with_tools_goes_there_and_back(
    service: Service, setup: Setup, text: str
) -> None:
    service.reset(ModelReply(text=text, calls=CALLS), ModelReply(text="Done."))
    first = ask(service, setup, tools=TOOLS)
    assert [(call.name, call.arguments) for call in first.tool_calls] == [
        (call.name, call.arguments) for call in CALLS
    ]
    assert (first.text, first.finish_reason) == (text, "tool_calls")
    assert len({call.id for call in first.tool_calls}) == 2
    assert (
        ask(service, setup, messages=turn(first), tools=TOOLS).text == "Done."
    )  # the service checks the pairs
    sent = str(body(service))
    assert (
        all(name in sent for name in ("read_file", "app.js", "list_files"))
        and sent.count("result ") == 2
    )
    assert "sanitised" not in sent  # no words of litellm's in the model's mouth


@every_model
def test_a_turn_without_words_or_calls_can_be_followed(service: Service, setup: Setup) -> None:
    messages = (
        *TALK,
        {"role": "assistant", "content": ""},
        {"role": "user", "content": "Please go on."},
    )
    assert ask(service, setup, messages=messages, tools=TOOLS).text == "Hello."
    assert "Please go on." in str(body(service)) and "sanitised" not in str(body(service))


def test_gemini_3_gets_its_thought_signature_back(service: Service) -> None:
    service.reset(ModelReply(text="", calls=CALLS), ModelReply())
    ask(service, GEMINI_3, messages=turn(ask(service, GEMINI_3, tools=TOOLS)), tools=TOOLS)
    (asked,) = [content for content in body(service)["contents"] if content["role"] == "model"]
    assert asked["parts"][0]["thoughtSignature"] == "c2lnbmF0dXJl"


@pytest.mark.parametrize(("setup", "effort"), [(CLAUDE, "medium"), (CLAUDE_ADAPTIVE, "high")])
def test_claude_gets_its_signed_thoughts_back_before_the_calls_that_they_led_to(
    service: Service, setup: Setup, effort: str
) -> None:
    params = {"max_tokens": 9000, "reasoning_effort": effort}
    service.reset(ModelReply(text="I look.", calls=CALLS), ModelReply(text="Done."))
    first = ask(service, setup, tools=TOOLS, params=params)
    assert Response.model_validate_json(first.model_dump_json()) == first  # as the ledger keeps it
    assert ask(service, setup, messages=turn(first), tools=TOOLS, params=params).text == "Done."
    (model_reply,) = [
        message for message in body(service)["messages"] if message["role"] == "assistant"
    ]
    assert model_reply["content"][0] == {
        "type": "thinking",
        "thinking": "Hm.",
        "signature": "c2lnbmVk",
    }
    assert [part["type"] for part in model_reply["content"]] == [
        "thinking",
        "text",
        "tool_use",
        "tool_use",
    ]


def test_thoughts_that_nobody_wants_back_are_not_kept(service: Service) -> None:
    service.reset(ModelReply(text="", calls=CALLS))
    assert (
        ask(service, GENERIC, tools=TOOLS).thoughts == {}
    )  # its service sends reasoning_content with each answer
    assert ask(service, GEMINI_3, tools=TOOLS).thoughts == {}


def test_deepseek_gets_its_reasoning_back(service: Service) -> None:
    deepseek = Setup("deepseek/deepseek-v4-pro", "/generic/v1")
    service.reset(ModelReply(text="", calls=CALLS), ModelReply(text="Done."))
    first = ask(service, deepseek, tools=TOOLS)
    assert first.thoughts == {"reasoning_content": "Hm."}
    ask(service, deepseek, messages=turn(first), tools=TOOLS)
    (model_reply,) = [
        message for message in body(service)["messages"] if message["role"] == "assistant"
    ]
    assert model_reply["reasoning_content"] == "Hm."


def test_the_responses_api_is_chosen_by_the_name_and_by_litellm_for_new_models_with_tools(
    service: Service,
) -> None:
    ask(service, RESPONSES)
    ask(service, GPT_5_6, params={"reasoning_effort": "medium"})
    service.replies = [ModelReply(text="", calls=CALLS)]
    assert ask(service, GPT_5_6, params={"reasoning_effort": "medium"}, tools=TOOLS).tool_calls
    chat = "/openai/v1/chat/completions"
    responses = "/openai/v1/responses"
    assert [call["path"] for call in service.calls] == [responses, chat, responses]


@pytest.mark.parametrize("setup", [*EVERY.values(), CLAUDE_4], ids=[*EVERY, "claude-4"])
def test_a_schema_is_sent_and_its_json_comes_back_as_text(
    service: Service, setup: Setup, capfd: pytest.CaptureFixture[str]
) -> None:
    service.reset(ModelReply(text='{"passed": true}'))
    response = ask(service, setup, response_format=FORMAT)
    assert response.text.replace(" ", "") == '{"passed":true}' and not response.tool_calls
    assert "passed" in str(body(service)) and "not taken" not in capfd.readouterr().err


def test_a_claude_without_schemas_is_made_to_call_a_tool_that_has_the_schema(
    service: Service,
) -> None:
    service.reset(ModelReply(text='{"passed": true}'))
    assert ask(service, CLAUDE_4, response_format=FORMAT).finish_reason == "stop"
    assert body(service)["tool_choice"] == {"name": "json_tool_call", "type": "tool"}

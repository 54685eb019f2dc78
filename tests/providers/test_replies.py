"""What is kept of a reply: tokens, money, finish reason; and what of an odd reply."""

import pytest

from assay.calls.prices import price_of
from assay.config.settings import Price, RemoteModel
from tests.providers.replies import ModelReply, Raw
from tests.providers.service import Service
from tests.providers.setups import (
    CHAT,
    CLAUDE,
    CLAUDE_4,
    GEMINI,
    GEMINI_3,
    GENERIC,
    PROTOCOLS,
    RESPONSES,
    THINKER,
    Setup,
    ask,
    failed,
)

every_protocol = pytest.mark.parametrize("setup", PROTOCOLS.values(), ids=PROTOCOLS)
told_all = pytest.mark.parametrize("setup", [CHAT, THINKER, RESPONSES, GEMINI, GEMINI_3])


@told_all
def test_tokens_are_kept_as_the_service_bills_them(service: Service, setup: Setup) -> None:
    used = ask(service, setup).usage
    assert (used.input, used.cached, used.output, used.reasoning) == (1000, 400, 300, 120)


def test_anthropic_counts_cached_and_written_tokens_apart_and_they_are_added_to_the_input(
    service: Service,
) -> None:
    service.reset(ModelReply(written=200))
    used = ask(service, CLAUDE).usage
    assert (used.input, used.cached, used.cache_write, used.output) == (1000, 400, 200, 300)


def test_a_server_that_tells_no_details_has_none(service: Service) -> None:
    used = ask(service, GENERIC).usage
    assert (used.input, used.cached, used.output, used.reasoning) == (1000, 0, 300, 0)


def test_what_is_stored_in_the_cache_has_a_price_of_its_own(service: Service) -> None:
    service.reset(ModelReply(written=200))
    response = ask(
        service, CLAUDE, price=Price(input=1, cached_input=0.1, cache_write=1.25, output=2)
    )
    assert response.cost_usd == pytest.approx((400 * 1 + 400 * 0.1 + 200 * 1.25 + 300 * 2) / 1e6)


@every_protocol
def test_own_prices_go_before_litellms(service: Service, setup: Setup) -> None:
    response = ask(service, setup, price=Price(input=1, cached_input=0.5, output=2))
    cached = 0 if setup is GENERIC else 400
    assert response.cost_usd == pytest.approx(((1000 - cached) * 1 + cached * 0.5 + 300 * 2) / 1e6)
    assert response.prices == "config"


@pytest.mark.parametrize(
    ("setup", "dollars"),
    [
        (CHAT, (600 * 2 + 400 * 0.5 + 300 * 8) / 1e6),
        (RESPONSES, (600 * 1.25 + 400 * 0.125 + 300 * 10) / 1e6),
        (GEMINI, (600 * 1.25 + 400 * 0.125 + 300 * 10) / 1e6),
        (CLAUDE, (400 * 3 + 400 * 0.3 + 200 * 3.75 + 300 * 15) / 1e6),
    ],
)
def test_litellms_prices_know_cached_tokens_and_those_that_claude_writes_into_its_cache(
    service: Service, setup: Setup, dollars: float
) -> None:
    service.reset(ModelReply(written=200 if setup is CLAUDE else 0))
    response = ask(service, setup)
    assert response.cost_usd == pytest.approx(dollars) and response.prices.startswith("litellm ")


@pytest.mark.parametrize(
    "setup",
    [
        GENERIC,
        CLAUDE_4,  # of which litellm's own look-up says that it costs nothing
        Setup("anthropic/claude-unheard-of", "/anthropic"),
        Setup("gemini/gemini-99", "/gemini"),
        Setup("openai/responses/gpt-99", "/openai/v1"),
    ],
)
def test_a_model_that_litellm_does_not_know_has_no_cost_and_no_price(
    service: Service, setup: Setup
) -> None:
    response = ask(service, setup)
    assert (response.text, response.cost_usd, response.prices) == ("Hello.", None, "")
    assert price_of(RemoteModel(litellm_model=setup.model)) is None


def test_long_prompts_and_what_is_stored_in_the_cache_have_the_prices_of_litellms_table() -> None:
    gemini, claude = (
        RemoteModel(litellm_model=GEMINI.model),
        RemoteModel(litellm_model=CLAUDE.model),
    )
    short, long = price_of(gemini, 200_000), price_of(gemini, 200_001)
    assert short and long and (long.input, long.output) == (2 * short.input, 1.5 * short.output)
    written = price_of(claude)
    assert written and written.cache_write == 1.25 * written.input


def test_a_model_behind_the_responses_api_has_the_price_of_the_model() -> None:
    responses, chat = (
        price_of(RemoteModel(litellm_model=setup.model)) for setup in (RESPONSES, THINKER)
    )
    assert responses and responses == chat
    assert responses.input == pytest.approx(1.25) and responses.output == pytest.approx(10)


def test_a_reply_without_usage_costs_an_unknown_sum_unless_all_is_free(service: Service) -> None:
    service.reset(ModelReply(input=0))
    assert ask(service, GENERIC, price=Price(input=1, output=1)).cost_usd is None
    assert ask(service, GENERIC, price=Price(input=0, output=0)).cost_usd == 0


@every_protocol
def test_a_torn_answer_says_that_it_is_torn(service: Service, setup: Setup) -> None:
    service.reset(ModelReply(text="Hel", end="length"))
    response = ask(service, setup)
    assert (response.text, response.finish_reason) == ("Hel", "length")


@every_protocol
def test_an_answer_that_was_all_thought_is_an_empty_torn_answer(
    service: Service, setup: Setup
) -> None:
    service.reset(ModelReply(text="", end="length"))
    response = ask(service, setup)
    assert (response.text, response.finish_reason) == ("", "length")


@pytest.mark.parametrize("setup", [CHAT, RESPONSES, CLAUDE, GEMINI])
def test_what_a_filter_stops_is_a_refusal(service: Service, setup: Setup) -> None:
    service.reset(ModelReply(text="", end="filter"))
    response = ask(service, setup)
    assert (response.text, response.finish_reason) == ("", "content_filter")


@pytest.mark.parametrize(
    ("setup", "reason"), [(CHAT, "refusal"), (CLAUDE, "content_filter"), (GEMINI, "content_filter")]
)
def test_a_refusal_is_a_refusal(service: Service, setup: Setup, reason: str) -> None:
    service.reset(ModelReply(text="I will not." if setup is CHAT else "", end="refusal"))
    response = ask(service, setup)
    assert (response.text, response.finish_reason) == ("", reason)


def test_a_refusal_of_the_responses_api_comes_as_an_empty_answer_since_litellm_loses_it(
    service: Service,
) -> None:
    service.reset(ModelReply(text="I will not.", end="refusal"))
    response = ask(service, RESPONSES)
    assert (response.text, response.finish_reason) == ("", "stop")


@pytest.mark.parametrize("setup", [CHAT, CLAUDE, GEMINI, GENERIC])
def test_an_answer_without_a_word_is_an_empty_answer(service: Service, setup: Setup) -> None:
    service.reset(ModelReply(text=""))
    response = ask(service, setup)
    assert (response.text, response.finish_reason) == ("", "stop")


@pytest.mark.parametrize(
    ("setup", "reported"),
    [
        (CHAT, "gpt-4.1-2026-01-01"),
        (CLAUDE, "claude-sonnet-4-5"),
        (GEMINI, "gemini-2.5-pro"),
        (GENERIC, "/models/served.gguf"),
        (RESPONSES, "gpt-5"),  # litellm's: the service answered gpt-5-2026-01-01
    ],
)
def test_the_model_that_answered_is_the_one_that_the_service_names(
    service: Service, setup: Setup, reported: str
) -> None:
    assert ask(service, setup).reported_model == reported


@every_protocol
@pytest.mark.parametrize(
    "raw",
    [
        Raw(b'{"id": "1", "choi'),
        Raw(b'{"id": "\xff\xfe"}'),
        Raw(b"<html>Welcome</html>", content_type="text/html"),
        Raw(b""),
        Raw(b"{}"),
        Raw(b"[]"),
        Raw(b"null"),
        Raw(b'"text"'),
    ],
    ids=["torn", "not UTF-8", "a page", "nothing", "an empty object", "a list", "null", "a text"],
)
def test_a_reply_that_is_none_is_asked_for_again(
    service: Service, setup: Setup, raw: Raw, capfd: pytest.CaptureFixture[str]
) -> None:
    service.reset(raw)
    error = failed(service, setup)
    assert error.retryable and not error.rate_limited and error.charged and len(service.calls) == 1
    assert "\n" not in str(error) and "Traceback" not in str(error)
    assert capfd.readouterr() == ("", "")


@every_protocol
@pytest.mark.parametrize(
    "words",
    [
        "context_length_exceeded",
        "this model's maximum context length is 9",
        "exceeds the maximum number of tokens allowed",
        "insufficient_quota",
        "API key not valid",
        "content filtering policy",
        "violates usage guidelines",
        "Invalid API Key",
    ],
)
def test_a_torn_reply_in_which_the_model_speaks_of_errors_is_no_such_error(
    service: Service, setup: Setup, words: str
) -> None:
    service.reset(Raw(f'{{"content": [{{"text": "Handle {words}'.encode()))
    assert failed(service, setup).retryable


@pytest.mark.parametrize(
    ("setup", "text"),
    [
        (GENERIC, '{"choices": []}'),
        (GENERIC, '{"choices": [{"message": null}]}'),
        (GENERIC, '{"choices": [{"index": 0}]}'),
        (GENERIC, '{"choices": [{"message": {"content": null}, "finish_reason": "stop"}]}'),
        (GENERIC, '{"choices": [{"message": {"content": 5}}]}'),
        (GENERIC, '{"choices": [{"message": {"content": "a", "tool_calls": "none"}}]}'),
        (GENERIC, '{"error": {"message": "boom", "code": 500}}'),
        (
            RESPONSES,
            '{"id": "r", "created_at": 1, "status": "failed", "error": {"message": "boom"}, '
            '"output": []}',
        ),
        (
            RESPONSES,
            '{"id": "r", "created_at": 1, "status": "completed", "output": [], "model": "m"}',
        ),
        (CLAUDE, '{"content": [], "stop_reason": "end_turn"}'),
        (GEMINI, '{"candidates": [], "usageMetadata": {"promptTokenCount": 4}}'),
    ],
)
def test_a_reply_without_its_parts_is_asked_for_again(
    service: Service, setup: Setup, text: str, capfd: pytest.CaptureFixture[str]
) -> None:
    service.reset(Raw(text.encode()))
    assert failed(service, setup).retryable
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            '{"choices": [{"message": {"content": null}, "finish_reason": null}], "usage": '
            '{"completion_tokens": 1}}',
            "",
        ),
        (
            '{"choices": [{"message": {"content": "a"}, "finish_reason": "eos"}], "usage": null, '
            '"model": null}',
            "a",
        ),
        ('{"choices": [{"message": {"content": "a\\ud800"}}]}', "a?"),
    ],
)
def test_a_sloppy_reply_that_says_something_is_an_answer(
    service: Service, text: str, answer: str, capfd: pytest.CaptureFixture[str]
) -> None:
    service.reset(Raw(text.encode()))
    response = ask(service, GENERIC)
    assert (response.text, response.finish_reason, response.usage.input) == (answer, "stop", 0)
    assert capfd.readouterr() == ("", "")


def test_more_cached_tokens_than_tokens_do_not_make_the_price_negative(service: Service) -> None:
    used = (
        '"usage": {"prompt_tokens": 10, "completion_tokens": 1,'
        ' "prompt_tokens_details": {"cached_tokens": 50}}'
    )
    service.reset(Raw(('{"choices": [{"message": {"content": "a"}}], ' + used + "}").encode()))
    response = ask(service, GENERIC, price=Price(input=1, output=0, cached_input=0.5))
    assert response.usage.cached == 10 and response.cost_usd == pytest.approx(10 * 0.5 / 1e6)

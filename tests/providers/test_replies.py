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
    RESPONSES,
    THINKER,
    Setup,
    ask,
    every_protocol,
    failed,
)


@pytest.mark.parametrize("setup", [CHAT, THINKER, RESPONSES, GEMINI, GEMINI_3])
def test_tokens_are_kept_as_the_service_bills_them(service: Service, setup: Setup) -> None:
    used = ask(service, setup).usage
    assert (used.input, used.cached, used.output, used.reasoning) == (1000, 400, 300, 120)


def test_anthropics_tokens_read_from_and_written_to_the_cache_are_part_of_the_input_and_priced(
    service: Service,
) -> None:
    service.reset(ModelReply(written=200))
    price = Price(input=1, cached_input=0.1, cache_write=1.25, output=2)
    response = ask(service, CLAUDE, price=price)
    used = response.usage
    assert (used.input, used.cached, used.cache_write, used.output) == (1000, 400, 200, 300)
    assert response.cost_usd == pytest.approx((400 * 1 + 400 * 0.1 + 200 * 1.25 + 300 * 2) / 1e6)


def test_a_server_that_tells_no_details_has_none(service: Service) -> None:
    used = ask(service, GENERIC).usage
    assert (used.input, used.cached, used.output, used.reasoning) == (1000, 0, 300, 0)


@every_protocol
@pytest.mark.parametrize("cached_price", [0.5, None])
def test_own_prices_go_before_litellms_and_cached_tokens_cost_as_others_unless_they_say_otherwise(
    service: Service, setup: Setup, cached_price: float | None
) -> None:
    response = ask(service, setup, price=Price(input=1, cached_input=cached_price, output=2))
    cached = 0 if setup is GENERIC else 400
    less = cached * (1 - (cached_price or 1))
    assert response.cost_usd == pytest.approx((1000 * 1 - less + 300 * 2) / 1e6)
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


UNPRICED = [
    GENERIC,
    CLAUDE_4,  # of which litellm's own look-up says that it costs nothing
    Setup("anthropic/claude-unheard-of", "/anthropic"),
    Setup("gemini/gemini-99", "/gemini"),
    Setup("openai/responses/gpt-99", "/openai/v1"),
]


@pytest.mark.parametrize("setup", UNPRICED)
def test_a_model_that_litellm_does_not_know_has_no_cost_and_no_price(
    service: Service, setup: Setup
) -> None:
    response = ask(service, setup)
    assert (response.text, response.cost_usd, response.prices) == ("Hello.", None, "")
    assert price_of(RemoteModel(litellm_model=setup.model)) is None


def price_listed(setup: Setup, prompt: float = 0) -> Price:
    price = price_of(RemoteModel(litellm_model=setup.model), prompt)
    assert price
    return price


def test_long_prompts_the_cache_and_the_responses_api_have_the_prices_of_litellms_table() -> None:
    short, long = price_listed(GEMINI, 200_000), price_listed(GEMINI, 200_001)
    assert (long.input, long.output) == (2 * short.input, 1.5 * short.output)
    assert price_listed(CLAUDE).cache_write == 1.25 * price_listed(CLAUDE).input
    assert price_listed(RESPONSES) == price_listed(THINKER)
    tiers = RemoteModel(litellm_model="dashscope/qwen-plus-latest")
    assert price_of(tiers) is None, "tiers are not read, and no price is not a price of nothing"
    assert (price_listed(THINKER).input, price_listed(THINKER).output) == pytest.approx((1.25, 10))


def test_a_reply_without_usage_costs_an_unknown_sum_unless_all_is_free(service: Service) -> None:
    service.reset(ModelReply(input=0))
    assert ask(service, GENERIC, price=Price(input=1, output=1)).cost_usd is None
    assert ask(service, GENERIC, price=Price(input=0, output=0)).cost_usd == 0


@every_protocol
@pytest.mark.parametrize("text", ["Hel", ""], ids=["torn", "all thought"])
def test_an_answer_that_met_its_limit_says_so_also_if_it_was_all_thought(
    service: Service, setup: Setup, text: str
) -> None:
    service.reset(ModelReply(text=text, end="length"))
    response = ask(service, setup)
    assert (response.text, response.finish_reason) == (text, "length")


REFUSAL = ModelReply(text="I will not.", end="refusal")
SILENT_REFUSAL = ModelReply(text="", end="refusal")
FILTERED = ModelReply(text="", end="filter")
SILENCE = ModelReply(text="")
EMPTY = [
    *((setup, FILTERED, "content_filter") for setup in (CHAT, RESPONSES, CLAUDE, GEMINI)),
    (CHAT, REFUSAL, "refusal"),
    (CLAUDE, SILENT_REFUSAL, "content_filter"),
    (GEMINI, SILENT_REFUSAL, "content_filter"),
    (RESPONSES, REFUSAL, "stop"),  # litellm loses it
    *((setup, SILENCE, "stop") for setup in (CHAT, CLAUDE, GEMINI, GENERIC)),
]


@pytest.mark.parametrize(("setup", "reply", "reason"), EMPTY)
def test_refusals_and_answers_without_a_word_are_empty_answers_told_apart(
    service: Service, setup: Setup, reply: ModelReply, reason: str
) -> None:
    service.reset(reply)
    response = ask(service, setup)
    assert (response.text, response.finish_reason) == ("", reason)


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


ERRORS_WORDS = (
    "context_length_exceeded; this model's maximum context length is 9; exceeds the maximum number "
    "of tokens allowed; insufficient_quota; API key not valid; content filtering policy; "
    "violates usage guidelines; Invalid API Key"
)
NO_REPLIES = {
    "torn, and the model speaks of errors": b'{"content": [{"text": "' + ERRORS_WORDS.encode(),
    "not UTF-8": b'{"id": "\xff\xfe"}',
    "a page": b"<html>Welcome</html>",
    "nothing": b"",
    "an empty object": b"{}",
    "a list": b"[]",
    "null": b"null",
}


@every_protocol
@pytest.mark.parametrize("body", NO_REPLIES.values(), ids=NO_REPLIES)
def test_a_reply_that_is_none_is_asked_for_again(
    service: Service, setup: Setup, body: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    page = body.startswith(b"<")
    service.reset(Raw(body, content_type="text/html" if page else "application/json"))
    error = failed(service, setup)
    assert error.retryable and not error.rate_limited and error.charged and len(service.calls) == 1
    assert "\n" not in str(error) and "Traceback" not in str(error)
    assert capfd.readouterr() == ("", "")


BOOM = '"error": {"message": "boom"}, "output": []'
WITHOUT_PARTS = [
    (GENERIC, '{"choices": []}'),
    (GENERIC, '{"choices": [{"message": null}]}'),
    (GENERIC, '{"choices": [{"index": 0}]}'),
    (GENERIC, '{"choices": [{"message": {"content": null}, "finish_reason": "stop"}]}'),
    (GENERIC, '{"choices": [{"message": {"content": 5}}]}'),
    (GENERIC, '{"choices": [{"message": {"content": "a", "tool_calls": "none"}}]}'),
    (RESPONSES, '{"id": "r", "created_at": 1, "status": "failed", ' + BOOM + "}"),
    (RESPONSES, '{"id": "r", "created_at": 1, "status": "completed", "output": [], "model": "m"}'),
    (CLAUDE, '{"content": [], "stop_reason": "end_turn"}'),
    (GEMINI, '{"candidates": [], "usageMetadata": {"promptTokenCount": 4}}'),
]


@pytest.mark.parametrize(("setup", "text"), WITHOUT_PARTS)
def test_a_reply_without_its_parts_is_asked_for_again(
    service: Service, setup: Setup, text: str, capfd: pytest.CaptureFixture[str]
) -> None:
    service.reset(Raw(text.encode()))
    assert failed(service, setup).retryable
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("choice", "more", "answer"),
    [
        ('{"content": null}, "finish_reason": null', '"usage": {"completion_tokens": 1}', ""),
        ('{"content": "a"}, "finish_reason": "eos"', '"usage": null, "model": null', "a"),
        ('{"content": "a"}', '"usage": {"prompt_tokens": 0.0, "completion_tokens": "7"}', "a"),
        ('{"content": "a"}', '"usage": {"prompt_tokens": NaN, "completion_tokens": "many"}', "a"),
        ('{"content": "a"}', '"usage": {"prompt_tokens": 0.5, "total_tokens": 1e999}', "a"),
        ('{"content": "a\\ud800"}', '"id": "1"', "a?"),
    ],
)
def test_a_sloppy_reply_that_says_something_is_an_answer(
    service: Service, choice: str, more: str, answer: str, capfd: pytest.CaptureFixture[str]
) -> None:
    service.reset(Raw(f'{{"choices": [{{"message": {choice}}}], {more}}}'.encode()))
    response = ask(service, GENERIC)
    assert (response.text, response.finish_reason, response.usage.input) == (answer, "stop", 0)
    assert capfd.readouterr() == ("", "")


def test_more_cached_tokens_than_tokens_do_not_make_the_price_negative(service: Service) -> None:
    used = '"prompt_tokens": 10, "prompt_tokens_details": {"cached_tokens": 50}'
    body = '{"choices": [{"message": {"content": "a"}}], "usage": {' + used + "}}"
    service.reset(Raw(body.encode()))
    response = ask(service, GENERIC, price=Price(input=1, output=0, cached_input=0.5))
    assert response.usage.cached == 10 and response.cost_usd == pytest.approx(10 * 0.5 / 1e6)

"""What is kept of a reply: tokens, money, finish reason; and what of an odd reply."""

from itertools import product

import pytest

from assay.calls.prices import price_of
from assay.config.settings import Price, RemoteModel
from stages.generate.dialogue.tools import TOOLS
from tests.providers.models import (
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
    every_protocol,
)
from tests.providers.replies import ModelReply, Raw
from tests.providers.service import Service
from tests.providers.setups import ask, failed


@pytest.mark.parametrize("setup", [CHAT, THINKER, RESPONSES, GEMINI, GEMINI_3, CLAUDE, GENERIC])
def test_tokens_are_kept_as_the_service_bills_them(service: Service, setup: Setup) -> None:
    service.reset(ModelReply(written=200))
    used = ask(service, setup).usage
    details = {GENERIC: (0, 0, 0), CLAUDE: (400, 200, 0)}.get(setup, (400, 0, 120))
    assert (used.input, used.output) == (1000, 300)
    assert (used.cached, used.cache_write, used.reasoning) == details


@every_protocol
@pytest.mark.parametrize("cached_price", [0.5, None])
def test_own_prices_go_before_litellms_and_cached_tokens_cost_as_others_unless_they_say_otherwise(
    service: Service, setup: Setup, cached_price: float | None
) -> None:
    service.reset(ModelReply(written=200))
    price = Price(input=1, cached_input=cached_price, cache_write=1.25, output=2)
    response = ask(service, setup, price=price)
    less = 0 if setup is GENERIC else 400 * (1 - (cached_price or 1))
    more = 200 * 0.25 if setup is CLAUDE else 0  # the others tell of no written tokens
    assert response.cost_usd == pytest.approx((1000 * 1 - less + more + 300 * 2) / 1e6)
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
    service.reset(ModelReply(written=200))
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
def test_a_model_unknown_to_litellm_has_no_cost_or_price(service: Service, setup: Setup) -> None:
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


REFUSAL = ModelReply(text="I will not.", end="refusal")
SILENT_REFUSAL = ModelReply(text="", end="refusal")
FILTERED = ModelReply(text="", end="filter")
SILENCE = ModelReply(text="")
ALL_THOUGHT = ModelReply(text="", end="length")
EMPTY = [
    *((setup, ALL_THOUGHT, "length") for setup in PROTOCOLS.values()),
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


@every_protocol
def test_an_answer_that_met_its_limit_says_so(service: Service, setup: Setup) -> None:
    service.reset(ModelReply(text="Hel", end="length"))
    response = ask(service, setup)
    assert (response.text, response.finish_reason) == ("Hel", "length")


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
NO_REPLIES = [
    b'{"content": [{"text": "' + ERRORS_WORDS.encode(),  # torn, and the model speaks of errors
    b'{"id": "\xff\xfe"}',  # not UTF-8
    b"<html>Welcome</html>",
    b"",
    b"{}",
    b"[]",
    b"null",
]
COMPLETED = b'{"id": "r", "created_at": 1, "status": "completed", "output": [], "model": "m"}'
BOOM = b'{"id": "r", "status": "failed", "error": {"message": "boom"}, "output": []}'
WITHOUT_PARTS = [
    (GENERIC, b'{"choices": []}'),
    (GENERIC, b'{"choices": [{"message": null}]}'),
    (GENERIC, b'{"choices": [{"index": 0}]}'),
    (GENERIC, b'{"choices": [{"message": {"content": null}, "finish_reason": "stop"}]}'),
    (GENERIC, b'{"choices": [{"message": {"content": 5}}]}'),
    (GENERIC, b'{"choices": [{"message": {"content": "a", "tool_calls": "none"}}]}'),
    (RESPONSES, COMPLETED),
    (RESPONSES, BOOM),
    (CLAUDE, b'{"content": [], "stop_reason": "end_turn"}'),
    (GEMINI, b'{"candidates": [], "usageMetadata": {"promptTokenCount": 4}}'),
]
NO_ANSWERS = [*product(PROTOCOLS.values(), NO_REPLIES), *WITHOUT_PARTS]


@pytest.mark.parametrize(("setup", "body"), NO_ANSWERS)
def test_a_reply_that_is_none_or_has_no_answer_is_asked_for_again(
    service: Service, setup: Setup, body: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    page = body.startswith(b"<")
    service.reset(Raw(body, content_type="text/html" if page else "application/json"))
    error = failed(service, setup)
    assert error.retryable and not error.rate_limited and len(service.calls) == 1
    assert error.charged == (body is not BOOM)
    assert "\n" not in str(error) and "Traceback" not in str(error)
    assert capfd.readouterr() == ("", "")


def chat(choice: str, more: str) -> str:
    """The body of a reply with one choice and more beside it."""
    return f'{{"choices": [{{"message": {choice}}}], {more}}}'


ODD = '"usage": {"prompt_tokens": 12.0, "completion_tokens": "7", "total_tokens": NaN}'
NONE = '"usage": {"prompt_tokens": NaN, "completion_tokens": "many", "total_tokens": 1e999}'
NO_DETAILS = '"usage": {"prompt_tokens": 0.5, "prompt_tokens_details": {"cached_tokens": "many"}}'
IMPOSSIBLE = '"usage": {"prompt_tokens": 1000000000}'
UNLIMITED = '"usage": {"completion_tokens": 1000000000}'
CLAUDES = '{"content": [{"type": "text", "text": "a"}], "stop_reason": "end_turn"}'


@pytest.mark.parametrize(
    ("setup", "body", "answer", "tokens"),
    [
        (GENERIC, chat('{"content": null}', '"usage": {"completion_tokens": 1}'), "", (0, 1)),
        (GENERIC, chat('{"content": "a"}, "finish_reason": "eos"', '"usage": null'), "a", (0, 0)),
        (GENERIC, chat('{"content": "a"}, "finish_reason": null', '"model": null'), "a", (0, 0)),
        (GENERIC, chat('{"content": "a\\ud800"}', '"id": "1"'), "a?", (0, 0)),
        (GENERIC, chat('{"content": "a"}', ODD), "a", (12, 7)),
        (GENERIC, chat('{"content": "a"}', NONE), "a", (0, 0)),
        (GENERIC, chat('{"content": "a"}', NO_DETAILS), "a", (0, 0)),
        (GENERIC, chat('{"content": "a"}', IMPOSSIBLE), "a", (0, 0)),
        (GENERIC, chat('{"content": "a"}', UNLIMITED), "a", (0, 0)),
        (CLAUDE, CLAUDES, "a", (0, 0)),
        (GEMINI, '{"candidates": [{"content": {"parts": [{"text": "a"}]}}]}', "a", (0, 0)),
    ],
)
def test_a_sloppy_reply_that_says_something_is_an_answer_without_a_cost_that_nobody_knows(
    service: Service,
    setup: Setup,
    body: str,
    answer: str,
    tokens: tuple[int, int],
    capfd: pytest.CaptureFixture[str],
) -> None:
    service.reset(Raw(body.encode()))
    response = ask(service, setup, price=Price(input=1, output=1))
    used = response.usage
    assert (response.text, response.finish_reason) == (answer, "stop")
    assert (used.input, used.output, used.cached) == (*tokens, 0)
    assert (response.cost_usd is None) == (tokens == (0, 0))
    assert capfd.readouterr() == ("", "")


def test_thoughts_past_the_limit_and_a_gateways_own_rules_are_billed(service: Service) -> None:
    service.reset(ModelReply(input=8_000, output=3_900))
    response = ask(service, GENERIC, params={"max_tokens": 2000}, price=Price(input=1, output=1))
    assert response.cost_usd == pytest.approx(0.0119)


def test_a_tool_call_without_a_name_is_read(service: Service) -> None:
    call = '{"tool_calls": [{"id": "1", "function": {"name": null, "arguments": null}}]}'
    service.reset(Raw(chat(call, '"id": "1"').encode()))
    assert ask(service, GENERIC, tools=TOOLS).tool_calls[0].arguments == ""


def test_more_cached_tokens_than_tokens_do_not_make_the_price_negative(service: Service) -> None:
    used = '"usage": {"prompt_tokens": 10, "prompt_tokens_details": {"cached_tokens": 50}}'
    service.reset(Raw(chat('{"content": "a"}', used).encode()))
    response = ask(service, GENERIC, price=Price(input=1, output=0, cached_input=0.5))
    assert response.usage.cached == 10 and response.cost_usd == pytest.approx(10 * 0.5 / 1e6)

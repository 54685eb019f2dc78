"""What was received is kept before it is read; an unreadable form is not paid for for ever."""

import json

import pytest

from assay.calls.provider import MOST_UNREADABLE, RemoteProvider
from assay.config.settings import Price
from assay.errors import AssayError
from assay.ledger.request import CallError, Request
from tests.providers.models import CHAT, GENERIC, Setup, every_protocol
from tests.providers.replies import Failure, ModelReply, Raw
from tests.providers.service import Service
from tests.providers.setups import CONFIG_PATH, KEY, TALK, answer_of, ask, failed, provider_of

UNREADABLE = b'{"choices": [{"message": {"content": 5}}]}'
TORN = b'{"id": "1", "choi'
SAYS_NOTHING = b'{"choices": [{"message": {"content": null}}]}'


class Kept(dict[str, str]):
    """Replies in memory."""

    def keep_raw(self, key: str, body: str, model: str) -> None:
        self[key] = body

    def raw(self, key: str) -> str | None:
        return self.get(key)


def keeping(service: Service, setup: Setup, kept: Kept) -> RemoteProvider:
    return provider_of(service.url, setup, replies=kept, price=Price(input=1, output=1))


def request(setup: Setup, number: int = 1) -> Request:
    return Request(model=setup.model, messages=TALK, attempt=number)


def error_of(provider: RemoteProvider, asked: Request) -> CallError:
    with pytest.raises(CallError) as caught:
        answer_of(provider, asked)
    return caught.value


@every_protocol
def test_a_kept_reply_is_read_again_without_a_call(service: Service, setup: Setup) -> None:
    kept = Kept()
    first = answer_of(keeping(service, setup, kept), request(setup))
    again = answer_of(keeping(service, setup, kept), request(setup))
    assert len(service.calls) == 1
    told = {"latency_s", "time"}
    assert again.model_dump(exclude=told) == first.model_dump(exclude=told)
    assert first.text == "Hello." and first.cost_usd


@pytest.mark.parametrize("body", [UNREADABLE, TORN, b'{"error": {"code": 429}}', b"\xff"])
def test_a_reply_that_is_no_answer_is_kept_as_it_came_and_does_not_stand_in_the_way(
    service: Service, body: bytes
) -> None:
    service.reset(Raw(body), ModelReply())
    kept = Kept()
    error_of(keeping(service, GENERIC, kept), request(GENERIC))
    assert kept == {request(GENERIC).key: body.decode("utf-8", "replace")}
    assert answer_of(keeping(service, GENERIC, kept), request(GENERIC)).text == "Hello."


def test_other_replies_and_keys_in_replies_are_not_kept(service: Service) -> None:
    kept = Kept()
    provider = keeping(service, CHAT, kept)
    service.reset(Failure(500), ModelReply(text=f"Your key is {KEY}."))
    error_of(provider, request(CHAT))
    assert kept == {}
    answer_of(provider, request(CHAT))
    assert KEY not in str(kept) and "Your key is <key>." in str(kept)


@pytest.mark.parametrize("body", [UNREADABLE, TORN, SAYS_NOTHING])
def test_a_reply_that_cannot_be_read_is_asked_for_once_more(service: Service, body: bytes) -> None:
    service.reset(Raw(body), Raw(body), ModelReply(), Raw(body))
    provider = keeping(service, GENERIC, Kept())
    ends = [error_of(provider, request(GENERIC, number)).retryable for number in (1, 2)]
    assert ends == [True, True]
    answer_of(provider, request(GENERIC, 3))
    ends = [error_of(provider, request(GENERIC, number)).retryable for number in (1, 2, 4)]
    assert ends == [False, False, True]


def test_many_replies_in_a_row_that_cannot_be_read_stop_the_model(service: Service) -> None:
    service.reset(Raw(UNREADABLE))
    provider = keeping(service, GENERIC, Kept())
    for number in range(1, MOST_UNREADABLE):
        error_of(provider, request(GENERIC, number))
    with pytest.raises(AssayError, match=rf"^{CONFIG_PATH}: .* gave 5 replies in a row .*form"):
        answer_of(provider, request(GENERIC, 9))


def test_a_failure_after_half_an_answer_is_asked_again_and_may_be_billed(service: Service) -> None:
    half = {"choices": [{"message": {"content": "Half"}, "finish_reason": "error"}]}
    service.reset(Raw(json.dumps(half).encode()))
    error = failed(service, CHAT)
    assert error.retryable and error.charged and "Half" not in str(error)


def test_a_provider_that_litellm_calls_past_our_bounds_is_never_called(service: Service) -> None:
    with pytest.raises(AssayError, match=rf"^{CONFIG_PATH}: litellm calls 'cloudflare/llama' by"):
        ask(service, Setup("cloudflare/llama", "/generic/v1"))
    assert service.calls == []

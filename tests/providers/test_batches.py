"""Calls by batch APIs: the same replies at half the price, and nothing paid twice."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.calls import batches
from assay.calls.batches import Batches
from assay.config import paths
from assay.config.settings import Price
from assay.errors import AssayError
from assay.ledger.request import CallError, Request
from assay.records.pipeline import Response
from tests.providers.batch_service import FAILS, FORGOTTEN, BatchService
from tests.providers.models import CHAT, GEMINI, Setup, two_protocols
from tests.providers.setups import KEY, KEY_ENV, RUNNER, answer_of, provider_of

PRICE = Price(input=1.0, output=10.0)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[BatchService]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(KEY_ENV, KEY)
    monkeypatch.setattr(batches, "COLLECT_S", 0.05)
    monkeypatch.setattr(batches, "POLL_S", 0.02)
    made = BatchService()
    yield made
    made.close()


def asked(
    service: BatchService, setup: Setup, *texts: str, stop_s: float = 120
) -> list[Response | BaseException]:
    """What these questions come to, asked side by side and given up after so many seconds."""
    provider = provider_of(service.url, setup, batches=Batches(), price=PRICE)
    requests = [
        Request(model=setup.model, messages=({"role": "user", "content": text},), attempt=number)
        for number, text in enumerate(texts)
    ]

    async def answers() -> list[Response | BaseException]:
        calls = [asyncio.wait_for(provider(request), stop_s) for request in requests]
        found = await asyncio.gather(*calls, return_exceptions=True)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()  # as when a process ends
        return found

    return RUNNER.run(answers())


@two_protocols
def test_calls_that_come_together_are_one_batch_and_each_gets_its_reply_at_half_the_price(
    service: BatchService, setup: Setup
) -> None:
    service.polls = 3
    found = asked(service, setup, "one", "two", "two")
    assert len(service.batches) == 1 and len(service.batches["batch-0"]) == 3
    assert service.polled == ["batch-0"] * 3
    texts = [reply.text for reply in found if isinstance(reply, Response)]
    assert len(texts) == 3 and "one" in texts[0]
    assert all("two" in text for text in texts[1:])
    assert {KEY in key for key in service.keys} == {True}
    for reply in found:
        assert isinstance(reply, Response)
        assert reply.cost_usd == pytest.approx(0.5 * PRICE.dollars(reply.usage))


@two_protocols
def test_a_run_that_was_ended_finds_its_batch_again(service: BatchService, setup: Setup) -> None:
    service.polls = 10**6
    (lost,) = asked(service, setup, "one", stop_s=1)
    assert isinstance(lost, TimeoutError)
    service.polls = 0
    (reply,) = asked(service, setup, "one")
    assert isinstance(reply, Response) and "one" in reply.text
    assert len(service.batches) == 1, "it was not paid again"
    asked(service, setup, "one")
    assert len(service.batches) == 2, "a batch that ended answers once"


@two_protocols
@pytest.mark.parametrize("text", [FAILS, FORGOTTEN])
def test_a_call_that_fails_in_its_batch_fails_alone_and_can_be_retried(
    service: BatchService, setup: Setup, text: str
) -> None:
    good, bad = asked(service, setup, "one", f"This {text}.")
    assert isinstance(good, Response)
    assert isinstance(bad, CallError) and bad.retryable


def test_a_batch_that_is_refused_fails_its_calls_by_its_status(service: BatchService) -> None:
    service.refusal = 429
    (limited,) = asked(service, CHAT, "one")
    assert isinstance(limited, CallError) and limited.rate_limited
    service.refusal = 401
    (stopped,) = asked(service, CHAT, "one")
    assert isinstance(stopped, AssayError) and "refuses" in str(stopped)
    assert not paths.BATCHES.exists()


def test_turns_of_dialogues_are_not_asked_by_batches(service: BatchService) -> None:
    provider = provider_of(service.url, CHAT, batches=Batches())
    tool = {"type": "function", "function": {"name": "end", "parameters": {"type": "object"}}}
    turn = Request(model=CHAT.model, messages=({"role": "user", "content": "Hi"},), tools=(tool,))
    with pytest.raises((CallError, AssayError)):
        answer_of(provider, turn)  # this service has batches alone
    assert not service.batches


def test_a_protocol_without_batches_is_named(service: BatchService) -> None:
    (error,) = asked(service, GEMINI, "one")
    assert isinstance(error, AssayError) and "batch: false" in str(error)


def test_a_torn_line_of_the_notes_hides_no_other(service: BatchService) -> None:
    paths.BATCHES.parent.mkdir()
    paths.BATCHES.write_text('{"batch": "batch-0", "ke')
    service.polls = 10**6
    asked(service, CHAT, "one", stop_s=1)
    service.polls = 0
    (reply,) = asked(service, CHAT, "one")
    assert isinstance(reply, Response)
    assert len(service.batches) == 1, "it was not paid again"

"""The client above any provider: a fatal error ends it at once, and every wait has an end."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from assay.calls.budget import Budget
from assay.calls.client import Client, backoff_s
from assay.calls.gate import Gate
from assay.config.settings import CallsConfig
from assay.errors import AssayError
from assay.ledger.paid_calls import open_ledger
from assay.ledger.request import CallError, CallFailed, CallPurpose, CannotRun, Request
from assay.records.pipeline import Response

Reply = Callable[[int], Awaitable[Response]]
"""What the provider does with its first call, its second, and so on."""
REFUSED = AssayError("the provider refuses 'm'")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def ask(count: int, reply: Reply, concurrency: int) -> tuple[list[Response | BaseException], int]:
    """Ask so many questions at once: what became of each, and the calls made."""
    made = 0

    async def provider(_: Request) -> Response:
        nonlocal made
        made += 1
        return await reply(made)

    async def run() -> list[Response | BaseException]:
        messages = ({"role": "user", "content": str(number)} for number in range(count))
        requests = [Request(model="m", messages=(message,)) for message in messages]
        purpose = CallPurpose(test="T", attempt=1, prompt="p")
        with open_ledger() as ledger:
            gate = Gate("openai", concurrency, Budget(None, None))

            async def way() -> Gate:
                return gate

            client = Client(provider, ledger, CallsConfig(), gate=way)
            calls = (client.complete(one, purpose) for one in requests)
            asked = asyncio.gather(*calls, return_exceptions=True)
            return await asyncio.wait_for(asked, 20)

    return asyncio.run(run()), made


def test_a_refusal_ends_every_wait_and_keeps_what_is_under_way() -> None:
    """The waits for the gate, and those for another try."""

    async def reply(call: int) -> Response:
        await asyncio.sleep(0.2)
        if call == 1:
            raise CallError("busy", retryable=True, rate_limited=True, retry_after_s=120)
        await asyncio.sleep(0.5 if call == 2 else 1.0)
        if call == 2:
            raise REFUSED
        return Response(text="kept")

    found, made = ask(12, reply, 3)
    kept = found.pop(2)
    assert isinstance(kept, Response) and kept.text == "kept"
    assert made == 3 and [str(one) for one in found] == [str(REFUSED)] * 11
    assert all(isinstance(one, CannotRun) for one in found)


def test_a_provider_that_wants_an_hour_alone_is_not_waited_for_nor_asked_on() -> None:
    async def reply(_: int) -> Response:
        await asyncio.sleep(0.5)  # until all four are under way
        raise CallError("quota of today", retryable=True, rate_limited=True, retry_after_s=3600)

    found, made = ask(12, reply, 4)
    assert made == 4 and all(isinstance(one, CallFailed) for one in found)
    assert str(found[0]) == "quota of today" and "left alone for another 3600 s" in str(found[-1])


def test_the_waits_of_all_retries_outlast_a_minute_without_a_provider() -> None:
    calls = CallsConfig()
    tries = range(1, calls.max_retries + 1)
    for _ in range(200):
        assert sum(backoff_s(number, calls.retry_wait_s) for number in tries) >= 60

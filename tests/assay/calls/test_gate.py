"""The gate: starts open, narrows at a rate limit, opens while calls succeed, spaces starts."""

import asyncio
import re
import time
from contextlib import suppress
from itertools import pairwise

import pytest

from assay.calls import gate as module
from assay.calls.budget import Budget
from assay.calls.gate import Gate
from assay.errors import AssayError
from assay.ledger.request import CallError
from assay.records.pipeline import Response, Usage

BUSY = CallError("busy", retryable=True, rate_limited=True)


def gate(concurrency: int = 64, budget: Budget | None = None) -> Gate:
    return Gate("openai", concurrency, budget or Budget(None, None))


async def call(through: Gate, seconds: float, error: CallError | None = None) -> int:
    """One call; the number of those under way beside it."""
    beside = 0

    async def ask() -> Response:
        nonlocal beside
        await asyncio.sleep(seconds)
        if error:
            raise error
        beside = through.under_way
        return Response(text="x", usage=Usage(input=1, output=2))

    await through.through(ask, 0.0)
    return beside


async def calls(through: Gate, count: int, seconds: float, error: CallError | None = None) -> int:
    """So many calls at once; for how many the gate is open then."""
    every = (call(through, seconds, error) for _ in range(count))
    await asyncio.gather(*every, return_exceptions=True)
    return through.open_for


def test_it_starts_open_and_lets_through_all_that_is_allowed_and_no_more() -> None:
    async def run() -> int:
        through = gate(8)
        return max(await asyncio.gather(*(call(through, 0.5) for _ in range(12))))

    assert asyncio.run(run()) == 8


def test_an_overload_halves_once_success_opens_and_other_errors_change_nothing() -> None:
    async def run() -> list[int]:
        through = gate(8)
        return [
            through.open_for,
            await calls(through, 8, 0.2, BUSY),
            await calls(through, 4, 0.0, CallError("broken")),
            await calls(through, 5, 0.0),
            await calls(through, 200, 0.0),
            *[await calls(through, 1, 0.0, BUSY) for _ in range(6)],
        ]

    assert asyncio.run(run()) == [8, 4, 4, 5, 8, 4, 2, 1, 1, 1, 1], "it never closes altogether"


def test_retry_after_holds_all_back_and_frees_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SPACING_S", 0.03)

    async def run() -> list[float]:
        through = gate()
        await calls(through, 1, 0.0, CallError("busy", rate_limited=True, retry_after_s=0.5))
        began = time.monotonic()
        starts: list[float] = []

        async def timed() -> Response:
            starts.append(time.monotonic() - began)
            return Response(text="x")

        await asyncio.gather(*(through.through(timed, 0.0) for _ in range(6)))
        return starts

    starts = asyncio.run(run())
    assert starts[0] >= 0.45
    assert all(later - earlier >= 0.02 for earlier, later in pairwise(starts))


@pytest.mark.parametrize(
    ("end", "usd"),
    [
        (Response(text="x", cost_usd=0.25), 0.25),
        (Response(text="x", cost_usd=None), 2.0),
        (CallError("refused"), 0.0),
        (CallError("no answer in time", charged=True), 2.0),
        (AssayError("no such model"), 0.0),
        (asyncio.CancelledError(), 2.0),
    ],
    ids=["priced", "without a cost", "refused", "timed out", "fatal", "interrupted"],
)
def test_what_nobody_knows_the_cost_of_counts_with_the_most_that_it_may_cost(
    end: Response | BaseException, usd: float
) -> None:
    budget = Budget(None, None)

    async def ask() -> Response:
        if isinstance(end, BaseException):
            raise end
        return end

    async def run() -> None:
        await gate(4, budget=budget).through(ask, 2.0)

    with suppress(CallError, AssayError, asyncio.CancelledError):
        asyncio.run(run())
    assert (budget.usd, budget.calls, budget.open_usd) == (usd, 1, 0.0)


def test_a_long_call_does_not_hold_up_short_ones() -> None:
    async def run() -> None:
        through = gate(3)
        long = asyncio.create_task(call(through, 30.0))
        await asyncio.gather(*(call(through, 0.005) for _ in range(40)))
        assert not long.done()
        long.cancel()

    asyncio.run(run())


def test_a_long_wait_is_announced_and_a_short_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    async def run(pause_s: float) -> None:
        through = gate()
        await calls(through, 1, 0.0, CallError("busy", rate_limited=True, retry_after_s=pause_s))
        with suppress(TimeoutError):
            async with asyncio.timeout(0.6):
                await calls(through, 5, 0.0)

    asyncio.run(run(0.3))
    assert capsys.readouterr().err == ""
    asyncio.run(run(20))
    line = r"openai: calls wait: the provider asks for no call for (20|19) s \(Retry-After\)\n"
    assert re.fullmatch(line, capsys.readouterr().err)


def test_a_wait_for_another_gates_calls_that_the_budget_makes_necessary_is_announced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "SILENT_S", 0.5)

    async def never() -> Response:
        raise AssertionError("the call began")

    async def run() -> None:
        budget = Budget(1.5, None)
        budget.begin(1.0)
        with suppress(TimeoutError):
            async with asyncio.timeout(1.5):
                await gate(budget=budget).through(never, 1.0)

    asyncio.run(run())
    assert capsys.readouterr().err == (
        "openai: calls wait: 1 calls under way may cost $1.00 of calls.budget_usd ($1.50); "
        "the next call may cost $1.00\n"
    )

"""The gate before a provider: how many calls of this process may be under way, found out by trying.

Calls start one after another, never as a crowd. The gate starts modest and opens quickly as long as nothing is heard of
an overload. At the first one it halves; from then on it opens by one for each gateful of calls that succeed (additive
increase, multiplicative decrease, as TCP does).
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from stages.lib.base.errors import AssayError
from stages.lib.base.records import Response
from stages.lib.calls.request import PATIENCE_S, CallError
from stages.lib.calls.traffic import CallEstimate, OverBudget, Traffic, TrafficBounds

START = 8
"""Calls under way at first."""
OPENS_PER_S = 200.0
"""Until the first overload the gate opens by so many calls a second."""
SPACING_S = 0.002
"""Between two starts at least."""
LONGEST_LOOK_S = 5.0
"""A wait is looked at again after so long, since another process may have changed it."""


@dataclass(frozen=True)
class Waiter:
    """A call that waits, and for whom; `admission` gets its number in the shared traffic, or what speaks against it."""

    estimate: CallEstimate
    owner: object
    admission: asyncio.Future[int]


@dataclass
class Slot:
    """A call that was let through. The caller sets `response` when it has one."""

    response: Response | None = None


class Gate:
    """The way to one provider with one key. First come, first served."""

    def __init__(self, endpoint: str, bounds: TrafficBounds, traffic: Traffic) -> None:
        self._endpoint = endpoint
        self._bounds = bounds
        self._traffic = traffic
        self._window = float(min(START, bounds.concurrency))
        self._quiet_since: float | None = time.monotonic()
        self._last_cut = self._closed_until = 0.0
        self._waiting: deque[Waiter] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._last_start = 0.0
        self.under_way = 0

    @property
    def open_for(self) -> int:
        """So many calls may be under way now."""
        return int(self._window)

    @asynccontextmanager
    async def slot(self, tokens: int, usd: float, owner: object = None) -> AsyncIterator[Slot]:
        """Wait until a call of at most so many tokens and dollars may start, and hold a place for it.

        OverBudget if it may never, CallError if the provider wants to be left alone for longer than anybody waits, and
        whatever `owner` is turned away with. A CallError inside that tells of an overload makes the gate narrower.
        """
        turn: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiter(CallEstimate(self._endpoint, tokens, usd), owner, turn))
        self._let_through()
        call, started, slot = await self._turn(turn), time.monotonic(), Slot()
        took = tokens, usd  # of a call that is cut off nobody knows better
        try:
            yield slot
        except CallError as error:
            took = took if error.charged else (0, 0.0)
            if error.rate_limited:
                self._cut(started, error.retry_after_s)
            raise
        except AssayError:
            took = 0, 0.0
            raise
        else:
            self._widen()
            took = _took(slot.response, usd) if slot.response else took
        finally:
            self._end(call, *took)

    def turn_away(self, owner: object, error: Exception) -> None:
        """End the waiting of this owner's calls with the error; those under way go on."""
        for turn in self._waiting:
            if turn.owner is owner and not turn.admission.done():
                turn.admission.set_exception(error)
        self._let_through()

    async def _turn(self, turn: asyncio.Future[int]) -> int:
        """Wait for the turn; if the waiting is cancelled in the moment that it comes, give it back."""
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and not turn.exception():
                self._end(turn.result(), 0, 0.0)
            raise

    def _end(self, call: int, tokens: int, usd: float) -> None:
        self._traffic.settle(call, tokens, usd)
        self.under_way -= 1
        self._let_through()

    def _let_through(self) -> None:
        """Let as many of those that wait start as may start now, and look again when more may."""
        self._open_by_time()
        while self._waiting and self.under_way < int(self._window):
            turn = self._waiting[0]
            wait = 0.0 if turn.admission.done() else self._start(turn.estimate, turn.admission)
            if wait > 0:
                return self._look_again(wait)
            self._waiting.popleft()
        if (
            self._waiting
            and self._quiet_since is not None
            and self._window < self._bounds.concurrency
        ):
            self._look_again(1 / OPENS_PER_S)
        return None

    def _start(self, estimate: CallEstimate, turn: asyncio.Future[int]) -> float:
        """Give the turn, or what speaks against it for good; else the seconds to wait."""
        if (closed := self._closed_until - time.monotonic()) > 0:
            turn.set_exception(
                CallError(f"the provider wants to be left alone for another {closed:.0f} s")
            )
            return 0.0
        if (wait := self._last_start + SPACING_S - time.monotonic()) > 0:
            return wait
        try:
            answer = self._traffic.admit(estimate, self._bounds)
        except (OverBudget, AssayError) as error:
            turn.set_exception(error)
            return 0.0
        if isinstance(answer, float):
            return min(answer, LONGEST_LOOK_S) * random.uniform(1.0, 1.1)
        self._last_start = time.monotonic()
        self.under_way += 1
        turn.set_result(answer)
        return 0.0

    def _look_again(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._let_through)

    def _open_by_time(self) -> None:
        if self._quiet_since is not None:
            now = time.monotonic()
            self._window = min(
                self._bounds.concurrency, self._window + (now - self._quiet_since) * OPENS_PER_S
            )
            self._quiet_since = now

    def _widen(self) -> None:
        if self._quiet_since is None:
            self._window = min(self._bounds.concurrency, self._window + 1 / self._window)

    def _cut(self, started: float, retry_after_s: float | None) -> None:
        """Halve, once for all the calls that were under way together; and stay away as long as the provider wants."""
        if retry_after_s and retry_after_s > PATIENCE_S:
            self._closed_until = time.monotonic() + retry_after_s
        elif retry_after_s:
            self._traffic.pause(self._endpoint, retry_after_s)
        self._quiet_since = None
        if started > self._last_cut:
            self._last_cut = time.monotonic()
            self._window = max(1.0, self._window / 2)


def _took(response: Response, at_most_usd: float) -> tuple[int, float]:
    """The tokens and US dollars of an answer; the most that it may have cost where its cost is unknown."""
    usd = at_most_usd if response.cost_usd is None else response.cost_usd
    return response.usage.input + response.usage.output, usd

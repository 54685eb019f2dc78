"""The gate before a provider: how many calls of this process may be under way, found by trying.

The gate starts modest and opens quickly as long as no call meets a rate limit. At the first rate
limit it halves. From then on it opens by one for each gateful of calls that succeed (additive
increase, multiplicative decrease, as TCP does). Calls start one after another.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from assay.calls.notices import SILENT_S, Notices
from assay.calls.traffic import CallEstimate, OverBudget, Traffic, TrafficBounds, Wait
from assay.errors import AssayError
from assay.ledger.request import PATIENCE_S, CallError
from assay.records.pipeline import Response

START = 8
"""Calls under way at first."""
OPENS_PER_S = 200.0
"""Until the first rate limit the gate opens by so many calls a second."""
SPACING_S = 0.002
"""Between two starts at least."""
LONGEST_LOOK_S = 5.0
"""A wait is looked at again after so long, since another process may have changed it."""


@dataclass(frozen=True)
class Waiter:
    """A call that waits, and for whom.

    `admission` gets its number in the shared traffic, or the error that speaks against it.
    """

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
        self._last_cut = 0.0
        self._closed_until = 0.0
        self._waiters: deque[Waiter] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._last_start = 0.0
        self._blocked_since: float | None = None
        self._notices = Notices()
        self.under_way = 0

    @property
    def open_for(self) -> int:
        """How many calls may be under way now."""
        return int(self._window)

    @asynccontextmanager
    async def slot(self, tokens: int, usd: float, owner: object = None) -> AsyncIterator[Slot]:
        """Wait until a call of at most so many tokens and dollars may start, and hold its place.

        Raises OverBudget if the budget can never allow the call; CallError if the provider asks for
        a longer wait than `PATIENCE_S`; and the error that `turn_away` gives for this owner. If the
        call inside fails by a rate limit, fewer calls are allowed at once.
        """
        admission: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiters.append(Waiter(CallEstimate(self._endpoint, tokens, usd), owner, admission))
        self._let_through()
        call = await self._admitted(admission)
        started = time.monotonic()
        slot = Slot()
        took = tokens, usd  # a call that is cut off counts with the most that it may have taken
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
        """This owner's waiting calls end with the error; its calls under way go on."""
        for waiter in self._waiters:
            if waiter.owner is owner and not waiter.admission.done():
                waiter.admission.set_exception(error)
        self._let_through()

    async def _admitted(self, admission: asyncio.Future[int]) -> int:
        """The number of the call. If the wait is cancelled just then, the call's slot is freed."""
        try:
            return await admission
        except asyncio.CancelledError:
            if admission.done() and not admission.cancelled() and not admission.exception():
                self._end(admission.result(), 0, 0.0)
            raise

    def _end(self, call: int, tokens: int, usd: float) -> None:
        self._traffic.settle(call, tokens, usd)
        self.under_way -= 1
        self._let_through()

    def _let_through(self) -> None:
        """Start as many of the waiting calls as may start now, and look again when more may."""
        self._open_by_time()
        while self._waiters and self.under_way < int(self._window):
            waiter = self._waiters[0]
            if not waiter.admission.done():
                wait_s = self._start(waiter)
                if wait_s > 0:
                    return self._look_again(wait_s)
            self._waiters.popleft()
        opens = self._quiet_since is not None and self._window < self._bounds.concurrency
        if self._waiters and opens:
            self._look_again(1 / OPENS_PER_S)
        return None

    def _start(self, waiter: Waiter) -> float:
        """Admit the call, or end its waiting with an error, or return the seconds to wait."""
        closed_s = self._closed_until - time.monotonic()
        if closed_s > 0:
            text = f"the provider wants to be left alone for another {closed_s:.0f} s"
            waiter.admission.set_exception(CallError(text))
            return 0.0
        wait_s = self._last_start + SPACING_S - time.monotonic()
        if wait_s > 0:
            return wait_s
        try:
            answer = self._traffic.admit(waiter.estimate, self._bounds)
        except (OverBudget, AssayError) as error:
            waiter.admission.set_exception(error)
            return 0.0
        if isinstance(answer, Wait):
            self._say(answer)
            return min(answer.seconds, LONGEST_LOOK_S) * random.uniform(1.0, 1.1)
        self._last_start = time.monotonic()
        self._blocked_since = None
        self.under_way += 1
        waiter.admission.set_result(answer)
        return 0.0

    def _say(self, wait: Wait) -> None:
        """Announce a wait that is known to be long, or that has lasted long."""
        now = time.monotonic()
        self._blocked_since = self._blocked_since or now
        if max(wait.seconds, now - self._blocked_since) >= SILENT_S:
            self._notices.say(self._endpoint, f"{self._endpoint}: calls wait: {wait.reason}")

    def _look_again(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._let_through)

    def _open_by_time(self) -> None:
        if self._quiet_since is None:
            return
        now = time.monotonic()
        opened = self._window + (now - self._quiet_since) * OPENS_PER_S
        self._window = min(self._bounds.concurrency, opened)
        self._quiet_since = now

    def _widen(self) -> None:
        if self._quiet_since is None:
            self._window = min(self._bounds.concurrency, self._window + 1 / self._window)

    def _cut(self, started: float, retry_after_s: float | None) -> None:
        """Halve, once for all the calls that were under way together.

        Stay away for as long as the provider wants.
        """
        if retry_after_s and retry_after_s > PATIENCE_S:
            self._closed_until = time.monotonic() + retry_after_s
        elif retry_after_s:
            self._traffic.pause(self._endpoint, retry_after_s)
        self._quiet_since = None
        if started > self._last_cut:
            self._last_cut = time.monotonic()
            self._window = max(1.0, self._window / 2)


def _took(response: Response, at_most_usd: float) -> tuple[int, float]:
    """The tokens and US dollars of an answer.

    Where its cost is unknown, the most that it may have cost.
    """
    usd = at_most_usd if response.cost_usd is None else response.cost_usd
    return response.usage.input + response.usage.output, usd

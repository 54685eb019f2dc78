"""The gate before a provider: how many calls may be under way, found by trying.

The gate starts open. At a rate limit it halves; then it opens by one for each gateful of calls that
succeed (additive increase, multiplicative decrease, as TCP does). Calls start one after another.
What a run may spend is kept here too.
"""

import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from assay.calls.budget import Budget
from assay.errors import AssayError
from assay.ledger.request import PATIENCE_S, CallError
from assay.records.pipeline import Response

SILENT_S = 5.0
"""A longer wait is announced."""
AGAIN_AFTER_S = 60.0
"""The same kind of wait is announced again after so long."""
SPACING_S = 0.002
"""Between two starts at least."""
POLL_S = 0.25
"""A call that waits for the budget looks again after so long: another gate's calls may end."""
LONGEST_LOOK_S = 5.0


class Notices:
    """Prints lines to the standard error, each kind at most once a minute."""

    def __init__(self) -> None:
        self._printed: dict[str, float] = {}

    def say(self, kind: str, text: str) -> None:
        now = time.monotonic()
        if now - self._printed.get(kind, -AGAIN_AFTER_S) >= AGAIN_AFTER_S:
            self._printed[kind] = now
            print(text, file=sys.stderr, flush=True)


class Gate:
    """The way to one provider with one key. First come, first served."""

    def __init__(self, endpoint: str, concurrency: int, budget: Budget) -> None:
        self._endpoint = endpoint
        self._concurrency = concurrency
        self._budget = budget
        self._window = float(concurrency)
        self._last_cut = 0.0
        self._closed_until = 0.0
        self._paused_until = 0.0
        self._turn = asyncio.Lock()
        self._changed = asyncio.Event()
        self._last_start = 0.0
        self._blocked_since: float | None = None
        self._notices = Notices()
        self.under_way = 0

    @property
    def open_for(self) -> int:
        """How many calls may be under way now."""
        return int(self._window)

    async def through(
        self,
        ask: Callable[[], Awaitable[Response]],
        usd: float,
        owner: object = None,
        require_wanted: Callable[[], None] = lambda: None,
    ) -> Response:
        """Ask as soon as a call of at most so many dollars may start.

        Raises RunStopped if the budget can never allow the call; CallError if the provider asks for
        a longer wait than `PATIENCE_S`; and what `require_wanted` raises while it waits. If the
        call fails by a rate limit, fewer calls are allowed at once.
        """
        async with self._turn:  # a lock lets those who wait through in their order
            while wait := self._wait(usd, owner, time.monotonic()):
                require_wanted()
                seconds, reason = wait
                self._say(seconds, reason)
                await self._look_again(seconds)
            require_wanted()
            started = self._last_start = time.monotonic()
            self._blocked_since = None
            self.under_way += 1
            self._budget.begin(usd, owner)
        took = usd  # a call that is cut off counts with the most that it may have cost
        try:
            response = await ask()
            self._window = min(self._concurrency, self._window + 1 / self._window)
            # unknown: the most that it may have cost
            took = usd if response.cost_usd is None else response.cost_usd
            return response
        except CallError as error:
            took = took if error.charged else 0.0
            if error.rate_limited:
                self._cut(started, error.retry_after_s)
            raise
        except AssayError:
            took = 0.0
            raise
        finally:
            self._budget.end(usd, took, owner)
            self.under_way -= 1
            self.look_again()

    def look_again(self) -> None:
        """The call that waits first looks at once whether it may start, and is still wanted."""
        self._changed.set()

    async def _look_again(self, seconds: float) -> None:
        """Wait so long at most, or until a call has ended."""
        self._changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, LONGEST_LOOK_S) * random.uniform(1.0, 1.1)):
                await self._changed.wait()

    def _wait(self, usd: float, owner: object, now: float) -> tuple[float, str] | None:
        """The seconds that the call has to wait longest, and what for; None if it may start."""
        if self._closed_until > now:
            closed_s = self._closed_until - now
            raise CallError(f"the provider wants to be left alone for another {closed_s:.0f} s")
        if self.under_way >= self.open_for:
            return LONGEST_LOOK_S, ""
        if self._last_start + SPACING_S > now:
            return self._last_start + SPACING_S - now, ""
        waits = []
        if reason := self._budget.reason_to_wait(usd, owner):
            waits.append((POLL_S, reason))
        if self._paused_until > now:
            seconds = self._paused_until - now
            reason = f"the provider asks for no call for {seconds:.0f} s (Retry-After)"
            waits.append((seconds, reason))
        return max(waits, default=None)

    def _say(self, seconds: float, reason: str) -> None:
        """Announce a wait that is known to be long, or that has lasted long."""
        if not reason:
            return
        now = time.monotonic()
        self._blocked_since = self._blocked_since or now
        if max(seconds, now - self._blocked_since) >= SILENT_S:
            self._notices.say(self._endpoint, f"{self._endpoint}: calls wait: {reason}")

    def _cut(self, started: float, retry_after_s: float | None) -> None:
        """Halve, once for all the calls that were under way together.

        Stay away for as long as the provider wants.
        """
        if retry_after_s and retry_after_s > PATIENCE_S:
            self._closed_until = time.monotonic() + retry_after_s
        elif retry_after_s:
            self._paused_until = max(self._paused_until, time.monotonic() + retry_after_s)
        if started > self._last_cut:
            self._last_cut = time.monotonic()
            self._window = max(1.0, self._window / 2)

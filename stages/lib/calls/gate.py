"""The gate before a provider: how many calls of this process may be under way, found out by trying.

It starts modest and opens quickly as long as nothing is heard of an overload. At the first one it halves; from then on
it opens by one for each gateful of calls that succeed (additive increase, multiplicative decrease, as TCP does).
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from stages.lib.base.records import Response
from stages.lib.calls.request import CallError
from stages.lib.calls.traffic import Bounds, Traffic, Wanted

START = 8
"""Calls under way at first."""
OPENS_PER_S = 100.0
"""Until the first overload the gate opens by so many calls a second."""
SPACING_S = 0.004
"""So far apart calls start, so that no crowd bursts through after a pause."""


@dataclass
class Slot:
    """A call that was let through. The caller sets `response` when it has one."""

    response: Response | None = None


class Gate:
    """The way to one provider with one key."""

    def __init__(self, place: str, bounds: Bounds, traffic: Traffic) -> None:
        self._place = place
        self._bounds = bounds
        self._traffic = traffic
        self._window = float(min(START, bounds.concurrency))
        self._quiet_since: float | None = time.monotonic()
        self._last_cut = 0.0
        self.under_way = 0
        self._door = asyncio.Lock()
        self._left = asyncio.Event()

    @property
    def open_for(self) -> int:
        """So many calls may be under way now."""
        return int(self._window)

    @asynccontextmanager
    async def slot(self, tokens: int, usd: float) -> AsyncIterator[Slot]:
        """Wait until a call of at most so many tokens and dollars may start, and hold a place for it.

        OverBudget if it may never. A CallError inside that tells of an overload makes the gate narrower.
        """
        async with self._door:  # first come, first served
            await self._room()
            call = await self._admitted(Wanted(self._place, tokens, usd))
            self.under_way += 1
            await asyncio.sleep(SPACING_S)
        started, slot = time.monotonic(), Slot()
        try:
            yield slot
        except CallError as error:
            if error.overloaded:
                self._cut(started, error.retry_after_s)
            raise
        else:
            self._widen()
        finally:
            used = slot.response
            took = used.usage.input + used.usage.output if used else 0
            self._traffic.settle(call, took, (used.cost_usd or 0.0) if used else 0.0)
            self.under_way -= 1
            self._left.set()

    async def _room(self) -> None:
        while True:
            self._open_by_time()
            if self.under_way < int(self._window):
                return
            self._left.clear()
            try:
                await asyncio.wait_for(self._left.wait(), 1 / OPENS_PER_S if self._quiet_since else None)
            except TimeoutError:
                continue

    async def _admitted(self, wanted: Wanted) -> int:
        while True:
            answer = self._traffic.admit(wanted, self._bounds)
            if isinstance(answer, int):
                return answer
            await asyncio.sleep(min(answer, 5.0) * random.uniform(1.0, 1.1))

    def _open_by_time(self) -> None:
        if self._quiet_since is not None:
            now = time.monotonic()
            self._window = min(self._bounds.concurrency, self._window + (now - self._quiet_since) * OPENS_PER_S)
            self._quiet_since = now

    def _widen(self) -> None:
        if self._quiet_since is None:
            self._window = min(self._bounds.concurrency, self._window + 1 / self._window)

    def _cut(self, started: float, retry_after_s: float | None) -> None:
        """Halve, once for all the calls that were under way together; and stay away as long as the provider wants."""
        if retry_after_s:
            self._traffic.pause(self._place, retry_after_s)
        self._quiet_since = None
        if started > self._last_cut:
            self._last_cut = time.monotonic()
            self._window = max(1.0, self._window / 2)

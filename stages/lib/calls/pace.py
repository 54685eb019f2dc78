"""How far apart calls start: by the processor time that one takes.

litellm takes about ten milliseconds of a processor for a call. Calls that start closer together wait for each other,
and since asyncio serves all in turn, all of them are ready at the same moment: they travel as a convoy, and while it is
at the provider the processor has nothing to do. Calls that start one after another never form one.
"""

import time
from collections import deque
from collections.abc import Callable

FIRST_S = 0.012
"""Between two starts of one process, until it is known better."""
LEAST_S, MOST_S = 0.001, 0.05
"""At most: what else the processes work on does not hold calls up."""
LOOKED_BACK_S = 4.0
"""Calls that ended in this time tell what one takes."""


def own_time() -> tuple[float, ...]:
    """The processor time of this process, which makes its calls itself."""
    return (time.process_time(),)


class Pace:
    """The pace of the calls of one gate. Other gates use the same processors, and each learns of it."""

    def __init__(self, used_s: Callable[[], tuple[float, ...]] = own_time) -> None:
        """`used_s`: the processor time in seconds of this process and of those that make calls for it."""
        self._used_s = used_s
        self._first_s = max(LEAST_S, FIRST_S / max(1, len(used_s()) - 1))
        self._ends: deque[tuple[float, tuple[float, ...]]] = deque()
        self._next = 0.0

    def wait(self) -> float:
        """The seconds until a call may start; 0 or less if one may now."""
        return self._next - time.monotonic()

    def started(self) -> None:
        """A call has started."""
        self._next = time.monotonic() + self.apart_s

    def ended(self) -> None:
        """A call has ended."""
        now = time.monotonic()
        self._ends.append((now, self._used_s()))
        while self._ends[0][0] < now - LOOKED_BACK_S:
            self._ends.popleft()

    @property
    def apart_s(self) -> float:
        """The seconds between two starts: those of the busiest process for each call that ended."""
        if len(self._ends) < 2:
            return self._first_s
        (_, before), (_, after) = self._ends[0], self._ends[-1]
        busiest = max(later - earlier for earlier, later in zip(before, after, strict=True))
        return min(MOST_S, max(LEAST_S, busiest / (len(self._ends) - 1)))

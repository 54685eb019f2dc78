"""How far apart calls start: by the processor time that one takes.

litellm takes about ten milliseconds of a processor for a call. Calls that start closer together wait for each other,
and since asyncio serves all in turn, all of them are ready at the same moment: they travel as a convoy, and while it is
at the provider the processor has nothing to do. Calls that start one after another never form one.

Where the processor has no time to spare in any case, nothing is won by waiting.
"""

import time
from collections import deque

FIRST_S = 0.012
"""Between two starts at most, until it is known better."""
ALL_WITHIN_S = 0.8
"""The first crowd is under way after so long, where calls start closer together for that."""
LEAST_S, MOST_S = 0.001, 0.05
"""At most: what else this process works on does not hold calls up."""
LOOKED_BACK_S = 4.0
"""Calls that ended in this time tell what one takes, and how busy the process is."""
BUSY = 0.6
"""Processor time over time from which on there is none to spare."""


class Pace:
    """The pace of the calls of one gate. Other gates of the process use the same processor, and each learns of it."""

    def __init__(self, concurrency: int) -> None:
        """`concurrency`: the most calls at once."""
        self._first_s = max(LEAST_S, min(FIRST_S, ALL_WITHIN_S / concurrency))
        self._ends: deque[tuple[float, float]] = deque()
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
        self._ends.append((now, time.process_time()))
        while self._ends[0][0] < now - LOOKED_BACK_S:
            self._ends.popleft()

    @property
    def apart_s(self) -> float:
        """The seconds between two starts."""
        if len(self._ends) < 2:
            return self._first_s
        (began, used_before), (ended, used) = self._ends[0], self._ends[-1]
        if ended - began > LOOKED_BACK_S / 2 and used - used_before > BUSY * (ended - began):
            return LEAST_S
        return min(MOST_S, max(LEAST_S, (used - used_before) / (len(self._ends) - 1)))

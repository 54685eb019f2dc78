"""How far apart calls start: by the processor time that one takes.

litellm takes ten milliseconds of a processor for a call. Calls that start closer together wait for each other, and
since asyncio serves all in turn, all of them are ready at the same moment: they travel as a convoy, during whose two
seconds at the provider the processor has nothing to do. Calls that start one after another never form one.
"""

import time
from collections import deque

FIRST_S = 0.012
"""Between two starts, until it is known better."""
LEAST_S, MOST_S = 0.004, 0.05
"""At least: no crowd bursts through. At most: what else this process works on does not hold calls up."""
LOOKED_AT = 64
"""So many calls that ended last."""


class Pace:
    """The pace of the calls of one gate. Other gates of the process use the same processor, and each learns of it."""

    def __init__(self) -> None:
        self._spent: deque[float] = deque(maxlen=LOOKED_AT + 1)
        self._next = 0.0

    def wait(self) -> float:
        """The seconds until a call may start; 0 or less if one may now."""
        return self._next - time.monotonic()

    def started(self) -> None:
        """A call has started."""
        self._next = time.monotonic() + self.apart_s

    def ended(self) -> None:
        """A call has ended."""
        self._spent.append(time.process_time())

    @property
    def apart_s(self) -> float:
        """The seconds between two starts."""
        known = len(self._spent) - 1
        each = (self._spent[-1] - self._spent[0]) / known if known > 0 else FIRST_S
        return min(MOST_S, max(LEAST_S, each))

"""What would decide a pair that is undecided: more data sets and tests, or more attempts."""

import math
from typing import NamedTuple

from assay.records.leaderboard import Needed


class Spread(NamedTuple):
    """Where a difference's uncertainty comes from.

    There are `tests` on `groups` (data sets), with so many `attempts` at each. `between_attempts`
    is the part of error² that is noise between attempts; None with one attempt, which cannot show
    it.
    """

    error: float
    groups: int
    tests: int
    attempts: int
    between_attempts: float | None

    @property
    def noise(self) -> float | None:
        """The share of the variance that is noise between attempts, 0 to 1; None if unknown."""
        if self.between_attempts is None or not self.error:
            return None
        return min(1.0, self.between_attempts / self.error**2)


class Reach(NamedTuple):
    """How many standard errors a difference needs to be significant with 80 % power.

    `now`: with these data sets. `limit`: with so many that the error is known.
    """

    now: float
    limit: float

    def with_groups(self, ratio: float) -> float:
        """The same with `ratio` times as many groups.

        Quantiles of Student's t, and of a maximum of them, fall to their limit about as
        1 / degrees of freedom.
        """
        return self.limit + (self.now - self.limit) / ratio


def detectable(spread: Spread, reach: Reach) -> float:
    """The difference that would be significant with 80 % power."""
    return reach.now * spread.error


def needed(difference: float, spread: Spread, reach: Reach) -> Needed | None:
    """What it takes to find this difference with 80 % power; None for no difference."""
    if not difference or not spread.error:
        return None
    more = _groups(abs(difference), spread, reach) - spread.groups
    return Needed(
        datasets=more,
        tests=math.ceil(spread.tests * more / spread.groups),
        attempts=_attempts(abs(difference) / reach.now, spread),
    )


def _groups(difference: float, spread: Spread, reach: Reach) -> int:
    """The least number of groups, above those there are, that detects the difference."""

    def detected(groups: int) -> bool:
        ratio = groups / spread.groups
        return reach.with_groups(ratio) * spread.error / math.sqrt(ratio) <= difference

    low = spread.groups
    high = low + 1
    while not detected(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if detected(middle):
            high = middle
        else:
            low = middle
    return high


def _attempts(target: float, spread: Spread) -> int | None:
    """How many more attempts bring the error down to the target; None if no number does.

    Only the noise between attempts shrinks with their number; the spread between tests stays.
    """
    if not spread.between_attempts:
        return None
    noise = min(spread.between_attempts, spread.error**2)
    left = target**2 - (spread.error**2 - noise)
    if left <= 0:
        return None
    return max(1, math.ceil(spread.attempts * (noise / left - 1)))

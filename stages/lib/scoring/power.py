"""What would decide a pair that is undecided: more data sets and tests, or more attempts."""

import math
from typing import NamedTuple

from stages.lib.base.results.leaderboard import Needed
from stages.lib.statistics.significance import least_groups, power_factor


class Spread(NamedTuple):
    """Where a difference's uncertainty comes from.

    There are `tests` on `groups` (data sets), with so many `attempts` at each.

    `between_attempts` is the part of standard_error² that is noise between attempts; None with one
    attempt, which cannot show it.
    """

    standard_error: float
    groups: int
    tests: int
    attempts: int
    between_attempts: float | None

    @property
    def noise(self) -> float | None:
        """The share of the variance that is noise between attempts, 0 to 1; None if unknown."""
        if self.between_attempts is None or not self.standard_error:
            return None
        return min(1.0, self.between_attempts / self.standard_error**2)


def needed(difference: float, spread: Spread, level: float) -> Needed | None:
    """What an undecided difference needs at the level of one test; None for no difference.

    The standard error falls with the root of the number of data sets. It has to come down to
    |difference| / (z(1 - level / 2) + z(0.80)), and the sign-flip test needs enough data sets to
    reach the level.
    """
    if not difference or not spread.groups:
        return None
    target = abs(difference) / power_factor(level)
    enough = least_groups(level)
    wanted = max(spread.groups * (spread.standard_error / target) ** 2, enough)
    more = max(1, math.ceil(wanted - spread.groups))
    return Needed(
        datasets=more,
        tests=math.ceil(spread.tests * more / spread.groups),
        attempts=_attempts(spread, target) if spread.groups >= enough else None,
    )


def _attempts(spread: Spread, target: float) -> int | None:
    """Only the noise between attempts shrinks with their number; the spread between tests stays."""
    if not spread.between_attempts:
        return None
    noise = min(spread.between_attempts, spread.standard_error**2)
    left = target**2 - (spread.standard_error**2 - noise)
    if left <= 0:
        return None
    return max(1, math.ceil(spread.attempts * (noise / left - 1)))

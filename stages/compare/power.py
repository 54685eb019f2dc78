"""What would decide a pair that is undecided: more data sets and tests, or more attempts at the same ones."""

import math
from typing import NamedTuple

from stages.lib.scoring.significance import least_groups, power_factor


class Spread(NamedTuple):
    """Where a difference's uncertainty comes from: so many tests on so many groups (data sets), with so many attempts.

    `between_attempts` is the part of standard_error² that is noise between attempts; None with one attempt, which
    cannot show it.
    """

    standard_error: float
    groups: int
    tests: int
    attempts: int
    between_attempts: float | None

    @property
    def noise(self) -> float | None:
        """The share of the variance that is noise between attempts, 0 to 1; None where it is unknown."""
        if self.between_attempts is None or not self.standard_error:
            return None
        return min(1.0, self.between_attempts / self.standard_error**2)


class Needed(NamedTuple):
    """How much more it takes, at least, to show a difference of this size with 80 % power at Holm's strictest step.

    Data sets with as many tests on each as now; or attempts at the tests that there are: None where the attempts are
    not known to vary, or where no number of them would do.
    """

    datasets: int
    tests: int
    attempts: int | None


def needed(difference: float, spread: Spread, level: float) -> Needed | None:
    """What an undecided difference needs at the level of one test; None for no difference, which nothing can show.

    The standard error falls with the root of the number of data sets; it has to come down to
    |difference| / (z(1 - level / 2) + z(0.80)), and the sign-flip test needs enough data sets to reach the level.
    """
    if not difference or not spread.groups:
        return None
    target = abs(difference) / power_factor(level)
    wanted = max(spread.groups * (spread.standard_error / target) ** 2, least_groups(level))
    more = max(1, math.ceil(wanted - spread.groups))
    tests = math.ceil(spread.tests * more / spread.groups)
    return Needed(
        more, tests, _attempts(spread, target) if spread.groups >= least_groups(level) else None
    )


def _attempts(spread: Spread, target: float) -> int | None:
    """Only the noise between attempts shrinks with their number; the spread between tests stays."""
    if not spread.between_attempts:
        return None
    noise = min(spread.between_attempts, spread.standard_error**2)
    left = target**2 - (spread.standard_error**2 - noise)
    return max(1, math.ceil(spread.attempts * (noise / left - 1))) if left > 0 else None

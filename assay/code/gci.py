"""GCI, the General Complexity Index, and the methodology's classes of code bases.

GCI is cyclomatic complexity per line of code. The classes follow the methodology's rule. Where
the rule leaves a boundary open: 0.17 and above is high, and so are more than 500 lines.
"""

from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

Class = Literal["low", "average", "high"]


def gci(cyclomatic_complexity: int, loc: int) -> float:
    """Complexity per line, rounded half up to four decimals; 0 for no line."""
    return float(_rounded(cyclomatic_complexity, loc, "0.0001"))


def gci_normalised(cyclomatic_complexity: int, loc: int) -> float:
    """GCI in (0, 1], not rounded. Code without a function counts as complexity 1."""
    return min(1.0, max(cyclomatic_complexity, 1) / loc) if loc else 1.0


def complexity_class(cyclomatic_complexity: int, loc: int) -> Class:
    """The class of a GCI, rounded half up to two decimals: low up to 0.11, high from 0.17."""
    index = _rounded(cyclomatic_complexity, loc, "0.01")
    if index <= Decimal("0.11"):
        return "low"
    return "average" if index < Decimal("0.17") else "high"


def size_class(loc: int) -> Class:
    """The class of a number of lines: low below 200, high above 500."""
    if loc < 200:
        return "low"
    return "average" if loc <= 500 else "high"


def _rounded(cyclomatic_complexity: int, loc: int, step: str) -> Decimal:
    """The exact ratio, rounded: a float could miss a half that decides a class, as 23/200."""
    ratio = Decimal(cyclomatic_complexity) / Decimal(loc) if loc else Decimal(0)
    return ratio.quantize(Decimal(step), rounding=ROUND_HALF_UP)

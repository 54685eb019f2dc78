"""What a call may cost at most, raised by the bills that were higher."""


class Estimates:
    """The estimates of one model or judge.

    A bill above its estimate raises all later ones by the same factor: who was wrong about one call
    is wrong about the calls that wait. Nothing lowers the factor again.
    """

    def __init__(self) -> None:
        self._factor = 1.0

    def raised(self, usd: float) -> float:
        """The estimate of a call, in US dollars, after what the bills have shown."""
        return usd * self._factor

    def billed(self, estimate_usd: float, bill_usd: float | None) -> None:
        """Learn from a bill. `estimate_usd`: the call's estimate before it was raised."""
        if bill_usd is not None and estimate_usd > 0:
            self._factor = max(self._factor, bill_usd / estimate_usd)


def budget_text(budget_usd: float, spent_usd: float) -> str:
    """How a run stands to its budget: a line for the message that ends it."""
    if spent_usd > budget_usd:
        return (
            f"the budget of ${budget_usd:g} was passed: ${spent_usd:.2f} were billed, since calls "
            "under way cost more than their estimates"
        )
    return f"${spent_usd:.2f} of the budget of ${budget_usd:g} are spent"

"""The plan before paying: a low and a high estimate of the calls that the ledger cannot answer."""

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from assay.calls.prices import context_window, price_of
from assay.config.settings import RemoteModel
from assay.config.stage import Summary
from assay.ledger.request import Request


class Range(NamedTuple):
    """A low and a high estimate."""

    low: float
    high: float

    def __add__(self, other: Any) -> "Range":
        return Range(self.low + other[0], self.high + other[1])

    def times(self, low: float, high: float) -> "Range":
        return Range(self.low * low, self.high * high)


NOTHING = Range(0.0, 0.0)
ANSWER_PRIOR = Range(3_800, 13_700)
"""Output tokens of an answer: medians of the methodology's older and recent models."""
DIALOGUE_PRIOR = {
    "calls": Range(15, 26),
    "input": Range(80_000, 140_000),
    "output": Range(7_000, 30_000),
}
"""A typical dialogue, and one of the longer ones; the longest wrote 180,000 tokens."""
VERDICT_PRIOR = Range(60, 150)
"""Output tokens of a judge for each criterion: short and long explanations."""
BYTES_PER_TOKEN = Range(4, 3)
"""Of prose and of dense code."""


@dataclass
class Plan:
    """What one model or judge would be asked: tokens and US dollars.

    `usd` is None if no price is known.
    """

    name: str
    reused: int = 0
    calls: Range = NOTHING
    input: Range = NOTHING
    output: Range = NOTHING
    usd: Range | None = NOTHING
    warnings: list[str] = field(default_factory=list)

    def add(self, calls: Range, prompt: Range, answer: Range) -> None:
        self.calls += calls
        self.input += prompt
        self.output += answer

    def priced(self, config: RemoteModel) -> None:
        """Compute the dollars by the config's prices or litellm's, as if nothing were cached."""
        price = price_of(config) if self.calls.high else None
        if price:
            both = zip(self.input, self.output, strict=True)
            self.usd = Range(
                *((given * price.input + written * price.output) / 1e6 for given, written in both)
            )
        elif self.calls.high:
            self.usd = None
            self.warnings.append(
                f"{self.name}: no price is known for '{config.litellm_model}': add `price`"
            )

    def check_window(self, config: RemoteModel, test: str, prompt: Range) -> None:
        """Warn of a prompt that does not fit the model's context window with its answer."""
        window, most = context_window(config), config.sampling.max_tokens
        if not window or prompt.high + (most or 0) <= window:
            return
        answer = f" and up to {most:,} of answer" if most else ""
        self.warnings.append(
            f"{self.name}: {test} has about {prompt.low:,.0f} to {prompt.high:,.0f} tokens{answer}"
            f", the context window is {window:,}"
        )


class History:
    """How many tokens earlier calls wrote, by what they were for; without any, a fixed estimate."""

    def __init__(self, written: Iterable[tuple[str, float]], prior: Range) -> None:
        """`written`: pairs of a test and the output tokens of a call (or of another unit)."""
        self._of: dict[str, list[float]] = {}
        for test, tokens in written:
            self._of.setdefault(test, []).append(tokens)
        self._prior = prior

    def of(self, test: str) -> Range:
        """The tokens for one test.

        What was written on this test before; else the middle half of what was written on others;
        else the fixed estimate.
        """
        if test in self._of:
            return Range(min(self._of[test]), max(self._of[test]))
        seen = [tokens for listed in self._of.values() for tokens in listed]
        if len(seen) < 2:
            return Range(seen[0], seen[0]) if seen else self._prior
        low, _, high = statistics.quantiles(seen, n=4, method="inclusive")
        return Range(low, high)


def input_tokens(request: Request) -> Range:
    """The input tokens of a request, estimated from its length in bytes."""
    text = "".join(str(message.get("content") or "") for message in request.messages)
    length = len(text.encode())
    return Range(length / BYTES_PER_TOKEN.low, length / BYTES_PER_TOKEN.high)


def planned(plans: Mapping[str, Sequence[Plan]]) -> Summary:
    """The plans of a stage, by model, summed up as its last lines: items are calls to make."""
    every = [plan for of_model in plans.values() for plan in of_model]
    calls = round(sum(plan.calls.high for plan in every))
    notes = [note for plan in every for note in (_line(plan), *plan.warnings)]
    return Summary(items=calls, reused=sum(plan.reused for plan in every), notes=notes)


def _line(plan: Plan) -> str:
    dollars = "price unknown" if plan.usd is None else f"${range_text(plan.usd, 2)}"
    return (
        f"{plan.name}: {range_text(plan.calls)} calls, {plan.reused} answers reused, "
        f"{range_text(plan.input)} tokens in, "
        f"{range_text(plan.output)} out, {dollars}"
    )


def range_text(range_: Range, digits: int = 0) -> str:
    """A range as a text: one figure if both ends look the same."""
    low, high = (f"{value:,.{digits}f}" for value in range_)
    return low if low == high else f"{low} to {high}"

"""Tokens, money and time: sums, unknown prices, percentiles, tokens per second."""

import pytest

from assay.records.pipeline import Answer, Usage
from assay.scores.model_metrics import spending


def answer(seconds: float = 2.0, cost: float | None = 0.5, status: str = "answered") -> Answer:
    fields = {
        "model": "m",
        "test": "T",
        "attempt": 1,
        "prompt": "p",
        "status": status,
        "cost_usd": cost,
    }
    usage = Usage(input=10, cached=4, cache_write=2, output=5, reasoning=1)
    return Answer.model_validate(fields | {"usage": usage, "latency_s": seconds})


def test_calls_are_summed_and_gaps_counted() -> None:
    found = spending([answer(), answer(status="gap")])
    assert found.tokens == Usage(input=20, cached=8, cache_write=4, output=10, reasoning=2)
    assert (found.cost_usd, found.seconds, found.gaps) == (1.0, 4.0, 1)


def test_one_unknown_price_makes_the_cost_unknown() -> None:
    assert spending([answer(), answer(cost=None)]).cost_usd is None
    assert spending([]).cost_usd == 0


def test_percentiles_and_speed_are_of_the_items_that_took_time() -> None:
    found = spending([answer(float(seconds)) for seconds in range(101)])
    assert found.latency_s is not None
    assert found.latency_s.model_dump() == pytest.approx({"p50": 50.5, "p95": 95.05})
    assert found.output_tokens_per_second == 101 * 5 / 5050


def test_items_without_a_call_have_no_latency() -> None:
    found = spending([answer(0.0, 0.0)])
    assert (found.latency_s, found.output_tokens_per_second) == (None, None)

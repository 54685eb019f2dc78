"""What answers and judgements took: tokens, US dollars, seconds."""

import math
from collections.abc import Sequence

from assay.records.models import Percentiles, Spending
from assay.records.pipeline import Answer, Judgement
from assay.records.totals import total_usage, total_usd


def spending(items: Sequence[Answer] | Sequence[Judgement]) -> Spending:
    """What the items took, and their gaps. Latency and speed only if any took time.

    An item is an answer, or a judge's report on one, with all its calls.
    """
    usage = total_usage(items)
    seconds = math.fsum(item.latency_s for item in items)
    return Spending(
        tokens=usage,
        cost_usd=total_usd(items),
        seconds=seconds,
        gaps=sum(item.status == "gap" for item in items),
        latency_s=_percentiles([item.latency_s for item in items]) if seconds else None,
        output_tokens_per_second=usage.output / seconds if seconds else None,
    )


def _percentiles(seconds: Sequence[float]) -> Percentiles:
    """Over the items that took any time."""
    times = sorted(value for value in seconds if value)
    return Percentiles(
        p50=quantile(times, 0.5), p90=quantile(times, 0.9), p99=quantile(times, 0.99)
    )


def quantile(values: Sequence[float], share: float) -> float:
    """The quantile of sorted values, interpolated between neighbours (type 7, the usual one)."""
    position = share * (len(values) - 1)
    below = math.floor(position)
    above = min(below + 1, len(values) - 1)
    return values[below] + (values[above] - values[below]) * (position - below)

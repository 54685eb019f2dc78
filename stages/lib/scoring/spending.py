"""What answers and judgements took: tokens, US dollars, seconds."""

import math
from collections.abc import Sequence
from typing import Any

from stages.lib.base.records import Answer, Judgement
from stages.lib.base.totals import total_usage, total_usd
from stages.lib.scoring.statistics import quantile

PERCENTILES = (50, 90, 99)


def spent(items: Sequence[Answer] | Sequence[Judgement]) -> dict[str, Any]:
    """Tokens, US dollars (null where a price is unknown) and seconds that the items took, and the gaps among them.

    Where any took time, also the percentiles of their seconds and the output tokens per second. An item is an answer or
    a judge's report on one, with all the calls that it took.
    """
    usage, seconds = total_usage(items), math.fsum(item.latency_s for item in items)
    figures = {
        "tokens": usage.model_dump(),
        "cost_usd": total_usd(items),
        "seconds": seconds,
        "gaps": sum(item.status == "gap" for item in items),
    }
    if seconds:
        times = sorted(item.latency_s for item in items if item.latency_s)
        figures["latency_s"] = {f"p{share}": quantile(times, share / 100) for share in PERCENTILES}
        figures["output_tokens_per_second"] = usage.output / seconds
    return figures

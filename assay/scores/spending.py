"""What answers and judgements took: tokens, US dollars, seconds."""

import math
from collections.abc import Sequence

import numpy as np

from assay.records.models import Percentiles, Spending
from assay.records.pipeline import Answer, Judgement
from assay.records.totals import total_usage, total_usd


def spending(items: Sequence[Answer] | Sequence[Judgement]) -> Spending:
    """What the items took, and their gaps. Latency and speed only if any took time.

    An item is an answer, or a judge's report on one, with all its calls.
    """
    usage = total_usage(items)
    times = [item.latency_s for item in items if item.latency_s]
    seconds = math.fsum(times)
    p50, p95 = np.percentile(times or [0.0], [50, 95]).tolist()
    return Spending(
        tokens=usage,
        cost_usd=total_usd(items),
        seconds=seconds,
        gaps=sum(item.status == "gap" for item in items),
        latency_s=Percentiles(p50=p50, p95=p95) if seconds else None,
        output_tokens_per_second=usage.output / seconds if seconds else None,
    )

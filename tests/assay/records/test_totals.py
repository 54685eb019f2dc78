"""What several calls took together."""

from assay.records.pipeline import Response, Usage
from assay.records.totals import total_usage, total_usd


def test_totals_add_up_and_one_unknown_price_makes_the_cost_unknown() -> None:
    known = Response(text="", usage=Usage(input=1, output=2), cost_usd=0.1, latency_s=1.0)
    assert total_usd((known, known)) == 0.2
    assert total_usage((known, known)) == Usage(input=2, output=4)
    assert total_usd((known, known.model_copy(update={"cost_usd": None}))) is None

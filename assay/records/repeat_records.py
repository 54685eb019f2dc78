"""The records of judges that were asked again (`repeats` in conf/judging)."""

from assay.records.pipeline import Record, Usage


class PlacedVerdict(Record):
    """A decision on a criterion, and the criterion's place in the list that the judge was given.

    `place` is 0 for the first and 1 for the last; None if the question had one criterion.
    """

    criterion: str
    passed: bool
    place: float | None


class Repeated(Record):
    """A judge's decisions on an answer that it was asked about again.

    `repeat` 0 has the verdicts that count. The others enter no score; their cost is here alone.
    `error`: what failed after its retries; then verdicts are missing.
    """

    model: str
    test: str
    attempt: int
    judge: str
    repeat: int
    verdicts: tuple[PlacedVerdict, ...]
    usage: Usage = Usage()
    cost_usd: float | None = 0.0
    calls: int = 0
    error: str = ""

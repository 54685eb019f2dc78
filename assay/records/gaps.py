"""What a run could not get: answers of models and verdicts of judges, and why."""

from assay.records.pipeline import Answer, Judgement, OfAnswer, Record


class Gap(OfAnswer):
    """A failed call: an answer to a test, or a judge's verdicts. `reason`: without any key."""

    judge: str = ""
    reason: str

    @classmethod
    def of(cls, item: Answer | Judgement, judge: str = "") -> "Gap":
        return cls(**item.name, judge=judge, reason=item.error)


class Gaps(Record):
    """All gaps of a stage, and when it asked: asking again in vain is a new result."""

    asked: str = ""
    gaps: tuple[Gap, ...] = ()


class NotRun(Record):
    """A model without results, and why."""

    model: str
    stage: str
    reason: str

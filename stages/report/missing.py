"""What is missing: unanswered prompts, failed calls of judges, unscored tests."""

from collections.abc import Iterator
from typing import NamedTuple

from stages.report.evidence import Evidence


class MissingLine(NamedTuple):
    """What is missing of a test; attempt 0 stands for all of them."""

    test: str
    model: str
    attempt: int
    what: str
    error: str

    @property
    def is_hole(self) -> bool:
        """Whether something could still come: an empty answer and a refusal are answers."""
        return self.what not in ("empty", "refused")


def missing(evidence: Evidence) -> list[MissingLine]:
    """All that is missing, in the order of tests, models and attempts."""
    return sorted(_lines(evidence))


def _lines(evidence: Evidence) -> Iterator[MissingLine]:
    for model in evidence.models:
        for answer in evidence.answers[model]:
            if answer.status != "answered":
                yield MissingLine(answer.test, model, answer.attempt, answer.status, answer.error)
        for item in evidence.judgements[model]:
            if item.status == "gap":
                what = f"gap of {item.judge}"
                yield MissingLine(item.test, model, item.attempt, what, item.error)
        for score in evidence.scores[model]:
            if score.status == "unscored":
                what = f"unscored by {score.judge_group}"
                yield MissingLine(score.test, model, 0, what, "")

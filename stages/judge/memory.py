"""The verdicts in the ledger, by criterion, with the calls that they took."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assay.judging.question import CAP, statements, text_of
from assay.ledger.paid_calls import Ledger
from assay.records.pipeline import Response
from stages.judge.reports import Reported, read_report

CUT_OFF = "length"
"""The finish reason of a reply that reached the token cap."""


class JudgeCall(NamedTuple):
    """One question that was answered.

    Its criteria in their order, its usable verdicts, and the most tokens that the reply could have
    (None: no bound was sent).
    """

    asked: tuple[str, ...]
    verdicts: Mapping[str, Reported]
    response: Response
    cap: int | None

    @property
    def is_cut_off(self) -> bool:
        return self.response.finish_reason == CUT_OFF

    def counts_under(self, cap: int | None) -> bool:
        """Whether the reply tells what the judge replies under this cap.

        A reply that a smaller cap cut off does not: the question deserves to be asked again.
        """
        is_outgrown = self.cap is not None and (cap is None or cap > self.cap)
        return not (self.is_cut_off and is_outgrown)

    @property
    def fits(self) -> int | None:
        """How many criteria a next question may have; None if the reply was complete.

        After a reply that was cut off: as many as were complete in it, or half of those asked if
        none was.
        """
        if not self.is_cut_off:
            return None
        return max(1, len(self.verdicts) or len(self.asked) // 2)


def call_of(asked: Sequence[str], question: str, cap: int | None, response: Response) -> JudgeCall:
    """A question, as it was sent, with what its reply gives."""
    verdicts = read_report(response.text, statements(question, asked), question)
    return JudgeCall(tuple(asked), verdicts, response, cap)


class Memory:
    """What the ledger has of one judge, by what was judged; read when it is first needed."""

    def __init__(self, ledger: Ledger, judge: str) -> None:
        self._ledger = ledger
        self._judge = judge
        self._calls: dict[str, dict[str, JudgeCall]] = {}

    def calls_on(self, subject: str) -> dict[str, JudgeCall]:
        """The calls about a subject by the keys of their requests, open for further ones."""
        if subject not in self._calls:
            self._calls[subject] = {
                entry.key: call_of(
                    entry.purpose.criteria,
                    text_of(entry.request["messages"]),
                    entry.request.get("params", {}).get(CAP),
                    entry.response,
                )
                for entry in self._ledger.entries(stage="judge", subject=subject, judge=self._judge)
            }
        return self._calls[subject]

    def verdict_key(self, subject: str, criterion: str) -> str | None:
        """The key of the call whose verdict counts: of several the lowest."""
        calls = self.calls_on(subject).items()
        return min((key for key, call in calls if criterion in call.verdicts), default=None)

    def verdict(self, subject: str, criterion: str) -> Reported | None:
        key = self.verdict_key(subject, criterion)
        return self.calls_on(subject)[key].verdicts[criterion] if key else None

    def took(self, subject: str, criteria: frozenset[str]) -> dict[str, JudgeCall]:
        """The calls that these criteria took, by key.

        These are the calls that gave a verdict in use, and calls without a verdict on these
        criteria alone.
        """
        used = {self.verdict_key(subject, criterion) for criterion in criteria}
        return {
            key: call
            for key, call in sorted(self.calls_on(subject).items())
            if key in used or criteria.issuperset(call.asked)
        }

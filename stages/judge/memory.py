"""The verdicts in the ledger, by criterion, with the calls that they took."""

from collections.abc import Sequence
from typing import NamedTuple

from stages.judge.reports import Reported, usable_verdicts
from stages.lib.base.records import Response
from stages.lib.calls.ledger import Ledger
from stages.lib.judging.question import statements, text_of

CUT_OFF = "length"
"""The finish reason of a reply that reached the token cap."""


class Known(NamedTuple):
    """A verdict with the key of the call that gave it."""

    key: str
    verdict: Reported


class JudgeCall(NamedTuple):
    """One question that was answered: its criteria, and its number of usable verdicts."""

    asked: frozenset[str]
    usable: int
    response: Response

    @property
    def fits(self) -> int | None:
        """How many criteria a next question may have; None if the reply was complete.

        After a reply that was cut off: as many as were complete in it, or half of those asked if
        none was.
        """
        if self.response.finish_reason != CUT_OFF:
            return None
        return max(1, self.usable or len(self.asked) // 2)


class Memory:
    """Every verdict in the ledger, by judge, subject and criterion.

    Of several on the same criterion the one with the lowest request key counts, whatever the order
    of files.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._verdicts: dict[tuple[str, str, str], Known] = {}
        self._calls: dict[tuple[str, str], dict[str, JudgeCall]] = {}
        for entry in ledger.entries():
            purpose = entry.purpose
            question = text_of(entry.request["messages"])
            self.add(
                purpose.judge,
                purpose.subject,
                purpose.criteria,
                entry.key,
                question,
                entry.response,
            )

    def add(
        self,
        judge: str,
        subject: str,
        ids: Sequence[str],
        key: str,
        question: str,
        response: Response,
    ) -> None:
        """Add the reply to one question about the criteria with these ids."""
        usable = usable_verdicts(response.text, statements(question, ids), question)
        self._calls.setdefault((judge, subject), {})[key] = JudgeCall(
            frozenset(ids), len(usable), response
        )
        for id_, verdict in usable.items():
            known = self._verdicts.get((judge, subject, id_))
            if known is None or key < known.key:
                self._verdicts[(judge, subject, id_)] = Known(key, verdict)

    def verdict(self, judge: str, subject: str, criterion: str) -> Known | None:
        return self._verdicts.get((judge, subject, criterion))

    def has(self, judge: str, subject: str, key: str) -> bool:
        """Whether the call with this key has been answered."""
        return key in self._calls_on(judge, subject)

    def times_asked(self, judge: str, subject: str, criterion: str) -> int:
        """How many calls have asked about the criterion, in this and earlier runs."""
        return sum(criterion in call.asked for call in self._calls_on(judge, subject).values())

    def fits(self, judge: str, subject: str, criterion: str) -> int | None:
        """How many criteria a question with this one may have, after replies that were cut off."""
        calls = self._calls_on(judge, subject).values()
        bounds = [call.fits for call in calls if criterion in call.asked]
        return min((bound for bound in bounds if bound is not None), default=None)

    def calls(self, judge: str, subject: str, criteria: frozenset[str]) -> dict[str, Response]:
        """The calls that these criteria took, by key.

        These are the calls that gave a verdict in use, and calls without a verdict on these
        criteria alone.
        """
        known = [self.verdict(judge, subject, id_) for id_ in criteria]
        used = {verdict.key for verdict in known if verdict is not None}
        calls = self._calls_on(judge, subject)
        return {
            key: call.response
            for key, call in sorted(calls.items())
            if key in used or call.asked <= criteria
        }

    def _calls_on(self, judge: str, subject: str) -> dict[str, JudgeCall]:
        return self._calls.get((judge, subject), {})

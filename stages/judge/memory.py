"""What the ledger knows of verdicts: criterion by criterion, with the calls that they took."""

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


class Call(NamedTuple):
    """One question that was answered: the criteria it asked about, and how many verdicts could be used."""

    asked: frozenset[str]
    usable: int
    response: Response

    @property
    def fits(self) -> int | None:
        """How many criteria a next question may have; None: a reply that came whole says nothing about that.

        Of a reply that was cut off, so many as came whole; where none did, half of what was asked.
        """
        if self.response.finish_reason != CUT_OFF:
            return None
        return max(1, self.usable or len(self.asked) // 2)


class Memory:
    """Every verdict that the ledger holds, by judge, subject and criterion.

    Among several on the same criterion the one with the lowest request key wins, whatever the order of files.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._verdicts: dict[tuple[str, str, str], Known] = {}
        self._calls: dict[tuple[str, str], dict[str, Call]] = {}
        for entry in ledger.entries():
            about = entry.about
            question = text_of(entry.request["messages"])
            self.add(
                about["judge"],
                about["subject"],
                about["criteria"],
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
        """Take in the reply to one question about the criteria with these ids."""
        usable = usable_verdicts(response.text, statements(question, ids), question)
        self._calls.setdefault((judge, subject), {})[key] = Call(
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
        return key in self._about(judge, subject)

    def times_asked(self, judge: str, subject: str, criterion: str) -> int:
        """How many calls have asked about the criterion, in this run or an earlier one."""
        return sum(criterion in call.asked for call in self._about(judge, subject).values())

    def fits(self, judge: str, subject: str, criterion: str) -> int | None:
        """How many criteria a question that has this one may ask about, after replies that were cut off."""
        about = [
            call.fits for call in self._about(judge, subject).values() if criterion in call.asked
        ]
        return min((fits for fits in about if fits is not None), default=None)

    def calls(self, judge: str, subject: str, criteria: frozenset[str]) -> dict[str, Response]:
        """The calls that these criteria took: those that gave a verdict in use, and fruitless ones on them alone."""
        used = {known.key for id_ in criteria if (known := self.verdict(judge, subject, id_))}
        calls = self._about(judge, subject)
        return {
            key: call.response
            for key, call in sorted(calls.items())
            if key in used or call.asked <= criteria
        }

    def _about(self, judge: str, subject: str) -> dict[str, Call]:
        return self._calls.get((judge, subject), {})

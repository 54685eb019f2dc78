"""The verdicts in the ledger, by criterion, with the calls that they took."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.judging.question import CAP, statements, text_of
from assay.ledger.paid_calls import Ledger
from assay.ledger.request import REFUSALS
from assay.records.pipeline import Response
from stages.judge.reports import Reported, read_report

CUT_OFF = "length"
"""The finish reason of a reply that reached the token cap."""


class KeyedVerdict(NamedTuple):
    """A verdict with the key of the call that gave it."""

    key: str
    verdict: Reported


class JudgeCall(NamedTuple):
    """One question that was answered.

    Its criteria in their order, its number of usable verdicts, and the most tokens that the reply
    could have (None: no bound was sent).
    """

    asked: tuple[str, ...]
    usable: int
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
        return max(1, self.usable or len(self.asked) // 2)


class SentQuestion(NamedTuple):
    """A question as it was sent: its request's key, its criteria, its text and the token cap."""

    key: str
    ids: Sequence[str]
    question: str
    cap: int | None


class Memory:
    """The verdicts in the ledger, by judge, subject and criterion.

    Of several on the same criterion the one with the lowest request key counts, whatever the order
    of files. What was asked about a subject is read when it is first needed, whichever model's
    answer it was asked for.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._verdicts: dict[tuple[str, str, str], KeyedVerdict] = {}
        self._calls: dict[tuple[str, str], dict[str, JudgeCall]] = {}

    def _calls_on(self, judge: str, subject: str) -> dict[str, JudgeCall]:
        """The calls about a subject, those in the ledger first."""
        if (judge, subject) not in self._calls:
            self._calls[judge, subject] = {}
            for entry in self._ledger.entries(stage="judge", subject=subject, judge=judge):
                question = text_of(entry.request["messages"])
                cap = entry.request.get("params", {}).get(CAP)
                asked = SentQuestion(entry.key, entry.purpose.criteria, question, cap)
                self.add(judge, subject, asked, entry.response)
        return self._calls[judge, subject]

    def add(self, judge: str, subject: str, asked: SentQuestion, response: Response) -> None:
        """Add the reply to one question."""
        verdicts = read_report(response.text, statements(asked.question, asked.ids), asked.question)
        self._calls_on(judge, subject)[asked.key] = JudgeCall(
            tuple(asked.ids), len(verdicts), response, asked.cap
        )
        for id_, verdict in verdicts.items():
            known = self._verdicts.get((judge, subject, id_))
            if known is None or asked.key < known.key:
                self._verdicts[(judge, subject, id_)] = KeyedVerdict(asked.key, verdict)

    def verdict(self, judge: str, subject: str, criterion: str) -> KeyedVerdict | None:
        self._calls_on(judge, subject)
        return self._verdicts.get((judge, subject, criterion))

    def has(self, judge: str, subject: str, key: str) -> bool:
        """Whether the call with this key has been answered."""
        return key in self._calls_on(judge, subject)

    def calls_on_criterion(
        self, judge: str, subject: str, criterion: str, cap: int | None
    ) -> list[JudgeCall]:
        """The calls that have asked about the criterion, in this and earlier runs.

        Without those that a cap below this one cut off.
        """
        calls = self._calls_on(judge, subject).values()
        return [call for call in calls if criterion in call.asked and call.counts_under(cap)]

    def calls(self, judge: str, subject: str, criteria: frozenset[str]) -> dict[str, JudgeCall]:
        """The calls that these criteria took, by key.

        These are the calls that gave a verdict in use, and calls without a verdict on these
        criteria alone.
        """
        known = [self.verdict(judge, subject, id_) for id_ in criteria]
        used = {verdict.key for verdict in known if verdict is not None}
        calls = self._calls_on(judge, subject)
        return {
            key: call
            for key, call in sorted(calls.items())
            if key in used or criteria.issuperset(call.asked)
        }

    def unusable(self, judge: str) -> list[Response]:
        """The judge's replies that lack usable verdicts, by key.

        Without those cut off or refused, which a judgement counts by themselves.
        """
        found = {}
        for (name, _), calls in self._calls.items():
            for key, call in calls.items():
                is_counted = call.is_cut_off or call.response.finish_reason in REFUSALS
                if name == judge and call.usable < len(call.asked) and not is_counted:
                    found[key] = call.response
        return [found[key] for key in sorted(found)]

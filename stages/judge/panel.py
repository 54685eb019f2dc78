"""The LLM judges: what the ledger already knows is reused criterion by criterion, the rest is asked in batches."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from stages.judge.questions import judge_key, question, subject_key
from stages.judge.reports import Reported, usable_verdicts
from stages.lib.base.config import JudgeConfig, JudgingConfig
from stages.lib.base.records import Answer, Judgement, Prompt, Response, Verdict
from stages.lib.base.totals import total_usage, total_usd
from stages.lib.calls.client import Client
from stages.lib.calls.ledger import Ledger
from stages.lib.calls.request import CallFailed, Request
from stages.lib.criteria.load import Criterion


class Case(NamedTuple):
    """One answer to be judged, with its task and criteria."""

    prompt: Prompt
    answer: Answer
    criteria: tuple[Criterion, ...]


class Known(NamedTuple):
    """A verdict with the key of the call that gave it."""

    key: str
    verdict: Reported


class Memory:
    """Every verdict that the ledger holds, by judge, subject and criterion.

    Among several on the same criterion the one with the lowest request key wins, whatever the order of files.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._verdicts: dict[tuple[str, str, str], Known] = {}
        self._calls: dict[tuple[str, str], dict[str, tuple[frozenset[str], Response]]] = {}
        for entry in ledger.entries():
            about = entry.about
            self.add(about["judge"], about["subject"], about["criteria"], entry.key, entry.response)

    def add(self, judge: str, subject: str, criteria: Sequence[str], key: str, response: Response) -> None:
        """Take in one reply."""
        self._calls.setdefault((judge, subject), {})[key] = (frozenset(criteria), response)
        for id_, verdict in usable_verdicts(response.text, criteria).items():
            known = self._verdicts.get((judge, subject, id_))
            if known is None or key < known.key:
                self._verdicts[(judge, subject, id_)] = Known(key, verdict)

    def verdict(self, judge: str, subject: str, criterion: str) -> Known | None:
        return self._verdicts.get((judge, subject, criterion))

    def times_asked(self, judge: str, subject: str, criterion: str) -> int:
        """How many calls have asked about the criterion, in this run or an earlier one."""
        return sum(criterion in asked for asked, _ in self._calls.get((judge, subject), {}).values())

    def calls(self, judge: str, subject: str, criteria: frozenset[str]) -> dict[str, Response]:
        """The calls that these criteria took: those that gave a verdict in use, and fruitless ones on them alone."""
        used = {known.key for id_ in criteria if (known := self.verdict(judge, subject, id_))}
        calls = self._calls.get((judge, subject), {})
        return {key: response for key, (asked, response) in sorted(calls.items()) if key in used or asked <= criteria}


@dataclass(frozen=True)
class LlmJudge:
    """One judge of the panel with its way to the provider."""

    config: JudgeConfig
    client: Client
    memory: Memory
    judging: JudgingConfig
    accounted: set[str] = field(default_factory=set)

    def must_ask(self, case: Case) -> bool:
        """Whether judging the case takes a paid call."""
        return bool(self._open(case))

    def questions(self, case: Case) -> list[tuple[Request, list[str]]]:
        """The calls that a first round on the case takes, each with the ids of its criteria."""
        open_ = self._open(case)
        now = [criterion for criterion in case.criteria if criterion.id in open_]
        batches = [now[start : start + self.judging.batch] for start in range(0, len(now), self.judging.batch)]
        return [
            (question(self.config, case.prompt, case.answer, batch, 1), [criterion.id for criterion in batch])
            for batch in batches
        ]

    async def ask(self, case: Case) -> str:
        """Ask until each criterion has a verdict or was asked `max_rounds` times; return what failed, or nothing."""
        try:
            while open_ := self._open(case):
                asked = min(open_.values())
                now = [criterion for criterion in case.criteria if open_.get(criterion.id) == asked]
                for start in range(0, len(now), self.judging.batch):
                    await self._ask(case, now[start : start + self.judging.batch], asked + 1)
        except CallFailed as failed:
            return str(failed)
        return ""

    def _open(self, case: Case) -> dict[str, int]:
        """The criteria without a verdict that may be asked again, with how often they were asked."""
        key, subject = judge_key(self.config), subject_key(case.prompt, case.answer)
        times = {
            criterion.id: self.memory.times_asked(key, subject, criterion.id)
            for criterion in case.criteria
            if not self.memory.verdict(key, subject, criterion.id)
        }
        return {id_: asked for id_, asked in times.items() if asked < self.judging.max_rounds}

    async def _ask(self, case: Case, batch: list[Criterion], round_: int) -> None:
        request = question(self.config, case.prompt, case.answer, batch, round_)
        ids = [criterion.id for criterion in batch]
        key, subject = judge_key(self.config), subject_key(case.prompt, case.answer)
        about = {
            "judge": key,
            "judge_name": self.config.name,
            "subject": subject,
            "criteria": ids,
            **case.answer.model_dump(include={"model", "test", "attempt"}),
        }
        response = await self.client.complete(request, about)
        self.memory.add(key, subject, ids, request.key, response)

    def judgement(self, case: Case, error: str) -> Judgement:
        """The verdicts on a case after it was asked. A call that served two equal answers is accounted to the first."""
        key, subject = judge_key(self.config), subject_key(case.prompt, case.answer)
        verdicts = tuple(
            _verdict(criterion, self.memory.verdict(key, subject, criterion.id)) for criterion in case.criteria
        )
        took = self.memory.calls(key, subject, frozenset(criterion.id for criterion in case.criteria))
        calls = [response for key, response in took.items() if key not in self.accounted]
        self.accounted.update(took)
        return Judgement(
            model=case.answer.model,
            test=case.answer.test,
            attempt=case.answer.attempt,
            judge=self.config.name,
            status="gap" if error else "judged",
            verdicts=verdicts,
            usage=total_usage(calls),
            cost_usd=total_usd(calls),
            latency_s=round(sum(call.latency_s for call in calls), 3),
            error=error,
        )


def _verdict(criterion: Criterion, known: Known | None) -> Verdict:
    verdict = criterion.verdict(None, "no usable verdict came")
    return verdict.model_copy(update=known.verdict.model_dump(exclude={"id"})) if known else verdict

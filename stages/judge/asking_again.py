"""A judge against itself: some answers are judged again, with their criteria in another order.

A repeat has a key of its own in the ledger, as if it were another judge. So it is never paid twice,
and it never enters a score.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from assay.judging.question import question, repeat_key
from assay.ledger.request import CallFailed, CannotRun, ContextTooLong, Request
from assay.records.hashing import content_hash
from assay.records.pipeline import Prompt
from assay.records.repeat_records import Repeated
from assay.records.totals import total_usage, total_usd
from stages.judge.case import Case
from stages.judge.panel import LlmJudge

ATTEMPT = 1_000
"""A request of repeat k is attempt 1000 k, which no round of the verdicts that count reaches."""


def sampled_tests(prompts: Iterable[Prompt], seed: int, most: int) -> frozenset[str]:
    """The tests whose answers are judged again: the same for every model and judge.

    Drawn with the seed, in turns over the data sets: a second test of a data set only when every
    data set has one. A test without a data set counts as a data set of its own.
    """
    turns = Counter[str]()
    places: list[tuple[int, str, str]] = []
    for drawn, prompt in sorted((content_hash([seed, one.test]), one) for one in prompts):
        dataset = prompt.dataset or prompt.test
        turns[dataset] += 1
        places.append((turns[dataset], drawn, prompt.test))
    return frozenset(test for _, _, test in sorted(places)[:most])


def sampled(cases: Sequence[Case], tests: frozenset[str]) -> list[Case]:
    """The cases that are judged again: the first attempt at each of these tests."""
    return [case for case in cases if case.prompt.test in tests and case.answer.attempt == 1]


@dataclass(frozen=True)
class Repeat:
    """One repetition by one judge. `number` is 1 for the first."""

    judge: LlmJudge
    number: int

    @cached_property
    def key(self) -> str:
        return repeat_key(self.judge.key, self.number)

    def questions(
        self, case: Case, to_come: Collection[str] = ()
    ) -> list[tuple[Request, list[str]]]:
        """The calls that are left, each with the ids of its criteria.

        A criterion is asked about once, whatever came of it, and only if the judge decided it
        before or its verdict is `to_come`.
        """
        criteria = [one for one in case.asked if self._is_open(case, one.asked_id, to_come)]
        seed = self.judge.judging.repeat_seed
        order = random.Random(content_hash([seed, self.key, case.material.subject]))
        order.shuffle(criteria)
        batches = list(self.judge.batches(case, criteria))
        calls = []
        for batch in batches:
            request = question(self.judge.config, case.material, batch, 1, several=len(batches) > 1)
            numbered = request.model_copy(update={"attempt": ATTEMPT * self.number})
            calls.append((numbered, [criterion.asked_id for criterion in batch]))
        return calls

    def _is_open(self, case: Case, criterion: str, to_come: Collection[str]) -> bool:
        memory = self.judge.memory
        subject = case.material.subject
        if memory.calls_on_criterion(self.key, subject, criterion, self.judge.cap):
            return False
        has_verdict = memory.verdict(self.judge.key, subject, criterion) is not None
        return has_verdict or criterion in to_come

    async def ask(self, case: Case) -> str:
        """Ask what is left. Returns what failed, or nothing."""
        try:
            for request, ids in self.questions(case):
                await self.judge.send(case, request, ids, self.key, self.number)
        except (CallFailed, CannotRun, ContextTooLong) as failed:
            return str(failed)
        return ""

    def record(self, case: Case, error: str) -> Repeated:
        """What the repeat decided, and what it took."""
        ids = frozenset(criterion.asked_id for criterion in case.asked)
        calls = self.judge.memory.calls(self.key, case.material.subject, ids).values()
        responses = [call.response for call in calls]
        return _record(self.judge, case, self.key, self.number).model_copy(
            update={
                "usage": total_usage(responses),
                "cost_usd": total_usd(responses),
                "calls": len(responses),
                "error": error,
            }
        )


Ask = Callable[[Case], Awaitable[str]]
"""Asks about a case, and returns what failed, or nothing."""


class FirstWave:
    """Questions that others wait for: repeats for those that count, those for the judge's exam.

    So a budget is not spent on repeats while verdicts that count are missing. After a failure that
    ends the stage nothing more is asked.
    """

    def __init__(self, size: int) -> None:
        self._left = size
        self._has_failed = False
        self._ended = asyncio.Event()

    async def ask(self, ask: Ask, case: Case) -> str:
        try:
            return await ask(case)
        except BaseException:
            self._has_failed = True
            raise
        finally:
            self._left -= 1
            if not self._left:
                self._ended.set()

    async def succeeded(self) -> bool:
        """Wait until all were asked; False after a failure that ends the stage."""
        await self._ended.wait()
        return not self._has_failed

    async def then_ask(self, ask: Ask, case: Case) -> str:
        return await ask(case) if await self.succeeded() else ""


def repeated(asked: Sequence[tuple[Repeat, Case, str]]) -> list[Repeated]:
    """The verdicts that count and the repeats, each with what failed, by test, judge, number."""
    decided = [counting(repeat.judge, case) for repeat, case, _ in asked if repeat.number == 1]
    decided += [repeat.record(case, error) for repeat, case, error in asked]
    return sorted(decided, key=lambda item: (item.test, item.judge, item.repeat))


def counting(judge: LlmJudge, case: Case) -> Repeated:
    """The verdicts that count, to compare the repeats with."""
    return _record(judge, case, judge.key, 0)


def _record(judge: LlmJudge, case: Case, key: str, number: int) -> Repeated:
    subject = case.material.subject
    placed = [judge.memory.placed(key, subject, criterion) for criterion in case.asked]
    return Repeated(
        model=case.answer.model,
        test=case.answer.test,
        attempt=case.answer.attempt,
        judge=judge.config.name,
        repeat=number,
        verdicts=tuple(verdict for verdict in placed if verdict),
    )

"""The LLM judges: what the ledger already knows is reused criterion by criterion, the rest is asked in batches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from stages.judge.evidence import found_in, plain
from stages.judge.memory import CUT_OFF, Known, Memory
from stages.lib.base.config import JudgeConfig, JudgingConfig
from stages.lib.base.records import METRICS, Answer, Judgement, Prompt, Verdict
from stages.lib.base.totals import total_usage, total_usd
from stages.lib.calls.client import Client
from stages.lib.calls.request import REFUSALS, CallFailed, ContextTooLong, Request
from stages.lib.content.criteria import Criterion
from stages.lib.judging.material import Shown, delivered, shown
from stages.lib.judging.question import judge_key, question, text_of


class Case(NamedTuple):
    """One answer to be judged, with its task and criteria, and what a judge is shown of it."""

    prompt: Prompt
    answer: Answer
    criteria: tuple[Criterion, ...]
    shown: Shown

    @classmethod
    def of(
        cls, prompt: Prompt, answer: Answer, criteria: tuple[Criterion, ...], judging: JudgingConfig
    ) -> "Case":
        return cls(prompt, answer, criteria, shown(prompt, answer, judging))


@dataclass(frozen=True)
class LlmJudge:
    """One judge of the panel with its way to the provider."""

    config: JudgeConfig
    client: Client
    memory: Memory
    judging: JudgingConfig
    accounted: set[str] = field(default_factory=set)

    @cached_property
    def key(self) -> str:
        return judge_key(self.config, self.judging)

    def must_ask(self, case: Case) -> bool:
        """Whether judging the case takes a paid call."""
        return bool(self._open(case))

    def questions(self, case: Case) -> list[tuple[Request, list[str]]]:
        """The calls that a first round on the case takes, each with the ids of its criteria."""
        open_ = self._open(case)
        now = [criterion for criterion in case.criteria if criterion.id in open_]
        return [
            (question(self.config, case.shown, batch, 1), [criterion.id for criterion in batch])
            for batch in self._batches(case, now)
        ]

    async def ask(self, case: Case) -> str:
        """Ask until each criterion has a verdict or was asked `max_rounds` times; return what failed, or nothing.

        One question after the other, so that a provider can take what they share from its cache.
        """
        try:
            while open_ := self._open(case):
                asked = min(open_.values())
                now = [criterion for criterion in case.criteria if open_.get(criterion.id) == asked]
                batches = list(self._batches(case, now))
                for batch in batches:
                    await self._ask(case, batch, asked + 1, several=len(batches) > 1)
        except (CallFailed, ContextTooLong) as failed:
            return str(failed)
        return ""

    def _open(self, case: Case) -> dict[str, int]:
        """The criteria without a verdict that may be asked again, with how often they were asked."""
        key, subject = self.key, case.shown.subject
        times = {
            criterion.id: self.memory.times_asked(key, subject, criterion.id)
            for criterion in case.criteria
            if not self.memory.verdict(key, subject, criterion.id)
        }
        return {id_: asked for id_, asked in times.items() if asked < self.judging.max_rounds}

    def _batches(self, case: Case, criteria: Sequence[Criterion]) -> Iterator[list[Criterion]]:
        """The criteria of each question: as many as the configuration and earlier replies allow, in their order."""
        for group in groups(criteria, self.judging):
            known = (
                self.memory.fits(self.key, case.shown.subject, criterion.id) for criterion in group
            )
            most = min([self.judging.batch, *(fits for fits in known if fits is not None)])
            for start in range(0, len(group), most):
                yield list(group[start : start + most])

    async def _ask(self, case: Case, batch: list[Criterion], round_: int, several: bool) -> None:
        """One question, of the first round from `round_` on that was not asked yet: earlier ones may be pruned."""
        request = question(self.config, case.shown, batch, round_, several)
        while self.memory.has(self.key, case.shown.subject, request.key):
            request = request.model_copy(update={"attempt": request.attempt + 1})
        ids = [criterion.id for criterion in batch]
        about = {
            "judge": self.key,
            "judge_name": self.config.name,
            "subject": case.shown.subject,
            "criteria": ids,
            **case.answer.model_dump(include={"model", "test", "attempt"}),
        }
        response = await self.client.complete(request, about)
        self.memory.add(
            self.key, case.shown.subject, ids, request.key, text_of(request.messages), response
        )

    def judgement(self, case: Case, error: str) -> Judgement:
        """The verdicts on a case after it was asked. A call that served two equal answers is accounted to the first."""
        key, subject, answer = self.key, case.shown.subject, plain(delivered(case.answer))
        ids = frozenset(criterion.id for criterion in case.criteria)
        took = self.memory.calls(key, subject, ids)
        calls = [response for key, response in took.items() if key not in self.accounted]
        self.accounted.update(took)
        return Judgement(
            model=case.answer.model,
            test=case.answer.test,
            attempt=case.answer.attempt,
            judge=self.config.name,
            status="gap" if error else "judged",
            verdicts=tuple(
                _verdict(criterion, self.memory.verdict(key, subject, criterion.id), answer)
                for criterion in case.criteria
            ),
            usage=total_usage(calls),
            cost_usd=total_usd(calls),
            latency_s=round(sum(call.latency_s for call in calls), 3),
            calls=len(calls),
            truncated=sum(call.finish_reason == CUT_OFF for call in calls),
            refused=sum(call.finish_reason in REFUSALS for call in calls),
            rounds=max((self.memory.times_asked(key, subject, id_) for id_ in ids), default=0),
            cut=case.shown.cut,
            error=error,
        )


def groups(criteria: Sequence[Criterion], judging: JudgingConfig) -> list[Sequence[Criterion]]:
    """What questions are about: all criteria, those of one metric, or one criterion; `batch` is not yet applied."""
    if judging.question == "all":
        return [criteria] if criteria else []
    if judging.question == "criterion":
        return [[criterion] for criterion in criteria]
    by_metric = [
        [criterion for criterion in criteria if criterion.metric == metric] for metric in METRICS
    ]
    return [group for group in by_metric if group]


def _verdict(criterion: Criterion, known: Known | None, answer: str) -> Verdict:
    verdict = criterion.verdict(None, "no usable verdict came")
    if known is None:
        return verdict
    found = found_in(answer, known.verdict.evidence)
    return verdict.model_copy(update={**known.verdict.model_dump(), "evidence_found": found})

"""The LLM judges: verdicts in the ledger are reused, the other criteria are asked in batches."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from assay.answers.delivered import delivered_text
from assay.calls.client import Client
from assay.calls.remote import Gates, remote_client
from assay.config.config_files import load_judge
from assay.config.judging_settings import JudgingConfig
from assay.config.settings import CallsConfig, JudgeConfig
from assay.content.criteria import Criterion
from assay.errors import AssayError
from assay.judging.document import with_answer
from assay.judging.question import judge_key, question, text_of
from assay.ledger.paid_calls import Ledger
from assay.ledger.request import (
    REFUSALS,
    CallFailed,
    CallPurpose,
    CannotRun,
    ContextTooLong,
    Request,
)
from assay.records.pipeline import METRICS, Judgement, Verdict
from assay.records.totals import total_usage, total_usd
from stages.judge.case import Case
from stages.judge.memory import JudgeCall, Memory, call_of
from stages.judge.reports import Reported

_ELISION = re.compile(r"…|\.\.\.")


@dataclass(frozen=True)
class LlmJudge:
    """One judge of the panel and its client."""

    config: JudgeConfig
    client: Client
    ledger: Ledger
    judging: JudgingConfig
    accounted: set[tuple[str, str]] = field(default_factory=set)

    @property
    def cap(self) -> int | None:
        """The most tokens that a reply may have."""
        return self.config.sampling.max_tokens

    @cached_property
    def key(self) -> str:
        return judge_key(self.config, self.judging)

    @cached_property
    def memory(self) -> Memory:
        return Memory(self.ledger, self.key)

    def questions(self, case: Case) -> list[tuple[Request, list[str]]]:
        """The calls of a first round on the case, each with the ids of its criteria."""
        times_asked = self._open(case)
        criteria = [criterion for criterion in case.asked if criterion.asked_id in times_asked]
        return [
            (question(self.config, case.material, batch, 1), _ids(batch))
            for batch in self.batches(case, criteria)
        ]

    async def ask(self, case: Case) -> str:
        """Ask until each criterion has a verdict or was asked `max_rounds` times.

        Returns what failed, or nothing. Questions are asked one after the other, so that a provider
        can read their shared beginning from its cache.
        """
        try:
            while times_asked := self._open(case):
                fewest = min(times_asked.values())
                criteria = [one for one in case.asked if times_asked.get(one.asked_id) == fewest]
                batches = list(self.batches(case, criteria))
                for batch in batches:
                    await self._ask(case, batch, fewest + 1, several=len(batches) > 1)
        except (CallFailed, CannotRun, ContextTooLong) as failed:
            return str(failed)
        return ""

    def batches(self, case: Case, criteria: Sequence[Criterion]) -> Iterator[list[Criterion]]:
        """The criteria of each question, in order: so many as `batch` and earlier replies allow."""
        for group in groups(criteria, self.judging):
            ids = _ids(group)
            earlier = [call for call in self._earlier(case) if not set(ids).isdisjoint(call.asked)]
            most = min([self.judging.batch, *(call.fits for call in earlier if call.fits)])
            for start in range(0, len(group), most):
                yield list(group[start : start + most])

    def _open(self, case: Case) -> dict[str, int]:
        """The criteria without a verdict that may be asked again, and how often they were asked."""
        calls = self.memory.calls_on(case.material.subject).values()
        known = {id_ for call in calls for id_ in call.verdicts}
        times, most = self._times_asked(case), self.judging.max_rounds
        return {
            id_: times[id_] for id_ in _ids(case.asked) if id_ not in known and times[id_] < most
        }

    def _times_asked(self, case: Case) -> Counter[str]:
        return Counter(id_ for call in self._earlier(case) for id_ in call.asked)

    def _earlier(self, case: Case) -> list[JudgeCall]:
        """The calls about the case, but those that a lower cap cut off."""
        calls = self.memory.calls_on(case.material.subject).values()
        return [call for call in calls if call.counts_under(self.cap)]

    async def _ask(self, case: Case, batch: list[Criterion], round_: int, several: bool) -> None:
        """Ask one question, in the first round from `round_` on that the ledger does not have."""
        ids = _ids(batch)
        request = question(self.config, case.material, batch, round_, several)
        calls = self.memory.calls_on(case.material.subject)
        while request.key in calls:
            request = request.model_copy(update={"attempt": request.attempt + 1})
        purpose = CallPurpose(
            **case.answer.name,
            judge=self.key,
            judge_name=self.config.name,
            subject=case.material.subject,
            criteria=tuple(ids),
        )
        response = await self.client.complete(request, purpose)
        calls[request.key] = call_of(ids, text_of(request.messages), self.cap, response)

    def judgement(self, case: Case, error: str) -> Judgement:
        """The verdicts on a case. A call that served two equal answers counts for the first."""
        ids = frozenset(_ids(case.asked))
        took = self.memory.took(case.material.subject, ids)
        model = case.answer.model
        calls = [call for key, call in took.items() if (model, key) not in self.accounted]
        responses = [call.response for call in calls]
        self.accounted.update((model, key) for key in took)
        times = self._times_asked(case)
        return Judgement(
            **case.answer.name,
            judge=self.config.name,
            status="gap" if error else "judged",
            verdicts=self.verdicts(case),
            usage=total_usage(responses),
            cost_usd=total_usd(responses),
            latency_s=round(sum(response.latency_s for response in responses), 3),
            calls=len(calls),
            truncated=sum(call.is_cut_off and call.counts_under(self.cap) for call in calls),
            refused=sum(response.finish_reason in REFUSALS for response in responses),
            rounds=max((times[id_] for id_ in ids), default=0),
            cut=case.material.cut,
            error=error,
        )

    def verdicts(self, case: Case) -> tuple[Verdict, ...]:
        """The verdicts on the criteria that the judge is asked about."""
        answer = plain(delivered_text(case.answer))
        subject = case.material.subject
        return tuple(
            _verdict(criterion, self.memory.verdict(subject, criterion.asked_id), answer)
            for criterion in case.asked
        )


def plain(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())


def stands_in(answer: str, evidence: str) -> bool | None:
    """Whether each piece of the evidence stands in the answer; None if nothing is quoted.

    Pieces are divided by `…`. `answer` has gone through `plain`, so that line ends and indentation
    do not matter. No verdict depends on it.
    """
    pieces = [plain(piece) for piece in _ELISION.split(evidence)]
    quoted = [piece for piece in pieces if piece]
    if not quoted:
        return None
    return all(piece in answer for piece in quoted)


def groups(criteria: Sequence[Criterion], judging: JudgingConfig) -> list[Sequence[Criterion]]:
    """The criteria that may share a question, before `batch`: all, a metric's, or each alone."""
    if judging.question == "all":
        return [criteria] if criteria else []
    if judging.question == "criterion":
        return [[criterion] for criterion in criteria]
    by_metric = [[one for one in criteria if one.metric == metric] for metric in METRICS]
    return [group for group in by_metric if group]


def _verdict(criterion: Criterion, known: Reported | None, answer: str) -> Verdict:
    verdict = criterion.verdict(None, "no usable verdict came")
    if criterion.question:
        verdict = verdict.model_copy(update={"basis": "asked"})
    if known is None:
        return verdict
    evidence_found = stands_in(answer, known.evidence)
    reported = known._asdict()
    picked = reported.pop("answer")
    verdict = verdict.model_copy(update={**reported, "evidence_found": evidence_found})
    if criterion.question:
        return with_answer(verdict, criterion.question, picked)
    return verdict


def _ids(criteria: Sequence[Criterion]) -> list[str]:
    return [criterion.asked_id for criterion in criteria]


def llm_judges(
    panel: Sequence[str], judging: JudgingConfig, calls: CallsConfig, ledger: Ledger, gates: Gates
) -> list[LlmJudge]:
    """The panel's LLM judges. AssayError if two of them would send the same requests."""
    judges: list[LlmJudge] = []
    name_of_key: dict[str, str] = {}
    for name in panel:
        judge = load_judge(name)
        if judge.provider != "litellm":
            continue
        twin = name_of_key.setdefault(judge_key(judge, judging), name)
        if twin != name:
            raise AssayError(
                f"conf/judge/{name}.yaml: is the same judge as conf/judge/{twin}.yaml, so their "
                "verdicts would be mixed up: give one of them another litellm_model or sampling "
                "(max_tokens alone makes no other judge)"
            )
        config_path = f"conf/judge/{name}.yaml"
        client = remote_client(judge, calls, config_path, ledger, gates)
        judges.append(LlmJudge(judge, client, ledger, judging))
    return judges

"""The exam: every LLM judge decides papers whose truth is known, before it judges models."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from assay.calls.concurrent import run_all
from assay.calls.remote import Gates
from assay.config.judging_settings import JudgingConfig
from assay.content.criteria import Criterion
from assay.exam.papers import Paper, papers
from assay.judging.document import choices
from assay.records.exam_records import EXAM, ExamVerdict, SatPaper
from assay.records.gaps import Gap
from assay.records.pipeline import Prompt, Verdict
from stages.judge.case import Case
from stages.judge.panel import LlmJudge

Asked = tuple[LlmJudge, Case, str]
"""What a judge was asked about, and what failed, or nothing: the ledger has what it said."""
LEVEL = 0.05
"""The chance that any judge of the panel is barred whose true rate is the bound."""


class Sitting(NamedTuple):
    """A paper, and the case that judges are asked about."""

    paper: Paper
    case: Case


def sittings(
    prompts: Sequence[Prompt], criteria: Mapping[str, tuple[Criterion, ...]], judging: JudgingConfig
) -> list[Sitting]:
    """The papers as cases; none unless conf/judging asks for an exam."""
    exam = judging.exam
    found = papers(prompts, criteria, exam.papers, exam.seed) if exam.papers else []
    sat = list[Sitting]()
    for paper in found:
        known = [one for one in criteria[paper.prompt.test] if paper.states(one) is not None]
        case = Case.of(paper.prompt, paper.answer, tuple(known), judging)
        sat.append(Sitting(paper, case))
    return sat


@dataclass
class Exam:
    """One judge of so many, and its papers. It judges models if it did not fail them."""

    judge: LlmJudge
    sittings: Sequence[Sitting]
    most: float | None
    judges: int = 1

    @property
    def is_open(self) -> bool:
        """Whether the judge has yet to decide something in its papers."""
        return any(self.judge.questions(one.case) for one in self.sittings)

    @cached_property
    def bar(self) -> str:
        """Why the judge is barred: it passes too much of what the documents do not state."""
        from scipy.special import bdtrc

        decided = [
            verdict.passed
            for one in self.sittings
            for verdict in _verdicts(one, self.judge.verdicts(one.case))
            if not (verdict.states or one.paper.known or verdict.passed is None)
        ]
        wrong = sum(decided)
        # the binomial chance of so many or more
        if self.most is None or self.judges * bdtrc(wrong - 1, len(decided), self.most) >= LEVEL:
            return ""
        return (
            f"{self.judge.config.name}: barred by its exam, so it judges no model: it found "
            f"{wrong} of {len(decided)} facts that the papers do not state "
            f"(judging.exam.max_false_pass: {self.most:g})"
        )


def sit(exams: Sequence[Exam], calls: Gates | None = None) -> list[SatPaper]:
    """Every judge decides its papers, before any of them judges models."""
    work = [(exam.judge, one) for exam in exams for one in exam.sittings]
    errors = run_all("judge: exam", [judge.ask(one.case) for judge, one in work], calls)
    return [_sat(judge, one, error) for (judge, one), error in zip(work, errors, strict=True)]


def asked(exams: Sequence[Exam], cases: Sequence[Case], calls: Gates | None = None) -> list[Asked]:
    """Ask the judges that are not barred about the answers."""
    answered = [case for case in cases if case.answer.status == "answered"]
    work = [(exam.judge, case) for exam in exams if not exam.bar for case in answered]
    errors = run_all("judge", [judge.ask(case) for judge, case in work], calls)
    return [(*pair, error) for pair, error in zip(work, errors, strict=True)]


def _sat(judge: LlmJudge, one: Sitting, error: str) -> SatPaper:
    judgement = judge.judgement(one.case, error)
    return SatPaper(
        judge=judge.config.name,
        test=one.paper.prompt.test,
        number=one.paper.number,
        kind=one.paper.kind,
        verdicts=tuple(_verdicts(one, judgement.verdicts)),
        cost_usd=judgement.cost_usd,
        error=error,
    )


def _verdicts(one: Sitting, decided: Sequence[Verdict]) -> Iterator[ExamVerdict]:
    criteria = {criterion.id: criterion for criterion in one.case.criteria}
    for verdict in decided:
        criterion = criteria[verdict.criterion]
        states = one.paper.states(criterion)
        if states is not None:
            yield ExamVerdict(
                criterion=verdict.criterion,
                right=_place(criterion),
                states=states,
                passed=verdict.passed,
            )


def _place(criterion: Criterion) -> str:
    """The letter of the right answer; none if a program is asked about."""
    question = criterion.question
    answers = choices(question).items() if question else ()
    return next((letter for letter, text in answers if question and text == question.answer), "")


def exam_gaps(sat: Sequence[SatPaper]) -> list[Gap]:
    """The papers that a judge could not decide because a call failed."""
    return [
        Gap(model=EXAM, test=one.test, attempt=one.number, judge=one.judge, reason=one.error)
        for one in sat
        if one.error
    ]

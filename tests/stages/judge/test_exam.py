"""A judge sits its exam first, and judges no model if it finds what is not there."""

import asyncio
from collections.abc import Callable

from assay.config.judging_settings import JudgingConfig
from assay.content.criteria import Criterion
from assay.exam.papers import Paper
from assay.judging.question import text_of
from assay.ledger.paid_calls import Ledger
from assay.ledger.request import Request
from assay.records.pipeline import Response
from stages.judge.asking_again import Repeat
from stages.judge.case import Case
from stages.judge.exam import Exam, Sitting, exam_gaps, sittings
from tests.assay.judging.test_question import judging, prompt
from tests.stages.judge.test_panel import Provider, judge_of
from tests.stages.judge.test_panel_questions import TEXT, case_of, picking, right

Criteria = tuple[Criterion, ...]
ALTERED = 13
"""Papers that state nothing: 52 verdicts with four questions."""


def exam_of(
    criteria: Criteria,
    ledger: Ledger,
    provider: Provider,
    most: float | None = 0.1,
) -> Exam:
    kinds = ["gold", *["denied"] * ALTERED]
    papers = [
        Paper(prompt(answer="document"), number, kind, TEXT if kind == "gold" else f"No {number}.")
        for number, kind in enumerate(kinds, 1)
    ]
    sat = [
        Sitting(paper, Case.of(paper.prompt, paper.answer, criteria, judging())) for paper in papers
    ]
    return Exam(judge_of(ledger, provider), sat, most)


def run(exam: Exam, case: Case) -> list[str]:
    """The exam and the judge on a model's answer, which is asked for first. What failed."""

    async def everything() -> list[str]:
        return await asyncio.gather(exam.ask(case), *exam.papers())

    return asyncio.run(everything())


class Reader(Provider):
    """Knows the program, and looks into the document."""

    def __init__(self, criteria: Criteria, finds: Callable[[str], bool]) -> None:
        super().__init__(lambda ids: "")
        self.right = picking(criteria, right)
        self.silent = picking(criteria, lambda _: "not stated")
        self.finds = finds
        self.texts: list[str] = []

    async def __call__(self, request: Request) -> Response:
        text = text_of(request.messages)
        self.texts.append(text)
        return await (self.right if self.finds(text) else self.silent)(request)


def test_a_judge_that_reads_judges_after_its_exam(
    criteria: Criteria,
    ledger: Ledger,
) -> None:
    reader = Reader(criteria, lambda text: TEXT in text)
    exam = exam_of(criteria, ledger, reader)
    case = case_of(criteria, "A model's document.")
    assert run(exam, case) == [""] * (2 + ALTERED)
    assert "A model's document." in reader.texts[-1], "the exam comes first"
    assert exam.bar == "" and len(reader.texts) == 2 + ALTERED
    sat = exam.sat([""] * (1 + ALTERED))
    assert all(verdict.passed == verdict.states for one in sat for verdict in one.verdicts)
    assert [one.kind for one in sat] == ["gold", *["denied"] * ALTERED]
    assert sum(len(one.verdicts) for one in sat) == 4 * (1 + ALTERED)


def test_a_judge_that_finds_what_is_not_there_judges_no_model(
    criteria: Criteria,
    ledger: Ledger,
) -> None:
    knower = Reader(criteria, lambda _: True)
    exam = exam_of(criteria, ledger, knower)
    assert run(exam, case_of(criteria, "A model's document.")) == [""] * (2 + ALTERED)
    assert not [text for text in knower.texts if "A model's" in text]
    assert "barred by its exam" in exam.bar and "52 of 52 facts" in exam.bar
    assert "judging.exam.max_false_pass: 0.1" in exam.bar
    assert exam_of(criteria, ledger, knower, most=None).bar == "", (
        "without a bound nobody is barred"
    )


def test_an_exam_is_paid_once(criteria: Criteria, ledger: Ledger) -> None:
    reader = Reader(criteria, lambda text: TEXT in text)
    case = case_of(criteria, "A model's document.")
    run(exam_of(criteria, ledger, reader), case)
    again = Reader(criteria, lambda text: True)
    exam = exam_of(criteria, ledger, again)
    run(exam, case)
    assert not again.texts and exam.bar == ""


def test_a_paper_that_failed_is_asked_again_and_bars_nobody(
    criteria: Criteria,
    ledger: Ledger,
) -> None:
    exam = exam_of(criteria, ledger, picking(criteria, right))
    (gap,) = exam_gaps(exam.sat(["the server is down", *[""] * ALTERED]))
    assert (gap.model, gap.attempt, gap.reason) == ("exam", 1, "the server is down")
    assert exam.bar == "", "it decided nothing yet"


def test_without_an_exam_the_judge_is_asked_at_once(
    criteria: Criteria,
    ledger: Ledger,
) -> None:
    assert sittings([prompt()], {}, JudgingConfig(**judging().model_dump())) == []
    reader = Reader(criteria, lambda _: True)
    exam = Exam(judge_of(ledger, reader), [], 0.1)
    assert run(exam, case_of(criteria)) == [""] and len(reader.texts) == 1


def test_an_exam_is_open_until_the_ledger_has_it(criteria: Criteria, ledger: Ledger) -> None:
    reader = Reader(criteria, lambda text: TEXT in text)
    exam = exam_of(criteria, ledger, reader)
    assert exam.is_open
    run(exam, case_of(criteria, "A model's document."))
    assert not exam.is_open
    assert not exam_of(criteria, ledger, reader).is_open, "in another run, too"


def test_a_barred_judge_repeats_nothing(criteria: Criteria, ledger: Ledger) -> None:
    knower = Reader(criteria, lambda _: True)
    case = case_of(criteria, "A model's document.")
    run(exam_of(criteria, ledger, knower, most=None), case)
    asked = len(knower.texts)
    exam = exam_of(criteria, ledger, knower)
    assert asyncio.run(exam.unless_barred(Repeat(exam.judge, 1).ask, case)) == ""
    assert exam.bar and len(knower.texts) == asked

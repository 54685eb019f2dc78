"""A judge sits its exam first, and judges no model if it finds what is not there."""

from collections.abc import Callable
from dataclasses import replace

from assay.config.judging_settings import JudgingConfig
from assay.exam.papers import Paper
from assay.judging.question import text_of
from assay.ledger.paid_calls import Ledger
from assay.ledger.request import CallError, Request
from assay.records.exam_records import SatPaper
from assay.records.pipeline import Response
from stages.judge.case import Case
from stages.judge.exam import Exam, Sitting, asked, exam_gaps, sit, sittings
from tests.assay.judging.test_question import judging, prompt
from tests.stages.judge.test_panel import Provider, judge_of
from tests.stages.judge.test_panel_questions import TEXT, Criteria, case_of, picking, right

ALTERED = 13
"""Papers that state nothing: 52 verdicts with four questions."""


def exam_of(
    criteria: Criteria, ledger: Ledger, provider: Provider, most: float | None = 0.1
) -> Exam:
    kinds = ["gold", *["denied"] * ALTERED]
    papers = [
        Paper(prompt(answer="document"), number, kind, TEXT if kind == "gold" else f"No {number}.")
        for number, kind in enumerate(kinds, 1)
    ]
    cases = [Case.of(paper.prompt, paper.answer, criteria, judging()) for paper in papers]
    sat = [Sitting(*pair) for pair in zip(papers, cases, strict=True)]
    return Exam(judge_of(ledger, provider), sat, most)


def run(exam: Exam, case: Case) -> list[SatPaper]:
    """The exam, then the judge on a model's answer. Nothing may fail."""
    papers = sit([exam])
    assert not any(item.error for item in papers)
    made = [judge.judgement(case, error) for judge, case, error in asked([exam], [case])]
    assert not any(item.error for item in made)
    return papers


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


def test_a_judge_that_reads_judges_after_its_exam(criteria: Criteria, ledger: Ledger) -> None:
    reader = Reader(criteria, lambda text: TEXT in text)
    exam = exam_of(criteria, ledger, reader)
    case = case_of(criteria, "A model's document.")
    sat = run(exam, case)
    assert "A model's document." in reader.texts[-1], "the exam comes first"
    assert exam.bar == "" and len(reader.texts) == 2 + ALTERED
    assert all(verdict.passed == verdict.states for one in sat for verdict in one.verdicts)
    assert [one.kind for one in sat] == ["gold", *["denied"] * ALTERED]
    assert sum(len(one.verdicts) for one in sat) == 4 * (1 + ALTERED)


def test_who_finds_what_is_not_there_judges_no_model(criteria: Criteria, ledger: Ledger) -> None:
    knower = Reader(criteria, lambda _: True)
    exam = exam_of(criteria, ledger, knower)
    run(exam, case_of(criteria, "A model's document."))
    assert not [text for text in knower.texts if "A model's" in text]
    assert "barred by its exam" in exam.bar and "52 of 52 facts" in exam.bar
    assert "judging.exam.max_false_pass: 0.1" in exam.bar
    assert exam_of(criteria, ledger, knower, most=None).bar == "", "without a bound"


def test_nobody_is_barred_for_what_chance_explains(criteria: Criteria, ledger: Ledger) -> None:
    """Of 52 facts it finds 12 by mistake: by chance one judge of 220 whose rate is 10 % does."""
    careless = Reader(criteria, lambda text: any(f"No {number}." in text for number in (2, 3, 4)))
    exam = exam_of(criteria, ledger, careless)
    sit([exam])
    assert "12 of 52 facts" in replace(exam, judges=3).bar
    assert replace(exam, judges=30).bar == ""


def test_faults_of_programs_count_and_bar_nobody(criteria: Criteria, ledger: Ledger) -> None:
    """What a judge overlooks in code is a figure: only running decides such criteria."""
    knower = Reader(criteria, lambda _: True)
    exam = exam_of(criteria, ledger, knower)
    known = {one.id: False for one in criteria}
    programs = [
        one._replace(paper=one.paper._replace(kind="program with faults", known=known))
        for one in exam.sittings
    ]
    exam = replace(exam, sittings=programs)
    verdicts = [verdict for one in sit([exam]) for verdict in one.verdicts]
    assert verdicts and all(verdict.passed and not verdict.states for verdict in verdicts)
    assert exam.bar == ""


def test_an_exam_is_paid_once(criteria: Criteria, ledger: Ledger) -> None:
    reader = Reader(criteria, lambda text: TEXT in text)
    case = case_of(criteria, "A model's document.")
    run(exam_of(criteria, ledger, reader), case)
    again = Reader(criteria, lambda text: True)
    exam = exam_of(criteria, ledger, again)
    run(exam, case)
    assert not again.texts and exam.bar == ""


def test_a_failed_paper_is_asked_again_and_bars_nobody(criteria: Criteria, ledger: Ledger) -> None:
    exam = exam_of(criteria, ledger, Provider(lambda ids: CallError("503")))
    gaps = exam_gaps(sit([exam]))
    assert len(gaps) == 1 + ALTERED
    assert (gaps[0].model, gaps[0].attempt) == ("exam", 1) and "503" in gaps[0].reason
    assert exam.bar == "", "it decided nothing yet"


def test_without_an_exam_the_judge_is_asked_at_once(criteria: Criteria, ledger: Ledger) -> None:
    assert sittings([prompt()], {}, JudgingConfig(**judging().model_dump())) == []
    reader = Reader(criteria, lambda _: True)
    exam = Exam(judge_of(ledger, reader), [], 0.1)
    assert run(exam, case_of(criteria)) == [] and len(reader.texts) == 1


def test_an_exam_is_open_until_the_ledger_has_it(criteria: Criteria, ledger: Ledger) -> None:
    reader = Reader(criteria, lambda text: TEXT in text)
    exam = exam_of(criteria, ledger, reader)
    assert exam.is_open
    run(exam, case_of(criteria, "A model's document."))
    assert not exam.is_open
    assert not exam_of(criteria, ledger, reader).is_open, "in another run, too"

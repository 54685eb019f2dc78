"""Do the figures of the exam find the faults of judges whose faults are known?"""

import numpy as np
import pytest

from assay.records.exam_records import ExamSheet, ExamVerdict, SatPaper
from assay.records.judges import CorrectedScores, ExamErrors, JudgeFigure, NoFigure
from stages.validity.corrected import corrected_scores
from stages.validity.exam_errors import ExamVerdicts, exam_errors, exam_verdicts
from tests.stages.validity.small_run import HOW, run, value

DATASETS = {f"T-{name}": number for number, name in enumerate("ABCDEFG")}
KINDS = ("gold", "denied", "orders")
QUESTIONS = 29
"""7 data sets, 3 papers, 29 questions: 609 verdicts."""


def sat(judge: str, by_kind: dict[str, list[bool | None]], test: str = "T-A") -> list[SatPaper]:
    """The judge's verdicts by kind of paper."""
    return [
        SatPaper(
            judge=judge, test=test, number=number, kind=kind,
            cost_usd=0.5,
            verdicts=tuple(
                ExamVerdict(
                    criterion=f"a{n}", right="abc"[n % 3], states=kind == "gold", passed=passed
                )
                for n, passed in enumerate(verdicts)
            ),
        )
        for number, (kind, verdicts) in enumerate(by_kind.items(), 1)
    ]  # fmt: skip


def figures(papers: list[SatPaper], judge: str = "one") -> ExamErrors | NoFigure:
    sheet = ExamSheet(papers=tuple(papers), barred={"one": "one: barred"})
    return exam_errors(sheet, judge, exam_verdicts(papers, judge, DATASETS), HOW)


def test_errors_are_those_on_papers_that_state_a_fact_or_do_not() -> None:
    found = figures(
        [
            *sat("one", {"gold": [True] * 15 + [False] * 5, "denied": [True, None] + [False] * 10}),
            *sat("one", {"orders": [True] * 10 + [False] * 10}, "T-B"),
            *sat("two", {"gold": [False] * 20}),
        ]
    )
    assert isinstance(found, ExamErrors)
    assert value(found.false_fail) == 5 / 20
    assert value(found.false_pass) == 11 / 31
    assert value(found.kind["orders"].false_pass) == 10 / 20
    assert value(found.kind["denied"].false_pass) == 1 / 11
    assert found.barred == "one: barred"


def test_a_judge_that_prefers_a_place_shows_it() -> None:
    """It takes the first answer: where the right one stands first, it is found."""
    found = figures(sat("one", {"gold": [n % 3 == 0 for n in range(60)]}))
    assert isinstance(found, ExamErrors)
    places = [value(found.kind[f"gold, right answer at {at}"].false_fail) for at in "abc"]
    assert places == [0, 1, 1]


def test_without_an_exam_there_are_no_figures() -> None:
    why = "it sat no exam (judging.exam)"
    assert figures(sat("two", {"gold": [True] * 20})) == NoFigure(why=why)


@pytest.mark.parametrize("false_pass, false_fail", [(0.05, 0.05), (0.3, 0.02), (0.1, 0.3)])
def test_intervals_hold_faults_of_simulated_judges(false_pass: float, false_fail: float) -> None:
    """In 95 % of runs, at 609 verdicts."""
    draw = np.random.default_rng(7)
    held = {"pass": 0, "fail": 0}
    runs = 200
    size = len(DATASETS) * len(KINDS) * QUESTIONS
    cluster = np.repeat(list(DATASETS.values()), size // len(DATASETS))
    kind = np.tile(np.repeat(KINDS, QUESTIONS), len(DATASETS))
    truth = (kind == "gold").astype(float)
    right = np.resize(["a", "b", "c"], size)
    for _ in range(runs):
        errs = draw.random(size) < np.where(truth == 1, false_fail, false_pass)
        passed = np.where(errs, 1 - truth, truth)
        verdicts = ExamVerdicts(cluster, kind, right, passed, truth)
        found = exam_errors(ExamSheet(papers=()), "one", verdicts, HOW)
        assert isinstance(found, ExamErrors)
        held["pass"] += holds(found.false_pass, false_pass)
        held["fail"] += holds(found.false_fail, false_fail)
    assert min(held.values()) >= 0.95 * runs, held


def holds(figure: object, rate: float) -> bool:
    assert isinstance(figure, JudgeFigure) and figure.low is not None and figure.high is not None
    return figure.low <= rate <= figure.high


def test_scores_are_corrected_by_the_exam() -> None:
    """The judge passes 10 % of what is not there and all that is: 55 % is what 50 % look like."""
    verdicts = run({"one": {("m", test): "+" * 11 + "-" * 9 for test in DATASETS}})
    papers = [
        paper
        for test in DATASETS
        for paper in sat("one", {"gold": [True] * 10, "denied": [True] + [False] * 9}, test)
    ]
    exam = exam_verdicts(papers, "one", DATASETS)
    found = corrected_scores(verdicts, "one", [], np.ones(len(verdicts.items)), HOW, exam)
    assert isinstance(found, CorrectedScores) and found.truth == "exam"
    assert value(found.models["m"].raw) == pytest.approx(0.55)
    assert value(found.models["m"].corrected) == pytest.approx(0.5)

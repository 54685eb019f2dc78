"""Two models beside each other: overall, by category, by test, and their answers to one test."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from assay.records.leaderboard import Difference
from assay.records.pipeline import AutomaticGroup, DeliveredFile, Metric, Prompt
from stages.report.cases import AnswerView, CriterionView, State, TestView
from stages.report.differences import FilePair, PageBudget, file_pairs
from stages.report.evidence import Evidence
from stages.report.results import (
    BoardLine,
    PairPoints,
    ScoreCell,
    ScoreCells,
    leaderboard,
    pairs_by_names,
    score_cells,
    seen_from,
)
from stages.report.subjects import CategoryPage
from stages.report.text import visible

MOST_ROWS = 6000
"""Rows of differences on one page, which a browser shows at once."""
MOST_COMPARED_BYTES = 2_000_000
"""Bytes of files, as HTML, on the page of two answers, which keeps it below 3 MB."""
MOST_BYTES = 2_400_000
"""Bytes of files, as HTML, on the page of all answers to one test, which keeps it below 3 MB."""
DOCUMENT = "the answer"

PairNames = tuple[str, str]
"""Two models in the order of the leaderboard."""


def drawn_pairs(evidence: Evidence) -> list[PairNames]:
    """The pairs that have pages: neighbours on the leaderboard, and each model with a baseline.

    Their number grows with that of the models; any other pair is put together by the script.
    """
    ranked = evidence.ranked
    pairs = dict.fromkeys(pairwise(ranked))
    compared = evidence.leaderboard.pairs
    if len(compared) < len(ranked) * (len(ranked) - 1) // 2:
        pairs |= dict.fromkeys(_by_rank(pair, ranked) for pair in compared)
    return sorted(pairs, key=lambda pair: (ranked.index(pair[0]), ranked.index(pair[1])))


def _by_rank(pair: Difference, ranked: Sequence[str]) -> PairNames:
    first, second = sorted((pair.first, pair.second), key=ranked.index)
    return first, second


class PairCategory(NamedTuple):
    """Both models in one category. `points` None: they were not compared."""

    category: str
    first: float | None
    second: float | None
    points: PairPoints | None


class PairTest(NamedTuple):
    """Both models in one test."""

    test: str
    category: str
    first: ScoreCell
    second: ScoreCell

    @property
    def difference(self) -> float | None:
        if self.first.score is None or self.second.score is None:
            return None
        return self.first.score - self.second.score


@dataclass(frozen=True)
class PairPage:
    """Two models. `points` None: with a baseline, this pair was not compared as a whole."""

    first: BoardLine
    second: BoardLine
    points: PairPoints | None
    categories: tuple[PairCategory, ...]
    tests: tuple[PairTest, ...]


def pair_pages(evidence: Evidence, categories: Sequence[CategoryPage]) -> list[PairPage]:
    lines = {line.row.model: line for line in leaderboard(evidence)}
    cells = score_cells(evidence)
    overall = pairs_by_names(evidence.leaderboard.pairs)
    pages = []
    for first, second in drawn_pairs(evidence):
        compared = overall.get(frozenset((first, second)))
        tests = [
            PairTest(
                prompt.test, prompt.category, cells[prompt.test, first], cells[prompt.test, second]
            )
            for prompt in evidence.prompts
        ]
        page = PairPage(
            first=lines[first],
            second=lines[second],
            points=seen_from(first, compared) if compared else None,
            categories=tuple(_category(page, first, second) for page in categories),
            tests=tuple(sorted(tests, key=_largest_first)),
        )
        pages.append(page)
    return pages


def _largest_first(line: PairTest) -> tuple[float, str]:
    difference = line.difference
    return (1.0 if difference is None else -abs(difference)), line.test


def _category(page: CategoryPage, first: str, second: str) -> PairCategory:
    scores = {line.model: line.scores.score for line in page.lines if line.scores}
    pair = page.pairs.get(frozenset((first, second)))
    return PairCategory(
        page.category,
        scores.get(first),
        scores.get(second),
        seen_from(first, pair) if pair else None,
    )


class PairCriterion(NamedTuple):
    """One criterion on both answers, with what the judge group decided."""

    metric: Metric
    first: CriterionView
    second: CriterionView
    first_state: State
    second_state: State

    @property
    def differs(self) -> bool:
        return self.first_state != self.second_state


@dataclass(frozen=True)
class PairTestPage:
    """The first attempts of two models at one test."""

    prompt: Prompt
    first: AnswerView
    second: AnswerView
    first_score: ScoreCell
    second_score: ScoreCell
    criteria: tuple[PairCriterion, ...]
    files: tuple[FilePair, ...]


def pair_test(
    view: TestView,
    names: PairNames,
    cells: ScoreCells,
    judge_group: AutomaticGroup,
) -> PairTestPage:
    first, second = (_first_answer(view, name) for name in names)
    test = view.prompt.test
    room = PageBudget(MOST_ROWS, MOST_COMPARED_BYTES)
    return PairTestPage(
        prompt=view.prompt,
        first=first,
        second=second,
        first_score=cells[test, names[0]],
        second_score=cells[test, names[1]],
        criteria=tuple(_criteria(first, second, judge_group)),
        files=tuple(file_pairs(delivered(first), delivered(second), room)),
    )


def _first_answer(view: TestView, name: str) -> AnswerView:
    return next(model.answers[0] for model in view.models if model.model == name)


def delivered(answer: AnswerView) -> tuple[DeliveredFile, ...]:
    """The files of the answer; a document counts as one file."""
    if answer.extracted and answer.extracted.files:
        return answer.extracted.files
    if answer.answer and answer.answer.text:
        return (DeliveredFile(path=DOCUMENT, content=answer.answer.text),)
    return ()


def _criteria(
    first: AnswerView, second: AnswerView, judge_group: AutomaticGroup
) -> list[PairCriterion]:
    """Every criterion of the test, those that the two answers differ in first."""
    others = second.by_criterion
    lines = []
    for of_metric in first.criteria:
        for one in of_metric.criteria:
            two = others[one.id]
            states = (one.state_by(judge_group), two.state_by(judge_group))
            lines.append(PairCriterion(of_metric.metric, one, two, *states))
    return sorted(lines, key=lambda line: not line.differs)


class FileShown(NamedTuple):
    """A file on the page of all answers. None: the page has no room for its content."""

    path: str
    content: str | None


class AnswerShown(NamedTuple):
    """One model's first attempt on the page of all answers to a test."""

    cell: ScoreCell
    answer: AnswerView
    files: tuple[FileShown, ...]


def all_answers(view: TestView, cells: ScoreCells) -> tuple[AnswerShown, ...]:
    """Each model with its files, each model with the same room."""
    room = MOST_BYTES // len(view.models)
    shown = []
    for model in view.models:
        answer = model.answers[0]
        files = tuple(_fitting(delivered(answer), room))
        shown.append(AnswerShown(cells[view.prompt.test, model.model], answer, files))
    return tuple(shown)


def _fitting(files: Sequence[DeliveredFile], room: int) -> list[FileShown]:
    shown = []
    left = room
    for file in files:
        size = len(visible(file.content).encode())
        fits = size <= left
        shown.append(FileShown(file.path, file.content if fits else None))
        left -= size if fits else 0
    return shown

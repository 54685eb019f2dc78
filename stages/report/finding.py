"""Every answer and every criterion of the run as lines of two tables to search and filter."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.content.criteria import Criterion
from assay.records.pipeline import AutomaticGroup
from stages.report.cases import TestView
from stages.report.evidence import Evidence
from stages.report.results import ScoreCell, score_cells


class AnswerLine(NamedTuple):
    """All attempts of a model at a test. `state`: of the first of them."""

    cell: ScoreCell
    category: str
    state: str
    tokens: int
    cost_usd: float | None
    seconds: float


class CriterionLine(NamedTuple):
    """A criterion of a test, and how many models' first attempts fail it."""

    test: str
    category: str
    criterion: Criterion
    failed: int


class SearchTables(NamedTuple):
    """`models`: how many each criterion was asked of."""

    answers: tuple[AnswerLine, ...]
    criteria: tuple[CriterionLine, ...]
    models: int


def findings(
    evidence: Evidence, views: Sequence[TestView], judge_group: AutomaticGroup
) -> SearchTables:
    """The answers and the criteria by category and test, models in the leaderboard's order."""
    cells = score_cells(evidence)
    answers = []
    criteria = []
    for view in views:
        answers += _answers(view, [cells[view.prompt.test, model.model] for model in view.models])
        for line in view.matrix(judge_group):
            failed = line.states.count("fail")
            prompt = view.prompt
            criteria.append(CriterionLine(prompt.test, prompt.category, line.criterion, failed))
    return SearchTables(tuple(answers), tuple(criteria), len(evidence.ranked))


def _answers(view: TestView, cells: Sequence[ScoreCell]) -> list[AnswerLine]:
    lines = []
    for model, cell in zip(view.models, cells, strict=True):
        present = [view.answer for view in model.answers if view.answer]
        costs = [answer.cost_usd for answer in present if answer.cost_usd is not None]
        line = AnswerLine(
            cell=cell,
            category=view.prompt.category,
            state=present[0].status if present else "missing",
            tokens=sum(answer.usage.input + answer.usage.output for answer in present),
            cost_usd=sum(costs) if len(costs) == len(present) else None,
            seconds=sum(answer.latency_s for answer in present),
        )
        lines.append(line)
    return lines

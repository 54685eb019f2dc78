"""One test after another.

Its prompt, its scores, and every answer with every verdict on every criterion.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from stages.lib.base.records import (
    CATEGORIES,
    CHECKS,
    METRICS,
    Answer,
    Extracted,
    Judgement,
    Metric,
    MetricScore,
    Overruling,
    Prompt,
    TestScore,
    Verdict,
)
from stages.lib.content.criteria import Criterion
from stages.lib.delivery.answers import answer_id
from stages.lib.scoring.scores import metric_score
from stages.report.dialogues import TranscriptStep, steps
from stages.report.evidence import Evidence
from stages.report.text import anchor

STATES = {True: "pass", False: "fail", None: "not judged"}


@dataclass(frozen=True)
class Cell:
    """One judge on one criterion: the state in words, and what the judge said."""

    judge: str
    state: str
    confidence: int | None = None
    explanation: str = ""
    evidence: str = ""
    evidence_found: bool | None = None
    overruled: Overruling | None = None

    @property
    def says_something(self) -> bool:
        return self.confidence is not None or bool(
            self.explanation or self.evidence or self.overruled
        )

    @property
    def said(self) -> str:
        """What the judge itself decided, in words."""
        return STATES[self.overruled.judge_decision] if self.overruled else self.state


@dataclass(frozen=True)
class CriterionView:
    id: str
    text: str
    weight: float
    cells: tuple[Cell, ...]

    @property
    def notes(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.says_something]

    @property
    def contradicting(self) -> list[str]:
        """The judges that say the opposite of the check. Neither is the truth.

        A check is a proxy that people wrote.
        """
        checked = {cell.said for cell in self.cells if cell.judge == CHECKS}
        other = {"pass": "fail", "fail": "pass"}
        return [cell.judge for cell in self.cells if other.get(cell.said) in checked]


@dataclass(frozen=True)
class JudgeView:
    """One judge on one answer: `state` in words, and its scores where it judged."""

    judge: str
    state: str
    judgement: Judgement | None
    scores: tuple[tuple[Metric, MetricScore], ...]


@dataclass(frozen=True)
class AnswerView:
    """One attempt of a model with all that is known about it. `answer` None.

    There is no record of one.
    """

    model: str
    attempt: int
    answer: Answer | None
    extracted: Extracted | None
    steps: list[TranscriptStep]
    mark_id: str
    judges: tuple[JudgeView, ...]
    criteria: tuple[tuple[Metric, tuple[CriterionView, ...]], ...]

    @property
    def page(self) -> str:
        """The name of the file that a dialogue's own page is in."""
        return (
            f"{anchor(self.model, self.answer.test if self.answer else '', str(self.attempt))}.html"
        )


@dataclass(frozen=True)
class ModelView:
    """A model in a test: its scores by panel, and its answers."""

    model: str
    scores: tuple[TestScore, ...]
    answers: tuple[AnswerView, ...]


@dataclass(frozen=True)
class TestView:
    __test__ = False

    prompt: Prompt
    criteria: tuple[Criterion, ...]
    judges: tuple[str, ...]
    panels: tuple[str, ...]
    models: tuple[ModelView, ...]


def test_views(evidence: Evidence) -> list[TestView]:
    """Every test, by category and id, its models in the order of the leaderboard."""
    ordered = sorted(
        evidence.prompts, key=lambda prompt: (CATEGORIES.index(prompt.category), prompt.test)
    )
    return [_test(evidence, prompt) for prompt in ordered]


def _test(evidence: Evidence, prompt: Prompt) -> TestView:
    ranked = [row["model"] for row in evidence.leaderboard["models"]]
    models = tuple(_model(evidence, prompt, model) for model in ranked)
    present = {score.judge_group for model in models for score in model.scores}
    panels = tuple(panel for panel in ("llm", "checks") if panel in present)
    return TestView(prompt, evidence.criteria[prompt.test], evidence.judges, panels, models)


def _model(evidence: Evidence, prompt: Prompt, model: str) -> ModelView:
    scores = tuple(score for score in evidence.scores[model] if score.test == prompt.test)
    answers = sorted(
        (item for item in evidence.answers[model] if item.test == prompt.test),
        key=lambda item: item.attempt,
    )
    if not answers:
        return ModelView(model, scores, (_answer(evidence, prompt, model, 1, None),))
    return ModelView(
        model,
        scores,
        tuple(_answer(evidence, prompt, model, item.attempt, item) for item in answers),
    )


def _answer(
    evidence: Evidence, prompt: Prompt, model: str, attempt: int, answer: Answer | None
) -> AnswerView:
    key = (prompt.test, attempt)
    judgements = {
        item.judge: item for item in evidence.judgements[model] if (item.test, item.attempt) == key
    }
    listed = [judgements.get(judge) for judge in evidence.judges]
    extracted = next(
        (item for item in evidence.extracted[model] if (item.test, item.attempt) == key), None
    )
    return AnswerView(
        model=model,
        attempt=attempt,
        answer=answer,
        extracted=extracted,
        steps=steps(answer.dialogue, prompt) if answer and answer.dialogue else [],
        mark_id=answer_id(answer) if answer else "",
        judges=tuple(
            _judge(judge, item) for judge, item in zip(evidence.judges, listed, strict=True)
        ),
        criteria=_criteria(evidence.criteria[prompt.test], evidence.judges, listed),
    )


def _judge(judge: str, judgement: Judgement | None) -> JudgeView:
    if judgement is None or judgement.status in ("missing", "gap"):
        return JudgeView(judge, judgement.status if judgement else "missing", judgement, ())
    scores = tuple((metric, metric_score(judgement.verdicts, metric)) for metric in METRICS)
    return JudgeView(judge, judgement.status, judgement, scores)


def _criteria(
    criteria: Sequence[Criterion], judges: Sequence[str], judgements: Sequence[Judgement | None]
) -> tuple[tuple[Metric, tuple[CriterionView, ...]], ...]:
    """The criteria by metric, in their file's order, each with one cell for each judge of the panel."""
    verdicts = [
        {verdict.criterion: verdict for verdict in item.verdicts} if item else {}
        for item in judgements
    ]
    found = []
    for metric in METRICS:
        views = []
        for criterion in (item for item in criteria if item.metric == metric):
            cells = tuple(
                _cell(judge, judgement, given.get(criterion.id))
                for judge, judgement, given in zip(judges, judgements, verdicts, strict=True)
            )
            views.append(CriterionView(criterion.id, criterion.text, criterion.weight, cells))
        found.append((metric, tuple(views)))
    return tuple(found)


def _cell(judge: str, judgement: Judgement | None, verdict: Verdict | None) -> Cell:
    """`gap` and `missing` belong to the whole judgement.

    Without a usable verdict a criterion is not judged.
    """
    if verdict is None:
        absent = (
            judgement.status
            if judgement and judgement.status in ("gap", "missing")
            else "not judged"
        )
        return Cell(judge, absent if judgement else "missing")
    return Cell(
        judge,
        STATES[verdict.passed],
        verdict.confidence,
        verdict.explanation,
        verdict.evidence,
        verdict.evidence_found,
        verdict.overruled,
    )

"""What the report is made from: every record of the stages before, for the models of this run."""

from collections.abc import Sequence
from dataclasses import dataclass

from assay.config import paths
from assay.content.criteria import Criterion, criteria_by_test
from assay.records.criteria_health import CriteriaHealth
from assay.records.dataset_figures import DatasetMetrics
from assay.records.discrimination import DiscriminationRow, read_discrimination
from assay.records.executions import Execution
from assay.records.jsonl import read_records, read_result, read_results
from assay.records.judges import JudgeMetrics
from assay.records.leaderboard import Leaderboard
from assay.records.models import (
    Breakdown,
    CategoryScore,
    GroupFigures,
    ModelMetrics,
)
from assay.records.pipeline import (
    CATEGORIES,
    Answer,
    AutomaticGroup,
    Extracted,
    Judgement,
    Prompt,
    TestScore,
)
from assay.records.review_list import ReviewRow, read_review
from assay.scores.overrules import load_overrules
from assay.scores.overruling import overruled


@dataclass(frozen=True)
class Evidence:
    """The records, by model where a file belongs to one, and by test id for prompts' criteria.

    `trust`, `discrimination` and `review` are what the stage validity found. People's overrules lie
    over the judgements; `unused` names their lines that apply to nothing. `datasets` is empty where
    nothing was measured, `health` where no criteria were examined.
    """

    models: tuple[str, ...]
    judges: tuple[str, ...]
    prompts: tuple[Prompt, ...]
    criteria: dict[str, tuple[Criterion, ...]]
    answers: dict[str, tuple[Answer, ...]]
    extracted: dict[str, tuple[Extracted, ...]]
    executions: dict[str, tuple[Execution, ...]]
    judgements: dict[str, tuple[Judgement, ...]]
    unused: tuple[str, ...]
    scores: dict[str, tuple[TestScore, ...]]
    metrics: dict[str, ModelMetrics]
    leaderboard: Leaderboard
    datasets: dict[str, DatasetMetrics]
    health: dict[str, CriteriaHealth]
    trust: JudgeMetrics
    discrimination: list[DiscriminationRow]
    review: list[ReviewRow]

    @property
    def judge_group(self) -> AutomaticGroup:
        """The judge group that the leaderboard ranks by."""
        return self.leaderboard.judge_group

    @property
    def ranked(self) -> list[str]:
        """The models in the order of the leaderboard."""
        return [row.model for row in self.leaderboard.models]

    @property
    def categories(self) -> list[str]:
        """The categories of the suite, in the methodology's order."""
        present = {prompt.category for prompt in self.prompts}
        return [category for category in CATEGORIES if category in present]

    def figures(self, model: str) -> GroupFigures | None:
        """The leading judge group's figures of the model."""
        return self.metrics[model].group(self.judge_group)

    def breakdown(self, model: str) -> Breakdown | None:
        """What belongs beside the model's score on the leaderboard."""
        figures = self.figures(model)
        return figures.breakdown(self.leaderboard.models[0].kind) if figures else None

    def category_score(self, model: str, category: str) -> CategoryScore | None:
        """None if the model has no scored test of the category."""
        breakdown = self.breakdown(model)
        return breakdown.categories.get(category) if breakdown else None


def load_evidence(models: Sequence[str], judges: Sequence[str]) -> Evidence:
    """Read everything. AssayError names the first file that is missing or damaged."""
    prompts = read_records(paths.PROMPTS, Prompt)
    answers = {model: read_records(paths.answers(model), Answer) for model in models}
    overrules = load_overrules()
    judgements = {}
    unused: list[str] = []
    for model in models:
        original = read_records(paths.verdicts(model), Judgement)
        by_people = overruled(overrules, model, answers[model], original)
        judgements[model] = by_people.judgements
        unused += by_people.unused
    others = sorted({line.model for line in overrules} - set(models))
    of_others = [f"{paths.OVERRULES}: {name}: this run has no such model" for name in others]
    return Evidence(
        models=tuple(models),
        judges=tuple(judges),
        prompts=prompts,
        criteria=criteria_by_test(prompts),
        answers=answers,
        extracted={model: read_records(paths.extracted(model), Extracted) for model in models},
        executions={model: _executions(model) for model in models},
        judgements=judgements,
        unused=(*of_others, *unused),
        scores={model: read_records(paths.test_scores(model), TestScore) for model in models},
        metrics={model: read_result(paths.model_metrics(model), ModelMetrics) for model in models},
        leaderboard=read_result(paths.LEADERBOARD, Leaderboard),
        datasets=_datasets(),
        health=_health(),
        trust=read_result(paths.JUDGE_METRICS, JudgeMetrics),
        discrimination=read_discrimination(paths.DISCRIMINATION),
        review=read_review(paths.REVIEW, judges),
    )


def _executions(model: str) -> tuple[Execution, ...]:
    """What was run; nothing where the stage has not been run at all."""
    path = paths.executions(model)
    found = read_records(path, Execution) if path.exists() else ()
    return tuple(item for item in found if item.key)


def _datasets() -> dict[str, DatasetMetrics]:
    if not paths.DATASET_METRICS.exists():
        return {}
    return read_results(paths.DATASET_METRICS, DatasetMetrics)


def _health() -> dict[str, CriteriaHealth]:
    if not paths.CRITERIA_HEALTH.exists():
        return {}
    return read_results(paths.CRITERIA_HEALTH, CriteriaHealth)

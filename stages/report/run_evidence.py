"""What the report is made from: the records of the whole run, and those of one model at a time.

Answers, files and verdicts are read for one model, and forgotten before the next. What the pages of
all models need of them is in that model's digest (`model_digest.py`).
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from assay.config import paths
from assay.config.settings import Config, ScoreConfig
from assay.content.criteria import Criterion, criteria_by_test
from assay.records.criteria_health import CriteriaHealth
from assay.records.dataset_figures import DatasetMetrics
from assay.records.discrimination_rows import DiscriminationRow, read_discrimination
from assay.records.execution_records import Execution
from assay.records.jsonl import R, read_records, read_result, read_results
from assay.records.judges import JudgeMetrics
from assay.records.leaderboard_records import Leaderboard
from assay.records.models import CategoryScore, GroupFigures, ModelMetrics
from assay.records.pipeline import (
    CATEGORIES,
    Answer,
    AutomaticGroup,
    Extracted,
    Judgement,
    Prompt,
    TestScore,
)
from assay.records.review_list import ReviewHead, read_review
from assay.scores.formulas import MetricPair, results
from assay.scores.overruling import OVERRULES, Overrule, overruled

REVIEWS_SHOWN = 50
"""So many lines of the review list stand on its page; all of them in its file."""


class ReportConfig(Config):
    """What was run, and the score settings that the pages explain."""

    models: list[str]
    panel: list[str]
    suite: str
    attempts: int
    score: ScoreConfig
    seed: int


@dataclass(frozen=True)
class Evidence:
    """The records of all models together, and the settings that the pages explain.

    `trust`, `discrimination` and `review` are what the stage validity found. `datasets` is empty
    where nothing was measured, `health` where no criteria were examined.
    """

    config: ReportConfig
    prompts: tuple[Prompt, ...]
    criteria: dict[str, tuple[Criterion, ...]]
    overrules: tuple[Overrule, ...]
    scores: dict[str, tuple[TestScore, ...]]
    metrics: dict[str, ModelMetrics]
    leaderboard: Leaderboard
    datasets: dict[str, DatasetMetrics]
    health: dict[str, CriteriaHealth]
    trust: JudgeMetrics
    discrimination: list[DiscriminationRow]
    review: ReviewHead

    @cached_property
    def synthetic(self) -> bool:
        """Whether a generator made the figures to show the report."""
        return paths.SYNTHETIC.exists()

    @property
    def judge_group(self) -> AutomaticGroup:
        """The judge group that the leaderboard ranks by."""
        return self.leaderboard.judge_group

    @cached_property
    def ranked(self) -> list[str]:
        """The models in the order of the leaderboard."""
        return [row.model for row in self.leaderboard.models]

    @cached_property
    def categories(self) -> list[str]:
        """The categories of the suite, in the methodology's order."""
        present = {prompt.category for prompt in self.prompts}
        return [category for category in CATEGORIES if category in present]

    def tests(self, category: str) -> list[str]:
        return [prompt.test for prompt in self.prompts if prompt.category == category]

    def tests_on(self, dataset: str) -> list[str]:
        return [prompt.test for prompt in self.prompts if prompt.dataset == dataset]

    @cached_property
    def results(self) -> dict[str, dict[str, MetricPair]]:
        """Accuracy and completeness of each model's scored tests, by the leading judge group."""
        by_model = {}
        for model in self.ranked:
            of_group = [s for s in self.scores[model] if s.judge_group == self.judge_group]
            by_model[model] = results(of_group)
        return by_model

    def figures(self, model: str) -> GroupFigures | None:
        """The leading judge group's figures of the model."""
        return self.metrics[model].group(self.judge_group)

    def category_score(self, model: str, category: str) -> CategoryScore | None:
        """None if the model has no scored test of the category."""
        figures = self.figures(model)
        kind = self.leaderboard.models[0].kind
        return figures.breakdown(kind).categories.get(category) if figures else None

    def most_mentioned(self, model: str, category: str) -> float | None:
        """The most that the category can score where checks searched documents alone."""
        figures = self.figures(model)
        return figures.mentioned.get(category) if figures else None


def load_evidence(config: ReportConfig) -> Evidence:
    """AssayError names the first file that is missing or damaged."""
    prompts = read_records(paths.PROMPTS, Prompt)
    board = read_result(paths.LEADERBOARD, Leaderboard)
    models = [row.model for row in board.models]
    return Evidence(
        config=config,
        prompts=prompts,
        criteria=criteria_by_test(prompts),
        overrules=tuple(OVERRULES.read()),
        scores={model: read_records(paths.test_scores(model), TestScore) for model in models},
        metrics={model: read_result(paths.model_metrics(model), ModelMetrics) for model in models},
        leaderboard=board,
        datasets=_results_if_there(paths.DATASET_METRICS, DatasetMetrics),
        health=_results_if_there(paths.CRITERIA_HEALTH, CriteriaHealth),
        trust=read_result(paths.JUDGE_METRICS, JudgeMetrics),
        discrimination=read_discrimination(paths.DISCRIMINATION),
        review=read_review(paths.REVIEW, REVIEWS_SHOWN),
    )


def _results_if_there(path: Path, kind: type[R]) -> dict[str, R]:
    return read_results(path, kind) if path.exists() else {}


AnswerKey = tuple[str, int]
"""A test and the number of an attempt."""


@dataclass(frozen=True)
class ModelRecords:
    """One model's records under people's overrules. `unused`: overrules that apply to nothing."""

    model: str
    answers: tuple[Answer, ...]
    extracted: tuple[Extracted, ...]
    executions: tuple[Execution, ...]
    judgements: tuple[Judgement, ...]
    unused: tuple[str, ...]

    @cached_property
    def by_test(self) -> dict[str, list[Answer]]:
        """The answers to each test, by attempt."""
        found: dict[str, list[Answer]] = {}
        for answer in sorted(self.answers, key=lambda item: item.attempt):
            found.setdefault(answer.test, []).append(answer)
        return found

    @cached_property
    def extracted_of(self) -> dict[AnswerKey, Extracted]:
        return {item.place: item for item in self.extracted}

    @cached_property
    def execution_of(self) -> dict[AnswerKey, Execution]:
        return {item.place: item for item in self.executions}

    @cached_property
    def judgements_of(self) -> dict[AnswerKey, dict[str, Judgement]]:
        """The judgements on each answer, by judge."""
        found: dict[AnswerKey, dict[str, Judgement]] = {}
        for item in self.judgements:
            found.setdefault(item.place, {})[item.judge] = item
        return found


def read_model(evidence: Evidence, model: str) -> ModelRecords:
    """What the stages wrote of the model. AssayError as `load_evidence`."""
    answers = read_records(paths.answers(model), Answer)
    executed = paths.executions(model)  # not there where the stage has not been run at all
    executions = read_records(executed, Execution) if executed.exists() else ()
    judged = read_records(paths.verdicts(model), Judgement)
    by_people = overruled(evidence.overrules, model, answers, judged)
    return ModelRecords(
        model=model,
        answers=answers,
        extracted=read_records(paths.extracted(model), Extracted),
        executions=tuple(item for item in executions if item.key),
        judgements=by_people.judgements,
        unused=by_people.unused,
    )

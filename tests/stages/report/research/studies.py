"""Builders: a study of models with scores of our own on data sets of our own."""

import hashlib
from collections.abc import Mapping, Sequence

from assay.config.settings import ScoreConfig
from assay.content.criteria import Criterion
from assay.records.dataset_figures import DatasetMetrics
from assay.records.judges import JudgeMetrics
from assay.records.leaderboard_records import Leaderboard, LeaderboardRow
from assay.records.models import (
    Breakdown,
    CategoryScore,
    GroupFigures,
    ModelMetrics,
    ScoreBounds,
    TestCounts,
)
from assay.records.pipeline import (
    Answer,
    Extracted,
    Judgement,
    MetricScore,
    Prompt,
    SourceFile,
    TestScore,
)
from assay.records.review_list import ReviewHead
from stages.report.model_digest import model_digest
from stages.report.research.study import Study
from stages.report.run_evidence import Evidence, ModelRecords

SCORE = ScoreConfig(
    min_coverage=0.9,
    lcif_weights={"Upgrade": 1.0},
    confidence=0.95,
)
CATEGORIES = {
    "Port": ("code_translation", "solution_migration", "files"),
    "Explain": ("code_documentation", "code_explanation", "document"),
    "Review": ("code_documentation", "code_analysis", "document"),
    "Write": ("code_generation", "component_generation", "files"),
    "Upgrade": ("instruction_following", "contextual_experiment", "dialogue"),
}
"""Category, type and kind of answer of a test, by its scenario."""


def dataset(
    name: str,
    *,
    loc: int = 300,
    gci: float = 0.1,
    complexity: str = "low",
    size: str = "average",
) -> tuple[str, DatasetMetrics]:
    metrics = DatasetMetrics(
        files=3,
        loc=loc,
        loc_code=loc,
        loc_html=0,
        cyclomatic_complexity=round(gci * loc),
        functions=9,
        gci=gci,
        gci_normalised=gci,
        parse_errors=0,
        lizard_cc=None,
        complexity_class=complexity,
        size_class=size,
        technology="React",
    )
    return name, metrics


def prompt(test: str, tokens: int = 1000) -> Prompt:
    scenario, _, name = test.partition("-")
    category, type_, answer = CATEGORIES[scenario]
    return Prompt(
        test=test,
        scenario=scenario,
        dataset=name or None,
        category=category,
        type=type_,
        title=scenario,
        answer=answer,  # type: ignore[arg-type]
        system="",
        user="",
        files=(SourceFile(path="a.js", content="a"),),
        count_html=True,
        sha256=hashlib.sha256(test.encode()).hexdigest(),
        tokens_estimate=tokens,
    )


def scored(model: str, of: Prompt, value: float) -> TestScore:
    metric = MetricScore(score=value, coverage=1.0, low=value, high=value)
    return TestScore(
        model=model,
        test=of.test,
        category=of.category,
        dataset=of.dataset,
        judge_group="llm",
        status="scored",
        accuracy=metric,
        completeness=metric,
    )


def study(
    scores: Mapping[str, Mapping[str, float]],
    datasets: Sequence[tuple[str, DatasetMetrics]] = (),
    *,
    prompts: Sequence[Prompt] = (),
    criteria: Mapping[str, tuple[Criterion, ...]] | None = None,
    judgements: Mapping[str, tuple[Judgement, ...]] | None = None,
    answers: Mapping[str, tuple[Answer, ...]] | None = None,
    extracted: Mapping[str, tuple[Extracted, ...]] | None = None,
) -> Study:
    """The models in this order, each with a score for each of its tests."""
    tests = sorted({test for of_model in scores.values() for test in of_model})
    asked = {of.test: of for of in (prompts or [prompt(test) for test in tests])}
    by_model = {
        model: tuple(scored(model, asked[test], value) for test, value in of_model.items())
        for model, of_model in scores.items()
    }
    evidence = Evidence(
        suite="mini",
        attempts=1,
        judges=("judge",),
        config=SCORE,
        seed=1,
        prompts=tuple(asked.values()),
        criteria={test: (criteria or {}).get(test, ()) for test in asked},
        overrules=(),
        scores=by_model,
        metrics={model: _metrics(of_model) for model, of_model in by_model.items()},
        leaderboard=_leaderboard(list(scores)),
        datasets=dict(datasets),
        health={},
        trust=JudgeMetrics.model_construct(),
        discrimination=[],
        review=ReviewHead((), 0),
    )
    digests = []
    for model in scores:
        records = ModelRecords(
            model=model,
            answers=(answers or {}).get(model, ()),
            extracted=(extracted or {}).get(model, ()),
            executions=(),
            judgements=(judgements or {}).get(model, ()),
            unused=(),
        )
        digests.append(model_digest(evidence, records, {}))
    return Study(evidence, digests)


def _metrics(scores: Sequence[TestScore]) -> ModelMetrics:
    by_category: dict[str, list[float]] = {}
    for score in scores:
        assert score.accuracy and score.accuracy.score is not None
        by_category.setdefault(score.category, []).append(score.accuracy.score)
    means = {name: sum(values) / len(values) for name, values in by_category.items()}
    parts = Breakdown(
        accuracy=None,
        completeness=None,
        categories={
            name: CategoryScore(accuracy=value, completeness=value, score=value)
            for name, value in means.items()
        },
    )
    figures = GroupFigures(
        **parts.model_dump(),
        final_provisional=50.0,
        tests=TestCounts(scored=len(scores), unscored=0, missing=0),
        coverage=1.0,
        bounds=ScoreBounds(low=0.0, high=100.0),
        tags={},
    )
    return ModelMetrics(llm=figures)


def _leaderboard(models: Sequence[str]) -> Leaderboard:
    rows = [
        LeaderboardRow.model_construct(model=model, kind="final_provisional", score=50.0)
        for model in models
    ]
    return Leaderboard.model_construct(judge_group="llm", models=tuple(rows), pairs=())

"""Builders: a study of models with scores of our own on data sets of our own."""

from collections.abc import Mapping, Sequence

from assay.config.settings import ScoreConfig
from assay.content.criteria import Criterion
from assay.records.dataset_figures import DatasetMetrics
from assay.records.judges import JudgeMetrics
from assay.records.pipeline import Answer, Extracted, Figures, Judgement, Prompt, SourceFile
from assay.records.review_list import ReviewHead
from assay.scores.model_metrics import Method, model_metrics
from stages.report.model_digest import model_digest
from stages.report.research.study import Study
from stages.report.run_evidence import Evidence, ModelRecords, ReportConfig
from tests.assay.scores.contests import score
from tests.stages.validity import small_run

SCORE = ScoreConfig(min_coverage=0.9, lcif_weights={"Upgrade": 1.0}, confidence=0.95)
CATEGORIES = {
    "Port": ("code_translation", "solution_migration", "files"),
    "Explain": ("code_documentation", "code_explanation", "document"),
    "Review": ("code_documentation", "code_analysis", "document"),
    "Write": ("code_generation", "component_generation", "files"),
    "Upgrade": ("instruction_following", "contextual_experiment", "dialogue"),
}
"""Category, type and kind of answer of a test, by its scenario."""


def dataset(
    name: str, *, loc: int = 300, gci: float = 0.1, complexity: str = "low", size: str = "average"
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


def figures(loc: int, gci: float) -> Figures:
    """Of one file, or of none."""
    files = min(loc, 1)
    complexity = round(gci * loc)
    rest = {"functions": 9, "parse_errors": 0}
    return Figures(files=files, loc=loc, cyclomatic_complexity=complexity, gci=gci, **rest)


def prompt(test: str, tokens: int = 1000) -> Prompt:
    category, type_, answer = CATEGORIES[test.partition("-")[0]]
    made = small_run.prompt(test, category, type_)
    files = (SourceFile(path="a.js", content="a"),)
    update = {"answer": answer, "files": files, "tokens_estimate": tokens}
    return made.model_copy(update=update)


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
        model: tuple(
            score(model, test, value, asked[test].category) for test, value in of_model.items()
        )
        for model, of_model in scores.items()
    }
    method = Method(SCORE, tuple(asked.values()))
    evidence = Evidence(
        config=ReportConfig(
            models=[*scores], panel=["judge"], suite="mini", attempts=1, score=SCORE, seed=1
        ),
        prompts=tuple(asked.values()),
        criteria={test: (criteria or {}).get(test, ()) for test in asked},
        overrules=(),
        scores=by_model,
        metrics={model: model_metrics(method, [], found) for model, found in by_model.items()},
        leaderboard=small_run.board(*scores),
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

"""How well models do a kind of work: accuracy, completeness, and each of its scenarios."""

from typing import NamedTuple

from stages.report.research.study import Mean, Study


class ModelFigures(NamedTuple):
    """One model's figures in the category, percent."""

    model: str
    accuracy: float
    completeness: float
    score: float


class ScenarioLine(NamedTuple):
    """One scenario: the mean of all models, and the best and the worst one."""

    scenario: str
    title: str
    tests: tuple[str, ...]
    all_models: Mean | None
    best: ModelFigures | None
    worst: ModelFigures | None


class CategoryView(NamedTuple):
    """`spots`: the models with a scored test in the category, the best first."""

    category: str
    spots: tuple[ModelFigures, ...]
    all_models: Mean | None
    scenarios: tuple[ScenarioLine, ...]


def category_view(study: Study, category: str) -> CategoryView:
    tests = study.tests(lambda prompt: prompt.category == category)
    by_scenario: dict[str, list[str]] = {}
    for test in tests:
        by_scenario.setdefault(study.prompts[test].scenario, []).append(test)
    return CategoryView(
        category=category,
        spots=tuple(_category_spots(study, category)),
        all_models=study.score_mean_of_all(tests),
        scenarios=tuple(
            _scenario(study, scenario, of_scenario) for scenario, of_scenario in by_scenario.items()
        ),
    )


def _category_spots(study: Study, category: str) -> list[ModelFigures]:
    """The category's own figures, as on its page, of the real models."""
    spots = []
    for model in study.real:
        scores = study.evidence.category_score(model, category)
        if scores:
            spots.append(ModelFigures(model, scores.accuracy, scores.completeness, scores.score))
    return sorted(spots, key=lambda spot: -spot.score)


def _scenario(study: Study, scenario: str, tests: list[str]) -> ScenarioLine:
    spots = []
    for model in study.real:
        pairs = [study.results[model][test] for test in tests if test in study.results[model]]
        if len(pairs) == len(tests):
            accuracy = sum(pair.accuracy for pair in pairs) / len(pairs)
            completeness = sum(pair.completeness for pair in pairs) / len(pairs)
            spots.append(ModelFigures(model, accuracy, completeness, (accuracy + completeness) / 2))
    spots.sort(key=lambda spot: -spot.score)
    return ScenarioLine(
        scenario=scenario,
        title=study.prompts[tests[0]].title,
        tests=tuple(tests),
        all_models=study.score_mean_of_all(tests),
        best=spots[0] if spots else None,
        worst=spots[-1] if spots else None,
    )

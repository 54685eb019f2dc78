"""How well models do a kind of work: all of it, and each of its scenarios."""

from collections.abc import Sequence
from typing import NamedTuple

from stages.report.research.study import Mean, Study


class ModelScore(NamedTuple):
    """One model's mean over the tests of a line, percent."""

    model: str
    score: float


class ScenarioLine(NamedTuple):
    """Some tests: the mean of all models, and the best and the worst one."""

    name: str
    tests: int
    all_models: Mean | None
    best: ModelScore | None
    worst: ModelScore | None


class ScenarioTable(NamedTuple):
    """`lines`: all tests of the category first, by the category's own score."""

    category: str
    lines: tuple[ScenarioLine, ...]


def scenario_table(study: Study, category: str) -> ScenarioTable:
    tests = study.tests(lambda prompt: prompt.category == category)
    if not tests:
        return ScenarioTable(category, ())
    by_scenario: dict[str, list[str]] = {}
    for test in tests:
        by_scenario.setdefault(study.prompts[test].scenario, []).append(test)
    lines = [_line(study, "all scenarios", tests, _category_scores(study, category))]
    for scenario, of_scenario in by_scenario.items():
        lines.append(_line(study, scenario, of_scenario, _scores(study, of_scenario)))
    return ScenarioTable(category, tuple(lines))


def _line(
    study: Study, name: str, tests: Sequence[str], scores: Sequence[ModelScore]
) -> ScenarioLine:
    ordered = sorted(scores, key=lambda item: -item.score)
    return ScenarioLine(
        name=name,
        tests=len(tests),
        all_models=study.score_mean_of_all(tests),
        best=ordered[0] if ordered else None,
        worst=ordered[-1] if ordered else None,
    )


def _category_scores(study: Study, category: str) -> list[ModelScore]:
    """The category's own figures, as on its page, of the real models."""
    scores = {model: study.evidence.category_score(model, category) for model in study.real}
    return [ModelScore(model, found.score) for model, found in scores.items() if found]


def _scores(study: Study, tests: Sequence[str]) -> list[ModelScore]:
    """The real models with a score in each of the tests."""
    found = []
    for model in study.real:
        scores = study.scores(model, tests)
        if len(scores) == len(tests):
            found.append(ModelScore(model, sum(scores.values()) / len(tests)))
    return found

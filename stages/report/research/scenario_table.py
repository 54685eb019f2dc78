"""How well models do a kind of work: all of it, and each of its scenarios."""

from collections.abc import Sequence
from typing import NamedTuple

from stages.report.research.study import Mean, Study, grouped

ModelScore = tuple[str, float]
"""A model and its mean over the tests of a line, percent."""


class ScenarioLine(NamedTuple):
    """Some tests: the mean of all models, and the best and the worst one."""

    name: str
    tests: int
    all_models: Mean | None
    best: ModelScore | None
    worst: ModelScore | None


def scenario_lines(study: Study, category: str) -> list[ScenarioLine]:
    """All tests of the category first, by the category's own score, then each scenario."""
    tests = study.evidence.tests(category)
    if not tests:
        return []
    own = {model: study.evidence.category_score(model, category) for model in study.real}
    overall = [(model, found.score) for model, found in own.items() if found]
    lines = [_line(study, "all scenarios", tests, overall)]
    by_scenario = grouped(tests, lambda test: study.prompts[test].scenario)
    for scenario, of_scenario in by_scenario.items():
        whole = []
        for model in study.real:
            scores = study.scores(model, of_scenario)
            if len(scores) == len(of_scenario):
                whole.append((model, sum(scores.values()) / len(scores)))
        lines.append(_line(study, scenario, of_scenario, whole))
    return lines


def _line(
    study: Study, name: str, tests: Sequence[str], scores: Sequence[ModelScore]
) -> ScenarioLine:
    ordered = sorted(scores, key=lambda item: -item[1])
    return ScenarioLine(
        name=name,
        tests=len(tests),
        all_models=study.mean(study.scores_of_all(tests)),
        best=ordered[0] if ordered else None,
        worst=ordered[-1] if ordered else None,
    )

"""compare: all models side by side: the leaderboard, what each pair of models differs by, and the plots' data."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from stages.lib.base import paths
from stages.lib.base.config import Config, ScoreConfig
from stages.lib.base.jsonl import read_json, read_records, write_json, write_text
from stages.lib.base.params import load_params
from stages.lib.base.records import LCIF, TestScore
from stages.lib.base.stage import Summary, stage
from stages.lib.progress import tracked
from stages.lib.scoring.people import beside
from stages.lib.scoring.raters import raters_figures
from stages.lib.scoring.scores import Pair, drawable, overall_of, results
from stages.lib.scoring.statistics import interval, samples, standard_deviation

Z_80_PERCENT_POWER = 2.8016
"""z(0.975) + z(0.80): the usual factor from a standard error to the difference seen with 80 % power at 5 %."""


class CompareConfig(Config):
    models: list[str]
    score: ScoreConfig
    seed: int


@stage("compare", CompareConfig)
def main(config: CompareConfig) -> Summary:
    pruned = prune(load_params().models)  # never by an override: that would delete what other models have
    scores = {model: read_records(paths.test_scores(model), TestScore) for model in config.models}
    figures = {model: read_json(paths.model_metrics(model)) for model in config.models}
    panel = "llm" if all("llm" in figure for figure in figures.values()) else "checks"
    tests = {model: scores_of(listed, panel, all_final(figures, panel)) for model, listed in scores.items()}
    pairs = compare_all(config, tests)
    ranked = leaderboard(figures, panel, pairs)
    raters = raters_figures(figures, scores, panel)
    pairs_json = [pair.as_json() for pair in pairs]
    write_json(paths.LEADERBOARD, {"panel": panel, "models": ranked, "pairs": pairs_json, "raters": raters})
    write_plots(ranked)
    return Summary(items=len(ranked), new=len(ranked), notes=pruned)


def all_final(figures: dict[str, Any], panel: str) -> bool:
    """Whether every model has a final score: else all are compared by provisional ones."""
    return all("final" in figure.get(panel, {}) for figure in figures.values())


def scores_of(scores: Sequence[TestScore], panel: str, final: bool) -> list[TestScore]:
    """A model's test scores by the panel; for final scores the dialogues are people's."""
    return [score for score in scores if score.panel == ("people" if final and score.category == LCIF else panel)]


def prune(models: Sequence[str]) -> list[str]:
    """Delete what a model left that params.yaml no longer names (never its paid answers), and say what."""
    notes = []
    for path in (paths.answers, paths.extracted, paths.verdicts, paths.test_scores, paths.model_metrics):
        kept = {path(model) for model in models}
        folder = path("any").parent
        for stale in sorted(set(folder.glob("*.json*")) - kept):
            stale.unlink()
            notes.append(f"removed {stale}: the model is not in params.yaml")
    return notes


class Difference(NamedTuple):
    """How far apart two models are on the tests that both have: percentage points of the overall score."""

    first: str
    second: str
    tests: int
    difference: float | None
    low: float | None
    high: float | None
    detectable: float | None
    first_better: list[str]
    second_better: list[str]

    @property
    def told_apart(self) -> bool:
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "told_apart": self.told_apart}


def compare_all(config: CompareConfig, tests: Mapping[str, Sequence[TestScore]]) -> list[Difference]:
    """The paired difference of every two models.

    A model's scores over the draws are worked out once for all the models that it has the same tests in common with.
    """
    scored = {model: results(listed) for model, listed in tests.items()}

    @cache
    def drawn(model: str, common: tuple[str, ...]) -> Drawn:
        return over_draws(config, {test: scored[model][test] for test in common}, tests[model])

    pairs = list(combinations(sorted(tests), 2))
    found = []
    for first, second in tracked("compare", pairs):
        common = tuple(sorted(scored[first].keys() & scored[second].keys()))
        difference = compared(config, first, second, drawn(first, common), drawn(second, common))
        found.append(difference)
    return found


class Drawn(NamedTuple):
    """One model on some tests: its results, its overall score, and that score in each draw (None: not defined)."""

    results: dict[str, Pair]
    overall: float | None
    draws: list[float | None]


def over_draws(config: CompareConfig, found: dict[str, Pair], tests: Sequence[TestScore]) -> Drawn:
    """The same tests give the same draws, whatever the model: the differences of two models' draws are paired."""
    categories = {score.test: score.category for score in tests}
    groups = drawable(found, categories, {score.test: score.dataset for score in tests})
    statistic = overall_of(found, categories, config.score.lcif_weights)
    drawn = samples(groups, config.score.bootstrap_draws, config.seed)
    return Drawn(found, statistic(sorted(found)), [statistic(draw) for draw in drawn])


def compared(config: CompareConfig, first: str, second: str, one: Drawn, two: Drawn) -> Difference:
    """The paired difference of two models with its interval and the smallest difference the tests could show."""
    differences = map(_difference, one.draws, two.draws)
    values = sorted(value for value in differences if value is not None)
    bounds = interval(values, config.score.confidence)
    return Difference(
        first=first,
        second=second,
        tests=len(one.results),
        difference=_difference(one.overall, two.overall),
        low=bounds.low if bounds else None,
        high=bounds.high if bounds else None,
        detectable=Z_80_PERCENT_POWER * standard_deviation(values) if values else None,
        first_better=_better(one.results, two.results),
        second_better=_better(two.results, one.results),
    )


def _difference(one: float | None, two: float | None) -> float | None:
    return None if one is None or two is None else one - two


def _better(one: dict[str, Pair], two: dict[str, Pair]) -> list[str]:
    return [test for test in sorted(one) if one[test].score > two[test].score]


def leaderboard(figures: dict[str, Any], panel: str, pairs: Sequence[Difference]) -> list[dict[str, Any]]:
    """The models from best to worst, by final scores if all have one, else all by provisional ones.

    A `group` holds models that the data cannot tell from its first one. A model with tests missing or unscored stands
    below the others without a rank: its score is over fewer tests, and would be compared with theirs.
    """
    kind = "final" if all_final(figures, panel) else "final_provisional"
    rows = [_row(model, figure, panel, kind) for model, figure in figures.items()]
    rows.sort(key=lambda row: (not row["complete"], -_sortable(row["score"]), row["model"]))
    apart = {frozenset((pair.first, pair.second)) for pair in pairs if pair.told_apart}
    group, head, ranked = 0, "", []
    for rank, row in enumerate(rows, 1):
        if not head or frozenset((head, row["model"])) in apart:
            group, head = rank, row["model"]
        complete = row["complete"]
        ranked.append({**row, "rank": rank if complete else None, "group": group if complete else None})
    return ranked


def _sortable(score: float | None) -> float:
    return -math.inf if score is None else score


def _row(model: str, figure: dict[str, Any], panel: str, kind: str) -> dict[str, Any]:
    of_panel = beside(figure.get(panel, {}), kind)
    return {
        "model": model,
        "score": of_panel.get(kind),
        "kind": kind,
        "interval": of_panel.get("interval"),
        "accuracy": of_panel.get("accuracy"),
        "completeness": of_panel.get("completeness"),
        "coverage": of_panel.get("coverage"),
        "categories": {name: pair["score"] for name, pair in of_panel.get("categories", {}).items()},
        "tests": of_panel.get("tests"),
        "complete": of_panel.get("tests", {}).get("missing") == of_panel.get("tests", {}).get("unscored") == 0,
        "tokens": figure["generate"]["tokens"]["input"] + figure["generate"]["tokens"]["output"],
        "cost_usd": figure["generate"]["cost_usd"],
        "seconds": figure["generate"]["seconds"],
    }


def write_plots(rows: Sequence[dict[str, Any]]) -> None:
    """The CSVs that `dvc plots show` draws: scores by category, and score against cost."""
    categories = [
        {"model": row["model"], "category": category, "score": score}
        for row in rows
        for category, score in [*row["categories"].items(), ("overall", row["score"])]
        if score is not None
    ]
    costs = [{key: row[key] for key in ("model", "score", "cost_usd", "tokens", "seconds")} for row in rows]
    _write_csv(paths.PLOTS / "categories.csv", categories)
    _write_csv(paths.PLOTS / "cost.csv", costs)


def _write_csv(path: Path, rows: list[dict[str, Any]]) -> None:
    write_text(path, pd.DataFrame(rows).round(4).to_csv(index=False, lineterminator="\n"))


if __name__ == "__main__":
    main()

"""compare: the leaderboard, what each pair of models differs by, and the plots' data."""

from collections.abc import Sequence

from stages.compare.pairs import compare_all
from stages.compare.plots import write_plots
from stages.compare.ranks import all_final, leaderboard
from stages.lib.base import paths
from stages.lib.base.config import Config, ScoreConfig
from stages.lib.base.jsonl import read_json, read_records, write_json
from stages.lib.base.params import load_params
from stages.lib.base.records import LCIF, TestScore
from stages.lib.base.stage import Summary, stage
from stages.lib.delivery.tree import remove_tree
from stages.lib.scoring.raters import raters_figures


class CompareConfig(Config):
    models: list[str]
    score: ScoreConfig
    seed: int


@stage("compare", CompareConfig)
def main(config: CompareConfig) -> Summary:
    pruned = prune(
        load_params().models
    )  # never by an override: that would delete what other models have
    scores = {model: read_records(paths.test_scores(model), TestScore) for model in config.models}
    figures = {model: read_json(paths.model_metrics(model)) for model in config.models}
    panel = "llm" if all("llm" in figure for figure in figures.values()) else "checks"
    tests = {
        model: scores_of(listed, panel, all_final(figures, panel))
        for model, listed in scores.items()
    }
    pairs = compare_all(config.score, config.seed, tests)
    ranked = leaderboard(figures, panel, pairs)
    raters = raters_figures(figures, scores, panel)
    pairs_json = [pair.as_json() for pair in pairs]
    write_json(
        paths.LEADERBOARD, {"panel": panel, "models": ranked, "pairs": pairs_json, "raters": raters}
    )
    write_plots(ranked)
    return Summary(items=len(ranked), new=len(ranked), notes=pruned)


def scores_of(scores: Sequence[TestScore], panel: str, final: bool) -> list[TestScore]:
    """A model's test scores by the panel; for final scores the dialogues are people's."""
    return [
        score
        for score in scores
        if score.judge_group == ("people" if final and score.category == LCIF else panel)
    ]


def prune(models: Sequence[str]) -> list[str]:
    """Delete what a model left that params.yaml no longer names (never its paid answers), and say what."""
    notes = []
    for path in (
        paths.answers,
        paths.extracted,
        paths.verdicts,
        paths.test_scores,
        paths.model_metrics,
    ):
        kept = {path(model) for model in models}
        folder = path("any").parent
        for stale in sorted(set(folder.glob("*.json*")) - kept):
            stale.unlink()
            notes.append(f"removed {stale}: the model is not in params.yaml")
    for folder in sorted(
        set(paths.dialogues("any").parent.glob("*")) - {paths.dialogues(model) for model in models}
    ):
        remove_tree(folder)
        notes.append(f"removed {folder}: the model is not in params.yaml")
    return notes


if __name__ == "__main__":
    main()

"""compare: the leaderboard, and what each pair of models differs by."""

from collections.abc import Sequence
from pathlib import Path

from assay.answers.tree import remove_tree
from assay.config import paths
from assay.config.params import load_params
from assay.config.settings import Config, ScoreConfig
from assay.config.stage import Summary, stage
from assay.records.jsonl import read_records, read_result, write_result, write_results
from assay.records.leaderboard import Leaderboard, LeaderboardRow
from assay.records.models import ModelMetrics, ModelSpending
from assay.records.not_run import NotRun, read_not_run
from assay.records.pipeline import AutomaticGroup, TestScore
from assay.records.summary import score_summary
from assay.scores.pairs import compare_all
from assay.scores.raters import raters_figures
from assay.scores.suite import scores_of
from stages.compare.ranks import leaderboard, score_kind


class CompareConfig(Config):
    """`not_run`: the folder with the records of the models that could not run."""

    models: list[str]
    score: ScoreConfig
    seed: int
    baseline: str | None = None
    not_run: str | None = None


@stage("compare", CompareConfig)
def main(config: CompareConfig) -> Summary:
    # by params.yaml, never by an override: that would delete what other models have
    notes = prune(load_params().models)
    not_run = _not_run(config)
    scores = {model: read_records(paths.test_scores(model), TestScore) for model in config.models}
    metrics = {
        model: read_result(paths.model_metrics(model), ModelMetrics) for model in config.models
    }
    spending = {
        model: read_result(paths.model_spending(model), ModelSpending) for model in config.models
    }
    by_llm = all(of_model.llm for of_model in metrics.values())
    group: AutomaticGroup = "llm" if by_llm else "checks"
    kind = score_kind(metrics, group)
    compared = {model: scores_of(of_model, group, kind) for model, of_model in scores.items()}
    pairs = compare_all(config.score, config.seed, compared, _baseline(config, not_run))
    board = Leaderboard(
        judge_group=group,
        models=tuple(leaderboard(metrics, spending, group, pairs)),
        pairs=tuple(pairs),
        raters=raters_figures(metrics, scores, group),
        not_run=not_run,
    )
    write_result(paths.LEADERBOARD, board)
    write_summary(board.models)
    for absent in not_run:
        paths.model_summary(absent.model).unlink(missing_ok=True)  # of an earlier run
    return Summary(items=len(board.models), new=len(board.models), notes=notes)


def _not_run(config: CompareConfig) -> tuple[NotRun, ...]:
    return read_not_run(Path(config.not_run)) if config.not_run else ()


def _baseline(config: CompareConfig, not_run: Sequence[NotRun]) -> str | None:
    """The baseline; none if that model could not run, so that the others are compared anyway."""
    absent = {record.model for record in not_run}
    return None if config.baseline in absent else config.baseline


def write_summary(rows: Sequence[LeaderboardRow]) -> None:
    """The scores alone, in one file for scripts, and in a file for each model.

    `dvc metrics show` prints a line for each file.
    """
    summaries = {row.model: score_summary(row) for row in rows}
    write_results(paths.SUMMARY, summaries)
    for model, summary in summaries.items():
        write_result(paths.model_summary(model), summary)


def prune(models: Sequence[str]) -> list[str]:
    """Delete what models left that params.yaml no longer names, and say what.

    Their paid answers and their executions stay.
    """
    views = (
        paths.answers,
        paths.extracted,
        paths.executions,
        paths.verdicts,
        paths.repeats,
        paths.test_scores,
        paths.model_metrics,
        paths.model_spending,
        paths.model_summary,
    )
    removed = []
    for view in views:
        kept = {view(model) for model in models}
        folder = view("any").parent
        for path in sorted(set(folder.glob("*.json*")) - kept):
            path.unlink()
            removed.append(path)
    for folder_of in (paths.dialogues, paths.screenshots):
        kept = {folder_of(model) for model in models}
        for path in sorted(set(folder_of("any").parent.glob("*")) - kept):
            remove_tree(path)
            removed.append(path)
    return [f"removed {path}: the model is not in params.yaml" for path in removed]


if __name__ == "__main__":
    main()

"""compare: the leaderboard, and what each pair of models differs by."""

from collections.abc import Sequence

from assay.config import paths
from assay.config.config_files import load_model
from assay.config.params import load_params
from assay.config.settings import Config, ModelNames, ScoreConfig
from assay.config.stage import Summary, stage
from assay.missing import models_not_run, note_missing, read_gaps
from assay.records.jsonl import read_records, read_result, write_json, write_result
from assay.records.leaderboard_records import LeaderboardRow
from assay.records.models import ModelMetrics, ModelSpending
from assay.records.pipeline import Prompt, TestScore
from assay.scores.contestants import MARGIN
from stages.compare.ranks import Run, board_of


class CompareConfig(Config):
    models: ModelNames
    score: ScoreConfig
    seed: int
    baseline: str | None = None
    margin: float = MARGIN


@stage("compare", CompareConfig)
def main(config: CompareConfig) -> Summary:
    note_missing()
    wanted = len(read_records(paths.PROMPTS, Prompt)) * load_params().attempts
    not_run = models_not_run(read_gaps("generate"), dict.fromkeys(config.models, wanted))
    absent = {record.model for record in not_run}
    models = [model for model in config.models if model not in absent]
    baseline = None if config.baseline in absent else config.baseline
    board = board_of(_run_of(models), config.score, config.seed, config.margin, baseline)
    board = board.model_copy(update={"not_run": not_run})
    write_result(paths.LEADERBOARD, board)
    write_summary(board.models)
    return Summary(items=len(board.models), new=len(board.models))


def _run_of(models: Sequence[str]) -> Run:
    metrics = {model: read_result(paths.model_metrics(model), ModelMetrics) for model in models}
    scores = {model: read_records(paths.test_scores(model), TestScore) for model in models}
    spending = {model: read_result(paths.model_spending(model), ModelSpending) for model in models}
    settings = {model: load_model(model) for model in models}
    rulers = [model for model in models if settings[model].is_ruler]
    reasoning = {model: settings[model].sampling.reasoning for model in models}
    return Run(metrics, spending, scores, rulers, reasoning)


def write_summary(rows: Sequence[LeaderboardRow]) -> None:
    """The scores alone, overall and by the category's name; without one it is left out.

    One file for scripts, and one a model, a line of `dvc metrics show`.
    """
    summaries = {}
    for row in rows:
        overall = {} if row.score is None else {"overall": row.score}
        summaries[row.model] = {**overall, **row.categories}
        write_json(paths.model_summary(row.model), summaries[row.model])
    write_json(paths.SUMMARY, summaries)


if __name__ == "__main__":
    main()

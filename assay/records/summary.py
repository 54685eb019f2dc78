"""metrics/summary.json, by model, and metrics/summary/<model>.json: the scores alone."""

from assay.records.leaderboard_records import LeaderboardRow
from assay.records.pipeline import Record


class ScoreSummary(Record):
    """One model's scores on the leaderboard, percent: overall and by the category's name."""

    overall: float | None = None
    code_generation: float | None = None
    code_translation: float | None = None
    code_documentation: float | None = None
    instruction_following: float | None = None


def score_summary(row: LeaderboardRow) -> ScoreSummary:
    return ScoreSummary.model_validate({"overall": row.score, **row.categories})

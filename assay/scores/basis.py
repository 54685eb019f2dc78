"""By what a score was reached: by running answers, or by reading them; and which scores compare."""

from collections.abc import Iterable, Sequence

from assay.records.leaderboard_records import LeaderboardRow
from assay.records.models import BasisCounts
from assay.records.pipeline import Judgement

MENTIONED = "≤ is an upper bound and no part of a score: documents are not verified by checks"
PRESENCE = "presence in the text"
"""What a static check measures: that something stands in the answer, not that it works."""


def basis_counts(judgements: Iterable[Judgement]) -> BasisCounts | None:
    """How many decided criteria were executed and how many read; None where none was executed."""
    decided = [
        verdict
        for judgement in judgements
        for verdict in judgement.verdicts
        if verdict.passed is not None
    ]
    executed = sum(verdict.basis == "executed" for verdict in decided)
    if not executed:
        return None
    return BasisCounts(executed=executed, read=len(decided) - executed)


def score_name(rows: Sequence[LeaderboardRow]) -> str:
    """What the scores of the built-in judge measure."""
    if any(row.basis for row in rows):
        return f"execution, and {PRESENCE} where nothing was executed"
    return PRESENCE


def mention_notes(rows: Iterable[LeaderboardRow]) -> list[str]:
    """What ≤ says, if there are documents that checks searched."""
    return [MENTIONED] if any(row.tests and row.tests.mentioned for row in rows) else []


def basis_notes(rows: Sequence[LeaderboardRow]) -> list[str]:
    """A line for each model with executed criteria, and a warning where the shares differ.

    A model that delivered nothing has nothing to execute, so it is left out of the comparison.
    """
    counts = {row.model: row.basis for row in rows if row.basis}
    notes = [
        f"{model}: {basis.executed} of {basis.executed + basis.read} decided "
        "criteria were executed, the others read"
        for model, basis in counts.items()
    ]
    read = [row.model for row in rows if row.basis is None and row.score]
    if counts and read:
        notes.append(
            f"no answer of {', '.join(read)} was executed: these scores are {PRESENCE}, "
            "and are not comparable with executed ones"
        )
    if len({basis.executed for basis in counts.values()}) > 1:
        notes.append(
            "the models differ in how many criteria were executed: an executed criterion is "
            "stricter than a read one, so look at both numbers before comparing scores"
        )
    return mention_notes(rows) + notes

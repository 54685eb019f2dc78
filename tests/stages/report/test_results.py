"""Each model stands against the next, seen from the better one, before the table of all pairs."""

from pathlib import Path

import pytest

from assay.config import paths
from assay.records.jsonl import read_result, write_result
from assay.records.leaderboard_records import Difference, Leaderboard
from stages.report.results import neighbours
from tests.stages.report.test_page import MODELS, evidence_of, write_run


@pytest.fixture(autouse=True)
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three models with scores in every test, in the order solid, hostile, patchy."""
    monkeypatch.chdir(tmp_path)
    write_run(MODELS)
    board = read_result(paths.LEADERBOARD, Leaderboard)
    ranked = {"complete": True, "rank": 1, "group": 1, "best_rank": 1, "worst_rank": 3}
    rows = {row.model: row.model_copy(update=ranked) for row in board.models}
    models = tuple(rows[name] for name in MODELS)
    write_result(paths.LEADERBOARD, board.model_copy(update={"models": models}))


def write_pairs(*names: tuple[str, str]) -> None:
    board = read_result(paths.LEADERBOARD, Leaderboard)
    pairs = tuple(difference(*pair) for pair in names)
    write_result(paths.LEADERBOARD, board.model_copy(update={"pairs": pairs}))


def difference(first: str, second: str) -> Difference:
    """The first one is 5 points worse."""
    return (
        read_result(paths.LEADERBOARD, Leaderboard)
        .pairs[0]
        .model_copy(
            update={
                "first": first,
                "second": second,
                "difference": -5.0,
                "low": -9.0,
                "high": -1.0,
                "decision": "significant",
            }
        )
    )


def test_a_pair_is_seen_from_the_model_that_stands_higher() -> None:
    write_pairs(("hostile", "solid"), ("hostile", "patchy"), ("patchy", "solid"))
    found = neighbours(evidence_of())
    assert [(pair.first, pair.second, pair.difference, pair.low, pair.high) for pair in found] == [
        ("solid", "hostile", 5.0, 1.0, 9.0),
        ("hostile", "patchy", -5.0, -9.0, -1.0),
    ]


def test_with_a_baseline_only_its_neighbours_are_compared() -> None:
    write_pairs(("hostile", "solid"), ("patchy", "solid"))
    found = neighbours(evidence_of())
    assert [(pair.first, pair.second) for pair in found] == [("solid", "hostile")]

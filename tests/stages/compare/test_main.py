"""The files that compare writes, and what goes when a model is removed."""

from pathlib import Path

import pytest

from assay.config import paths
from assay.records.jsonl import read_json
from assay.records.leaderboard_records import LeaderboardRow
from stages.compare.__main__ import prune, write_summary


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(*files: Path) -> None:
    for path in files:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")


def test_the_summary_of_a_removed_model_is_deleted(folder: Path) -> None:
    write(paths.model_summary("kept"), paths.model_summary("old"), paths.LEADERBOARD)
    assert prune(["kept"]) == ["removed metrics/summary/old.json: the model is not in params.yaml"]
    assert paths.model_summary("kept").exists() and paths.LEADERBOARD.exists()
    assert prune(["kept"]) == []


@pytest.fixture
def row() -> LeaderboardRow:
    return LeaderboardRow(
        model="a",
        rank=1,
        group=1,
        best_rank=1,
        worst_rank=1,
        score=61.23456,
        kind="final_provisional",
        interval=None,
        accuracy=None,
        completeness=None,
        coverage=1.0,
        categories={"code_generation": 50.0},
        tests=None,
        complete=True,
        tokens=10,
        cost_usd=None,
        seconds=1.5,
    )


def test_the_summary_holds_the_scores_and_nothing_else(folder: Path, row: LeaderboardRow) -> None:
    nothing = row.model_copy(update={"model": "b", "score": None, "categories": {}})
    write_summary([row, nothing])
    scores = {"overall": 61.2346, "code_generation": 50.0}
    assert read_json(paths.SUMMARY) == {"a": scores, "b": {}}
    assert read_json(paths.model_summary("a")) == scores
    assert read_json(paths.model_summary("b")) == {}, "no score is no zero"

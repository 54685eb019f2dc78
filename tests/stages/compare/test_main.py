"""The files that compare writes, and what goes when a model is removed."""

from pathlib import Path

import pytest

from assay.config import paths
from assay.records.jsonl import read_json
from assay.records.leaderboard import LeaderboardRow
from assay.records.pipeline import CATEGORIES
from assay.records.summary import ScoreSummary
from stages.compare.__main__ import prune, write_summary


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(*files: Path) -> None:
    for path in files:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")


def test_what_a_removed_model_left_is_deleted_but_never_a_paid_answer(folder: Path) -> None:
    views = (
        paths.answers,
        paths.extracted,
        paths.verdicts,
        paths.test_scores,
        paths.model_metrics,
        paths.model_spending,
        paths.model_summary,
    )
    paid = [
        store(stage, "old")
        for store in (paths.published_ledger, paths.local_ledger)
        for stage in ("generate", "judge")
    ]
    write(*(view(model) for view in views for model in ("kept", "old")), *paid, paths.LEADERBOARD)
    notes = prune(["kept"])
    assert len(notes) == len(views) and all("old" in note for note in notes)
    assert all(view("kept").exists() and not view("old").exists() for view in views)
    assert all(path.exists() for path in [*paid, paths.LEADERBOARD])
    assert prune(["kept"]) == []


def test_nothing_to_prune_in_an_empty_folder(folder: Path) -> None:
    assert prune(["a"]) == []


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


def test_every_category_has_its_scalar() -> None:
    assert set(ScoreSummary.model_fields) == {"overall", *CATEGORIES}

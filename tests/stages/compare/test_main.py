"""The files that compare writes."""

from pathlib import Path

from assay.config import paths
from assay.records.jsonl import read_json
from stages.compare.__main__ import write_summary
from tests.stages.validity.small_run import row as ranked


def test_the_summary_holds_the_scores_and_nothing_else(here: Path) -> None:
    figures = {"score": 61.23456, "categories": {"code_generation": 50.0}}
    row = ranked("a", 1).model_copy(update=figures)
    nothing = row.model_copy(update={"model": "b", "score": None, "categories": {}})
    write_summary([row, nothing])
    scores = {"overall": 61.2346, "code_generation": 50.0}
    assert read_json(paths.SUMMARY) == {"a": scores, "b": {}}
    assert read_json(paths.model_summary("a")) == scores
    assert read_json(paths.model_summary("b")) == {}, "no score is no zero"

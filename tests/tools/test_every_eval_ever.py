"""The export is what schema 0.2.2 of the shared form demands, with the figures and no ruler."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from assay.config import paths
from assay.records.hashing import git_id
from assay.records.jsonl import read_json, write_result, write_text
from assay.records.pipeline import Interval
from tests.project import ROOT
from tests.stages.validity.small_run import board
from tools import every_eval_ever

MODEL = """\
litellm_model: openrouter/acme/small-2
sampling: {temperature: 0.2, max_tokens: 8000, reasoning_effort: high}
"""
SECRET = "extra_headers: {X-Team: our-own}\napi_base: https://gateway.example.org\n"
METRIC = {
    "evaluation_description": "final_provisional score by llm: weight of the criteria passed, mean "
    "of accuracy and completeness",
    "metric_unit": "percent",
    "lower_is_better": False,
    "score_type": "continuous",
    "min_score": 0,
    "max_score": 100,
}
UNCERTAINTY = {"confidence_interval": {"lower": 66.5, "upper": 75.0, "confidence_level": 0.95}}
GENERATION = {
    "generation_args": {"temperature": 0.2, "max_tokens": 8000},
    "additional_details": {"reasoning": "high"},
}


def result(name: str, **details: Any) -> dict[str, Any]:
    return {
        "evaluation_name": f"assay.{name}",
        "source_data": {"dataset_name": "assay", "source_type": "other"},
        "metric_config": METRIC,
        "score_details": details,
        "generation_config": GENERATION,
    }


@pytest.fixture(autouse=True)
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run of two models and a ruler; the second model has no name at litellm."""
    monkeypatch.chdir(tmp_path)
    one, two, gold = board("one", "two", "gold").models
    interval = Interval(low=66.5, high=75.0)
    scored = {"score": 71.25, "interval": interval, "categories": {"a": 70.0}}
    rows = (one.model_copy(update=scored), two, gold.model_copy(update={"ruler": True}))
    write_result(paths.LEADERBOARD, board().model_copy(update={"models": rows}))
    write_text(paths.CONF / "model/one.yaml", MODEL + SECRET)
    write_text(paths.CONF / "model/two.yaml", "provider: files\nfamily: acme\n")
    shutil.copytree(ROOT / "conf" / "score", paths.CONF / "score")


def exported(monkeypatch: pytest.MonkeyPatch, organization: str = "A Team") -> dict[str, Path]:
    """The files that are there after an export, by folder."""
    monkeypatch.setattr("sys.argv", ["every_eval_ever", organization])
    every_eval_ever.main()
    data = every_eval_ever.FOLDER / "data" / "assay"
    return {str(path.parent.relative_to(data)): path for path in data.rglob("*.json")}


def test_each_model_has_a_file_in_the_shared_form(monkeypatch: pytest.MonkeyPatch) -> None:
    files = exported(monkeypatch)
    assert sorted(files) == ["acme/small-2", "acme/two"]
    one = read_json(files["acme/small-2"])
    now, board_id = one["retrieved_timestamp"], git_id(paths.LEADERBOARD.read_bytes())
    source = {"source_name": "Assay", "source_type": "evaluation_run"}
    relation = {"source_organization_name": "A Team", "evaluator_relationship": "third_party"}
    details = {"leaderboard": board_id}
    assert one == {
        "schema_version": "0.2.2",
        "evaluation_id": f"assay/acme/small-2/{now}",
        "retrieved_timestamp": now,
        "source_metadata": source | relation,
        "eval_library": {"name": "assay", "version": "unknown", "additional_details": details},
        "model_info": {
            "name": "one",
            "id": "acme/small-2",
            "developer": "acme",
            "inference_platform": "openrouter",
        },
        "evaluation_results": [
            result("overall", score=71.25, uncertainty=UNCERTAINTY),
            result("a", score=70.0),
        ],
    }
    text = files["acme/small-2"].read_text()
    assert "gateway" not in text and "our-own" not in text


def test_the_same_results_keep_their_file_and_others_get_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = exported(monkeypatch)
    assert exported(monkeypatch) == first
    text = paths.LEADERBOARD.read_text()
    paths.LEADERBOARD.write_text(text.replace("71.25", "72.5"))
    exported(monkeypatch)
    assert len([*first["acme/small-2"].parent.glob("*.json")]) == 2
    assert len([*first["acme/two"].parent.glob("*.json")]) == 1


def test_without_a_name_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Exception, match='ORG="Example Team"'):
        exported(monkeypatch, " ")
    assert not every_eval_ever.FOLDER.exists()

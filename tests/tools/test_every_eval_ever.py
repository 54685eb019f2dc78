"""The export holds what the shared form demands, the figures as they are, and no ruler."""

import shutil
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from assay.config import paths
from assay.records.jsonl import read_json, write_result
from assay.records.pipeline import Interval
from tests.project import ROOT
from tests.stages.validity.small_run import board
from tools import every_eval_ever

MODEL = """\
litellm_model: openrouter/acme/small-2
sampling: {temperature: 0.2, max_tokens: 8000, reasoning_effort: high}
"""
SECRET = "extra_headers: {X-Team: our-own}\napi_base: https://gateway.example.org\n"


class SharedFormPart(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ConfidenceInterval(SharedFormPart):
    lower: float
    upper: float
    confidence_level: float = Field(ge=0, le=1)


class Uncertainty(SharedFormPart):
    confidence_interval: ConfidenceInterval


class ScoreDetails(SharedFormPart):
    score: float
    uncertainty: Uncertainty | None = None
    details: dict[str, str] = {}


class MetricConfig(SharedFormPart):
    lower_is_better: bool
    score_type: Literal["binary", "continuous", "levels"]
    min_score: float
    max_score: float
    evaluation_description: str
    metric_unit: str


class OtherSource(SharedFormPart):
    dataset_name: str
    source_type: Literal["other"]


class GenerationArguments(SharedFormPart):
    temperature: float | None = None
    top_p: float | None = None
    top_k: float | None = None
    max_tokens: int | None = None


class GenerationConfig(SharedFormPart):
    generation_args: GenerationArguments
    additional_details: dict[str, str] = {}


class EvaluationResult(SharedFormPart):
    evaluation_name: str
    source_data: OtherSource
    metric_config: MetricConfig
    score_details: ScoreDetails
    generation_config: GenerationConfig


class SourceMetadata(SharedFormPart):
    source_name: str
    source_type: Literal["documentation", "evaluation_run"]
    source_organization_name: str
    evaluator_relationship: Literal["first_party", "third_party", "collaborative", "other"]


class EvalLibrary(SharedFormPart):
    name: str
    version: str
    additional_details: dict[str, str]


class ModelInfo(SharedFormPart):
    name: str
    id: str
    developer: str
    inference_platform: str | None = None


class Evaluation(SharedFormPart):
    """What schema 0.2.2 demands and knows of the keys that the export writes."""

    schema_version: Literal["0.2.2"]
    evaluation_id: str
    retrieved_timestamp: str
    source_metadata: SourceMetadata
    eval_library: EvalLibrary
    model_info: ModelInfo
    evaluation_results: list[EvaluationResult]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run of two models and a ruler; the second model has no name at litellm."""
    monkeypatch.chdir(tmp_path)
    rows = list(board("one", "two", "gold").models)
    changes: list[dict[str, Any]] = [
        {"score": 71.25, "interval": Interval(low=66.5, high=75.0), "categories": {"a": 70.0}},
        {"score": 50.0, "interval": None, "categories": {}},
        {"score": 100.0, "ruler": True},
    ]
    rows = [row.model_copy(update=change) for row, change in zip(rows, changes, strict=True)]
    paths.LEADERBOARD.parent.mkdir(parents=True)
    board_of_three = board("one", "two", "gold").model_copy(update={"models": tuple(rows)})
    write_result(paths.LEADERBOARD, board_of_three)
    (paths.CONF / "model").mkdir(parents=True)
    (paths.CONF / "model" / "one.yaml").write_text(MODEL + SECRET)
    (paths.CONF / "model" / "two.yaml").write_text("provider: files\nfamily: acme\n")
    shutil.copytree(ROOT / "conf" / "score", paths.CONF / "score")
    return tmp_path


def exported(monkeypatch: pytest.MonkeyPatch, organization: str = "A Team") -> dict[str, Path]:
    """The files that are there after an export, by folder."""
    monkeypatch.setattr("sys.argv", ["every_eval_ever", organization])
    every_eval_ever.main()
    data = every_eval_ever.FOLDER / "data" / "assay"
    return {str(path.parent.relative_to(data)): path for path in data.rglob("*.json")}


def test_each_model_has_a_file_in_the_shared_form(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = exported(monkeypatch)
    assert sorted(files) == ["acme/small-2", "acme/two"]
    one = Evaluation.model_validate(read_json(files["acme/small-2"]))
    assert one.model_info == ModelInfo(
        name="one", id="acme/small-2", developer="acme", inference_platform="openrouter"
    )
    assert one.evaluation_id == f"assay/acme/small-2/{one.retrieved_timestamp}"
    overall, category = one.evaluation_results
    assert (overall.evaluation_name, overall.score_details.score) == ("assay.overall", 71.25)
    assert overall.score_details.uncertainty == Uncertainty(
        confidence_interval=ConfidenceInterval(lower=66.5, upper=75.0, confidence_level=0.95)
    )
    assert (category.evaluation_name, category.score_details.score) == ("assay.a", 70.0)
    assert category.generation_config == GenerationConfig(
        generation_args=GenerationArguments(temperature=0.2, max_tokens=8000),
        additional_details={"reasoning": "high"},
    )
    text = files["acme/small-2"].read_text()
    assert "gateway" not in text and "our-own" not in text


def test_the_same_results_keep_their_file_and_others_get_one(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = exported(monkeypatch)
    assert exported(monkeypatch) == first
    text = paths.LEADERBOARD.read_text()
    paths.LEADERBOARD.write_text(text.replace("71.25", "72.5"))
    exported(monkeypatch)
    assert len([*first["acme/small-2"].parent.glob("*.json")]) == 2
    assert len([*first["acme/two"].parent.glob("*.json")]) == 1


def test_without_a_name_nothing_is_written(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Exception, match='ORG="Example Team"'):
        exported(monkeypatch, " ")
    assert not every_eval_ever.FOLDER.exists()

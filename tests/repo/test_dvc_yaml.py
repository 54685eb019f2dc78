"""dvc.yaml agrees with the code: its stages are modules and depend on all that they use."""

import re
from pathlib import Path

import pytest
import yaml

from assay.config.params import Params, load_params
from stages.fingerprint import STAGES, closure, settings
from tests.project import ROOT

PIPELINE = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]


@pytest.fixture(autouse=True)
def in_product(product: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(product)


def test_every_stage_is_in_the_pipeline_in_order() -> None:
    assert tuple(PIPELINE) == ("fingerprint", *STAGES)


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_depends_on_the_list_of_its_code_and_on_no_code_beside(stage: str) -> None:
    assert PIPELINE[stage]["deps"][0] == f"outputs/fingerprint/{stage}.txt"
    assert f"outputs/fingerprint/{stage}.txt" in PIPELINE["fingerprint"]["outs"]
    assert not [path for path in PIPELINE[stage]["deps"] if path.startswith("stages")]


@pytest.mark.parametrize("stage", STAGES)
def test_what_a_stage_is_made_of_is_a_dependency_of_the_lists(stage: str) -> None:
    declared = [Path(path) for path in PIPELINE["fingerprint"]["deps"]]
    for file in closure(stage):
        assert any(file == path or file.is_relative_to(path) for path in declared), file


def test_the_lists_have_imports_of_imports_templates_and_configuration_and_no_other_stage() -> None:
    judge, report, measure = (
        set(map(str, closure(stage))) for stage in ("judge", "report", "measure")
    )
    assert {
        "stages/judge/__main__.py",
        "assay/judging/instructions.md",
        "conf/judge.yaml",
        "conf/base.yaml",
        "assay/calls/llm.py",
        "assay/code/queries.py",
    } <= judge
    assert "stages/report/templates/index.html.j2" in report
    others = ("stages/report", "stages/generate", "stages/score")
    assert not [path for path in judge if path.startswith(others)]
    assert not [path for path in report | measure if path.startswith("assay/calls")]


@pytest.mark.parametrize("stage", STAGES)
def test_the_command_runs_the_stage(stage: str) -> None:
    assert PIPELINE[stage]["cmd"].startswith(f"exec python -m stages.{stage}")
    assert Path(f"conf/{stage}.yaml").exists()


def persistent(stage: str) -> set[str]:
    """The outputs that DVC leaves in place before the stage runs."""
    outs = [out for out in PIPELINE[stage].get("outs", []) if isinstance(out, dict)]
    return {name for out in outs for name, flags in out.items() if flags.get("persist")}


def outputs(stage: str) -> set[str]:
    return {out if isinstance(out, str) else next(iter(out)) for out in PIPELINE[stage]["outs"]}


def test_what_a_stage_keeps_by_model_persists_and_only_the_report_beside() -> None:
    """DVC would delete what it does not keep, and all models would be done again."""
    keeping = {stage for stage in STAGES if persistent(stage)}
    assert keeping == {"generate", "extract", "execute", "judge", "score", "report"}
    for stage in keeping - {"report"}:
        assert persistent(stage) == outputs(stage)
        assert f"outputs/inputs/{stage}.json" in outputs(stage)
        assert "models" in PIPELINE[stage]["params"], "what a removed model left is deleted"


@pytest.mark.parametrize("stage", ["generate", "judge"])
def test_what_is_missing_comes_back_to_the_stage_that_asks(stage: str) -> None:
    assert f"metrics/missing/{stage}.json" in PIPELINE[stage]["deps"]
    assert f"outputs/gaps/{stage}.json" in PIPELINE["compare"]["deps"]


def test_the_scores_alone_are_metrics_of_dvc() -> None:
    declared = [out for body in PIPELINE.values() for out in body.get("metrics", [])]
    assert declared == [{"metrics/summary": {"cache": False}}]


def test_values_that_a_config_takes_from_params_are_in_its_list() -> None:
    params = load_params()
    assert PIPELINE["fingerprint"]["params"] == list(Params.model_fields)
    assert '# params.yaml panel: ["checks"]\n' in settings("judge", params)
    for stage in STAGES:
        text = Path(f"conf/{stage}.yaml").read_text()
        wanted = {part.split("}")[0] for part in text.split("${params:")[1:]}
        assert {
            line.split()[2].rstrip(":") for line in settings(stage, params).splitlines()
        } == wanted


def test_config_groups_that_a_stage_composes_are_in_its_list() -> None:
    for stage in STAGES:
        chosen = yaml.safe_load(Path(f"conf/{stage}.yaml").read_text())["defaults"]
        groups = {
            name
            for item in chosen
            if isinstance(item, dict)
            for name, value in item.items()
            if value == "default"
        }
        made_of = {path.as_posix() for path in closure(stage)}
        assert {f"conf/{group}/default.yaml" for group in groups - {"calls"}} <= made_of, stage


def test_the_table_of_experiments_leaves_out_what_nobody_reads_and_nothing_else() -> None:
    """`dvc exp show --drop` matches from the start of a column's name, as re.match does."""
    line = next(
        line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith("UNREAD")
    )
    unread = re.compile(line.removeprefix("UNREAD := ").replace("$$", "$"))
    read = (
        *("Experiment", "Created", "models", "attempts", "suite", "overall", "execution"),
        *("metrics/summary/a.json:overall", "conf/model/a.yaml:sampling.temperature"),
    )
    left_out = (
        *("typ", "parent", "tests", "conf/judge", "datasets", "outputs/answers/a.jsonl"),
        *("metrics/summary/a.json:code_generation", "metrics/models", "human/overrules.csv"),
    )
    assert [name for name in read if unread.match(name)] == []
    assert [name for name in left_out if not unread.match(name)] == []

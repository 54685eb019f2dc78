"""dvc.yaml is the architecture: its deps are the imports, its stages are the modules."""

from pathlib import Path

import pytest
import yaml

from tests.project import ROOT
from tools.deps import STAGES, closure

PIPELINE = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]


@pytest.fixture(autouse=True)
def in_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def code_deps(stage: str) -> list[str]:
    return [path for path in PIPELINE[stage]["deps"] if path.startswith("stages")]


def test_every_stage_is_in_the_pipeline_in_order() -> None:
    assert tuple(PIPELINE) == STAGES


@pytest.mark.parametrize("stage", STAGES)
def test_deps_name_the_files_that_the_stage_imports(stage: str) -> None:
    imported = closure(stage)
    covering = {path: [file for file in imported if Path(file).is_relative_to(path)] for path in code_deps(stage)}
    assert sorted(file for files in covering.values() for file in files) == imported
    assert all(covering.values()), "a dependency that the stage does not import"


@pytest.mark.parametrize("stage", STAGES)
def test_a_dependency_on_a_folder_has_no_file_that_the_stage_does_not_import(stage: str) -> None:
    imported = set(closure(stage))
    for path in map(Path, code_deps(stage)):
        if path.is_dir():
            modules = {file.as_posix() for file in path.rglob("*.py") if file.name != "__init__.py"}
            assert modules <= imported


@pytest.mark.parametrize("stage", STAGES)
def test_the_command_runs_the_stage(stage: str) -> None:
    assert PIPELINE[stage]["cmd"].startswith(f"python -m stages.{stage}")
    assert Path(f"conf/{stage}.yaml").exists()


def test_call_settings_are_no_dependency() -> None:
    assert not [stage for stage, body in PIPELINE.items() if "conf/calls" in str(body)]


def test_ledgers_persist_and_nothing_else_does() -> None:
    persistent = [
        next(iter(out))
        for body in PIPELINE.values()
        for out in body.get("outs", [])
        if isinstance(out, dict) and next(iter(out.values())).get("persist")
    ]
    assert persistent == ["outputs/ledger/generate/${item.model}.jsonl", "outputs/ledger/judge/${item.model}.jsonl"]


def test_values_that_a_config_takes_from_params_are_dependencies() -> None:
    for stage in STAGES:
        text = Path(f"conf/{stage}.yaml").read_text()
        wanted = {part.split("}")[0] for part in text.split("${params:")[1:]}
        declared = {item for item in PIPELINE[stage].get("params", []) if isinstance(item, str)}
        assert wanted <= declared, stage


def test_config_groups_that_a_stage_composes_are_dependencies() -> None:
    for stage in STAGES:
        chosen = yaml.safe_load(Path(f"conf/{stage}.yaml").read_text())["defaults"]
        groups = {
            name for item in chosen if isinstance(item, dict) for name, value in item.items() if value == "default"
        }
        declared = str(PIPELINE[stage].get("params", []))
        assert all(f"conf/{group}/default.yaml" in declared for group in groups - {"calls"}), stage

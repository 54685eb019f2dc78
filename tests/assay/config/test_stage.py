"""How a stage's config is composed."""

import shutil
from pathlib import Path

import pytest

from assay.config.stage import composed
from assay.errors import AssayError
from stages.generate.__main__ import GenerateConfig
from stages.judge.__main__ import JudgeStageConfig
from stages.render import RenderConfig


@pytest.fixture(autouse=True)
def product_folder(product: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(product)


def test_several_values_are_an_error() -> None:
    with pytest.raises(AssayError, match="1,2"):
        composed("generate", GenerateConfig, ["attempts=1,2"])


@pytest.fixture
def own_conf(product: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of conf/ to change, beside the shipped params.yaml."""
    shutil.copyfile(product / "params.yaml", tmp_path / "params.yaml")
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(product / "conf", tmp_path / "conf"))


def test_a_missing_configuration_is_named(own_conf: Path) -> None:
    (own_conf / "render.yaml").unlink()
    with pytest.raises(AssayError, match=r"^conf/render\.yaml is missing: .*git restore"):
        composed("render", RenderConfig, [])


def test_a_wrong_key_or_value_is_named_with_the_stages_file_or_its_groups(own_conf: Path) -> None:
    generate, judging = own_conf / "generate.yaml", own_conf / "judging/default.yaml"
    generate.write_text(generate.read_text().replace("attempts:", "atempts:"))
    with pytest.raises(AssayError, match=r"conf/generate\.yaml: .*'atempts'"):
        composed("generate", GenerateConfig, [])
    judging.write_text(judging.read_text().replace("question: all", "question: each"))
    words = r"conf/judging/default\.yaml: 'judging\.question'.*'all', 'metric' or 'criterion'"
    with pytest.raises(AssayError, match=words):
        composed("judge", JudgeStageConfig, [])


def test_a_folder_with_the_name_of_a_file_is_passed_over(own_conf: Path) -> None:
    (own_conf / "model/backup.yaml").mkdir()
    assert composed("render", RenderConfig, [])


def test_a_command_line_sets_values_and_chooses_files() -> None:
    smoke = composed("render", RenderConfig, ["suite=smoke"])
    assert smoke.suite.tests and smoke.suite_name
    arguments = ["models=[null]", "calls.concurrency=3", "attempts=2"]
    config = composed("generate", GenerateConfig, arguments)
    assert (config.models, config.calls.concurrency, config.attempts) == (["null"], 3, 2)

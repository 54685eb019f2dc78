"""`make bench` checks params.yaml and the configs that it names before anything runs."""

import pytest

from assay.errors import AssayError
from tests.project import Project
from tools.check.before_run import check


@pytest.fixture
def project(content: Project) -> Project:
    check()
    return content


def refused() -> str:
    with pytest.raises(AssayError) as caught:
        check()
    return str(caught.value)


def test_keys_that_dvc_needs_are_named_with_the_line_to_add(project: Project) -> None:
    lines = project.read("params.yaml").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(("execution:", "baseline:"))]
    assert len(kept) == len(lines) - 2
    project.write("params.yaml", "".join(kept))
    told = refused()
    assert "execution is missing: add the line `execution: off`" in told
    assert "baseline is missing: add the line `baseline: null`" in told


def test_wrong_lines_of_people_are_found_before_anything_is_paid(project: Project) -> None:
    marks = "model,test,dialogue,accuracy,completeness,note\ngold,Port-Mini,d,5,4,\n"
    project.write("human/marks/ann.csv", marks)
    project.write("human/audit/bob.csv", "model,test\n")
    told = refused()
    assert "human/marks/ann.csv:2: accuracy must be a number from 0 to 4" in told
    assert "human/audit/bob.csv:1: the columns must be" in told


def test_a_key_in_the_place_of_its_name_is_never_shown(project: Project) -> None:
    project.write("conf/model/gold.yaml", "litellm_model: openai/x\napi_key_env: sk-abcdef123456\n")
    told = refused()
    assert "NAME of an environment variable" in told and "sk-abcdef" not in told


def test_a_dialogue_without_a_weight_is_named_before_it_is_paid(project: Project) -> None:
    project.replace("conf/score/default.yaml", "  UpgradeReactApplication: 0.2\n", "")
    assert "lcif_weights: there is no weight" in (told := refused())
    assert ": add one, or take" in told

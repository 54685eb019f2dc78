"""Criteria and behaviours name each other, or one message lists every place where they do not."""

from pathlib import Path

import pytest

from assay.errors import AssayError, Problems
from assay.sandbox.titles import check_titles
from tests.assay.sandbox.conftest import write

HEAD = "---\ntitle: T\ncategory: code_generation\ntype: t\nanswer: files\ntoolchain: {}\n---\nW\n"
CRITERIA = """evaluation_steps:
  accuracy: [{{criterion: It is built, run: builds}}]
  completeness: [{{criterion: It opens, run: "{}"}}]
"""


@pytest.fixture
def door() -> None:
    """One test, whose one behaviour a criterion names."""
    write("toolchains/tiny/toolchain.yaml", "kind: python\n")
    write("scenarios/t/Door.md", HEAD.format("tiny"))
    write("criteria/t/Door.yaml", CRITERIA.format("The door opens"))
    write("criteria/behaviours/Door.spec.ts", "test('The door opens', () => {});\n")


def message() -> str:
    problems = Problems()
    check_titles(problems)
    try:
        problems.raise_if_any()
    except AssayError as error:
        return str(error)
    return ""


def test_names_that_fit_are_no_problem(door: None) -> None:
    assert message() == ""


def test_everything_that_does_not_fit_is_in_one_message(door: None) -> None:
    write("criteria/t/Door.yaml", CRITERIA.format("The dor opens"))
    write(
        "criteria/behaviours/Door.spec.ts",
        "test('The door opens', () => {});\ntest('It closes', () => {});\n",
    )
    write("scenarios/t/Door.md", HEAD.format("tinny"))
    text = message()
    assert "toolchain: there is no toolchains/tinny/toolchain.yaml (did you mean 'tiny'?)" in text
    assert "criteria/t/Door.yaml: run: there is no behaviour 'The dor opens'" in text
    assert "did you mean 'The door opens'" in text
    assert "no criterion names the behaviour 'It closes'" in text
    assert "no criterion names the behaviour 'The door opens'" in text


def test_a_run_without_a_file_of_behaviours_is_named(door: None) -> None:
    Path("criteria/behaviours/Door.spec.ts").unlink()
    assert "there is no behaviour 'The door opens' in criteria/behaviours/Door.spec" in message()


def test_a_file_of_behaviours_for_no_program_is_named(door: None) -> None:
    write("criteria/behaviours/Dor.spec.ts", "test('The door opens', () => {});\n")
    assert "criteria/behaviours/Dor.spec.ts: there is no program 'Dor'" in message()

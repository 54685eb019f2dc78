"""YAML whose aliases expand to too much is refused before anything is built from it."""

import itertools
from pathlib import Path

import pytest

from assay.config.yaml_files import parse_yaml
from assay.content.criteria import load_criteria
from assay.content.scenarios import load_scenario
from assay.errors import AssayError
from tests.project import Project

LEVELS = "abcdefghi"
BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{one}: &{one} [{', '.join([f'*{before}'] * 10)}]\n"
    for before, one in itertools.pairwise(LEVELS)
)
EXPANDS = r"aliases expand to more than 100,000 values"


def test_a_bomb_is_refused_with_file_and_line() -> None:
    with pytest.raises(AssayError, match=rf"^f\.yaml:5: malformed YAML: {EXPANDS}$"):
        parse_yaml(BOMB, "f.yaml")


def test_a_value_that_contains_itself_is_refused() -> None:
    with pytest.raises(AssayError, match="an alias stands inside the value that it names"):
        parse_yaml("a: &a [*a]\n", "f.yaml")


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(AssayError, match="nested too deeply"):
        parse_yaml("[" * 2_000 + "]" * 2_000, "f.yaml")


def test_ordinary_aliases_are_fine() -> None:
    assert parse_yaml("a: &a {b: 1}\nc: [*a, *a]\n", "f.yaml")["c"] == [{"b": 1}, {"b": 1}]


def test_criteria_and_front_matter_are_entries_too(tmp_path: Path) -> None:
    criteria = tmp_path / "T.yaml"
    criteria.write_text(BOMB)
    scenario = tmp_path / "S.md"
    scenario.write_text(f"---\n{BOMB}---\nText\n")
    for path, load in ((criteria, load_criteria), (scenario, load_scenario)):
        with pytest.raises(AssayError, match=EXPANDS):
            load(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", ["params.yaml", "conf/model/gold.yaml", "conf/judge.yaml"])
def test_a_stage_refuses_a_bomb_in_any_configuration(project: Project, path: str) -> None:
    (project.root / path).write_text(BOMB)
    done = project.stage("judge", "models=[gold]")
    assert done.returncode == 1
    assert "aliases expand" in done.stderr and "Traceback" not in done.stderr

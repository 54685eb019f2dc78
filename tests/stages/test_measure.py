"""measure: what of a data set counts, what does not and why, and what looks like a mistake."""

import json
from pathlib import Path

import pytest

from assay.content.datasets import load_description
from assay.records.pipeline import COUNTED_LANGUAGES
from stages.measure import compared, doubts, measured
from tests.project import Project

SCRIPT = "function f(a) { return a ? 1 : 2 }\n"
DESCRIPTION = "technology: T\ndescription: D\nsource: S\nlicence: L\n"


@pytest.fixture
def mini(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A JavaScript data set with a stray Java file, a externed script and a page."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "datasets/Mini"
    (folder / "extern").mkdir(parents=True)
    (folder / "a.js").write_text(SCRIPT)
    (folder / "extern/b.js").write_text(SCRIPT)
    (folder / "A.java").write_text("class A { int f(int a) { return a > 0 ? 1 : 2; } }\n")
    (folder / "index.html").write_text("<p>\n")
    (folder / "a.test.js").write_text(SCRIPT)
    (folder / "dataset.yaml").write_text(DESCRIPTION)
    return folder


def figures(folder: Path, more: str) -> tuple[int, int, dict[str, int]]:
    """Lines, complexity and what was left out, with these lines in dataset.yaml."""
    (folder / "dataset.yaml").write_text(DESCRIPTION + more)
    config = load_description("Mini")
    metrics = compared(measured("Mini", config), config)
    return metrics.loc, metrics.cyclomatic_complexity, metrics.left_out


def test_what_is_left_out_stands_beside_the_figures_with_the_reason(mini: Path) -> None:
    assert figures(mini, "") == (3, 4, {"java not counted": 1})
    assert figures(mini, "languages: [javascript, java]\n") == (3, 6, {"HTML not counted": 1})
    assert figures(mini, "languages: java\nexclude: [extern]\n") == (
        1,
        2,
        {"HTML not counted": 1, "excluded": 1, "javascript not counted": 1},
    )


def test_a_pattern_without_a_file_and_a_data_set_without_figures_are_noted(mini: Path) -> None:
    (mini / "dataset.yaml").write_text(
        DESCRIPTION + "languages: go\nexclude: [extern/, extren/, '!x.js']\n"
    )
    config = load_description("Mini")
    assert doubts(measured("Mini", config), config) == [
        "datasets/Mini/dataset.yaml: the pattern 'extren/' of `exclude` matches no file",
        "datasets/Mini/dataset.yaml: no file is measured: HTML not counted (1), excluded (1), "
        "java not counted (1), javascript not counted (1)",
    ]
    (mini / "dataset.yaml").write_text(DESCRIPTION + "exclude: extern/\n")
    config = load_description("Mini")
    assert doubts(measured("Mini", config), config) == []


def test_the_stage_names_mistakes_and_prompts_carry_what_is_measured(project: Project) -> None:
    description = "datasets/Mini/dataset.yaml"
    project.write(description, DESCRIPTION + "languages: [javascript, jawa]\nexclude: ['!']\n")
    failed = project.stage("measure").stderr
    assert "'jawa' is no language that can be measured (did you mean 'java'?)" in failed
    assert "'!' is no pattern as in .gitignore" in failed
    project.write(description, DESCRIPTION + "languages: javascript\nexclude: nowhere/\n")
    done = project.stage("measure", check=True)
    assert "the pattern 'nowhere/' of `exclude` matches no file" in done.stdout + done.stderr
    metrics = project.json("metrics/datasets.json")
    assert (metrics["Mini"]["loc"], metrics["Mini"]["left_out"]) == (3, {"HTML not counted": 1})
    assert "left_out" not in metrics["Other"]
    project.stage("render", check=True)
    prompts = [json.loads(line) for line in project.read("outputs/prompts.jsonl").splitlines()]
    scopes = {item["dataset"]: (item["languages"], item["exclude"]) for item in prompts}
    assert scopes["Mini"] == (["javascript"], ["nowhere/"])
    assert scopes["Other"] == (list(COUNTED_LANGUAGES), [])


def test_what_is_excluded_of_a_git_revision_was_never_brought_and_is_no_mistake(
    mini: Path,
) -> None:
    described = DESCRIPTION.replace("source: S", "source: {git: /repo, rev: v1}")
    (mini / "dataset.yaml").write_text(described + "exclude: gone/\n")
    config = load_description("Mini")
    assert doubts(measured("Mini", config), config) == []

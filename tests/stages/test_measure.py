"""measure: what of a data set counts, what does not and why, and what looks like a mistake."""

from pathlib import Path

import pytest

from assay.config import paths
from assay.content.datasets import load_description
from assay.records.jsonl import read_records
from assay.records.pipeline import COUNTED_LANGUAGES, Prompt
from stages import measure
from stages.measure import compared, doubts, measured
from tests.stages.conftest import Mini

SCRIPT = "function f(a) { return a ? 1 : 2 }\n"
DESCRIPTION = "technology: T\ndescription: D\nsource: S\nlicence: L\n"


@pytest.fixture
def folder(here: Path) -> Path:
    """A JavaScript data set with a stray Java file, a externed script and a page."""
    made = here / "datasets/Mini"
    (made / "extern").mkdir(parents=True)
    (made / "a.js").write_text(SCRIPT)
    (made / "extern/b.js").write_text(SCRIPT)
    (made / "A.java").write_text("class A { int f(int a) { return a > 0 ? 1 : 2; } }\n")
    (made / "index.html").write_text("<p>\n")
    (made / "a.test.js").write_text(SCRIPT)
    (made / "dataset.yaml").write_text(DESCRIPTION)
    return made


def figures(folder: Path, more: str) -> tuple[int, int, dict[str, int]]:
    """Lines, complexity and what was left out, with these lines in dataset.yaml."""
    (folder / "dataset.yaml").write_text(DESCRIPTION + more)
    config = load_description("Mini")
    metrics = compared(measured("Mini", config), config)
    return metrics.loc, metrics.cyclomatic_complexity, metrics.left_out


def test_what_is_left_out_stands_beside_the_figures_with_the_reason(folder: Path) -> None:
    assert figures(folder, "") == (3, 4, {"java not counted": 1})
    assert figures(folder, "languages: [javascript, java]\n") == (3, 6, {"HTML not counted": 1})
    assert figures(folder, "languages: java\nexclude: [extern]\n") == (
        1,
        2,
        {"HTML not counted": 1, "excluded": 1, "javascript not counted": 1},
    )


def test_a_pattern_without_a_file_and_a_data_set_without_figures_are_noted(folder: Path) -> None:
    more = "languages: go\nexclude: [extern/, extren/, '!x.js']\n"
    (folder / "dataset.yaml").write_text(DESCRIPTION + more)
    config = load_description("Mini")
    assert doubts("Mini", measured("Mini", config), config) == [
        "datasets/Mini/dataset.yaml: the pattern 'extren/' of `exclude` matches no file",
        "datasets/Mini/dataset.yaml: no file is measured: HTML not counted (1), excluded (1), "
        "java not counted (1), javascript not counted (1)",
    ]
    (folder / "dataset.yaml").write_text(DESCRIPTION + "exclude: extern/\n")
    config = load_description("Mini")
    assert doubts("Mini", measured("Mini", config), config) == []


def test_the_stage_names_doubts_and_prompts_carry_what_is_measured(mini: Mini) -> None:
    described = DESCRIPTION + "languages: javascript\nexclude: nowhere/\n"
    mini.write("datasets/Mini/dataset.yaml", described)
    assert "the pattern 'nowhere/' of `exclude` matches no file" in mini.here(measure.main)
    metrics = mini.json("metrics/datasets.json")
    assert (metrics["Mini"]["loc"], metrics["Mini"]["left_out"]) == (3, {"HTML not counted": 1})
    assert "left_out" not in metrics["Other"]
    mini.render()
    prompts = {item.dataset: item for item in read_records(paths.PROMPTS, Prompt)}
    assert prompts["Mini"].languages == ("javascript",)
    assert prompts["Mini"].exclude == ("nowhere/",)
    assert (prompts["Other"].languages, prompts["Other"].exclude) == (COUNTED_LANGUAGES, ())


def test_what_is_excluded_of_a_git_revision_is_not_brought_and_no_mistake(folder: Path) -> None:
    described = DESCRIPTION.replace("source: S", "source: {git: /repo, rev: v1}")
    (folder / "dataset.yaml").write_text(described + "exclude: gone/\n")
    config = load_description("Mini")
    assert doubts("Mini", measured("Mini", config), config) == []

"""`make compare` on a finished run: real revisions, real caches, no call."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CopyProject, FakeServer, MadeOnce
from tests.project import Project

pytestmark = pytest.mark.slow

PORT = "criteria/solution_migration/Port-Mini.yaml"


@pytest.fixture(scope="session")
def changed_run(made_once: MadeOnce, paid_run: Path, copy_project: CopyProject) -> Path:
    """The paid run after a weight, the answers of weak and the panel changed. Not committed."""

    def make(root: Path) -> None:
        project = copy_project(paid_run, root)
        project.replace(PORT, "weight: 3.0", "weight: 1.0")
        project.remote("model", "weak", served="strong")
        project.params(panel=["judge-literal", "checks"])
        project.repro()

    return made_once("changed_run", make)


@pytest.fixture
def changed(
    changed_run: Path, tmp_path: Path, server: FakeServer, copy_project: CopyProject
) -> Project:
    """A copy of it, for one test to work in."""
    return copy_project(changed_run, tmp_path / "project")


def compared(project: Project, *arguments: str) -> dict[str, Any]:
    """What the tool says, by model and panel."""
    project.run("python", "-m", "tools.compare", *arguments, "--json", "compared.json")
    found = project.json("compared.json")
    return {**found, "scores": {(one["model"], one["panel"]): one for one in found["scores"]}}


def moved(one: dict[str, Any]) -> set[str]:
    assert sum(one["parts"].values()) == pytest.approx(one["head"] - one["base"], abs=0.001)
    return {factor for factor, part in one["parts"].items() if abs(part) > 0.001}


def test_each_cause_has_its_own_part_and_nobody_is_asked(
    changed: Project, server: FakeServer
) -> None:
    found = compared(changed, "HEAD")
    assert server.count() == {}
    assert moved(found["scores"]["strong", "llm"]) <= {"judges", "criteria"}
    assert moved(found["scores"]["weak", "llm"]) == {"not separable"}, "the panel changed too"
    assert "answers" in moved(found["scores"]["weak", "checks"])
    assert moved(found["scores"]["null", "llm"]) == set(), "nothing passes, whatever the weights"
    flips = [one for one in found["flips"] if (one["model"], one["judge"]) == ("weak", "checks")]
    assert flips and {flip["cause"] for flip in flips} == {"answers"}
    assert {"kind": "judge", "name": "judge-kind", "how": "removed"} in found["changes"]
    assert any("weight: 3 → 1" in change["how"] for change in found["changes"])


def test_two_commits_are_compared_without_touching_the_working_tree(small: Project) -> None:
    small.replace("datasets/Other/greet.js", "Hello ", "Good day ")
    small.repro("score")
    small.commit("another data set")
    shutil.rmtree(small.root / "outputs")
    found = compared(small, "HEAD~1", "HEAD")
    assert moved(found["scores"]["strong", "checks"]) <= {"data sets"}
    (change,) = found["changes"]
    assert (change["kind"], change["name"]) == ("test", "Explain-Other")
    how = r"greet.js: text \w+ → text \w+, prompt: text \w+ → text \w+"
    assert re.fullmatch(how, change["how"])
    assert not (small.root / "outputs").exists()


def test_mistakes_are_one_line_with_a_remedy(small: Project) -> None:
    def error_of(*arguments: str) -> str:
        done = small.run("python", "-m", "tools.compare", *arguments, check=False)
        assert done.returncode == 1 and done.stderr.startswith("compare: error: ")
        assert "Traceback" not in done.stderr
        return done.stderr.strip()

    assert error_of().endswith("are required: BASE: see python -m tools.compare --help")
    assert "'nowhere' is no revision" in error_of("nowhere")
    assert "is no revision" in error_of("HEAD", "--upload-pack=touch x")
    small.replace(PORT, "weight: 3.0", "weight: 2.0")
    assert "run `dvc repro`" in error_of("HEAD")
    shutil.rmtree(small.root / ".dvc/cache")
    lost = "HEAD: outputs/prompts.jsonl is not in DVC's cache: `dvc fetch --all-commits`"
    assert lost in error_of("HEAD")


def test_the_terminal_has_causes_and_says_how_many_flips_it_leaves_out(changed: Project) -> None:
    done = changed.run("python", "-m", "tools.compare", "HEAD")
    assert "not separable" in done.stdout and "fail → pass (answers): " in done.stdout
    flipped = re.search(r"(\d+) verdicts flipped", done.stdout)
    assert flipped
    more = re.search(r"… and (\d+) more: --json shows them", done.stdout)
    assert (int(more[1]) if more else 0) == max(0, int(flipped[1]) - 20)


def test_a_comparison_is_kept_for_the_report_and_only_the_report_runs_again(
    changed: Project,
) -> None:
    done = changed.run("python", "-m", "tools.compare", "HEAD", "--report")
    assert "Kept in metrics/change.json" in done.stdout
    kept = changed.json("metrics/change.json")
    assert kept["base"] == "HEAD" and len(kept["commit"]) == 40 and kept["scores"]
    first = (changed.root / "metrics/change.json").read_bytes()
    changed.run("python", "-m", "tools.compare", "HEAD", "--report")
    assert (changed.root / "metrics/change.json").read_bytes() == first
    assert changed.repro().stages == ["report"]
    assert "Since HEAD" in (changed.root / "outputs/report/index.html").read_text()
    refused = changed.run("python", "-m", "tools.compare", "HEAD", "HEAD", "--report", check=False)
    assert refused.returncode == 1 and "no HEAD" in refused.stderr

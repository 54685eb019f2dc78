"""The committed run is the same, byte for byte, on a fresh machine without a network."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import MadeOnce
from tests.project import ROOT, Project, without_network

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def clone(made_once: MadeOnce) -> Project:
    """What would be committed now, as a fresh clone, after a run without cache or local store."""

    def make(root: Path) -> None:
        project = Project(root)
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, root / name)
        project.git("init", "-q", "-b", "main")
        project.commit("clone")
        done = project.run(*without_network(), "dvc", "repro")
        project.write(".git/printed", done.stdout)

    return Project(made_once("committed_run", make))


def test_the_run_needs_no_network_and_leaves_git_clean(clone: Project) -> None:
    printed = clone.read(".git/printed")
    # five stages run for each of three models and six once; but compare, whose outputs are all in
    # git, is up to date
    assert printed.count("Running stage") == 5 * 3 + 6 - 1
    assert clone.git("status", "--porcelain") == ""


def test_a_second_run_does_nothing(clone: Project) -> None:
    assert clone.repro().stages == []
    assert clone.git("status", "--porcelain") == ""


def test_the_built_in_models_score_as_they_must(clone: Project) -> None:
    figures = {
        name: clone.json(f"metrics/models/{name}.json")["checks"]
        for name in ("gold", "echo", "null")
    }
    assert figures["gold"]["final_provisional"] == 100.0
    assert figures["null"]["final_provisional"] == 0.0
    assert figures["echo"]["categories"]["code_translation"]["accuracy"] < 35
    assert all(
        figure["tests"]["missing"] == figure["tests"]["unscored"] == 0
        for figure in figures.values()
    )


def test_the_leaderboard_is_printed_with_the_path_of_the_report(clone: Project) -> None:
    done = clone.run("python", "-m", "tools.leaderboard")
    assert "gold" in done.stdout and "100.0" in done.stdout
    report = Path(done.stdout.split("Report: ")[1].strip())
    assert report == clone.root / "outputs/report/index.html" and "gold" in report.read_text()

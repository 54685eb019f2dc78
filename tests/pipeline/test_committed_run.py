"""The shipped run is the same, byte for byte, on a fresh machine without a network.

It runs on the shipped params.yaml and content alone. So it says the same of Assay in a repository
to which a team added its own; only the comparison with what is committed needs the shipped run.
"""

from pathlib import Path

import pytest

from tests.conftest import MadeOnce
from tests.project import Project, without_network
from tests.shipped import WITH_HARD, copy_product, has_own_content, runs_as_shipped

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def clone(made_once: MadeOnce) -> Project:
    """What would be committed now, as a fresh clone, after a run without cache or local store."""

    def make(root: Path) -> None:
        copy_product(root, WITH_HARD)
        project = Project(root)
        project.git("init", "-q", "-b", "main")
        project.commit("clone")
        done = project.run(*without_network(), "dvc", "repro")
        project.write(".git/printed", done.stdout)
        project.write(".git/changed", project.git("status", "--porcelain"))
        project.commit("run")

    return Project(made_once("committed_run", make))


def test_the_run_needs_no_network_and_leaves_git_clean(clone: Project) -> None:
    if not runs_as_shipped():
        pytest.skip("params.yaml is a team's own, so metrics/ has another run than the shipped one")
    changed = clone.read(".git/changed").split()
    if has_own_content():
        assert set(changed) <= {"M", "dvc.lock"}  # it names folders with more files than Assay's
        return
    assert changed == []
    # of eleven stages measure and compare, whose outputs are all in git, are up to date
    assert clone.read(".git/printed").count("Running stage") == 9


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
    done = clone.run("python", "-m", "tools.show_leaderboard")
    assert "gold" in done.stdout and "100.0" in done.stdout
    report = Path(done.stdout.split("Report: ")[1].strip())
    assert report == clone.root / "outputs/report/index.html" and "gold" in report.read_text()

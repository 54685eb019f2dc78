"""A team never pays twice: two clones, a remote, branches, and outputs that nobody pushed."""

import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.assay.ledger.test_sharing import driver
from tests.conftest import CopyProject, FakeServer, MadeOnce
from tests.ledgers import paid
from tests.project import ROOT, Project

pytestmark = pytest.mark.slow

EXPLAIN = "scenarios/code_explanation/Explain.md"
CRITERIA = "criteria/solution_migration/Port-Mini.yaml"
VERDICTS = "judge"
"""The last stage that pays."""
SCORES = "score"
"""The first stage whose figures are in git."""


class Team(NamedTuple):
    """A colleague's repository, which takes pushes, and a clone of it with a DVC remote for both.

    The clone has pulled `main`. The colleague is on the branch `theirs` and has paid there for an
    edited prompt. That is committed, but not pushed with DVC.
    """

    colleague: Project
    mine: Project


def cloned(colleague: Project, name: str) -> Project:
    """Another clone. It keeps a relative path to the colleague's, so that both can be copied."""
    root = colleague.root.parent / name
    colleague.git("clone", "-q", str(colleague.root), str(root))
    clone = Project(root, colleague.server, colleague.python)
    clone.git("remote", "set-url", "origin", f"../{colleague.root.name}")
    clone.git("config", "user.name", name)
    clone.git("config", "user.email", f"{name}@example.org")
    clone.git("config", "merge.dvc.driver", driver())
    return clone


def edit(project: Project, word: str) -> None:
    """Change a prompt: one call of the candidate, and the judge on its answer."""
    project.replace(EXPLAIN, "Describe this", f"{word} this")


@pytest.fixture(scope="session")
def team_folder(made_once: MadeOnce, small_run: Path, copy_project: CopyProject) -> Path:
    def make(folder: Path) -> None:
        folder.mkdir()
        colleague = copy_project(small_run, folder / "colleague")
        colleague.run("dvc", "remote", "add", "-q", "-d", "team", "../remote")
        colleague.git("config", "receive.denyCurrentBranch", "updateInstead")
        colleague.commit("remote")
        colleague.run("dvc", "push", "-q")
        cloned(colleague, "mine").run("dvc", "pull", "-q")
        colleague.git("checkout", "-q", "-b", "theirs")
        edit(colleague, "Explain")
        colleague.repro(SCORES)
        colleague.commit("they paid, and did not push with DVC")

    return made_once("team", make)


@pytest.fixture
def team(team_folder: Path, tmp_path: Path, server: FakeServer, copy_project: CopyProject) -> Team:
    shutil.copytree(team_folder / "remote", tmp_path / "remote")
    colleague, mine = (
        copy_project(team_folder / name, tmp_path / name) for name in ("colleague", "mine")
    )
    return Team(colleague, mine)


def test_a_clone_that_pulls_runs_nothing_and_pays_only_for_an_edited_prompt(
    team: Team, server: FakeServer
) -> None:
    assert team.mine.repro().stages == []
    assert server.count() == {}

    edit(team.mine, "Outline")
    ran = team.mine.repro(VERDICTS).stages
    assert "generate" in ran
    # the answer is as before, but to another question, so it is judged anew
    assert server.count() == {"strong": 1, "judge-literal": 1}


def test_what_nobody_pushed_is_not_paid_again(team: Team, server: FakeServer) -> None:
    colleague, clone = team
    clone.git("pull", "-q", "origin", "theirs")
    clone.run("dvc", "pull", "-q", check=False)
    assert "Explain this" not in str(paid(clone.root))
    stopped = clone.repro(check=False)
    assert stopped.code != 0 and server.count() == {}
    assert "ledger.dvc names paid calls that are not here" in stopped.err
    assert "dvc pull" in stopped.err and "dvc push" in stopped.err
    assert "Traceback" not in stopped.err
    planned = clone.stage("generate", "models=[strong]", "calls.mode=plan")
    assert "ledger.dvc names paid calls that are not here" in planned.stderr

    colleague.run("dvc", "push", "-q")
    clone.run("dvc", "pull", "-q")
    clone.repro(SCORES)
    assert server.count() == {}


def test_with_pay_again_only_what_is_lost_is_paid(team: Team, server: FakeServer) -> None:
    clone = team.mine
    shutil.copytree(clone.root / "ledger", clone.root / ".assay/ledger")  # as `make pull` does
    clone.git("pull", "-q", "origin", "theirs")
    clone.run("dvc", "pull", "-q", check=False)
    clone.replace("conf/calls/default.yaml", "pay_again: false", "pay_again: true")
    clone.repro(VERDICTS)
    assert server.count() == {"strong": 1, "judge-literal": 1}


def documented() -> list[str]:
    """The commands of the merge, as docs/pipeline.md has them."""
    page = (ROOT / "docs/pipeline.md").read_text(encoding="utf-8")
    block = page.split("### Two people who paid on two branches")[1].split("```")[1]
    return [line.split(" #")[0].strip() for line in re.findall(r"^\$ (.*)$", block, re.M)]


def test_the_documented_merge_of_two_people_who_paid_asks_nobody(
    team: Team, server: FakeServer
) -> None:
    team.colleague.run("dvc", "push", "-q")
    mine = team.mine
    mine.replace(CRITERIA, "The code exports", "The file exports")
    mine.repro(SCORES)
    mine.commit("I paid")
    mine.git("fetch", "-q", "origin", "theirs:theirs")
    server.mark()

    commands = documented()
    assert len(commands) == 7 and commands[0] == "git merge theirs"
    for command in commands:
        done = mine.run(*command.split(), check=False)
        conflict = command.startswith("git merge")
        assert (done.returncode != 0) == conflict, f"{command}: {done.stdout}{done.stderr}"
        if conflict:
            files = re.findall(r"CONFLICT .* in (dvc.lock|metrics)\b", done.stdout)
            assert files == ["dvc.lock", "metrics"]
    assert server.count() == {}
    assert mine.git("status", "--porcelain") == "" and mine.repro().stages == []
    assert "Explain this" in mine.read(EXPLAIN) and "The file exports" in mine.read(CRITERIA)

"""A team never pays twice: two clones, a remote, branches, and outputs that nobody pushed."""

import re
from pathlib import Path

import pytest

from tests.conftest import FakeServer
from tests.project import ROOT, Project

pytestmark = pytest.mark.slow

EXPLAIN = "scenarios/code_explanation/Explain.md"
CRITERIA = "criteria/solution_migration/Port-Mini.yaml"


@pytest.fixture
def origin(paid: Project) -> Project:
    """The paid run in a repository that takes pushes, with a DVC remote that has its outputs."""
    paid.run("dvc", "remote", "add", "-q", "-d", "team", str(paid.root.parent / "remote"))
    paid.git("config", "receive.denyCurrentBranch", "updateInstead")
    paid.commit("remote")
    paid.run("dvc", "push", "-q")
    return paid


def cloned(origin: Project, name: str) -> Project:
    root = origin.root.parent / name
    origin.git("clone", "-q", str(origin.root), str(root))
    clone = Project(root, origin.server, origin.python)
    clone.git("config", "user.name", name)
    clone.git("config", "user.email", f"{name}@example.org")
    return clone


def edit(project: Project, word: str) -> None:
    """Change a prompt: one call of each candidate, and the judges on both answers."""
    project.replace(EXPLAIN, "Describe this", f"{word} this")


def test_a_ledger_that_a_pull_deletes_is_not_paid_again(
    origin: Project, server: FakeServer
) -> None:
    clone = cloned(origin, "clone")
    clone.run("dvc", "pull", "-q")
    edit(origin, "Explain")
    origin.repro()
    origin.commit("paid, and not pushed with DVC")
    server.mark()

    clone.git("pull", "-q")
    clone.run("dvc", "pull", "-q", check=False)
    assert not (clone.root / "outputs/ledger/generate/strong.jsonl").exists()
    stopped = clone.repro(check=False)
    assert stopped.code != 0 and server.count() == {}
    assert "dvc.lock names a version that is not here" in stopped.err
    assert (
        "make pull" in stopped.err and "dvc push" in stopped.err and "Traceback" not in stopped.err
    )
    planned = clone.stage("generate", "model=strong", "calls.mode=plan")
    assert "dvc.lock names a version that is not here" in planned.stderr

    origin.run("dvc", "push", "-q")
    clone.run("dvc", "pull", "-q")
    clone.repro()
    assert server.count() == {}


def test_with_pay_again_only_what_is_lost_is_paid(origin: Project, server: FakeServer) -> None:
    clone = cloned(origin, "clone")
    clone.run("dvc", "pull", "-q")
    edit(origin, "Explain")
    origin.repro()
    origin.commit("paid, and lost")
    clone.git("pull", "-q")
    clone.run("dvc", "pull", "-q", check=False)
    server.mark()
    clone.replace("conf/calls/default.yaml", "pay_again: false", "pay_again: true")
    clone.repro()
    assert server.count() == {"strong": 1, "weak": 1, "judge-literal": 2, "judge-kind": 2}


def test_what_two_branches_paid_is_free_after_pulling_one_after_the_other_and_merging(
    origin: Project, server: FakeServer
) -> None:
    origin.git("checkout", "-q", "-b", "first")
    edit(origin, "Explain")
    origin.repro()
    origin.commit("first")
    origin.run("dvc", "push", "-q")
    origin.git("checkout", "-q", "-b", "second", "main")
    origin.run("dvc", "checkout", "-q", "--force")
    origin.replace(CRITERIA, "The code exports", "The file exports")
    origin.repro()
    origin.commit("second")
    origin.run("dvc", "push", "-q")
    server.mark()

    clone = cloned(origin, "clone")
    for branch in ("second", "first"):
        clone.git("checkout", "-q", branch)
        clone.run("dvc", "pull", "-q")
    clone.git("merge", "-q", "-X", "ours", "origin/second")
    clone.repro()
    assert server.count() == {}


def documented() -> list[str]:
    """The commands of the merge, as docs/pipeline.md has them."""
    page = (ROOT / "docs/pipeline.md").read_text(encoding="utf-8")
    block = page.split("### Two people who paid on two branches")[1].split("```")[1]
    return [line.split(" #")[0].strip() for line in re.findall(r"^\$ (.*)$", block, re.M)]


def test_the_documented_merge_of_two_people_who_paid_asks_nobody(
    origin: Project, server: FakeServer
) -> None:
    mine, colleague = cloned(origin, "mine"), cloned(origin, "colleague")
    for clone in (mine, colleague):
        clone.run("dvc", "pull", "-q")
    colleague.git("checkout", "-q", "-b", "theirs")
    edit(colleague, "Explain")
    colleague.repro()
    colleague.commit("they paid")
    colleague.run("dvc", "push", "-q")
    colleague.git("push", "-q", "origin", "theirs")
    mine.replace(CRITERIA, "The code exports", "The file exports")
    mine.repro()
    mine.commit("I paid")
    mine.git("fetch", "-q", "origin", "theirs:theirs")
    server.mark()

    commands = documented()
    assert len(commands) == 8 and commands[0] == "git merge theirs"
    for command in commands:
        done = mine.run(*command.split(), check=False)
        conflict = command.startswith("git merge")
        assert (done.returncode != 0) == conflict, f"{command}: {done.stdout}{done.stderr}"
        assert not conflict or ("CONFLICT" in done.stdout and "dvc.lock" in done.stdout)
    assert server.count() == {}
    assert mine.git("status", "--porcelain") == "" and mine.repro().stages == []
    assert "Explain this" in mine.read(EXPLAIN) and "The file exports" in mine.read(CRITERIA)


def test_the_ledgers_of_a_branch_are_found_by_their_hash_also_in_the_remote(
    origin: Project, server: FakeServer
) -> None:
    origin.git("checkout", "-q", "-b", "theirs")
    edit(origin, "Explain")
    origin.repro()
    origin.commit("they paid")
    clone = cloned(origin, "clone")
    lost = clone.run("python", "-m", "tools.ledger", "merge", "--rev", "origin/theirs", check=False)
    assert lost.returncode == 1 and "is neither in DVC's cache nor in a remote" in lost.stderr
    assert "Traceback" not in lost.stderr
    origin.run("dvc", "push", "-q")
    merged = clone.run("python", "-m", "tools.ledger", "merge", "--rev", "origin/theirs")
    assert "8 taken over, 0 already there" in merged.stdout
    assert Path(clone.root, ".assay/ledger/generate/strong.jsonl").read_text().count("Explain") >= 1

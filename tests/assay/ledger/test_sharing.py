"""Clones share what they paid by git and DVC alone: nothing is paid twice, nothing is lost."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

import pytest

from assay.ledger.paid_calls import open_ledger, read_ledger
from tests.assay.ledger.test_paid_calls import entry
from tests.conftest import MadeOnce
from tests.project import ROOT

pytestmark = pytest.mark.slow
DVC = Path(sys.executable).with_name("dvc")


class Clone:
    """A repository with a DVC remote, whose ledger is paid into by `pay`."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *command: str, check: bool = True) -> str:
        done = subprocess.run(
            command, cwd=self.root, text=True, capture_output=True, check=False,
            env=os.environ | {"PATH": f"{DVC.parent}:{os.environ['PATH']}"},
        )  # fmt: skip
        assert not check or done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def pay(self, key: str) -> None:
        """As a stage does: look it up, refuse if calls are missing, else pay for it."""
        with chdir(self.root), open_ledger() as ledger:
            assert not ledger.absent, ledger.absent
            assert ledger.find(key) is None, "paid twice"
            ledger.append(entry(key))

    def known(self) -> str:
        with chdir(self.root):
            return "".join(found.key for found in read_ledger().entries())

    def absent(self) -> str:
        with chdir(self.root):
            return read_ledger().absent

    def commit(self) -> None:
        self.run("git", "add", "-A")
        self.run("git", "commit", "-qm", "paid")


def driver() -> str:
    """The merge driver as the Makefile configures it, with the tests' own dvc."""
    makefile = (ROOT / "Makefile").read_text()
    found = re.search(r"^DRIVER := (.*?)\n\n?(?=\S)", makefile.replace("\\\n", ""), re.M)
    assert found
    return found[1].replace("$$", "$")


def created(root: Path) -> Clone:
    """A repository in which nothing is paid, with a remote of DVC beside it."""
    clone = Clone(root)
    root.mkdir()
    clone.run("git", "init", "-qb", "main")
    clone.run("dvc", "init", "-q")
    clone.run("dvc", "remote", "add", "-q", "-d", "team", "../remote")
    shutil.copy(ROOT / ".gitattributes", root)
    (root / ".gitignore").write_text("/ledger\n/.assay\n")
    return named(clone)


def cloned(of: Clone) -> Clone:
    """Bob's clone of the repository, beside it. Both can be copied together."""
    clone = Clone(of.root.with_name("bob"))
    of.run("git", "clone", "-q", ".", str(clone.root))
    clone.run("git", "remote", "set-url", "origin", f"../{of.root.name}")
    return named(clone)


def named(clone: Clone) -> Clone:
    for key, value in (
        ("user.name", clone.root.name), ("user.email", f"{clone.root.name}@example.org"),
        ("merge.dvc.name", "DVC"), ("merge.dvc.driver", driver()),
    ):  # fmt: skip
        clone.run("git", "config", key, value)
    return clone


@pytest.fixture(scope="session")
def one_call_paid(made_once: MadeOnce) -> Path:
    """Anna's repository, in which one call is paid and pushed, and bob's clone of it."""

    def make(folder: Path) -> None:
        folder.mkdir()
        anna = created(folder / "anna")
        anna.pay("a")
        anna.commit()
        anna.run("dvc", "push", "-q")
        cloned(anna)

    return made_once("one_call_paid", make)


@pytest.fixture
def anna(one_call_paid: Path, tmp_path: Path) -> Clone:
    shutil.copytree(one_call_paid, tmp_path, symlinks=True, dirs_exist_ok=True)
    return Clone(tmp_path / "anna")


@pytest.fixture
def bob(anna: Clone) -> Clone:
    return Clone(anna.root.with_name("bob"))


def test_a_clone_without_the_data_pays_nothing_until_it_has_pulled(bob: Clone) -> None:
    assert "run `dvc pull`" in bob.absent() and bob.known() == ""
    bob.run("dvc", "pull", "-q")
    assert (bob.absent(), bob.known()) == ("", "a")


def test_two_clones_that_paid_a_call_each_hold_both_after_a_merge(anna: Clone, bob: Clone) -> None:
    bob.run("dvc", "pull", "-q")
    bob.pay("b")
    bob.commit()
    anna.pay("c")
    anna.commit()
    anna.run("dvc", "push", "-q")
    bob.run("git", "pull", "-q", "--no-rebase", "--no-edit")
    assert bob.absent() == "", "what the merge fetched is in DVC's cache, and is read there"
    assert bob.known() == "abc"
    bob.run("dvc", "pull", "-q")
    assert len(list((bob.root / "ledger").iterdir())) == 3
    assert bob.run("git", "status", "--short") == ""
    bob.pay("d")
    assert bob.known() == "abcd"


def test_two_clones_whose_first_call_of_all_is_paid_on_each_side_hold_both(tmp_path: Path) -> None:
    anna = created(tmp_path / "anna")
    anna.commit()
    bob = cloned(anna)
    for clone, key in ((anna, "a"), (bob, "b")):
        clone.pay(key)
        clone.commit()
    anna.run("dvc", "push", "-q")
    bob.run("git", "pull", "-q", "--no-rebase", "--no-edit", check=False)
    assert bob.known() == "ab" and not bob.absent()
    bob.pay("c")
    assert len(list((bob.root / "ledger").iterdir())) == 3


def test_a_merge_with_a_side_unpushed_pays_nothing_of_either_side(anna: Clone, bob: Clone) -> None:
    bob.run("dvc", "pull", "-q")
    bob.pay("b")
    bob.commit()
    anna.pay("c")
    anna.commit()
    bob.run("git", "pull", "-q", "--no-rebase", "--no-edit", check=False)
    assert "UU ledger.dvc" in bob.run("git", "status", "--short")
    assert bob.known() == "ab" and "dvc pull" in bob.absent()
    anna.run("dvc", "push", "-q")
    bob.run("git", "merge", "--abort")
    bob.run("git", "pull", "-q", "--no-rebase", "--no-edit")
    assert bob.known() == "abc" and not bob.absent()


def test_without_the_driver_both_sides_of_a_conflict_count(anna: Clone, bob: Clone) -> None:
    bob.run("dvc", "pull", "-q")
    bob.run("git", "config", "--remove-section", "merge.dvc")
    bob.pay("b")
    bob.commit()
    anna.pay("c")
    anna.commit()
    anna.run("dvc", "push", "-q")
    bob.run("git", "pull", "-q", "--no-rebase", "--no-edit", check=False)
    assert "<<<<" in (bob.root / "ledger.dvc").read_text() and bob.known() == "ab"
    assert "dvc pull" in bob.absent()
    bob.run("git", "checkout", "--theirs", "ledger.dvc")
    bob.run("dvc", "pull", "-q", "ledger")
    assert bob.known() == "abc" and not bob.absent(), "what bob paid is in his local copy"
    bob.pay("d")
    assert len(list((bob.root / "ledger").iterdir())) == 4


@pytest.mark.parametrize("lose", [
    lambda clone: shutil.rmtree(clone.root / "ledger"),
    lambda clone: shutil.rmtree(clone.root / ".assay"),
    lambda clone: (clone.run("git", "checkout", "-q", "HEAD~1"),
                   clone.run("dvc", "checkout", "-q", "--force")),
], ids=["ledger", "local copy", "older commit"])  # fmt: skip
def test_what_was_paid_outlives_git_and_dvc(anna: Clone, lose: Callable[[Clone], object]) -> None:
    anna.pay("b")
    anna.commit()
    lose(anna)
    assert anna.known() == "ab" and not anna.absent()
    anna.pay("c")
    assert anna.known() == "abc"
    assert len(list((anna.root / "ledger").iterdir())) == 3


def test_without_dvc_a_line_says_so_and_nothing_is_lost(
    anna: Clone, capsys: pytest.CaptureFixture[str]
) -> None:
    (anna.root / ".dvc/config").write_text("[no sense\n")
    anna.pay("b")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("ledger: not shared yet: `dvc add ledger` failed")
    assert anna.known() == "ab"

"""Clones share what they paid by git and DVC alone: nothing is paid twice, nothing is lost."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.ledger.paid_calls import open_ledger, read_ledger
from tests.assay.ledger.test_paid_calls import damage, entry
from tests.project import ROOT

pytestmark = pytest.mark.slow
DVC = Path(sys.executable).with_name("dvc")


class Clone:
    """A repository with a DVC remote, whose ledger is paid into by `pay`."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self._monkeypatch = monkeypatch

    def run(self, *command: str, check: bool = True) -> str:
        done = subprocess.run(
            command, cwd=self.root, text=True, capture_output=True, check=False,
            env=os.environ | {"PATH": f"{DVC.parent}:{os.environ['PATH']}"},
        )  # fmt: skip
        assert not check or done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def enter(self) -> None:
        self._monkeypatch.chdir(self.root)

    def pay(self, key: str) -> None:
        """As a stage does: look it up, refuse if calls are missing, else pay for it."""
        self.enter()
        with open_ledger() as ledger:
            assert not ledger.absent, ledger.absent
            assert ledger.find(key) is None, "paid twice"
            ledger.append(entry(key))

    def known(self) -> str:
        self.enter()
        return "".join(found.key for found in read_ledger().entries())

    def absent(self) -> str:
        self.enter()
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


@pytest.fixture
def anna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clone:
    clone = Clone(tmp_path / "anna", monkeypatch)
    clone.root.mkdir()
    clone.run("git", "init", "-qb", "main")
    clone.run("dvc", "init", "-q")
    clone.run("dvc", "remote", "add", "-q", "-d", "team", str(tmp_path / "remote"))
    shutil.copy(ROOT / ".gitattributes", clone.root)
    (clone.root / ".gitignore").write_text("/ledger\n/.assay\n")
    return named(clone, "anna")


def named(clone: Clone, name: str) -> Clone:
    for key, value in (
        ("user.name", name), ("user.email", f"{name}@example.org"),
        ("merge.dvc.name", "DVC"), ("merge.dvc.driver", driver()),
    ):  # fmt: skip
        clone.run("git", "config", key, value)
    return clone


@pytest.fixture
def bob(anna: Clone, monkeypatch: pytest.MonkeyPatch) -> Clone:
    """A clone of a repository in which one call is paid and pushed."""
    anna.pay("a")
    anna.commit()
    anna.run("dvc", "push", "-q")
    clone = Clone(anna.root.with_name("bob"), monkeypatch)
    anna.run("git", "clone", "-q", str(anna.root), str(clone.root))
    return named(clone, "bob")


def test_what_a_process_paid_is_in_dvc_when_it_ends(anna: Clone) -> None:
    anna.pay("a")
    assert "ledger.dvc" in anna.run("git", "status", "--short")
    assert "up to date" in anna.run("dvc", "status")
    anna.run("dvc", "push", "-q")


def test_a_clone_without_the_data_pays_nothing_until_it_has_pulled(bob: Clone) -> None:
    assert "run `dvc pull`" in bob.absent() and bob.known() == ""
    bob.run("dvc", "pull", "-q")
    assert (bob.absent(), bob.known()) == ("", "a")


def test_two_clones_that_paid_one_call_each_hold_both_after_a_merge(
    anna: Clone, bob: Clone
) -> None:
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


def test_two_clones_whose_first_call_of_all_is_paid_on_each_side_hold_both(
    anna: Clone, monkeypatch: pytest.MonkeyPatch
) -> None:
    (anna.root / "README").write_text("nothing paid")
    anna.commit()
    bob = Clone(anna.root.with_name("bob"), monkeypatch)
    anna.run("git", "clone", "-q", str(anna.root), str(bob.root))
    named(bob, "bob")
    for clone, key in ((anna, "a"), (bob, "b")):
        clone.pay(key)
        clone.commit()
    anna.run("dvc", "push", "-q")
    bob.run("git", "pull", "-q", "--no-rebase", "--no-edit", check=False)
    assert bob.known() == "ab" and not bob.absent()
    bob.pay("c")
    assert len(list((bob.root / "ledger").iterdir())) == 3


def test_a_merge_whose_other_side_is_not_pushed_pays_nothing_of_either_side(
    anna: Clone, bob: Clone
) -> None:
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
    lambda clone: clone.run("dvc", "checkout", "-q", "--force"),
    lambda clone: (clone.run("git", "checkout", "-q", "HEAD~1"),
                   clone.run("dvc", "checkout", "-q", "--force")),
], ids=["ledger", "local copy", "checkout", "older commit"])  # fmt: skip
def test_what_was_paid_outlives_what_git_and_dvc_do(
    anna: Clone, lose: Callable[[Clone], object]
) -> None:
    for key in "ab":
        anna.pay(key)
        anna.commit()
    lose(anna)
    assert anna.known() == "ab" and not anna.absent()
    anna.pay("c")
    assert anna.known() == "abc"
    assert len(list((anna.root / "ledger").iterdir())) == 3


def test_a_stage_under_dvc_repro_shares_what_it_paid(anna: Clone) -> None:
    imported = "from tests.assay.ledger.test_paid_calls import entry, open_ledger"
    path = f"import sys; sys.path.insert(0, {str(ROOT)!r})"
    code = f"{path}\n{imported}\nwith open_ledger() as ledger: ledger.append(entry('a'))\n"
    (anna.root / "pay.py").write_text(code)
    command = f"{shlex.quote(sys.executable)} pay.py"
    (anna.root / "dvc.yaml").write_text(
        f"stages:\n  pay:\n    cmd: {json.dumps(command)}\n    deps: [pay.py]\n"
    )
    out = anna.run("dvc", "repro")
    assert "not shared" not in out and (anna.root / "ledger.dvc").exists()
    assert "up to date" in anna.run("dvc", "repro") and anna.known() == "a"
    assert "up to date" in anna.run("dvc", "status")


def test_without_dvc_a_line_says_so_and_nothing_is_lost(
    anna: Clone, capsys: pytest.CaptureFixture[str]
) -> None:
    (anna.root / ".dvc/config").write_text("[no sense\n")
    anna.pay("a")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("ledger: not shared yet: `dvc add ledger` failed")
    assert anna.known() == "a"
    anna.run("git", "checkout", "-q", ".dvc/config", check=False)


def test_a_damaged_copy_of_a_colleague_costs_nothing_that_is_whole_here(anna: Clone) -> None:
    anna.pay("a")
    (path,) = (anna.root / "ledger").iterdir()
    damage(path)
    assert anna.known() == "a" and not anna.absent()

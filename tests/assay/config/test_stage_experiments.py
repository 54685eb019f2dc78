"""Only the copy of an experiment shares the local store, and it finds the right one."""

from pathlib import Path

import pytest

from assay.config.stage import share_local_store


@pytest.mark.parametrize("place", ["tmpabc", "standalone/tmpabc"])
def test_the_copy_of_an_experiment_writes_into_the_repositorys_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    copy = tmp_path / ".dvc/tmp/exps" / place
    copy.mkdir(parents=True)
    monkeypatch.chdir(copy)
    share_local_store()
    share_local_store()
    Path(".assay/ledger").mkdir()
    assert (tmp_path / ".assay/ledger").is_dir()


@pytest.mark.parametrize("place", ["a/b/c/d", ".dvc/tmp/exps", ".dvc/tmp/exps/copy/below"])
def test_no_other_folder_is_taken_for_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    folder = tmp_path / place
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    share_local_store()
    assert not Path(".assay").exists()


def test_a_store_that_is_there_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / ".dvc/tmp/exps/tmpabc"
    (copy / ".assay").mkdir(parents=True)
    monkeypatch.chdir(copy)
    share_local_store()
    assert not Path(".assay").is_symlink()

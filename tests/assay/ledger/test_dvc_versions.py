"""Which versions of a ledger dvc.lock names, and which of them are in DVC's cache."""

import subprocess
from hashlib import md5
from pathlib import Path

import pytest

from assay.config import paths
from assay.ledger.dvc_versions import hashes_of, new_versions
from assay.ledger.entry import HEADER, LedgerEntry, entry_line
from assay.ledger.store import open_ledger, read_ledger, take_in_all
from assay.records.pipeline import Response
from tests.assay.ledger.test_store import entry

A, B = "a" * 32, "b" * 32
LEDGER = "outputs/ledger/generate/m.jsonl"


def lock(*hashes: str) -> str:
    """A dvc.lock whose stage generate@m has these versions of its ledger, as a conflict has two."""
    named = "".join(f"      md5: {name}\n" for name in hashes)
    return (
        "schema: '2.0'\nstages:\n  generate@m:\n    cmd: python -m stages.generate model=m\n"
        "    outs:\n    - path: outputs/answers/m.jsonl\n      hash: md5\n"
        f"      md5: {'c' * 32}\n      size: 1\n"
        f"    - path: {LEDGER}\n      hash: md5\n{named}      size: 1\n"
        "  judge@m:\n    cmd: python -m stages.judge model=m\n"
    )


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def cached(data: bytes, cache: str = ".dvc/cache") -> str:
    """Put a file into DVC's cache; its MD5."""
    name = md5(data).hexdigest()
    path = Path(cache) / "files/md5" / name[:2] / name[2:]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return name


def version(number: int) -> bytes:
    return HEADER + entry_line(entry(f"{number:064}")).encode()


def test_hashes_are_those_of_ledgers_alone_and_both_of_a_conflict() -> None:
    assert hashes_of(lock(A)) == {LEDGER: {A}}
    assert hashes_of(lock(A, B)) == {LEDGER: {A, B}}
    assert hashes_of("") == {}


def test_a_version_in_the_cache_is_taken_in_once() -> None:
    name = cached(version(1))
    Path("dvc.lock").write_text(lock(name))
    assert list(new_versions("generate", "m", HEADER).cached) == [name]
    assert len(list(read_ledger("generate", "m").entries())) == 1
    with open_ledger("generate", "m") as ledger:
        assert len(list(ledger.entries())) == 1 and not ledger.absent
    assert new_versions("generate", "m", HEADER).cached == {}
    assert Path(LEDGER).read_bytes() == version(1)


def test_versions_of_other_commits_are_found_also_after_their_branch_is_gone() -> None:
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
        subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    names = [cached(version(number)) for number in (1, 2, 3)]
    for branch, name in zip(("one", "two", "main"), names, strict=True):
        git("checkout", "-q", "--orphan", branch)
        Path("dvc.lock").write_text(lock(name))
        git("add", "dvc.lock")
        git("commit", "-q", "-m", branch)
    git("branch", "-q", "-D", "two")
    assert sorted(new_versions("generate", "m", HEADER).cached) == sorted(names)


def test_the_cache_is_where_dvcs_configuration_says(folder: Path) -> None:
    name = cached(version(1), "elsewhere")
    Path("dvc.lock").write_text(lock(name))
    Path(".dvc").mkdir()
    Path(".dvc/config").write_text("[cache]\n    dir = ../nowhere\n")
    assert new_versions("generate", "m", HEADER).absent([]) == [name]
    Path(".dvc/config.local").write_text(f"[cache]\n    dir = {folder / 'elsewhere'}\n")
    assert list(new_versions("generate", "m", HEADER).cached) == [name]


def test_a_version_is_absent_unless_it_is_the_published_copy_or_has_no_call() -> None:
    Path("dvc.lock").write_text(lock(A, md5(HEADER).hexdigest()))
    assert new_versions("generate", "m", HEADER).absent([]) == [A]
    with open_ledger("generate", "m") as ledger:
        assert f"MD5 {A}" in ledger.absent and LEDGER in ledger.absent
    Path(LEDGER).write_bytes(version(1))
    Path("dvc.lock").write_text(lock(md5(version(1)).hexdigest()))
    assert new_versions("generate", "m", HEADER).absent([]) == []


def test_a_damaged_version_in_the_cache_is_not_used_and_counts_as_absent() -> None:
    name = cached(version(1).replace(b'"entry"', b'"eXtry"'))
    Path("dvc.lock").write_text(lock(name))
    with open_ledger("generate", "m") as ledger:
        assert list(ledger.entries()) == [] and name in ledger.absent


def test_all_ledgers_are_kept_and_the_published_files_stay_as_they_are() -> None:
    name = cached(version(1))
    Path("dvc.lock").write_text(lock(name))
    published = paths.published_ledger("judge", "m")
    published.parent.mkdir(parents=True)
    about = {"test": "T", "judge": "j", "judge_name": "j", "subject": "s", "criteria": ["c"]}
    verdict = LedgerEntry(key="v", about=about, request={}, response=Response(text="x"))
    verdicts = HEADER + entry_line(verdict).encode()
    published.write_bytes(verdicts)
    take_in_all()
    assert not Path(LEDGER).exists() and published.read_bytes() == verdicts
    published.unlink()
    for stage in ("generate", "judge"):
        assert len(list(read_ledger(stage, "m").entries())) == 1, stage

"""Mutants of a data set fit its source, and tests cannot tell them from it by its text alone."""

from pathlib import Path

import pytest

from assay.config import paths
from assay.errors import AssayError
from assay.sandbox.source_mutants import load_mutants
from assay.sandbox.staging import with_source
from tests.project import ROOT

SOURCE = {"a.py": b"x = 1\ny = 1\n", "b.py": b""}


def written(folder: Path, before: str, after: str = "y = 2") -> None:
    folder.mkdir(parents=True)
    text = f"mutants:\n- {{file: a.py, line: 2, before: {before!r}, after: {after!r}}}\n"
    (folder / "D.yaml").write_text(text, encoding="utf-8")


def test_a_mutant_changes_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "BEHAVIOURS", tmp_path)
    written(tmp_path / "mutants", "y = 1")
    those = load_mutants("D", SOURCE)
    assert those
    source, mutated = those.source["a.py"], those.mutated(those.mutants[0])
    assert mutated == source.replace(b"y = 1", b"y = 2")
    assert source.startswith(SOURCE["a.py"]) and source != SOURCE["a.py"]
    assert those.mutants[0].label == "a.py:2 'y = 1' -> 'y = 2'"


@pytest.mark.parametrize(("before", "after"), [("x = 1", "x = 2"), ("y = 1", "y = 1")])
def test_a_mutant_that_does_not_fit_the_source_is_named(
    before: str, after: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "BEHAVIOURS", tmp_path)
    written(tmp_path / "mutants", before, after)
    with pytest.raises(AssayError, match=r"a\.py:2 does not read"):
        load_mutants("D", SOURCE)


def test_a_data_set_without_a_file_has_no_mutants() -> None:
    assert load_mutants("NoSuch", SOURCE) is None


@pytest.mark.parametrize(
    "dataset", sorted(path.stem for path in (ROOT / "criteria/behaviours/mutants").glob("*.yaml"))
)
def test_committed_mutants_fit_their_source(dataset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    those = load_mutants(dataset, with_source(dataset))
    assert those and len({mutant.label for mutant in those.mutants}) == len(those.mutants)

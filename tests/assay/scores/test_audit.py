"""Audits by people: which lines are valid."""

from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.scores.audit import AUDITS, Audited
from tests.assay.scores.known_names import make_known


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("human/audit").mkdir(parents=True)
    make_known("m", "t")


def test_audits_written_are_the_audits_read() -> None:
    audits = [
        Audited("ann", "m", "t", 1, "a", "c", True),
        Audited("ann", "m", "t", 2, "a", "c", False, "no h1, see 2"),
    ]
    AUDITS.write("ann", audits)
    assert AUDITS.read() == audits


def test_audit_that_is_neither_yes_nor_no_is_named() -> None:
    Path("human/audit/bob.csv").write_text(
        f"{','.join(AUDITS.columns)}\nm,t,1,a,c,perhaps,\n", encoding="utf-8"
    )
    with pytest.raises(
        AssayError, match=r"human/audit/bob.csv:2: passed must be yes or no, not 'perhaps'"
    ):
        AUDITS.read()


def test_audit_of_an_unknown_model_is_named() -> None:
    Path("human/audit/bob.csv").write_text(
        f"{','.join(AUDITS.columns)}\nx,t,1,a,c,yes,\n", encoding="utf-8"
    )
    with pytest.raises(
        AssayError, match=r"human/audit/bob.csv:2: there is no model 'x' in conf/model"
    ):
        AUDITS.read()

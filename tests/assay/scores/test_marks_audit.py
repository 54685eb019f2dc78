"""Audits by people: which lines are valid."""

from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.scores.marks import AUDITS, Audited
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


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("m,t,1,a,c,perhaps,", "passed must be yes or no, not 'perhaps'"),
        ("x,t,1,a,c,yes,", "there is no model 'x' in conf/model"),
    ],
)
def test_a_wrong_line_is_named(line: str, words: str) -> None:
    text = f"{','.join(AUDITS.columns)}\n{line}\n"
    Path("human/audit/bob.csv").write_text(text, encoding="utf-8")
    with pytest.raises(AssayError, match=f"human/audit/bob.csv:2: {words}"):
        AUDITS.read()

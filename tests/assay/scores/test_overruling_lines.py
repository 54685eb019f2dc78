"""Overrules by people: which lines are valid."""

from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.scores.overruling import OVERRULES, Overrule
from tests.assay.scores.known_names import make_known


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("human").mkdir()
    make_known("m", "t")


def overruled(*lines: str) -> list[Overrule]:
    Path("human/overrules.csv").write_text(
        "\n".join([",".join(OVERRULES.columns), *lines, ""]), encoding="utf-8"
    )
    return OVERRULES.read()


def test_overrules_are_read_and_none_are_there_without_the_file() -> None:
    assert OVERRULES.read() == []
    assert overruled("m,t,1,a,c,panel,No,Ann,it is an h2") == [
        Overrule("m", "t", 1, "a", "c", "panel", False, "Ann", "it is an h2")
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("m,t,1,a,c,panel,yes,Ann,", "reason is empty"),
        ("m,t,1,a,c,panel,yes,,why", "person is empty"),
        ("m,t,1,a,c,,yes,Ann,why", "judge is empty"),
        ("m,t,x,a,c,panel,yes,Ann,why", "attempt must be a number from 1, not 'x'"),
        ("m,t,0,a,c,panel,yes,Ann,why", "attempt must be a number from 1, not '0'"),
        ("m,t,1,a,c,panel,yes,Ann,why,more", "more than 9 columns"),
        ("m,t,1,a,c,panel,maybe,Ann,why", "passed must be yes or no"),
    ],
)
def test_overrule_that_cannot_be_used_is_named_with_its_line(line: str, words: str) -> None:
    with pytest.raises(AssayError, match=f"human/overrules.csv:2: {words}"):
        overruled(line)


def test_verdict_overruled_twice_is_rejected() -> None:
    with pytest.raises(AssayError, match=r"overrules.csv:3: repeats line 2"):
        overruled("m,t,1,a,c,panel,yes,Ann,why", "m,t,1,a,c,panel,no,Bob,why not")

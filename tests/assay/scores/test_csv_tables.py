"""Marks, audits and overrules of people: which lines are valid, and what is said of others."""

from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.scores.marks import AUDITS, MARKS, Audited, Mark
from assay.scores.overruling import OVERRULES, Overrule
from tests.assay.scores.known_names import make_known

TABLES = {"marks/ann": MARKS, "marks/bob": MARKS, "audit/bob": AUDITS, "overrules": OVERRULES}
HEAD = ",".join(MARKS.columns)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("human/marks").mkdir(parents=True)
    Path("human/audit").mkdir()
    make_known("m", "t u v Upgrade-Mini")


def write(name: str, *lines: str, head: str | None = None) -> None:
    text = [",".join(TABLES[name].columns) if head is None else head, *lines, ""]
    Path(f"human/{name}.csv").write_text("\n".join(text), encoding="utf-8")


def message(name: str, *lines: str, head: str | None = None) -> str:
    write(name, *lines, head=head)
    with pytest.raises(AssayError) as caught:
        TABLES[name].read()
    return str(caught.value)


def test_marks_of_all_raters_are_read_in_the_order_of_their_names() -> None:
    write("marks/bob", "m,t,d,0,4,")
    write("marks/ann", "m,t,d,3.5,2,a note", "m,t,e,1,0.5,")
    assert MARKS.read() == [
        Mark("ann", "m", "t", "d", 3.5, 2.0, "a note"),
        Mark("ann", "m", "t", "e", 1.0, 0.5),
        Mark("bob", "m", "t", "d", 0.0, 4.0),
    ]


def test_overrules_are_read() -> None:
    write("overrules", "m,t,1,a,c,panel,No,Ann,an h2")
    assert OVERRULES.read() == [Overrule("m", "t", 1, "a", "c", "panel", False, "Ann", "an h2")]


def test_no_files_and_files_without_lines_have_none() -> None:
    assert MARKS.read() == OVERRULES.read() == []
    write("marks/ann")
    assert MARKS.read() == []


def test_file_saved_by_a_spreadsheet_is_read() -> None:
    Path("human/marks/ann.csv").write_bytes(f"\ufeff{HEAD}\r\nm,t,d,4,3.5,\r\n".encode())
    assert MARKS.read() == [Mark("ann", "m", "t", "d", 4.0, 3.5)]


def test_lines_written_are_the_lines_read() -> None:
    marks = [
        Mark("ann", "m", "t", "d", 3.5, 4.0, 'one, "two"\nthree, "quoted"'),
        Mark("ann", "m", "u", "e", 0.0, 4.0),
    ]
    MARKS.write("ann", marks)
    assert MARKS.read() == marks
    audits = [
        Audited("ann", "m", "t", 1, "a", "c", True),
        Audited("ann", "m", "t", 2, "a", "c", False, "no h1, see 2"),
    ]
    AUDITS.write("ann", audits)
    assert AUDITS.read() == audits


@pytest.mark.parametrize("points", ["-0.5", "4.01", "3,5", "good", "", "nan", "inf"])
def test_mark_outside_the_scale_is_rejected_with_its_place(points: str) -> None:
    found = message("marks/ann", f'm,t,d,"{points}",4,')
    assert found.startswith("human/marks/ann.csv:2: accuracy must be a number from 0 to 4")


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("audit/bob", "m,t,1,a,c,perhaps,", "passed must be yes or no, not 'perhaps'"),
        ("overrules", "m,t,1,a,c,panel,yes,Ann,", "reason is empty"),
        ("overrules", "m,t,1,a,c,panel,yes,,why", "person is empty"),
        ("overrules", "m,t,x,a,c,panel,yes,Ann,why", "attempt must be a number from 1, not 'x'"),
        ("overrules", "m,t,0,a,c,panel,yes,Ann,why", "attempt must be a number from 1, not '0'"),
        ("overrules", "m,t,1,a,c,panel,yes,Ann,why,more", "more than 9 columns"),
    ],
)
def test_a_wrong_line_is_named_with_its_place(name: str, line: str, words: str) -> None:
    assert message(name, line).startswith(f"human/{name}.csv:2: {words}")


def test_every_wrong_line_is_named_at_once() -> None:
    found = message("marks/ann", "m,t,d,5,4,", "m,u,e,4,4,", "m,v,f,4,x,")
    assert "ann.csv:2: accuracy" in found
    assert "ann.csv:4: completeness" in found


def test_unknown_model_and_test_are_named_with_the_nearest_known_name() -> None:
    found = message("marks/ann", "mm,t,d,4,4,", "m,Upgrade-Mimi,d,4,4,", "x,y,d,4,4,")
    model = "there is no model 'mm' in conf/model (did you mean 'm'?): correct or delete the line"
    test = "there is no test 'Upgrade-Mimi' in criteria (did you mean 'Upgrade-Mini'?)"
    assert f"ann.csv:2: {model}" in found and f"ann.csv:3: {test}" in found
    assert "ann.csv:4: there is no model 'x'" in found
    assert "ann.csv:4: there is no test 'y'" in found


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("marks/ann", "m,t,d,4,4,", "m,t,d,3,4,"),
        ("overrules", "m,t,1,a,c,panel,yes,Ann,why", "m,t,1,a,c,panel,no,Bob,why not"),
    ],
)
def test_what_is_decided_twice_is_rejected(name: str, first: str, second: str) -> None:
    assert f"{name}.csv:3: repeats line 2" in message(name, first, second)


@pytest.mark.parametrize("head", ["model,test,accuracy,completeness", HEAD.replace(",", ";"), ""])
def test_other_columns_are_rejected_with_the_right_ones(head: str) -> None:
    found = message("marks/ann", head=head)
    assert f"human/marks/ann.csv:1: the columns must be {HEAD}" in found


@pytest.mark.parametrize("note", ['"not closed', '"closed" and more', f'"{"x" * 200_000}"'])
def test_quotes_that_do_not_match_are_an_error_and_swallow_no_line(note: str) -> None:
    found = message("marks/ann", "m,t,d,9,4,", f"m,u,e,4,4,{note}", "m,v,f,4,4,")
    assert "ann.csv:2: accuracy" in found and "ann.csv:3: quotes that do not match" in found

"""Marks by people: which lines are valid, their value, and the dialogue they belong to."""

from pathlib import Path

import pytest

from assay.answers.delivered import answer_id
from assay.errors import AssayError
from assay.records.pipeline import Answer, Dialogue, SourceFile
from assay.scores.marks import MARKS, Mark, stale_marks
from tests.assay.scores.known_names import make_known

HEAD = ",".join(MARKS.columns)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("human/marks").mkdir(parents=True)
    make_known("m n", "t u v Upgrade-Mini Other-Mini")


def write(rater: str, *lines: str, head: str = HEAD) -> None:
    Path(f"human/marks/{rater}.csv").write_text("\n".join([head, *lines, ""]), encoding="utf-8")


def answer(
    test: str = "Upgrade-Mini", content: str = "x", model: str = "m", attempt: int = 1
) -> Answer:
    dialogue = Dialogue(
        outcome="ended",
        turns=3,
        transcript=(),
        declared=("a.ts",),
        files=(SourceFile(path="a.ts", content=content),),
        calls={},
        flags={},
    )
    return Answer(
        model=model, test=test, attempt=attempt, prompt="p", status="answered", dialogue=dialogue
    )


def mark(rated: Answer, accuracy: float, completeness: float = 4.0, rater: str = "ann") -> Mark:
    return Mark(rater, rated.model, rated.test, answer_id(rated), accuracy, completeness)


def message(*lines: str, head: str = HEAD) -> str:
    write("ann", *lines, head=head)
    with pytest.raises(AssayError) as caught:
        MARKS.read()
    return str(caught.value)


def test_marks_of_all_raters_are_read_in_the_order_of_their_names() -> None:
    write("bob", "m,t,d,0,4,")
    write("ann", "m,t,d,3.5,2,a note", "m,t,e,1,0.5,")
    assert MARKS.read() == [
        Mark("ann", "m", "t", "d", 3.5, 2.0, "a note"),
        Mark("ann", "m", "t", "e", 1.0, 0.5),
        Mark("bob", "m", "t", "d", 0.0, 4.0),
    ]


def test_no_files_and_files_without_lines_are_no_marks() -> None:
    assert MARKS.read() == []
    write("ann")
    assert MARKS.read() == []


def test_file_saved_by_a_spreadsheet_is_read() -> None:
    Path("human/marks/ann.csv").write_bytes(f"\ufeff{HEAD}\r\nm,t,d,4,3.5,\r\n".encode())
    assert MARKS.read() == [Mark("ann", "m", "t", "d", 4.0, 3.5)]


@pytest.mark.parametrize("points", ["-0.5", "4.5", "4.01", "3,5", "good", "", "nan", "inf", "-inf"])
def test_mark_outside_the_scale_is_rejected_with_its_place(points: str) -> None:
    found = message(f'm,t,d,"{points}",4,')
    assert found.startswith("human/marks/ann.csv:2: accuracy must be a number from 0 to 4")


def test_every_wrong_line_is_named_at_once() -> None:
    found = message("m,t,d,5,4,", "m,u,e,4,4,", "m,v,f,4,x,")
    assert "ann.csv:2: accuracy" in found
    assert "ann.csv:4: completeness" in found


def test_unknown_model_and_test_are_named_with_the_nearest_known_name() -> None:
    found = message("mm,t,d,4,4,", "m,Upgrade-Mimi,d,4,4,", "x,y,d,4,4,")
    assert (
        "ann.csv:2: there is no model 'mm' in conf/model (did you mean 'm'?): correct or delete "
        "the line" in found
    )
    assert (
        "ann.csv:3: there is no test 'Upgrade-Mimi' in criteria (did you mean 'Upgrade-Mini'?)"
        in found
    )
    assert (
        "ann.csv:4: there is no model 'x'" in found and "ann.csv:4: there is no test 'y'" in found
    )


def test_dialogue_marked_twice_by_one_rater_is_rejected() -> None:
    assert "ann.csv:3: repeats line 2" in message("m,t,d,4,4,", "m,t,d,3,4,")


@pytest.mark.parametrize("head", ["model,test,accuracy,completeness", HEAD.replace(",", ";"), ""])
def test_other_columns_are_rejected_with_the_right_ones(head: str) -> None:
    assert f"human/marks/ann.csv:1: the columns must be {HEAD}" in message(head=head)


@pytest.mark.parametrize("note", ['"not closed', '"closed" and more', f'"{"x" * 200_000}"'])
def test_quotes_that_do_not_match_are_an_error_and_swallow_no_line(note: str) -> None:
    found = message("m,t,d,9,4,", f"m,u,e,4,4,{note}", "m,v,f,4,4,")
    assert "ann.csv:2: accuracy" in found and "ann.csv:3: quotes that do not match" in found


def test_stale_are_the_marks_of_a_changed_dialogue_and_not_those_of_another_run() -> None:
    now, before = answer(), answer(content="as it was")
    others = [mark(answer(model="n"), 4.0), mark(answer(test="Other-Mini"), 4.0)]
    assert stale_marks([mark(now, 4.0), mark(before, 4.0), *others], [now]) == [mark(before, 4.0)]


def test_mark_belongs_to_files_and_outcome_alone() -> None:
    rated = answer()
    assert rated.dialogue
    longer = rated.dialogue.model_copy(update={"turns": 9, "flags": {"reminders": 1}})
    assert answer_id(rated) == answer_id(
        rated.model_copy(update={"dialogue": longer, "latency_s": 2.0})
    )
    ended = rated.dialogue.model_copy(update={"outcome": "out of turns"})
    assert answer_id(rated) != answer_id(rated.model_copy(update={"dialogue": ended}))


def test_marks_written_are_the_marks_read() -> None:
    marks = [
        mark(answer(), 3.5)._replace(note='one, "two"\nthree, "quoted"'),
        mark(answer(test="Other-Mini"), 0.0),
    ]
    MARKS.write("ann", marks)
    assert MARKS.read() == marks

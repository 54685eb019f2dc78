"""How a dialogue went, from its record, and what judges are told of it."""

from typing import Any

import pytest

from assay.answers.delivered import answer_id, delivered_text
from assay.answers.dialogue_process import (
    STRUCTURE_TOO_EARLY,
    WRITTEN_TOO_EARLY,
    Process,
    process_of,
)
from assay.records.pipeline import Answer, Dialogue, SourceFile, Turn


def dialogue(**changed: Any) -> Dialogue:
    careful = Dialogue(
        outcome="ended",
        turns=2,
        per_turn=(
            Turn(calls=("list_files", "read_file")),
            Turn(calls=("file_structure", "write_file", "end_task")),
        ),
        transcript=(),
        declared=("a.ts",),
        files=(SourceFile(path="a.ts", content="x"),),
        calls={},
        flags={},
    )
    return careful.model_copy(update=changed)


@pytest.mark.parametrize(
    ("changed", "process"),
    [
        ({}, Process("ended", 5, 0, True, True)),
        ({"outcome": "too long"}, Process("too long", 5, 0, True, True)),
        ({"flags": {STRUCTURE_TOO_EARLY: 1}}, Process("ended", 5, 0, False, True)),
        ({"flags": {WRITTEN_TOO_EARLY: 2}}, Process("ended", 5, 0, True, False)),
        ({"declared": ()}, Process("ended", 5, 0, False, False)),
        ({"per_turn": (Turn(calls=("", "x"), invalid=2),)}, Process("ended", 2, 2, True, True)),
        ({"flags": {"repeated call": 3}}, Process("ended", 5, 0, True, True)),
    ],
)
def test_each_fact_is_read_from_the_record(changed: dict[str, Any], process: Process) -> None:
    assert process_of(dialogue(**changed)) == process


def test_judges_are_told_how_a_dialogue_went_and_marks_stay_with_what_it_delivered() -> None:
    answer = Answer(model="m", test="T", attempt=1, prompt="p", status="answered")
    good = answer.model_copy(update={"dialogue": dialogue()})
    careless = answer.model_copy(
        update={"dialogue": dialogue(per_turn=(Turn(calls=("", "x"), invalid=2),))}
    )
    assert delivered_text(good).startswith(
        "The dialogue's outcome: ended. Calls of tools: 5, of which 0 failed. Every text file was "
        "read before the structure was declared: yes. The structure was declared before the first "
        "file was written: yes. The files written:"
    )
    assert "2, of which 2 failed" in delivered_text(careless)
    assert answer_id(good) == answer_id(careless)

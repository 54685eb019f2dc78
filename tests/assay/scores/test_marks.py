"""Marks by people: the dialogue they belong to."""

from assay.answers.delivered import answer_id
from assay.records.pipeline import Answer, Dialogue, SourceFile
from assay.scores.marks import Mark, stale_marks


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

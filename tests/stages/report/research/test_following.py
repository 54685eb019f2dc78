"""Long tasks: how dialogues ended, errors, rules kept by length of the task."""

from assay.records.pipeline import Answer, Dialogue, SourceFile, Turn
from stages.report.research.following import following_view
from tests.stages.report.research.studies import prompt, study
from tests.stages.validity.small_run import answer, criterion, judgement


def dialogue(*invalid: int, outcome: str = "ended") -> Dialogue:
    """A turn with two calls for each number, of which so many were answered with an error."""
    return Dialogue(
        outcome=outcome,
        turns=len(invalid),
        per_turn=tuple(Turn(calls=("read_file", "write_file"), invalid=n) for n in invalid),
        transcript=(),
        declared=("a.ts", "b.ts"),
        files=(SourceFile(path="a.ts", content=""),),
        calls={},
        flags={},
    )


def answered(test: str, talk: Dialogue, attempt: int = 1) -> Answer:
    return answer("a", test, "", attempt).model_copy(update={"dialogue": talk})


def test_errors_are_counted_and_files_that_were_never_written() -> None:
    talks = (
        answered("Upgrade-One", dialogue(0, 0, 2, 2)),
        answered("Upgrade-One", dialogue(0, 0, 0, 0, outcome="turn limit"), attempt=2),
    )
    view = following_view(study({"a": {"Upgrade-One": 70.0}}, answers={"a": talks}))
    assert view
    together, line = view.lines
    assert together[2:] == line[2:], "of one model"
    assert line.errors == 25.0
    assert (line.dialogues, line.ended, line.turns, line.unwritten) == (2, 1, 4.0, 50.0)


def test_rules_kept_stand_by_the_length_of_the_task() -> None:
    tests = ("Port-One", "Port-Two", "Upgrade-One")
    prompts = [prompt(test, tokens) for test, tokens in zip(tests, (100, 900, 500), strict=True)]
    rule = criterion("r", 1.0, "accuracy", "constraint")
    kept = dict(zip(tests, (True, False, True), strict=True))
    judgements = tuple(
        judgement("judge", answer("a", test), {}, verdicts=(rule.verdict(passed, ""),))
        for test, passed in kept.items()
    )
    found = study(
        {"a": dict.fromkeys(tests, 50.0)},
        prompts=prompts,
        criteria=dict.fromkeys(tests, (rule,)),
        judgements={"a": judgements},
    )
    view = following_view(found)
    assert view
    shares = {share.name: share.all_models and share.all_models.value for share in view.constraints}
    assert shares == {"short prompts": 100.0, "long prompts": 0.0, "dialogues": 100.0}


def test_without_dialogues_there_is_nothing_to_show() -> None:
    assert following_view(study({"a": {"Port-One": 70.0}})) is None

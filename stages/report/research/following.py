"""Instruction following over long tasks: how dialogues go on, and what of the rules is kept."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.answers.child_process import ENDED
from assay.records.pipeline import LCIF, Answer, Dialogue, Turn
from assay.statistics.means import mean, quantile
from stages.report.research.study import Study
from stages.report.research.tags import Share, TagShares

CONSTRAINT = "constraint"


class DialogueLine(NamedTuple):
    """One model in one dialogue task, over its attempts. Shares are percent.

    `errors_early` and `errors_late`: of the tool calls in the first and in the second half of the
    turns, those that were answered with an error. `unwritten`: of the files that the model
    declared, those it never wrote.
    """

    model: str
    test: str
    score: float | None
    dialogues: int
    ended: int
    turns: float | None
    errors_early: float | None
    errors_late: float | None
    unwritten: float | None


class FollowingView(NamedTuple):
    """`constraints`: rules of the prompt that are kept, by length of the task.

    `tokens`: the length of a prompt that parts short from long ones.
    """

    lines: tuple[DialogueLine, ...]
    constraints: tuple[Share, ...]
    tokens: float


def following_view(study: Study, shares: TagShares) -> FollowingView | None:
    """None where no test of the suite is a dialogue."""
    dialogues = study.tests(lambda prompt: prompt.category == LCIF)
    if not dialogues:
        return None
    single = study.tests(lambda prompt: prompt.answer != "dialogue")
    middle = _middle(study, single)
    short = [test for test in single if study.prompts[test].tokens_estimate <= middle]
    long = [test for test in single if study.prompts[test].tokens_estimate > middle]
    kinds = (("short prompts", short), ("long prompts", long), ("dialogues", dialogues))
    constraints = [shares.share(name, CONSTRAINT, tests) for name, tests in kinds]
    return FollowingView(
        lines=tuple(
            _dialogue_line(study, model, test) for test in dialogues for model in study.models
        ),
        constraints=tuple(share for share in constraints if share.criteria),
        tokens=middle,
    )


def _middle(study: Study, tests: Sequence[str]) -> float:
    sizes = sorted(study.prompts[test].tokens_estimate for test in tests)
    return quantile(sizes, 0.5) if sizes else 0.0


def _dialogue_line(study: Study, model: str, test: str) -> DialogueLine:
    answers = [item for item in study.evidence.answers[model] if item.test == test]
    dialogues = _dialogues(answers)
    result = study.results[model].get(test)
    return DialogueLine(
        model=model,
        test=test,
        score=result.score if result else None,
        dialogues=len(dialogues),
        ended=sum(dialogue.outcome == ENDED for dialogue in dialogues),
        turns=mean([dialogue.turns for dialogue in dialogues]) if dialogues else None,
        errors_early=_errors([turn for item in dialogues for turn in halves(item)[0]]),
        errors_late=_errors([turn for item in dialogues for turn in halves(item)[1]]),
        unwritten=_unwritten(dialogues),
    )


def _dialogues(answers: Sequence[Answer]) -> list[Dialogue]:
    return [answer.dialogue for answer in answers if answer.dialogue]


def halves(dialogue: Dialogue) -> tuple[Sequence[Turn], Sequence[Turn]]:
    """The first and the second half of the turns; the middle one belongs to the first."""
    middle = (len(dialogue.per_turn) + 1) // 2
    return dialogue.per_turn[:middle], dialogue.per_turn[middle:]


def _errors(turns: Sequence[Turn]) -> float | None:
    calls = sum(len(turn.calls) for turn in turns)
    invalid = sum(turn.invalid for turn in turns)
    return 100 * invalid / calls if calls else None


def _unwritten(dialogues: Sequence[Dialogue]) -> float | None:
    declared = sum(len(set(dialogue.declared)) for dialogue in dialogues)
    left = 0
    for dialogue in dialogues:
        written = {file.path for file in dialogue.files}
        left += len(set(dialogue.declared) - written)
    return 100 * left / declared if declared else None

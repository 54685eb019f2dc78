"""What the research questions need of one model's dialogues."""

from collections.abc import Iterator, Sequence
from itertools import chain
from statistics import fmean as mean
from typing import NamedTuple

from assay.answers.dialogue_process import ENDED
from assay.records.pipeline import LCIF, Dialogue
from stages.report.run_evidence import Evidence, ModelRecords


class DialogueLine(NamedTuple):
    """One model in one dialogue task, over its attempts. Shares are percent.

    `errors`: of the tool calls, those that were answered with an error. `unwritten`: of the files
    that the model declared, those it never wrote.
    """

    model: str
    test: str
    score: float | None
    dialogues: int
    ended: int
    turns: float | None
    errors: float | None
    unwritten: float | None


def dialogue_lines(evidence: Evidence, records: ModelRecords) -> Iterator[DialogueLine]:
    """A line for each dialogue task of the suite."""
    for prompt in evidence.prompts:
        if prompt.category == LCIF:
            result = evidence.results[records.model].get(prompt.test)
            score = result.score if result else None
            yield _dialogue_line(records, prompt.test, score)


def _dialogue_line(records: ModelRecords, test: str, score: float | None) -> DialogueLine:
    answers = records.by_test.get(test, [])
    dialogues = [answer.dialogue for answer in answers if answer.dialogue]
    calls = invalid = 0
    for turn in chain.from_iterable(dialogue.per_turn for dialogue in dialogues):
        calls += len(turn.calls)
        invalid += turn.invalid
    return DialogueLine(
        model=records.model,
        test=test,
        score=score,
        dialogues=len(dialogues),
        ended=sum(dialogue.outcome == ENDED for dialogue in dialogues),
        turns=mean([dialogue.turns for dialogue in dialogues]) if dialogues else None,
        errors=100 * invalid / calls if calls else None,
        unwritten=_unwritten(dialogues),
    )


def _unwritten(dialogues: Sequence[Dialogue]) -> float | None:
    declared = sum(len(set(dialogue.declared)) for dialogue in dialogues)
    left = 0
    for dialogue in dialogues:
        written = {file.path for file in dialogue.files}
        left += len(set(dialogue.declared) - written)
    return 100 * left / declared if declared else None

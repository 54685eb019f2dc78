"""Instruction following over long tasks: how dialogues go on, and what of the rules is kept."""

from itertools import chain
from statistics import median
from typing import NamedTuple

from assay.records.pipeline import LCIF
from stages.report.research.dialogue_lines import DialogueLine
from stages.report.research.shares import shares
from stages.report.research.study import ShareColumn, Study, mean_known

ALL_MODELS = "all models"


class FollowingView(NamedTuple):
    """`lines` by task; the first of each is of all real models, errors their mean.

    `constraints`: rules of the prompt that are kept, by length of the task. `tokens`: the length of
    a prompt that parts short from long ones.
    """

    lines: tuple[DialogueLine, ...]
    constraints: tuple[ShareColumn, ...]
    tokens: float


def following_view(study: Study) -> FollowingView | None:
    """None where no test of the suite is a dialogue."""
    dialogues = study.evidence.tests(LCIF)
    if not dialogues:
        return None
    single = study.tests(lambda prompt: prompt.answer != "dialogue")
    sizes = {test: study.prompts[test].tokens_estimate for test in single}
    middle = median(sizes.values()) if sizes else 0.0
    short = [test for test in single if sizes[test] <= middle]
    long = [test for test in single if sizes[test] > middle]
    kinds = {"short prompts": short, "long prompts": long, "dialogues": dialogues}
    return FollowingView(
        lines=tuple(chain.from_iterable(_lines(study, test) for test in dialogues)),
        constraints=shares(study, dict.fromkeys(kinds, "constraint"), kinds),
        tokens=middle,
    )


def _lines(study: Study, test: str) -> list[DialogueLine]:
    of_models = [line for of in study.digests for line in of.dialogues if line.test == test]
    real = [line for line in of_models if line.model in study.real]
    return [
        DialogueLine(
            model=ALL_MODELS,
            test=test,
            score=study.scores_of_all([test]).get(test),
            dialogues=sum(line.dialogues for line in real),
            ended=sum(line.ended for line in real),
            turns=mean_known(line.turns for line in real),
            errors=mean_known(line.errors for line in real),
            unwritten=mean_known(line.unwritten for line in real),
        ),
        *of_models,
    ]

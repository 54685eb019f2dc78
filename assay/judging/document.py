"""A document is judged by questions: which criteria are asked, how, and what an answer means."""

import random
from collections.abc import Sequence

from assay.content.criteria import Criterion
from assay.content.questions import Question
from assay.judging.instructions import instructions
from assay.judging.material import Material
from assay.records.hashing import content_hash
from assay.records.pipeline import Verdict

LETTERS = ("a", "b", "c")
DOCUMENT = """<document-{mark}>
{answer}
</document-{mark}>

"""
QUESTIONS = """The questions, each as id: question, above its answers.
{criteria}
"""


def asked_among(criteria: Sequence[Criterion]) -> tuple[Criterion, ...]:
    """The criteria that LLM judges are asked about: those with a question; all if none has one.

    Beside questions, the others are decided by their checks.
    """
    with_question = tuple(item for item in criteria if item.question)
    return with_question or tuple(criteria)


def document_alone(material: Material) -> Material:
    """The answer without the task; its subject changes with the wording of the questions."""
    wording = [instructions("document"), DOCUMENT + QUESTIONS]
    return material._replace(task="", subject=content_hash([material.answer, *wording]))


def choices(question: Question) -> dict[str, str]:
    """The answers of a question by letter, in an order that its id draws."""
    answers = list(question.answers)
    random.Random(content_hash(question.id)).shuffle(answers)
    return dict(zip(LETTERS, answers, strict=True))


def choices_in(statement: str) -> dict[str, str]:
    """The answers by letter, from a question as a judge was asked it; empty for a criterion."""
    return dict(line.strip().split(": ", 1) for line in statement.split("\n")[1:])


def with_answer(verdict: Verdict, question: Question, answer: str) -> Verdict:
    """The verdict of a judge that picked this answer: a wrong one costs what a right one earns."""
    passed = answer == question.answer
    right = "" if passed else f' Right: "{question.answer}"'
    shown = f'{question.ask} Picked: "{answer}"{right} {verdict.explanation}'
    changes = {
        "passed": passed,
        "share": -1.0 if answer in question.wrong else None,
        "explanation": shown.strip(),
    }
    return verdict.model_copy(update=changes)

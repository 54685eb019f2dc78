"""Questions about a data set with verified answers: criteria/questions/<DataSet>.yaml.

A judge looks for them in a document that describes the data set.
"""

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from assay.config import paths
from assay.config.settings import Config, EntryId, as_tuple, validated
from assay.config.yaml_files import parse_yaml
from assay.errors import AssayError

NOT_STATED = "not stated"
"""What a judge picks if the document does not say it."""


Line = Annotated[str, Field(pattern=r"\S"), AfterValidator(lambda text: " ".join(text.split()))]


class SourceProof(Config):
    """A file of the data set and a text that it holds, whatever its white space."""

    file: Line
    holds: Line


class Proved(Config):
    """Something that is so in a data set, and one proof of it.

    `behaviour`: the titles of behaviours of the data set that show it. `argued`: why neither a
    behaviour nor the source can show it.
    """

    id: EntryId
    behaviour: Annotated[tuple[Line, ...], BeforeValidator(as_tuple)] = ()
    source: SourceProof | None = None
    argued: Line | None = None

    @model_validator(mode="after")
    def _has_one_proof(self) -> Self:
        if sum(map(bool, (self.behaviour, self.source, self.argued))) != 1:
            raise ValueError(f"{self.id} needs exactly one of `behaviour`, `source` and `argued`")
        return self


class Question(Proved):
    """A question, the answer that is right, and two that are wrong."""

    ask: Line
    answer: Line
    wrong: Annotated[tuple[Line, ...], BeforeValidator(as_tuple), Field(min_length=2, max_length=2)]

    @property
    def answers(self) -> tuple[str, ...]:
        """The right one, then the wrong ones."""
        return (self.answer, *self.wrong)

    @model_validator(mode="after")
    def _has_different_answers(self) -> Self:
        answers = {answer.casefold().rstrip(".") for answer in (*self.answers, NOT_STATED)}
        if len(answers) <= len(self.answers):
            raise ValueError(f"{self.id}: two of its answers are the same (or '{NOT_STATED}')")
        return self


class QuestionsFile(Config):
    """criteria/questions/<DataSet>.yaml."""

    questions: list[Question] = Field(min_length=1)


def questions_path(dataset: str) -> Path:
    return paths.QUESTIONS / f"{dataset}.yaml"


@lru_cache(maxsize=256)
def questions_in(path: Path, text: str) -> dict[str, Question]:
    """The questions of a file with this text, by id. AssayError names file and key of a mistake."""
    questions: dict[str, Question] = {}
    listed = validated(parse_yaml(text, str(path)), QuestionsFile, str(path)).questions
    for number, question in enumerate(listed):
        if question.id in questions:
            raise AssayError(f"{path}: 'questions.{number}.id': {question.id} occurs twice")
        questions[question.id] = question
    return questions

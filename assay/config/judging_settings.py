"""How LLM judges are asked: conf/judging."""

from typing import Literal

from pydantic import Field

from assay.config.settings import Config


class ExamConfig(Config):
    """The exam that LLM judges sit before they judge models (docs/judging.md).

    `papers`: documents for each test with questions, gold's and altered ones; 0: no exam. `seed`
    draws how they are altered. A judge is barred that finds more than the share `max_false_pass` of
    facts that are not there; null: none is.
    """

    papers: int = Field(default=0, ge=0)
    seed: int = 1
    max_false_pass: float | None = Field(default=None, ge=0, le=1)


class JudgingConfig(Config):
    """How LLM judges are asked (docs/judging.md).

    `question`: what one question covers, at most `batch` criteria. `max_rounds`: how often a
    criterion is asked at most. `sources`: whether a judge sees the data set's code. An answer
    longer than `max_answer_chars` is cut in its middle.
    """

    question: Literal["all", "metric", "criterion"]
    batch: int = Field(gt=0)
    max_rounds: int = Field(gt=0)
    sources: Literal["shown", "omitted"]
    max_answer_chars: int = Field(gt=0)
    exam: ExamConfig = ExamConfig()

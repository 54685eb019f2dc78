"""Criteria: what an answer is judged by. One file for each test, criteria/<type>/<test>.yaml."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from assay.checks.runs import CHECK
from assay.checks.vocabulary import Check
from assay.config import paths
from assay.config.settings import Config, as_tuple, did_you_mean, validated
from assay.config.yaml_files import parse_yaml, read_utf8
from assay.content.defects import defects_path, findings_in
from assay.content.questions import Question, questions_in, questions_path
from assay.errors import AssayError, Problems
from assay.records.hashing import text_hash
from assay.records.pipeline import METRICS, Metric, Prompt, Verdict


def _as_mapping(item: Any) -> Any:
    """Accept a plain string (weight 1), and `criteria` as a spelling of `criterion`."""
    if isinstance(item, str):
        return {"criterion": item}
    if isinstance(item, dict) and "criteria" in item and "criterion" not in item:
        return {("criterion" if key == "criteria" else key): value for key, value in item.items()}
    return item


class CriterionConfig(Config):
    """One criterion as its file states it.

    `question`: which of the data set's questions an LLM judge is asked in its place.
    `argued` says why no small fault of an answer can fail its check alone. `run`: the titles of the
    behaviours that decide it where the answer was executed (the share that passes counts), or
    `builds`, `types`, `own_tests` or `mutants` (the share that the own tests notice). The check
    then only stands in where nothing is executed; it must pass as well if `run` names `check` too.
    """

    criterion: str = Field(pattern=r"\S")
    question: str | None = None
    weight: float = Field(default=1.0, gt=0, allow_inf_nan=False)
    check: Check | None = None
    run: Annotated[tuple[str, ...], BeforeValidator(as_tuple)] = ()
    tags: list[str] = []
    argued: str | None = Field(default=None, pattern=r"\S")

    @model_validator(mode="after")
    def _names_a_check_that_it_has(self) -> Self:
        if CHECK in self.run and (self.check is None or len(self.run) == 1):
            raise ValueError("run: `check` needs a `check:` and something that is run")
        return self


Item = Annotated[CriterionConfig, BeforeValidator(_as_mapping)]


class EvaluationSteps(Config):
    accuracy: list[Item] = Field(min_length=1)
    completeness: list[Item] = Field(min_length=1)


class CriteriaFile(Config):
    """criteria/<type>/<test id>.yaml."""

    evaluation_steps: EvaluationSteps


class Criterion(Config):
    """A criterion with its id, the hash of its metric and text."""

    id: str
    metric: Metric
    text: str
    weight: float
    check: Check | None
    tags: tuple[str, ...]
    run: tuple[str, ...] = ()
    argued: str | None = None
    question: Question | None = None

    @property
    def asked_id(self) -> str:
        """The id by which judges are asked: another one if the question or an answer changes."""
        if self.question is None:
            return self.id
        return _id(self.id, self.question.ask, *self.question.answers)

    def verdict(self, passed: bool | None, explanation: str) -> Verdict:
        return Verdict(
            criterion=self.id,
            metric=self.metric,
            weight=self.weight,
            tags=self.tags,
            passed=passed,
            explanation=explanation,
        )


def criteria_path(type_: str, test: str) -> Path:
    return paths.CRITERIA / type_ / f"{test}.yaml"


def criteria_of(prompt: Prompt) -> tuple[Criterion, ...]:
    """The criteria that answers to the prompt are judged by. AssayError as `load_criteria`."""
    return load_criteria(criteria_path(prompt.type, prompt.test))


def criteria_by_test(prompts: Iterable[Prompt]) -> dict[str, tuple[Criterion, ...]]:
    """The criteria of every prompt, by test. One AssayError lists all files that are wrong."""
    problems = Problems()
    criteria: dict[str, tuple[Criterion, ...]] = {}
    for prompt in prompts:
        with problems.collecting():
            criteria[prompt.test] = criteria_of(prompt)
    problems.raise_if_any()
    return criteria


def load_criteria(path: Path) -> tuple[Criterion, ...]:
    """The criteria of a test, accuracy first, each in the file's order.

    AssayError names the file and the key of a wrong weight, an empty list, an invalid check or a
    duplicate, and of a question or defect that is not in the file of the test's data set.
    """
    if not path.exists():
        raise AssayError(f"{path}: the test has no criteria: write this file")
    dataset = path.stem.partition("-")[2]
    beside = (questions_path(dataset), defects_path(dataset))
    texts = [read_utf8(each) if each.exists() else "" for each in beside]
    return _criteria_in(path, read_utf8(path), *beside, *texts)


@lru_cache(maxsize=256)
def _criteria_in(
    path: Path, text: str, asked: Path, known_defects: Path, questions: str, defects: str
) -> tuple[Criterion, ...]:
    """The criteria of a file with this text. Programs ask for the same file several times."""
    steps = validated(
        parse_yaml(text, str(path)), CriteriaFile, str(path), findings_in(known_defects, defects)
    ).evaluation_steps
    items = {metric: getattr(steps, metric) for metric in METRICS}
    named = [item.question for metric in METRICS for item in items[metric] if item.question]
    known = questions_in(asked, questions) if named and questions else {}
    criteria: dict[tuple[Metric, str], Criterion] = {}
    for metric in METRICS:
        for number, item in enumerate(items[metric]):
            criterion = _criterion(metric, item, known)
            if (metric, criterion.text) in criteria:
                raise AssayError(f"{path}: {metric}: the criterion '{criterion.text}' occurs twice")
            criteria[metric, criterion.text] = criterion
            if problem := _wrong_question(item, named, known, asked):
                place = f"evaluation_steps.{metric}.{number}"
                raise AssayError(f"{path}: '{place}.question': {problem}")
    return tuple(criteria.values())


def _wrong_question(
    item: CriterionConfig, named: list[str], known: dict[str, Question], asked: Path
) -> str:
    """What is wrong with the question of a criterion; empty if nothing is."""
    if item.question and item.question not in known:
        remedy = did_you_mean(item.question, list(known))
        return f"there is no question '{item.question}' in {asked}{remedy}"
    if item.question and named.count(item.question) > 1:
        return f"two criteria of the test name '{item.question}': one answer would count twice"
    if named and not item.question and item.check is None:
        return "is missing: other criteria of the test have questions, and this one has no check"
    return ""


def _criterion(metric: Metric, item: CriterionConfig, known: dict[str, Question]) -> Criterion:
    text = " ".join(item.criterion.split())
    return Criterion(
        id=_id(metric, text),
        metric=metric,
        text=text,
        weight=item.weight,
        check=item.check,
        run=item.run,
        tags=tuple(item.tags),
        argued=item.argued,
        question=known.get(item.question or ""),
    )


def _id(*texts: str) -> str:
    return text_hash("\n".join(texts))[:12]

"""Criteria: what an answer is judged by. One file for each test, criteria/<type>/<test>.yaml."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from assay.checks.runs import CHECK
from assay.checks.vocabulary import Check
from assay.config import paths
from assay.config.settings import Config, as_tuple, validated
from assay.config.yaml_files import parse_yaml, read_utf8
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

    `argued` says why no small fault of an answer can fail its check alone. `run`: the titles of the
    behaviours that decide it where the answer was executed (the share that passes counts), or
    `builds`, `types`, `own_tests` or `mutants` (the share that the own tests notice). The check
    then only stands in where nothing is executed; it must pass as well if `run` names `check` too.
    """

    criterion: str = Field(pattern=r"\S")
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
    """The criteria file of a test."""
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
    duplicate.
    """
    if not path.exists():
        raise AssayError(f"{path}: the test has no criteria: write this file")
    return _criteria_in(path, read_utf8(path))


@lru_cache(maxsize=256)
def _criteria_in(path: Path, text: str) -> tuple[Criterion, ...]:
    """The criteria of a file with this text. Programs ask for the same file several times."""
    value = parse_yaml(text, str(path))
    steps = validated(value, CriteriaFile, str(path)).evaluation_steps
    criteria = tuple(
        _criterion(metric, item) for metric in METRICS for item in getattr(steps, metric)
    )
    seen: set[str] = set()
    for criterion in criteria:
        if criterion.id in seen:
            raise AssayError(
                f"{path}: {criterion.metric}: the criterion '{criterion.text}' occurs twice"
            )
        seen.add(criterion.id)
    return criteria


def _criterion(metric: Metric, item: CriterionConfig) -> Criterion:
    text = " ".join(item.criterion.split())
    return Criterion(
        id=text_hash(f"{metric}\n{text}")[:12],
        metric=metric,
        text=text,
        weight=item.weight,
        check=item.check,
        run=item.run,
        tags=tuple(item.tags),
        argued=item.argued,
    )

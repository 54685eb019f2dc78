"""Configuration classes: what a YAML file under conf/ may contain. Unknown keys are errors."""

import difflib
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from assay.config.gateway import NO_EXTRA_BODY, ExtraBody, Headers, VariableName
from assay.errors import AssayError
from assay.records.exam_records import EXAM
from assay.records.pipeline import Usage

SLUG = r"^[A-Za-z0-9][A-Za-z0-9_-]*$"
Slug = Annotated[str, Field(pattern=SLUG)]
EntryId = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
"""The name of an entry in a file of criteria/questions or criteria/defects."""


class Config(BaseModel):
    """A part of the configuration: no unknown key, no string for a number, no infinite number."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


def as_tuple(value: Any) -> Any:
    """A list as a tuple, and a single text as a tuple of one; for keys that take one or several."""
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list) else value


def _null_is_a_name(names: Any) -> Any:
    """YAML and Hydra read the built-in model's name `null` as nothing, unless it is quoted."""
    if not isinstance(names, list):
        return names
    return ["null" if name is None else name for name in names]


ModelNames = Annotated[list[Slug], BeforeValidator(_null_is_a_name)]
"""Names of files under conf/model, for instance `models=[gold,null]` on a command line."""


class Price(Config):
    """US dollars per million tokens.

    `cached_input` (read from the provider's cache) and `cache_write` (stored there) default to the
    price of input.
    """

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cached_input: float | None = Field(default=None, ge=0)
    cache_write: float | None = Field(default=None, ge=0)

    def dollars(self, usage: Usage) -> float:
        """What this much costs."""
        cached = self.input if self.cached_input is None else self.cached_input
        written = self.input if self.cache_write is None else self.cache_write
        fresh = usage.input - usage.cached - usage.cache_write
        by_input = fresh * self.input + usage.cached * cached + usage.cache_write * written
        return round((by_input + usage.output * self.output) / 1e6, 8)


Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]


class Sampling(Config):
    """Parameters that are sent with the messages. A value that is not set is not sent.

    `stop`: one text or several at which the answer ends. `seed` is the provider's, not that of
    params.yaml. `thinking_budget`: tokens of thoughts, for models that take a number and no effort.
    """

    temperature: float | None = Field(default=None, ge=0)
    top_p: float | None = Field(default=None, gt=0, le=1)
    max_tokens: int | None = Field(default=None, gt=0)
    reasoning_effort: Effort | None = None
    thinking_budget: int | None = Field(default=None, gt=0)
    verbosity: Literal["low", "medium", "high"] | None = None
    seed: int | None = None
    stop: Annotated[tuple[str, ...], BeforeValidator(as_tuple)] | None = None
    top_k: int | None = Field(default=None, gt=0)

    @property
    def reasoning(self) -> str:
        """The level of reasoning as the leaderboard names it; empty if it is the model's own."""
        budget = f"{self.thinking_budget} tokens" if self.thinking_budget else ""
        return budget or self.reasoning_effort or ""

    @model_validator(mode="after")
    def _thinks_by_one_measure(self) -> "Sampling":
        if self.reasoning_effort and self.thinking_budget:
            raise ValueError(
                "`thinking_budget` and `reasoning_effort` say the same, and providers differ in "
                "which they follow: remove one"
            )
        return self


class RemoteModel(Config):
    """A model behind litellm.

    `litellm_model` is litellm's name for it, provider first: `openai/gpt-5`. The key is in the
    environment variable `api_key_env`. `extra_headers` are sent with every call; those of
    `extra_headers_env` have the name of an environment variable in place of the value. `extra_body`
    is sent as a part of the request's body. `context_window` is the most input tokens that the
    model takes, if litellm does not know it.
    """

    litellm_model: str | None = None
    api_base: str | None = None
    api_version: str | None = None
    api_key_env: VariableName | None = None
    extra_headers: Headers = {}
    extra_headers_env: dict[str, VariableName] = {}
    extra_body: ExtraBody = {}
    sampling: Sampling = Sampling()
    price: Price | None = None
    context_window: int | None = Field(default=None, gt=0)

    @model_validator(mode="after")
    def _extra_body_arrives(self) -> "RemoteModel":
        if self.extra_body and str(self.litellm_model).startswith(NO_EXTRA_BODY):
            raise ValueError(
                f"litellm does not pass `extra_body` on for {' and '.join(NO_EXTRA_BODY)}: remove "
                "it, or ask the model by chat completions (openai/<name>)"
            )
        return self


def _needs_litellm_model(config: Any) -> Any:
    if config.provider == "litellm" and not config.litellm_model:
        raise ValueError(
            "key 'litellm_model' is missing: litellm's name of the model, such as openai/gpt-5"
        )
    return config


class ModelConfig(RemoteModel):
    """A candidate: conf/model/<name>.yaml. gold, echo and null are built in and need nothing else.

    `files`: its answers are in answers/<name>/. `command`: these words answer, in `seconds` at
    most, so many `at_once`; `most_usd` is what one answer may cost, for a budget. `family`: its
    maker, if `litellm_model` tells none.
    """

    name: Slug
    provider: Literal["litellm", "files", "command", "gold", "echo", "null"] = "litellm"
    command: Annotated[tuple[str, ...], BeforeValidator(as_tuple)] = ()
    seconds: float = Field(default=3600, gt=0)
    at_once: int = Field(default=1, gt=0)
    most_usd: float | None = Field(default=None, ge=0)
    family: str = ""
    _has_litellm_model = model_validator(mode="after")(_needs_litellm_model)

    @property
    def is_ruler(self) -> bool:
        """Whether it is one of the built-in models, which take no part in comparisons."""
        return self.provider in ("gold", "echo", "null")

    @field_validator("name")
    @classmethod
    def _is_no_exam(cls, name: str) -> str:
        if name == EXAM:
            raise ValueError(f"'{EXAM}' stands for the exam of judges: give the model another name")
        return name

    @model_validator(mode="after")
    def _has_a_command_if_it_is_one(self) -> "ModelConfig":
        if (self.provider == "command") != bool(self.command):
            raise ValueError(
                "`provider: command` goes with `command`, a list of its words, and no other does"
            )
        return self


class JudgeConfig(RemoteModel):
    """A judge: conf/judge/<name>.yaml. `checks` decides by the criteria's checks."""

    name: Slug
    provider: Literal["litellm", "checks"] = "litellm"
    _has_litellm_model = model_validator(mode="after")(_needs_litellm_model)
    response_format: Literal["json_schema", "json_object", "text"] = "json_schema"

    @model_validator(mode="after")
    def _checks_is_a_name_of_its_own(self) -> "JudgeConfig":
        if (self.provider == "checks") != (self.name == "checks"):
            raise ValueError(
                "the built-in provider `checks` goes with the name checks, and no other"
            )
        return self


class CallsConfig(Config):
    """How calls are made, and what else can change no result (conf/calls): no stage depends on it.

    `pay_again`: make calls even though paid answers that git names are not here. `batch`: ask
    judges and single answers by batch APIs.
    `executor`: where cores work, `local` or the address of a Dask scheduler.
    """

    mode: Literal["live", "replay", "plan"] = "live"
    concurrency: int = Field(default=64, gt=0)
    timeout_s: float = Field(default=600, gt=0)
    max_retries: int = Field(default=6, ge=0)
    retry_wait_s: float = Field(default=2, ge=0)
    drain_s: float = Field(default=30, ge=0)
    budget_usd: float | None = Field(default=None, ge=0)
    max_calls: int | None = Field(default=None, ge=0)
    pay_again: bool = False
    batch: bool = False
    executor: str = Field(default="local", pattern=r"^(local|(tcp|tls)://\S+:\d+)$")


class DialogueConfig(Config):
    """Bounds of a dialogue (conf/dialogue). They decide where it ends, so generate depends on them.

    `max_idle_turns`: turns in a row in which every call was made before. Tokens, seconds and US
    dollars are sums over the model's responses. A response of unknown price counts as nothing.
    `files`: the bounds are those of a data set with up to so many files. With more files, all but
    `max_idle_turns` grow in proportion.
    """

    files: int = Field(gt=0)
    max_turns: int = Field(gt=0)
    max_idle_turns: int = Field(gt=0)
    max_input_tokens: int = Field(gt=0)
    max_output_tokens: int = Field(gt=0)
    max_seconds: float = Field(gt=0)
    max_usd: float = Field(gt=0)

    def for_files(self, files: int) -> "DialogueConfig":
        """The bounds of a data set with this number of files: × files / `self.files`, at least × 1.

        Whole numbers are rounded up.
        """
        if files <= self.files:
            return self
        share = Fraction(files, self.files)
        whole = ("max_turns", "max_input_tokens", "max_output_tokens")
        grown = {name: math.ceil(getattr(self, name) * share) for name in whole}
        parts = {"max_seconds": self.max_seconds * share, "max_usd": self.max_usd * share}
        return self.model_copy(update={"files": files, **grown, **parts})


class ScoreConfig(Config):
    """How verdicts become scores (docs/scoring.md).

    `min_coverage`: share of criteria that an LLM judge must have judged for a test to be scored.
    `aggregation`: how several LLM judges become one score: `mean` of their scores, or `majority` of
    their verdicts on each criterion. `lcif_weights`: the share of each dialogue scenario in its
    category. `confidence` (0 to 1) is that of all intervals. `correction`: how pairs of models are
    decided together.
    """

    min_coverage: float = Field(ge=0, le=1)
    aggregation: Literal["mean", "majority"] = "mean"
    lcif_weights: dict[str, Annotated[float, Field(gt=0)]]
    confidence: float = Field(gt=0, lt=1)
    correction: Literal["step-down", "fdr"] = "step-down"


class SuiteConfig(Config):
    """The tests of a run, by id: conf/suite/<name>.yaml."""

    tests: list[str] = Field(min_length=1)


C = TypeVar("C", bound=BaseModel)


def validated(
    value: Any, kind: type[C], config_path: str | Callable[[Any], str], context: Any = None
) -> C:
    """`value` as `kind`, or one AssayError that names the file, every wrong key and its remedy.

    `config_path`: the file, or which it is by the place of the wrong key. `context` is what
    pydantic hands to validators.
    """
    try:
        return kind.model_validate(value, context=context)
    except ValidationError as error:
        lines = []
        for problem in error.errors():
            path = config_path if isinstance(config_path, str) else config_path(problem["loc"])
            lines.append(f"{path}: {explained(problem, kind)}")
        raise AssayError("; ".join(lines)) from error


def explained(problem: Any, kind: type[BaseModel]) -> str:
    """One pydantic error in words that a user can act on."""
    where = ".".join(str(part) for part in problem["loc"]) or "the whole file"
    if problem["type"] == "extra_forbidden":
        known = _fields_at(kind, problem["loc"][:-1])
        return f"unknown key '{where}'{did_you_mean(str(problem['loc'][-1]), known)}"
    if problem["type"] == "missing":
        return f"key '{where}' is missing"
    if problem["type"] == "value_error":
        return f"'{where}': {problem['ctx']['error']}"
    if problem["type"] == "model_type":
        return f"'{where}': must be a mapping, lines of `key: value`, not {problem['input']!r:.80}"
    return (
        f"'{where}': {problem['msg'][0].lower()}{problem['msg'][1:]}, not {problem['input']!r:.80}"
    )


def _fields_at(kind: Any, location: tuple[Any, ...]) -> list[str]:
    for part in location:
        if not isinstance(part, int):
            field = getattr(kind, "model_fields", {}).get(part)
            kind = _model_in(field.annotation) if field else None
    return list(getattr(kind, "model_fields", {}))


def _model_in(annotation: Any) -> Any:
    """The data class inside `X | None`, `list[X]` or `Annotated[X, …]`; None if there is none."""
    if hasattr(annotation, "model_fields"):
        return annotation
    return next((found for inner in get_args(annotation) if (found := _model_in(inner))), None)


def did_you_mean(name: str, known: list[str]) -> str:
    """' (did you mean …?)' for the nearest known name, else the known names, else nothing."""
    near = difflib.get_close_matches(name, known, 1)
    if near:
        return f" (did you mean '{near[0]}'?)"
    return f" (known: {', '.join(sorted(known))})" if known else ""

"""params.yaml: what to run. The one file that a user edits for a run."""

from typing import Any, Literal

from pydantic import Field, field_validator

from assay.config import paths
from assay.config.config_files import known_names
from assay.config.settings import Config, Slug, did_you_mean, validated
from assay.config.yaml_files import read_yaml
from assay.errors import AssayError, Problems


class Params(Config):
    """What to run.

    `models` are files under conf/model, `panel` files under conf/judge, `suite` is a file under
    conf/suite: each by its name. With a `baseline`, one of the models, the others are compared with
    it alone instead of each with each. Models within `margin` points count as equivalent.
    """

    models: list[Slug] = Field(min_length=1)
    panel: list[Slug] = Field(min_length=1)
    suite: Slug
    attempts: int = Field(ge=1)
    seed: int
    execution: Literal["off", "sandbox"] = "off"
    baseline: Slug | None = None
    margin: float = Field(default=3.0, gt=0, le=100)

    @field_validator("execution", mode="before")
    @classmethod
    def _off_is_a_word(cls, value: Any) -> Any:
        """YAML reads a bare `off` as false."""
        return "off" if value is False else value

    @field_validator("models", "panel", mode="before")
    @classmethod
    def _quoted(cls, names: Any) -> Any:
        if isinstance(names, list) and None in names:
            raise ValueError(
                'an entry is empty; to name the built-in model null, write it in quotes: "null"'
            )
        return names

    @field_validator("models", "panel")
    @classmethod
    def _unique(cls, names: list[str]) -> list[str]:
        if len(set(names)) < len(names):
            raise ValueError("a name occurs twice")
        return names


def load_params() -> Params:
    """params.yaml, validated. One AssayError lists every name that has no file under conf/."""
    if not paths.PARAMS.exists():
        raise AssayError("params.yaml is missing: run from the root of the repository")
    params = validated(read_yaml(paths.PARAMS), Params, str(paths.PARAMS))
    problems = Problems()
    for key, group, names in (
        ("models", "model", params.models),
        ("panel", "judge", params.panel),
        ("suite", "suite", [params.suite]),
    ):
        for name in names:
            known = known_names(group)
            if name not in known:
                problems.add(
                    f"{paths.PARAMS}: {key}: there is no conf/{group}/{name}.yaml"
                    f"{did_you_mean(name, known)}"
                )
    if params.baseline is not None and params.baseline not in params.models:
        problems.add(
            f"{paths.PARAMS}: baseline: '{params.baseline}' is not among the models"
            f"{did_you_mean(params.baseline, params.models)}"
        )
    problems.raise_if_any()
    return params

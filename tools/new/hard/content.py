"""What an instance of the hard suite consists of, whatever its family."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from assay.config import paths
from assay.config.yaml_files import parse_yaml
from assay.sandbox.behaviours import CASES
from tools.new import new_files
from tools.new.hard.program import CANARY, filled


class Content(NamedTuple):
    """Files of the data set and of the gold answer by their paths in them; the criteria.

    `beside`: other files that decide the test, by their paths in the project.
    """

    source: Mapping[str, str]
    gold: Mapping[str, str]
    criteria: object
    beside: Mapping[Path, str]


def as_yaml(value: object) -> str:
    """YAML below the canary."""
    return f"# {CANARY}\n{new_files.as_yaml(value)}"


def criteria(family: str, **values: object) -> object:
    """The criteria of a family's tests."""
    path = f"criteria/{family}.yaml.j2"
    return parse_yaml(filled(path, values), path)


def with_cases(name: str, titles: Sequence[str], texts: Mapping[str, str]) -> dict[Path, str]:
    """The folder of test cases: the source fails each title. `texts` by their paths in it."""
    files = {CASES: as_yaml({"titles": [*titles], "defects": [*titles]}), **texts}
    return {paths.BEHAVIOURS / name / path: text for path, text in files.items()}


def marked(path: str, **values: object) -> str:
    """Python of hard/cases below the canary."""
    return f"# {CANARY}\n{filled(f'cases/{path}', values)}"

"""What an instance of the hard suite consists of, whatever its family."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import yaml

from tools.new.hard.program import CANARY


class Content(NamedTuple):
    """Files of the data set and of the gold answer by their paths in them; the criteria.

    `beside`: other files that decide the test, by their paths in the project.
    """

    source: Mapping[str, str]
    gold: Mapping[str, str]
    criteria: Mapping[str, object]
    beside: Mapping[Path, str]


def as_yaml(value: object) -> str:
    """YAML below the canary."""
    return f"# {CANARY}\n{yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=120)}"

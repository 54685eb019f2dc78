"""What an instance of the hard suite consists of, whatever its family."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from assay.config import paths
from assay.config.yaml_files import parse_yaml
from assay.errors import AssayError
from assay.sandbox.behaviours import CASES
from tools.new import new_files
from tools.new.hard.program import CANARY, filled
from tools.new.hard.suite_runs import failing_on_each

FOLDER = "assaycases"
"""Where the cases of an instance lie while they run."""
Texts = Mapping[str, str]


class Content(NamedTuple):
    """Files of the data set and of the gold answer by their paths in them; the criteria.

    `beside`: other files that decide the test, by their paths in the project.
    """

    source: Texts
    gold: Texts
    criteria: object
    beside: Mapping[Path, str]


class HardParts(NamedTuple):
    """What is given, answers by name (one is `gold`), and the cases that decide them."""

    given: Texts
    answers: Mapping[str, Texts]
    cases: Texts
    titles: Sequence[str]
    criteria: object


def proved(parts: HardParts, name: str, seconds: int, most: Mapping[str, float]) -> Content:
    """The instance of this name. AssayError unless gold passes all cases, and the others few.

    `most`: the share of the cases that each of the others may pass.
    """
    programs = [{**parts.given, **answer} for answer in parts.answers.values()]
    failures = failing_on_each(programs, parts.cases, seconds)
    for answer, failed in zip(parts.answers, failures, strict=True):
        passed = 1 - len(failed) / len(parts.titles)
        if failed if answer == "gold" else passed > most[answer]:
            raise AssayError(f"SEED: '{answer}' passes {passed:.0%}: it fails {sorted(failed)}")
    beside = with_cases(name, parts.titles, parts.cases)
    return Content(parts.given, parts.answers["gold"], parts.criteria, beside)


def as_yaml(value: object) -> str:
    """YAML below the canary."""
    return f"# {CANARY}\n{new_files.as_yaml(value)}"


def criteria(family: str, **values: object) -> object:
    """The criteria of a family's tests."""
    path = f"criteria/{family}.yaml.j2"
    return parse_yaml(filled(path, values), path)


def with_cases(name: str, titles: Sequence[str], texts: Texts) -> dict[Path, str]:
    """The folder of test cases: the source fails each title. `texts` by their paths in it."""
    files = {CASES: as_yaml({"titles": [*titles], "defects": [*titles]}), **texts}
    return {paths.BEHAVIOURS / name / path: text for path, text in files.items()}


def marked(path: str, **values: object) -> str:
    """Python of hard/cases below the canary."""
    return f"# {CANARY}\n{filled(f'cases/{path}', values)}"

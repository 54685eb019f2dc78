"""Scenarios and tests: a template with front matter, and the data sets that it is applied to."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from stages.lib import paths
from stages.lib.config import Config, did_you_mean, parse_yaml, read_utf8, read_yaml, validated
from stages.lib.errors import AssayError, Problems

SYSTEM = "system.md"


class FrontMatter(Config):
    """The head of scenarios/<type>/<Scenario>.md. `instructions` are more words for single data sets."""

    title: str
    category: Literal["code_generation", "code_translation", "code_documentation", "instruction_following"]
    type: str
    answer: Literal["files", "document", "dialogue"]
    datasets: Annotated[list[str], Field()] = []
    instructions: dict[str, str] = {}


@dataclass(frozen=True)
class Scenario:
    """A template and what its front matter says."""

    name: str
    path: Path
    head: FrontMatter
    template: str


@dataclass(frozen=True)
class Test:
    """A scenario on one data set, or on none."""

    __test__ = False

    id: str
    scenario: Scenario
    dataset: str | None

    @property
    def criteria(self) -> Path:
        return paths.CRITERIA / self.scenario.head.type / f"{self.id}.yaml"


def load_scenario(path: Path) -> Scenario:
    """One scenario file. AssayError names the file and the key that is wrong."""
    text = read_utf8(path)
    parts = text.split("---\n", 2)
    if len(parts) < 3 or parts[0]:
        raise AssayError(f"{path}: the file must start with YAML front matter between two lines of ---")
    head = validated(parse_yaml(parts[1], str(path)), FrontMatter, str(path))
    if head.type != path.parent.name:
        raise AssayError(f"{path}: type is '{head.type}', but the file lies in {path.parent}/")
    return Scenario(path.stem, path, head, parts[2].lstrip("\n"))


def all_tests(problems: Problems) -> dict[str, Test]:
    """Every test that the scenarios define, by id; mistakes in single files are collected."""
    tests: dict[str, Test] = {}
    for path in sorted(paths.SCENARIOS.glob("*/*.md")):
        if path.name == SYSTEM:
            continue
        with problems.collecting():
            scenario = load_scenario(path)
            for test in _tests(scenario):
                if test.id in tests:
                    raise AssayError(f"{path}: test '{test.id}' is already defined by {tests[test.id].scenario.path}")
                tests[test.id] = test
    return tests


def _tests(scenario: Scenario) -> list[Test]:
    if not scenario.head.datasets:
        return [Test(scenario.name, scenario, None)]
    return [Test(f"{scenario.name}-{dataset}", scenario, dataset) for dataset in scenario.head.datasets]


def suite_tests(name: str, ids: list[str], problems: Problems) -> list[Test]:
    """The tests of a suite, in its order. Unknown and repeated ids are collected as problems."""
    known = all_tests(problems)
    place = paths.CONF / "suite" / f"{name}.yaml"
    for test in sorted({test for test in ids if ids.count(test) > 1}):
        problems.add(f"{place}: test '{test}' is listed twice")
    for test in ids:
        if test not in known:
            problems.add(f"{place}: there is no test '{test}'{did_you_mean(test, list(known))}")
    return [known[test] for test in dict.fromkeys(ids) if test in known]


def load_suite(name: str) -> list[str]:
    """The test ids of conf/suite/<name>.yaml."""
    from stages.lib.config import SuiteConfig

    path = paths.CONF / "suite" / f"{name}.yaml"
    return validated(read_yaml(path), SuiteConfig, str(path)).tests

"""Scenarios and tests: a template with front matter, and the data sets that it is applied to."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assay.config import paths
from assay.config.settings import Config, SuiteConfig, did_you_mean, validated
from assay.config.yaml_files import parse_yaml, read_utf8, read_yaml
from assay.content.criteria import criteria_path
from assay.content.datasets import dataset_names
from assay.errors import AssayError, Problems

SYSTEM = "system.md"


class FrontMatter(Config):
    """The front matter of a scenario. `instructions` add text for single data sets.

    `toolchain` (a name, or names by data set): what builds and runs the answers.
    `program`: whose behaviours they are to show, by default the data set's, else the scenario's.
    `over_source`: the answers are laid over the data set's own files. `in_steps`: the data set's
    files are requests, each asked with the files that those before it brought. `closed_packages`:
    the prompt allows no packages of the program but those that it names.
    """

    title: str
    category: Literal[
        "code_generation", "code_translation", "code_documentation", "instruction_following"
    ]
    type: str
    answer: Literal["files", "document", "dialogue"]
    datasets: list[str] = []
    instructions: dict[str, str] = {}
    toolchain: str | dict[str, str] = ""
    program: str | dict[str, str] = ""
    over_source: bool = False
    in_steps: bool = False
    closed_packages: bool = False

    def toolchains(self, dataset: str | None) -> tuple[str, ...]:
        """The toolchain for answers to the test on this data set; none: it is not executed."""
        named = self.toolchain
        chosen = named.get(dataset or "", "") if isinstance(named, dict) else named
        return (chosen,) if chosen else ()


@dataclass(frozen=True)
class Scenario:
    """A template and its front matter."""

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
    def program(self) -> str:
        """The name of the file of behaviours, whether or not it is there."""
        named = self.scenario.head.program
        chosen = named.get(self.dataset or "", "") if isinstance(named, dict) else named
        return chosen or self.dataset or self.scenario.name

    @property
    def criteria(self) -> Path:
        return criteria_path(self.scenario.head.type, self.id)


def load_scenario(path: Path) -> Scenario:
    """One scenario file. AssayError names the file and the key that is wrong."""
    text = read_utf8(path)
    parts = re.split(r"^---[ \t]*\r?\n", text, maxsplit=2, flags=re.MULTILINE)
    if len(parts) < 3 or parts[0]:
        raise AssayError(
            f"{path}: the file must start with YAML front matter between two lines of ---"
        )
    head = validated(parse_yaml(parts[1], str(path)), FrontMatter, str(path))
    if head.type != path.parent.name:
        raise AssayError(f"{path}: type is '{head.type}', but the file lies in {path.parent}/")
    if head.in_steps and (head.answer != "files" or not head.datasets):
        raise AssayError(f"{path}: in_steps: needs `answer: files`, and a data set of requests")
    _check_datasets(head, path)
    return Scenario(path.stem, path, head, parts[2].lstrip("\r\n"))


def _check_datasets(head: FrontMatter, path: Path) -> None:
    """Collect problems: unknown or repeated data sets, and instructions for others."""
    problems = Problems()
    known = dataset_names()
    for name in head.datasets:
        if name not in known:
            problems.add(
                f"{path}: datasets: there is no data set '{name}'{did_you_mean(name, known)}"
            )
        if head.datasets.count(name) > 1:
            problems.add(f"{path}: datasets: '{name}' is listed twice")
    for name in head.instructions:
        if name not in head.datasets:
            problems.add(
                f"{path}: instructions: '{name}' is not among the datasets"
                f"{did_you_mean(name, head.datasets)}"
            )
    problems.raise_if_any()


def all_tests(problems: Problems) -> dict[str, Test]:
    """Every test that the scenarios define, by id; mistakes in single files are collected."""
    tests: dict[str, Test] = {}
    for path in scenario_paths():
        with problems.collecting():
            scenario = load_scenario(path)
            for dataset in scenario.head.datasets or [""]:
                name = f"{scenario.name}-{dataset}" if dataset else scenario.name
                test = Test(name, scenario, dataset or None)
                if test.id in tests:
                    other = tests[test.id].scenario.path
                    raise AssayError(f"{path}: test '{test.id}' is already defined by {other}")
                tests[test.id] = test
    return tests


def known_tests() -> dict[str, Test]:
    """Every test that the scenarios define, by id. AssayError lists what is wrong with them."""
    problems = Problems()
    tests = all_tests(problems)
    problems.raise_if_any()
    return tests


def scenario_paths() -> list[Path]:
    """Every scenario file, sorted."""
    return sorted(path for path in paths.SCENARIOS.glob("*/*.md") if path.name != SYSTEM)


def suite_tests(name: str, ids: list[str], problems: Problems) -> list[Test]:
    """The tests of a suite, in its order. Unknown and repeated ids are collected as problems.

    If the scenario's own file is wrong, its tests are not reported as unknown too.
    """
    known = all_tests(problems)
    named = {path.stem for path in scenario_paths()} - {
        test.scenario.name for test in known.values()
    }
    place = paths.CONF / "suite" / f"{name}.yaml"
    for test, times in sorted(Counter(ids).items()):
        if times > 1:
            problems.add(f"{place}: test '{test}' is listed twice")
    for test in ids:
        if test not in known and test.split("-", 1)[0] not in named:
            problems.add(f"{place}: there is no test '{test}'{did_you_mean(test, list(known))}")
    return [known[test] for test in dict.fromkeys(ids) if test in known]


def load_suite(name: str) -> list[str]:
    """The test ids of conf/suite/<name>.yaml."""
    path = paths.CONF / "suite" / f"{name}.yaml"
    return validated(read_yaml(path), SuiteConfig, str(path)).tests

"""Check all content of the repository, whether or not params.yaml names it: `make check`.

Every file under conf/, datasets/, scenarios/ and criteria/ is valid and every name resolves, every
test renders, and its gold answer is there and passes its own checks. Limits of size and number are
errors for what Assay ships, and warnings for what a team added.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.checks.decide import decide
from assay.config import paths
from assay.config.config_files import known_names, load_judge, load_model
from assay.config.settings import (
    Config,
    DialogueConfig,
    JudgingConfig,
    ScoreConfig,
    did_you_mean,
    validated,
)
from assay.config.yaml_files import read_utf8, read_yaml
from assay.content.criteria import Criterion, load_criteria
from assay.content.datasets import (
    DESCRIPTION,
    DatasetConfig,
    dataset_names,
    load_description,
    load_sources,
    require_as_adopted,
    require_no_secrets,
    selection,
)
from assay.content.scenarios import SYSTEM, Test, all_tests, load_suite, suite_tests
from assay.content.selection import matches
from assay.errors import AssayError, Problems
from assay.records.pipeline import METRICS, Prompt
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.titles import check_titles
from assay.sandbox.toolchains import load_toolchain, toolchain_names
from stages.generate.builtin import gold_path
from stages.render import render
from tools.reference import gold
from tools.shipped import Shipped, shipped

FEWEST_CRITERIA = 9
MOST_CRITERIA = 25
MOST_TOKENS = 100_000
"""A prompt beyond it fits few models' windows beside an answer."""
GROUPS: dict[str, type[Config]] = {
    "dialogue": DialogueConfig,
    "execution": ExecutionConfig,
    "judging": JudgingConfig,
    "score": ScoreConfig,
}
"""The other groups of conf/: conf/calls is checked before every run."""


@dataclass
class ContentFindings:
    """What is wrong, what is only worth a look, and how much of each kind was looked at."""

    problems: Problems = field(default_factory=Problems)
    warnings: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, is_error: bool, line: str) -> None:
        """An error or a warning."""
        if is_error:
            self.problems.add(line)
        else:
            self.warn(line)

    def warn(self, line: str) -> None:
        """A warning, once: tests share files."""
        if line not in self.warnings:
            self.warnings.append(line)


def check_content(only: Collection[str] = ()) -> ContentFindings:
    """Look at everything. Mistakes in one file hide none in another.

    `only`: these tests alone are rendered and compared with their gold answers, which takes most of
    the time.
    """
    findings = ContentFindings()
    brought = Shipped(frozenset())
    with findings.problems.collecting():
        brought = shipped()
    _check_configs(findings)
    tests = all_tests(findings.problems)
    _check_datasets(findings, {test.dataset for test in tests.values()})
    for name in only:
        if name not in tests:
            findings.problems.add(f"there is no test '{name}'{did_you_mean(name, list(tests))}")
    asked = [test for test in tests.values() if not only or test.id in only]
    findings.counts["tests"] = len(asked)
    for test in asked:
        with findings.problems.collecting():
            _check_test(test, brought, findings)
    named = _check_suites(findings)
    with findings.problems.collecting():
        check_titles(findings.problems)
    findings.warnings += [
        f"{test.scenario.path}: test '{name}' is in no suite"
        for name, test in tests.items()
        if name not in named
    ]
    findings.warnings += _leftovers(tests)
    return findings


def _check_configs(findings: ContentFindings) -> None:
    """Collect every wrong file of conf/ and toolchains/."""
    loaders: tuple[tuple[str, list[str], Callable[[str], Any]], ...] = (
        ("models", known_names("model"), load_model),
        ("judges", known_names("judge"), load_judge),
        ("toolchains", toolchain_names(), load_toolchain),
    )
    for kind, names, load in loaders:
        findings.counts[kind] = len(names)
        for name in names:
            with findings.problems.collecting():
                load(name)
    for group, config in GROUPS.items():
        for path in sorted((paths.CONF / group).glob("*.yaml")):
            with findings.problems.collecting():
                validated(read_yaml(path), config, str(path))


def _check_datasets(findings: ContentFindings, tested: set[str | None]) -> None:
    """Collect wrong descriptions, unreadable files, secrets, and files that are not as adopted."""
    names = dataset_names()
    findings.counts["data sets"] = len(names)
    for name in names:
        with findings.problems.collecting():
            _check_dataset(name, load_description(name), name in tested, findings)


def _check_dataset(
    name: str, config: DatasetConfig, is_tested: bool, findings: ContentFindings
) -> None:
    place = paths.DATASETS / name / DESCRIPTION
    if "TODO: " in config.technology + config.description:
        findings.warnings.append(f"{place}: technology or description still says TODO")
    files = selection(name, config.choice).files
    if not files:
        line = f"{place}: no file belongs to the data set: put its source there"
        findings.add(is_tested, line)
    findings.warnings += _unmatched(place, config.include, files)
    with findings.problems.collecting():
        require_as_adopted(name, config)
    with findings.problems.collecting():
        load_sources(name, config.choice)
    with findings.problems.collecting():
        require_no_secrets(name, config)


def _unmatched(place: Path, include: Iterable[str], files: Sequence[str]) -> list[str]:
    """A line for each pattern of `include` without a file."""
    return [
        f"{place}: include: the pattern '{pattern}' matches no file"
        for pattern in include
        if not pattern.startswith("!") and not _matches_any(pattern, files)
    ]


def _matches_any(pattern: str, files: Iterable[str]) -> bool:
    return any(matches(path, (pattern,)) for path in files)


def _check_test(test: Test, brought: Shipped, findings: ContentFindings) -> None:
    """Collect what is wrong with one test: its criteria, its prompt, its gold answer."""
    criteria: tuple[Criterion, ...] = ()
    with findings.problems.collecting():
        criteria = load_criteria(test.criteria)
    prompt = render(test)
    is_shipped = test.id in brought.tests
    if prompt.tokens_estimate > MOST_TOKENS:
        findings.add(
            is_shipped,
            f"{test.scenario.path}: the prompt of '{test.id}' has about "
            f"{prompt.tokens_estimate:,} tokens; over {MOST_TOKENS:,} fit few models: "
            "limit the data set by include and exclude",
        )
    for line in _limits(test, criteria) if criteria else ():
        findings.add(is_shipped, line)
    for line in _unfinished(test, criteria, prompt):
        findings.warn(line)
    if not gold_path(prompt).exists():
        raise AssayError(f"{gold_path(prompt)}: the gold answer is missing: write it")
    for line in _failures(test, prompt, criteria):
        findings.problems.add(line)


def _unfinished(test: Test, criteria: Iterable[Criterion], prompt: Prompt) -> list[str]:
    """What still has the words of the template of `make new`."""
    scenario = test.scenario
    texts = {
        scenario.path: f"{scenario.head.title}\n{scenario.template}",
        scenario.path.parent / SYSTEM: prompt.system,
        test.criteria: "\n".join(item.text for item in criteria),
    }
    texts |= {path: read_utf8(path) for path in _gold_paths(prompt)}
    todo = re.compile(r"^TODO: ", re.MULTILINE)
    return [f"{path}: still says TODO" for path, text in texts.items() if todo.search(text)]


def _gold_paths(prompt: Prompt) -> list[Path]:
    """The files of the gold answer: none if it is missing."""
    whole = gold_path(prompt)
    found = [whole, *whole.rglob("*")]
    return sorted(path for path in found if path.is_file())


def _limits(test: Test, criteria: tuple[Criterion, ...]) -> list[str]:
    """How the numbers of criteria differ from what is usual (docs/criteria.md)."""
    lines = []
    for metric in METRICS:
        count = sum(item.metric == metric for item in criteria)
        if not FEWEST_CRITERIA <= count <= MOST_CRITERIA:
            lines.append(
                f"{test.criteria}: evaluation_steps.{metric}: {count} criteria; "
                f"{FEWEST_CRITERIA} to {MOST_CRITERIA} are usual"
            )
    checked = sum(item.check is not None for item in criteria)
    if checked < len(criteria) / 2:
        lines.append(f"{test.criteria}: {checked} of {len(criteria)} criteria have a check")
    return lines


def _failures(test: Test, prompt: Prompt, criteria: tuple[Criterion, ...]) -> list[str]:
    """A line for each check that the gold answer fails."""
    subject = gold(prompt).subject
    lines = []
    for item in criteria:
        if item.check is None:
            continue
        place = f"{test.criteria}: evaluation_steps.{item.metric}: '{item.text}'"
        decision = decide(item.check, subject)
        if not decision.passed:
            lines.append(
                f"{place}: {gold_path(prompt)} fails the check ({decision.seen}): correct one "
                "of them"
            )
    return lines


def _check_suites(findings: ContentFindings) -> set[str]:
    """Collect wrong suites; the tests that suites name."""
    named: set[str] = set()
    suites = known_names("suite")
    findings.counts["suites"] = len(suites)
    for suite in suites:
        with findings.problems.collecting():
            ids = load_suite(suite)
            named |= set(ids)
            suite_tests(suite, ids, findings.problems)
    return named


def _leftovers(tests: Iterable[str]) -> list[str]:
    """Files of criteria and gold answers that belong to no test."""
    known = set(tests)
    criteria = {path: path.stem for path in paths.CRITERIA.glob("*/*.yaml")}
    golds = {path: path.name.removesuffix(".md") for path in paths.SCENARIOS.glob("*/gold/*")}
    return [
        f"{path}: there is no test '{name}'"
        for path, name in sorted((criteria | golds).items())
        if name not in known
    ]

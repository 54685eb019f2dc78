"""Check all content of the repository, whether or not params.yaml names it: `make check`.

Every file under conf/, datasets/, scenarios/ and criteria/ is valid and every name resolves, every
test renders, and its gold answer is there and passes its own checks. Limits of size and number are
warnings.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.checks.decide import decide
from assay.code.source_files import is_matched
from assay.config import paths
from assay.config.config_files import known_names, load_judge, load_model
from assay.config.judging_settings import JudgingConfig
from assay.config.settings import Config, DialogueConfig, ScoreConfig, did_you_mean, validated
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
from assay.errors import AssayError, Problems
from assay.records.pipeline import Prompt
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.titles import check_titles
from assay.sandbox.toolchains import load_toolchain, toolchain_names
from stages.generate.builtin import gold_path
from stages.render import render
from tools.check.defects import check_defects
from tools.check.questions import check_questions
from tools.check.spec_lint import lint_all
from tools.proof.known_answers import gold

MOST_TOKENS = 100_000
"""A prompt beyond it fits few models' windows beside an answer."""
TODO = re.compile(r"^TODO: ", re.MULTILINE)
CUT = re.compile(r"^ *(- )?criterion: +[^'\">|\s].* #", re.MULTILINE)
"""A criterion without quotes, which YAML ends at what it takes for a comment."""
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

    def warn(self, line: str) -> None:
        """Once: tests share files."""
        if line not in self.warnings:
            self.warnings.append(line)


def check_content(only: Collection[str] = ()) -> ContentFindings:
    """Look at everything. Mistakes in one file hide none in another.

    `only`: these tests alone are rendered and compared with their gold answers, which takes most of
    the time.
    """
    findings = ContentFindings()
    problems = findings.problems
    _check_configs(findings)
    tests = all_tests(problems)
    _check_datasets(findings, {test.dataset for test in tests.values()})
    for name in only:
        if name not in tests:
            problems.add(f"there is no test '{name}'{did_you_mean(name, list(tests))}")
    asked = [test for test in tests.values() if not only or test.id in only]
    findings.counts["tests"] = len(asked)
    for test in asked:
        with problems.collecting():
            _check_test(test, findings)
    named = _check_suites(findings)
    with problems.collecting():
        check_titles(problems)
        lint_all(problems)
    check_questions(tests.values(), problems)
    check_defects(tests.values(), problems)
    findings.warnings += [
        f"{test.scenario.path}: test '{name}' is in no suite"
        for name, test in tests.items()
        if name not in named
    ]
    findings.warnings += _leftovers(tests)
    return findings


def _check_configs(findings: ContentFindings) -> None:
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
        findings.warn(f"{place}: technology or description still says TODO")
    files = selection(name, config.choice).files
    if not files:
        line = f"{place}: no file belongs to the data set: put its source there"
        (findings.problems.add if is_tested else findings.warn)(line)
    for pattern in config.include:
        chosen = (path for path in files if is_matched(path, (pattern,)))
        if not pattern.startswith("!") and next(chosen, None) is None:
            findings.warn(f"{place}: include: the pattern '{pattern}' matches no file")
    with findings.problems.collecting():
        require_as_adopted(name, config)
    with findings.problems.collecting():
        load_sources(name, config.choice)
    with findings.problems.collecting():
        require_no_secrets(name, config)


def _check_test(test: Test, findings: ContentFindings) -> None:
    criteria: tuple[Criterion, ...] = ()
    with findings.problems.collecting():
        criteria = load_criteria(test.criteria)
        for cut in CUT.finditer(read_utf8(test.criteria)):
            number = cut.string.count("\n", 0, cut.end()) + 1
            place = f"{test.criteria}:{number}"
            findings.problems.add(f"{place}: ' #' begins a comment: quote the criterion")
    prompt = render(test)
    if prompt.tokens_estimate > MOST_TOKENS:
        findings.warn(
            f"{test.scenario.path}: the prompt of '{test.id}' has about "
            f"{prompt.tokens_estimate:,} tokens; over {MOST_TOKENS:,} fit few models: "
            "limit the data set by include and exclude",
        )
    whole_gold = gold_path(prompt)
    for path, text in _texts(test, criteria, prompt, whole_gold):
        if TODO.search(text):
            findings.warn(f"{path}: still says TODO")
    if not whole_gold.exists():
        raise AssayError(f"{whole_gold}: the gold answer is missing: write it")
    for line in _failures(test, prompt, criteria):
        findings.problems.add(line)


def _texts(
    test: Test, criteria: Iterable[Criterion], prompt: Prompt, whole_gold: Path
) -> Iterator[tuple[Path, str]]:
    """What someone writes for a test, perhaps from the template of `make new`."""
    scenario = test.scenario
    yield scenario.path, f"{scenario.head.title}\n{scenario.template}"
    yield scenario.path.parent / SYSTEM, prompt.system
    yield test.criteria, "\n".join(item.text for item in criteria)
    for path in sorted([whole_gold, *whole_gold.rglob("*")]):
        if path.is_file():
            yield path, read_utf8(path)


def _failures(test: Test, prompt: Prompt, criteria: Iterable[Criterion]) -> Iterator[str]:
    subject = gold(prompt).subject
    for item in criteria:
        decision = decide(item.check, subject) if item.check is not None else None
        if decision is not None and not decision.passed:
            yield (
                f"{test.criteria}: evaluation_steps.{item.metric}: '{item.text}': "
                f"{gold_path(prompt)} fails the check ({decision.seen}): correct one of them"
            )


def _check_suites(findings: ContentFindings) -> set[str]:
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
    files = paths.CRITERIA.glob("*/*.yaml")
    criteria = {path: path.stem for path in files if path.parent not in paths.OF_DATASETS}
    golds = {path: path.name.removesuffix(".md") for path in paths.SCENARIOS.glob("*/gold/*")}
    return [
        f"{path}: there is no test '{name}'"
        for path, name in sorted((criteria | golds).items())
        if name not in tests
    ]

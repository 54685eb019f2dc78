"""New scenarios, tests and criteria."""

import argparse
import re
from collections.abc import Mapping
from pathlib import Path

from assay.config import paths
from assay.content.criteria import criteria_path
from assay.content.datasets import dataset_names
from assay.content.scenarios import (
    SYSTEM,
    FrontMatter,
    Test,
    all_tests,
    load_scenario,
    scenario_paths,
)
from assay.errors import AssayError, Problems
from assay.records.pipeline import CATEGORIES, LCIF
from tools.new.new_files import filled, require_known, require_word, write

CHECKS = {
    "files": {"accuracy": "file: README.md", "completeness": "regex: Overview, in: README.md"},
    "document": {"accuracy": "words: 5", "completeness": "section: overview"},
    "dialogue": {"accuracy": "file: README.md", "completeness": "regex: Overview, in: README.md"},
}
"""Checks that the template of a gold answer passes."""
FLOW = re.compile(r"^(datasets:[ \t]*\[)([^\]]*)\]", re.MULTILINE)
BLOCK = re.compile(r"^datasets:[ \t]*\n((?:[ \t]*- [^\n]*\n)+)", re.MULTILINE)


def new_scenario(options: argparse.Namespace) -> list[str]:
    """scenarios/TYPE/NAME.md, and criteria and a gold answer for each of its tests."""
    name = options.name
    type_ = options.type
    require_word("scenario", name)
    if not type_:
        raise AssayError(
            f"TYPE: name one, such as TYPE={_types()[0]} (known: {', '.join(_types())})"
        )
    require_word("type", type_)
    datasets = options.datasets.split()
    require_known("DATASETS", datasets, dataset_names())
    values = {"type": type_, "answer": options.answer, "category": _category(options)}
    values["datasets"] = ", ".join(datasets)
    folder = paths.SCENARIOS / type_
    files = {folder / f"{name}.md": filled("scenario.md" if datasets else "alone.md", values)}
    if not (folder / SYSTEM).exists():
        files[folder / SYSTEM] = filled("system.md", {})
    for test in [f"{name}-{dataset}" for dataset in datasets] or [name]:
        files |= _skeleton(type_, test, options.answer)
    weight = f"next: add a weight for {name} to lcif_weights in conf/score/default.yaml"
    return [
        *write(files),
        *([weight] if values["category"] == LCIF else []),
        f"next: replace each TODO in {folder / name}.md, the criteria and the gold answer",
        "then: run `make check`, and add the test to a suite: make new KIND=suite NAME=ours",
    ]


def new_test(options: argparse.Namespace) -> list[str]:
    """The test <Scenario>-<Dataset> of an existing scenario: its criteria and gold answer."""
    scenario_name, _, dataset = options.name.partition("-")
    if not dataset:
        raise AssayError("NAME: a test is named <Scenario>-<Dataset>, such as UpdateReact-MyShop")
    files_by_name = {path.stem: path for path in scenario_paths()}
    require_known("NAME: scenario", [scenario_name], files_by_name)
    require_known("NAME: data set", [dataset], dataset_names())
    path = files_by_name[scenario_name]
    head = load_scenario(path).head
    if not head.datasets:
        raise AssayError(
            f"{path}: its one test is '{scenario_name}', which a data set would take away: "
            f"make new KIND=scenario NAME=… TYPE={head.type} DATASETS={dataset} writes a scenario "
            "for the data set"
        )
    if dataset in head.datasets:
        raise AssayError(
            f"{path}: datasets: has '{dataset}' already: "
            f"for its criteria, make new KIND=criteria NAME={options.name}"
        )
    text = _with_dataset(path, dataset)
    written = write(_skeleton(head.type, options.name, head.answer))
    path.write_text(text, encoding="utf-8")
    return [
        f"added {dataset} to {path}",
        *written,
        "next: write the criteria and the gold answer where the files say TODO",
        "then: run `make check`, and add the test to a suite: make new KIND=suite NAME=ours",
    ]


def new_criteria(options: argparse.Namespace) -> list[str]:
    """The criteria of an existing test, and its gold answer if there is none."""
    test = _existing(options.name)
    head = test.scenario.head
    files = _skeleton(head.type, test.id, head.answer)
    missing = {path: text for path, text in files.items() if not _is_there(path)}
    if test.criteria not in missing:
        raise AssayError(f"{test.criteria} is there already: nothing was written")
    return [*write(missing), "next: replace each TODO, and run `make check`"]


def _is_there(path: Path) -> bool:
    """Whether the file is there, or for a dialogue's gold answer its folder."""
    return path.exists() or (path.parent.exists() and path.parent.parent.name == "gold")


def _existing(name: str) -> Test:
    problems = Problems()
    tests = all_tests(problems)
    problems.raise_if_any()
    require_known("NAME", [name], tests)
    return tests[name]


def _skeleton(type_: str, test: str, answer: str) -> Mapping[Path, str]:
    """Criteria and gold answer that pass each other."""
    gold = paths.SCENARIOS / type_ / "gold"
    if answer == "dialogue":
        files = {gold / test / "README.md": filled("gold_document.md", {})}
    else:
        files = {gold / f"{test}.md": filled(f"gold_{answer}.md", {})}
    return {criteria_path(type_, test): filled("criteria.yaml", CHECKS[answer])} | files


def _with_dataset(path: Path, dataset: str) -> str:
    """The scenario's text with one more data set in its list. AssayError if that is not found."""
    text = path.read_text(encoding="utf-8")
    if FLOW.search(text):
        return FLOW.sub(lambda match: _flow(match, dataset), text, count=1)
    if BLOCK.search(text):
        return BLOCK.sub(lambda match: f"{match[0]}{_indent(match[1])}- {dataset}\n", text, count=1)
    raise AssayError(f"{path}: datasets: add '{dataset}' to the list, which is written unusually")


def _flow(match: re.Match[str], dataset: str) -> str:
    names = match[2].rstrip().removesuffix(",")
    return f"{match[1]}{names}{', ' if names.strip() else ''}{dataset}]"


def _indent(lines: str) -> str:
    return lines[: len(lines) - len(lines.lstrip())]


def _types() -> list[str]:
    return sorted({path.parent.name for path in scenario_paths()})


def _category(options: argparse.Namespace) -> str:
    """CATEGORY, or that of another scenario of the type."""
    if options.category:
        require_known("CATEGORY", [options.category], CATEGORIES)
        return str(options.category)
    for path in scenario_paths():
        if path.parent.name == options.type:
            head: FrontMatter = load_scenario(path).head
            return head.category
    raise AssayError(
        f"CATEGORY: '{options.type}' is a new type: name its category, one of "
        f"{', '.join(CATEGORIES)}"
    )

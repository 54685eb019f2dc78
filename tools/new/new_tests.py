"""New scenarios, and the criteria and gold answers of their tests."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from assay.config import paths
from assay.content.criteria import criteria_path
from assay.content.datasets import dataset_names
from assay.content.scenarios import FrontMatter, known_tests, load_scenario, scenario_paths
from assay.errors import AssayError
from assay.records.pipeline import CATEGORIES, LCIF
from tools.new.new_files import filled, require_known, require_new, require_word, system_of, write

CHECKS = {
    "files": {"accuracy": "file: README.md", "completeness": "regex: Overview, in: README.md"},
    "document": {"accuracy": "words: 5", "completeness": "section: overview"},
    "dialogue": {"accuracy": "file: README.md", "completeness": "regex: Overview, in: README.md"},
}
"""Checks that the template of a gold answer passes."""


def new_scenario(options: argparse.Namespace) -> list[str]:
    """scenarios/TYPE/NAME.md, and criteria and a gold answer for each of its tests."""
    name, type_ = options.name, options.type
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
    files |= system_of(folder)
    for test in [f"{name}-{dataset}" for dataset in datasets] or [name]:
        files |= _skeleton(type_, test, options.answer)
    weight = f"next: add a weight for {name} to lcif_weights in conf/score/default.yaml"
    return [
        *write(files),
        *([weight] if values["category"] == LCIF else []),
        f"next: replace each TODO in {folder / name}.md, the criteria and the gold answer",
        "then: run `make check`, and add the tests to a suite under conf/suite/",
    ]


def new_criteria(options: argparse.Namespace) -> list[str]:
    """The criteria of an existing test, and its gold answer if there is none."""
    tests = known_tests()
    require_known("NAME", [options.name], tests)
    test = tests[options.name]
    head = test.scenario.head
    files = _skeleton(head.type, test.id, head.answer)
    require_new(test.criteria)
    gold = paths.SCENARIOS / head.type / "gold"
    is_there = (gold / test.id).exists() or (gold / f"{test.id}.md").exists()
    missing = {path: text for path, text in files.items() if path == test.criteria or not is_there}
    return [*write(missing), "next: replace each TODO, and run `make check`"]


def _skeleton(type_: str, test: str, answer: str) -> Mapping[Path, str]:
    """Criteria and gold answer that pass each other."""
    gold = paths.SCENARIOS / type_ / "gold"
    if answer == "dialogue":
        files = {gold / test / "README.md": filled("gold_document.md", {})}
    else:
        files = {gold / f"{test}.md": filled(f"gold_{answer}.md", {})}
    return {criteria_path(type_, test): filled("criteria.yaml", CHECKS[answer])} | files


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

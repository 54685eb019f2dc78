"""The product's content is whole and valid, and is the methodology's."""

import json
from collections import Counter
from pathlib import Path

import pytest

from assay.code.measure_tree import complexity_class, size_class
from assay.config.config_files import known_names
from assay.content.scenarios import FrontMatter, load_suite, suite_tests
from assay.errors import Problems
from assay.records.pipeline import CATEGORIES
from tools.check.all_content import check_content
from tools.check.before_run import check


@pytest.fixture(autouse=True)
def in_product(product: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(product)


def test_nothing_in_the_product_is_wrong_or_worth_a_look() -> None:
    """Every name resolves, every file is valid, every test renders, gold passes its checks."""
    check()
    findings = check_content()
    findings.problems.raise_if_any()
    assert findings.warnings == []
    assert findings.counts["tests"] > 50


def test_the_methodologys_panel_and_a_dozen_candidates_are_shipped() -> None:
    assert {"gpt-5", "claude-sonnet-4", "gemini-2-5-pro", "checks", "openai-compatible"} <= set(
        known_names("judge")
    )
    assert len(set(known_names("model")) - {"gold", "echo", "null", "openai-compatible"}) >= 12


def heads_of(suite: str) -> list[FrontMatter]:
    problems = Problems()
    tests = suite_tests(suite, load_suite(suite), problems)
    problems.raise_if_any()
    return [test.scenario.head for test in tests]


def test_the_smoke_suite_has_all_categories_and_types() -> None:
    tests = heads_of("smoke")
    assert len(tests) >= 10
    assert {test.category for test in tests} == set(CATEGORIES)
    assert len({test.type for test in tests}) == 8


def test_the_full_suite_is_the_methodologys() -> None:
    tests = heads_of("full")
    assert len(tests) == 46
    assert len({test.title for test in tests}) == 23
    by_category = Counter(test.category for test in tests)
    assert [by_category[category] for category in CATEGORIES] == [13, 12, 18, 3]
    assert len({test.type for test in tests}) == 8


def test_the_data_sets_have_the_size_and_complexity_that_is_expected_of_them() -> None:
    measured = json.loads(Path("metrics/datasets.json").read_text(encoding="utf-8"))
    compared = {name: figures for name, figures in measured.items() if "expected" in figures}
    assert len(compared) == 17
    for name, figures in compared.items():
        expected = figures["expected"]
        assert abs(figures["deviation_percent"]["loc"]) <= 10, name
        assert abs(figures["deviation_percent"]["cyclomatic_complexity"]) <= 15, name
        assert figures["size_class"] == size_class(expected["loc"]), name
        assert figures["complexity_class"] == complexity_class(
            expected["cyclomatic_complexity"], expected["loc"]
        ), name

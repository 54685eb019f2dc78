"""The tables of docs/evidence/catalogue.md: data sets with their figures, suites, and tests."""

from collections import Counter
from typing import Any

from assay.config import paths
from assay.config.config_files import known_names
from assay.content.criteria import load_criteria
from assay.content.datasets import dataset_names, load_description
from assay.content.scenarios import Test, known_tests, load_suite
from assay.records.criteria_health import CriteriaHealth
from assay.records.dataset_figures import DatasetMetrics
from assay.records.jsonl import read_results
from assay.records.pipeline import CATEGORIES, METRICS
from tools.check.pages import Tables, table


def tables() -> Tables:
    tests = known_tests()
    tested = Counter(test.dataset for test in tests.values())
    measured = read_results(paths.DATASET_METRICS, DatasetMetrics)
    health = read_results(paths.CRITERIA_HEALTH, CriteriaHealth)

    def place(test: Test) -> tuple[int, str]:
        return CATEGORIES.index(test.scenario.head.category), test.id

    return {
        "data sets": table(
            ("data set", "technology", "#LoC", "#CC", "#GCI", "complexity", "size", "#tests"),
            [_dataset(name, measured[name], tested[name]) for name in dataset_names()],
        ),
        "suites": table(
            ("suite", "#tests", "#generation", "#translation", "#documentation", "#dialogues"),
            [_suite(suite, tests) for suite in known_names("suite")],
        ),
        "tests": table(
            ("test", "category", "type", "#criteria", "#checked", "#proven"),
            [_test(test, health.get(test.id)) for test in sorted(tests.values(), key=place)],
        ),
    }


def _dataset(name: str, measured: DatasetMetrics, tests: int) -> tuple[Any, ...]:
    """Lines, complexity, GCI and the two classes, each with what was published if it differs."""
    expected = measured.expected
    published = measured.published_classes
    return (
        f"[{name}](../../datasets/{name}/dataset.yaml)",
        load_description(name).technology,
        _beside(measured.loc, expected and expected.loc),
        _beside(measured.cyclomatic_complexity, expected and expected.cyclomatic_complexity),
        _beside(f"{measured.gci:.4f}", expected and expected.gci),
        _beside(measured.complexity_class, published and published.complexity),
        _beside(measured.size_class, published and published.size),
        tests,
    )


def _beside(value: Any, other: Any) -> str:
    return f"{value}" if other is None or other == value else f"{value} ({other})"


def _suite(suite: str, tests: dict[str, Test]) -> tuple[Any, ...]:
    ids = load_suite(suite)
    counts = Counter[str](tests[name].scenario.head.category for name in ids)
    return (f"`{suite}`", len(ids), *(counts[category] for category in CATEGORIES))


def _test(test: Test, health: CriteriaHealth | None) -> tuple[Any, ...]:
    head = test.scenario.head
    criteria = load_criteria(test.criteria)
    counts = [sum(item.metric == metric for item in criteria) for metric in METRICS]
    return (
        f"[{test.id}](../../{test.scenario.path.as_posix()})",
        head.category.replace("_", " "),
        head.type.replace("_", " "),
        "+".join(map(str, counts)),
        sum(item.check is not None for item in criteria),
        len(health.proofs) if health else "not examined",
    )

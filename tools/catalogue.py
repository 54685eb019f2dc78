"""Make docs/catalogue.md: data sets with their figures, suites, tests and their criteria.

It has what Assay ships, and not what a team added.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from assay.config import paths
from assay.content.criteria import load_criteria
from assay.content.datasets import load_description
from assay.content.scenarios import Test, all_tests, load_suite
from assay.errors import Problems
from assay.records.criteria_health import CriteriaHealth
from assay.records.dataset_figures import DatasetMetrics
from assay.records.jsonl import read_results
from assay.records.pipeline import CATEGORIES, METRICS
from tools.shipped import SUITES, Shipped, shipped

PAGE = Path("docs/catalogue.md")
HEAD = """# Catalogue

All data sets, suites and tests that Assay brings. All of them are original work, written for Assay.
`python -m tools.docs` writes this page from their files; a test keeps it current.
"""


def page() -> str:
    """The whole page."""
    problems = Problems()
    known = all_tests(problems)
    problems.raise_if_any()
    brought = shipped()
    tests = {name: test for name, test in known.items() if name in brought.tests}
    health = read_results(paths.CRITERIA_HEALTH, CriteriaHealth)
    return HEAD + "\n".join(
        [_datasets(tests.values(), brought), _suites(tests), _tests(tests.values(), health)]
    )


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A Markdown table; columns whose name begins with `#` are numbers, aligned to the right."""
    names = list(head)
    rules = ["--:" if name.startswith("#") else "---" for name in names]
    lines = [_line(cells) for cells in [names, rules, *rows]]
    return "\n".join(lines) + "\n"


def _line(cells: Iterable[Any]) -> str:
    return "| " + " | ".join(str(cell).removeprefix("#") for cell in cells) + " |"


def _datasets(tests: Iterable[Test], brought: Shipped) -> str:
    listed = list(tests)
    measured = read_results(paths.DATASET_METRICS, DatasetMetrics)
    rows = []
    for name in sorted(brought.datasets):
        described = load_description(name)
        tested = sum(test.dataset == name for test in listed)
        description = " ".join(described.description.split())
        cells = _figures(measured[name])
        rows.append((name, described.technology, *cells, tested, description))
    text = (
        "\n## Data sets\n\n"
        "The figures are measured. In brackets are the methodology's figures for its own data set\n"
        "of that name. The classes follow the rule; in brackets is the published class where it\n"
        "differs, because the published grid breaks its own rule.\n\n"
    )
    head = (
        "data set",
        "technology",
        "#LoC",
        "#CC",
        "#GCI",
        "complexity",
        "size",
        "#tests",
        "what it is",
    )
    return text + table(head, rows)


def _beside(value: Any, other: Any) -> str:
    return f"{value}" if other is None else f"{value} ({other})"


def _other(published: str | None, computed: str) -> str | None:
    return None if published == computed else published


def _suites(tests: dict[str, Test]) -> str:
    rows = []
    for suite in SUITES:
        ids = load_suite(suite)
        counts = Counter[str](tests[name].scenario.head.category for name in ids)
        by_category = [counts[category] for category in CATEGORIES]
        rows.append((f"`{suite}`", len(ids), *by_category))
    return "## Suites\n\n" + table(
        ("suite", "#tests", "#generation", "#translation", "#documentation", "#dialogues"), rows
    )


def _figures(measured: DatasetMetrics) -> tuple[str, ...]:
    """Lines, complexity, GCI and the two classes, each with what was published if it differs."""
    expected = measured.expected
    published = measured.published_classes
    levels = (
        (measured.complexity_class, published.complexity if published else None),
        (measured.size_class, published.size if published else None),
    )
    return (
        _beside(measured.loc, expected.loc if expected else None),
        _beside(
            measured.cyclomatic_complexity, expected.cyclomatic_complexity if expected else None
        ),
        _beside(f"{measured.gci:.4f}", expected.gci if expected else None),
        *(_beside(level, _other(other, level)) for level, other in levels),
    )


def _tests(tests: Iterable[Test], health: dict[str, CriteriaHealth]) -> str:
    listed = list(tests)
    text = (
        "## Tests\n\n"
        "For each test: its criteria (accuracy + completeness), how many of them a program can\n"
        "decide, and how many of those a mutant of the gold answer proves\n"
        "([criteria.md](criteria.md#the-proof)).\n"
    )
    for category in CATEGORIES:
        chosen = sorted(
            (test for test in listed if test.scenario.head.category == category),
            key=lambda test: test.id,
        )
        rows = [_row(test, health.get(test.id)) for test in chosen]
        text += f"\n### {category.replace('_', ' ').capitalize()}\n\n"
        text += table(("test", "type", "what is asked", "#criteria", "#checked", "#proven"), rows)
    return text + "\n" + _totals(listed)


def _row(test: Test, health: CriteriaHealth | None) -> tuple[Any, ...]:
    criteria = load_criteria(test.criteria)
    counts = [sum(item.metric == metric for item in criteria) for metric in METRICS]
    return (
        f"[{test.id}](../{test.scenario.path.as_posix()})",
        test.scenario.head.type.replace("_", " "),
        test.scenario.head.title,
        " + ".join(map(str, counts)),
        sum(item.check is not None for item in criteria),
        len(health.proofs) if health else "not examined",
    )


def _totals(tests: Iterable[Test]) -> str:
    criteria = [item for test in tests for item in load_criteria(test.criteria)]
    checked = sum(item.check is not None for item in criteria)
    percent = f"{100 * checked / len(criteria):.0f} %"
    return f"All tests together: {len(criteria)} criteria, {percent} of them with a check.\n"

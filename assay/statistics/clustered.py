"""Tests by data set: those on one data set share its difficulty."""

from collections.abc import Mapping

LEAST_CLUSTERS = 4
"""With fewer data sets there is no interval, and nothing is decided."""


def clusters(datasets: Mapping[str, str | None]) -> dict[str, int]:
    """The number of each test's data set, in a stable order; a test without one has its own."""
    names: dict[str, str] = {}
    for test, dataset in sorted(datasets.items()):
        names[test] = f"dataset {dataset}" if dataset else f"test {test}"
    numbers = {name: number for number, name in enumerate(sorted(set(names.values())))}
    return {test: numbers[name] for test, name in names.items()}

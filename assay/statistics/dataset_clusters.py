"""Tests on one data set share its difficulty, so they are one unit of the sample."""

from collections.abc import Mapping


def clusters(datasets: Mapping[str, str | None]) -> list[list[str]]:
    """Tests in groups by data set, in a stable order; one without a data set is a group."""
    groups: dict[str, list[str]] = {}
    for test, dataset in sorted(datasets.items()):
        groups.setdefault(f"dataset {dataset}" if dataset else f"test {test}", []).append(test)
    return [groups[name] for name in sorted(groups)]

# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Keeps what came of each case, for the verdicts, which run last."""

import pytest

OUTCOMES = {}


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.path.stem == "test_verdicts")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    name = f"{item.path.stem}::{item.name}"
    OUTCOMES[name] = OUTCOMES.get(name, True) and report.passed


@pytest.fixture
def outcomes():
    return OUTCOMES

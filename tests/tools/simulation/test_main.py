"""The saved results are those that the simulations give today."""

from pathlib import Path

import pytest

from tools.simulation import contests, planted_faults
from tools.simulation.__main__ import saved


def test_the_saved_findings_are_those_of_the_simulation_today() -> None:
    assert saved().faults.head == planted_faults.HEAD
    assert list(saved().faults.rows) == list(planted_faults.rows())


def test_comparisons_err_no_more_and_find_no_less_than_docs_say(
    product: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two standard errors of the number of runs are allowed."""
    monkeypatch.chdir(product)
    table = saved().contests
    assert table.head == contests.HEAD
    for *_, runs, false, _, pairs, scores in table.rows:
        chance = 2 * (5 * 95 / int(runs)) ** 0.5
        assert false == "–" or float(false) <= 5 + chance
        assert min(float(pairs), float(scores)) >= 93 - chance

"""The saved results are those that the simulations give today."""

from pathlib import Path

import pytest

from tools.simulation import planted_faults
from tools.simulation.__main__ import saved


def test_the_saved_findings_are_those_of_the_simulation_today() -> None:
    assert saved().faults.head == planted_faults.HEAD
    assert list(saved().faults.rows) == list(planted_faults.rows())


def test_no_interval_and_no_comparison_errs_more_than_docs_say(
    product: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(product)
    errors = [float(one) for row in saved().pairs.rows for one in row[4].split(" / ")]
    holds = [float(one) for row in saved().intervals.rows for one in row[2:]]
    assert max(errors) <= 6 and min(holds) >= 94

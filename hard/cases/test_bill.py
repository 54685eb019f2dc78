"""Each task has ten bounds, in percent of the smallest bill that is known."""

import json
from functools import cache
from pathlib import Path

import pytest
from count_bill import bill

HERE = Path(__file__).parent
TOLD = json.loads((HERE / "told.json").read_text(encoding="utf-8"))
(HERE / "told.json").unlink()  # so that no answer knows its inputs
BEST = TOLD["best"]
BOUNDS = (200, 160, 140, 130, 120, 115, 110, 105, 102, 100)


@pytest.mark.parametrize("number", range(1, len(BOUNDS) + 1))
@pytest.mark.parametrize("task", BEST)
def test_bill(task, number):
    found, fault = taken(task)
    most = BEST[task] * BOUNDS[number - 1] // 100
    assert not fault, fault
    assert found <= most, f"the bill is {found}, where {most} are allowed"


@cache
def taken(task):
    """(the bill, why there is none)."""
    try:
        most = BEST[task] * BOUNDS[0] // 100
        return bill(HERE.parent, TOLD["module"], TOLD["seed"], task, most), ""
    except Exception as error:
        return 0, f"{type(error).__name__}: {error}"

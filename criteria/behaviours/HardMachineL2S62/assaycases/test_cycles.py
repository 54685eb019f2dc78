# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Each task has ten bounds, in percent of the cycles that the best known program takes."""

import json
from functools import cache
from pathlib import Path

import pytest
from count_cycles import cycles

HERE = Path(__file__).parent
TOLD = json.loads((HERE / "told.json").read_text(encoding="utf-8"))
(HERE / "told.json").unlink()  # so that no program knows its inputs
BEST = TOLD["best"]
BOUNDS = (200, 160, 140, 130, 120, 115, 110, 105, 102, 100)


@pytest.mark.parametrize("number", range(1, len(BOUNDS) + 1))
@pytest.mark.parametrize("task", BEST)
def test_cycles(task, number):
    found, fault = taken(task)
    most = BEST[task] * BOUNDS[number - 1] // 100
    assert not fault, fault
    assert found <= most, f"{found} cycles, where {most} are allowed"


@cache
def taken(task):
    """(cycles, why there are none)."""
    try:
        most = BEST[task] * BOUNDS[0] // 100
        return cycles(HERE.parent, TOLD["module"], TOLD["seed"], task, most), ""
    except Exception as error:
        return 0, f"{type(error).__name__}: {error}"

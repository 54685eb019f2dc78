# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Each task has ten bounds, as multiples of the cycles that the best known program takes."""

import json
from functools import cache
from pathlib import Path

import pytest
from count_cycles import cycles
from machine import Fault

HERE = Path(__file__).parent
TOLD = json.loads((HERE / "told.json").read_text(encoding="utf-8"))
(HERE / "told.json").unlink()  # so that no program knows its inputs
BEST = TOLD["best"]
BOUNDS = (2, 1.6, 1.4, 1.3, 1.2, 1.15, 1.1, 1.05, 1.02, 1)


@pytest.mark.parametrize("number", range(1, len(BOUNDS) + 1))
@pytest.mark.parametrize("task", BEST)
def test_cycles(task, number):
    found, fault = taken(task)
    most = BEST[task] * BOUNDS[number - 1]
    assert not fault, fault
    assert found <= most, f"{found} cycles, where {most:.0f} are allowed"


@cache
def taken(task):
    """(cycles, why there are none)."""
    try:
        most = int(BEST[task] * BOUNDS[0])
        return cycles(HERE.parent, TOLD["module"], TOLD["seed"], task, most), ""
    except Fault as fault:
        return 0, str(fault)

# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""What the cases come to: each cause is gone, nothing else broke, the change is small."""

import difflib
import json
from pathlib import Path

PLANTED = json.loads((Path(__file__).parent / "planted.json").read_text(encoding="utf-8"))


def is_gone(outcomes, number):
    return all(outcomes.get(name, False) for name in PLANTED["faults"][number - 1])


def any_is_gone(outcomes):
    return any(is_gone(outcomes, number) for number in range(1, len(PLANTED["faults"]) + 1))


def test_cause_1_is_gone(outcomes):
    assert is_gone(outcomes, 1)


def test_cause_2_is_gone(outcomes):
    assert is_gone(outcomes, 2)


def test_cause_3_is_gone(outcomes):
    assert is_gone(outcomes, 3)


def test_nothing_else_broke(outcomes):
    assert any_is_gone(outcomes)
    assert [name for name in PLANTED["others"] if not outcomes.get(name, False)] == []


def test_the_change_is_small(outcomes):
    assert any_is_gone(outcomes)
    changed = 0
    for path, before in PLANTED["files"].items():
        after = Path(path).read_text(encoding="utf-8")
        lines = difflib.ndiff(before.rstrip().splitlines(), after.rstrip().splitlines())
        changed += sum(line[0] in "+-" for line in lines)
    assert changed <= PLANTED["most_lines"]
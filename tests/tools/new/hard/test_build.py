"""The prompt has rules and names without bodies; each aspect fails by itself when it is gone."""

import json
from pathlib import Path

import pytest

from tests.project import Project
from tools.new.__main__ import main
from tools.new.hard.build import stub
from tools.new.hard.hard_mutants import changed, hard_mutants
from tools.new.hard.program import level_of, program_of
from tools.new.hard.suite_runs import failing
from tools.new.hard.verdicts import FOLDER, short

CASES = Path("criteria/behaviours/HardRulesL1S7")


@pytest.mark.slow
def test_an_aspect_is_what_one_fault_takes_away(project: Project) -> None:
    main(["hard", "", "--family", "build", "--level", "1", "--seed", "7"])
    program = program_of(level_of(1), "7")
    facts = json.loads((CASES / FOLDER / "aspects.json").read_text())
    faults = [each for each in hard_mutants(program) if each.fault]
    assert sorted(facts["aspects"]) == sorted(short(each.by) for each in faults)
    for each in faults:
        assert short(failing(changed(program, each), program.full)) in facts["aspects"]
    assert not set(facts["others"]) & {title for titles in facts["aspects"] for title in titles}
    (path,) = Path("datasets/HardRulesL1S7").glob("*/prices.py")
    assert "def charge(units, is_member):\n    raise NotImplementedError" in path.read_text()


def test_a_stub_has_names_and_words_but_no_bodies() -> None:
    source = (
        "class Refused(Exception):\n    def __init__(self, why):\n        self.why = why\n"
        "class Pool:\n    def __init__(self):\n        self._all = []\n    def use(self):\n"
        '        """Take."""\n        return self._take()\n    def _take(self):\n        return 1\n'
    )
    found = stub(source)
    assert "self.why = why" in found and '"""Take."""' in found
    assert "_all" not in found and "_take" not in found and "def __init__(self):" in found

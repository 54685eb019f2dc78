"""A module of a few lines, so that an instance is made in seconds."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.project import ROOT, Project
from tools.new.hard.content import Content
from tools.new.hard.suite_runs import failing

SOURCE = """def charge(units, is_member):
    if units < {{ free }}:
        return 0
    price = units * 3
    if is_member and units >= 10:
        price -= units // 10
    return price
"""
USUAL = """from {{ pkg }}.prices import charge


def test_charge():
    assert charge(0, False) == 0
    assert charge(7, False) == 21
    assert charge(7, True) == 21
"""
FULL = """import pytest

from {{ pkg }}.prices import charge


@pytest.mark.parametrize("units", [{{ free }}, 9, 10, 39])
def test_charge(units):
    assert charge({{ free - 1 }}, True) == 0
    assert charge(units, False) == units * 3
    assert charge(units, True) == units * 3 - (units // 10 if units >= 10 else 0)
"""
FEW = """from {{ pkg }}.prices import charge


def test_few():
    assert [charge({{ free - 1 }}, True), charge({{ free }}, False)] == [0, {{ free * 3 }}]
    assert charge(10, True) == 29
"""
FAULTS = """
faults:
- {name: members pay as others, needs: 2, before: is_member and, after: False and, report: Dear.}
- {name: nothing is charged, needs: 1, before: units * 3, after: units * 0, report: It is free.}
- {name: one free unit more, needs: 2, before: "units < {{ free }}", after: "units <= {{ free }}",
   report: It is free at times.}
"""
DEEP = """
frame: "from {{ pkg }}.prices import charge"
decoys:
- {name: the other way round, before: "units < {{ free }}", after: "not units >= {{ free }}"}
faults:
- {name: members pay as others, needs: 2, at: [charge], before: is_member and, after: False and,
   shows: "assert charge(10, True) == 29"}
- {name: one free unit more, needs: 2, at: [charge], before: ">= {{ free }}",
   after: "> {{ free }}", shows: "assert charge({{ free }}, False) == {{ free * 3 }}"}
"""
HEAD = "file: prices.py\nchoices: {free: [2, 3]}\n"
LEVELS = "1: {modules: [[prices]], mutants: 4, planted: 2, needs: 2, review: 2}\n"


@pytest.fixture(autouse=True)
def project(content: Project) -> Project:
    """With a level of one small module."""
    hard = ROOT / "hard"
    for part in ("scenarios", "cases", "criteria", "modules/package"):
        shutil.copytree(hard / part, content.root / "hard" / part)
    shutil.copytree(ROOT / "toolchains/python", content.root / "toolchains/python")
    texts = {"source.py.j2": SOURCE, "usual.py.j2": USUAL, "full.py.j2": FULL}
    texts |= {"deep.yaml.j2": DEEP, "few.py.j2": FEW}
    texts |= {"faults.yaml.j2": FAULTS, "rules.md.j2": "## Prices\n", "module.yaml": HEAD}
    for name, text in texts.items():
        content.write(f"hard/modules/prices/{name}", text)
    content.write("hard/levels.yaml", LEVELS)
    return content


@pytest.fixture
def shipped(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The modules that are shipped in place of it."""
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="module")
def made() -> dict[str, Content]:
    """One instance for all tests of a file, made by the first."""
    return {}


def cases_of(instance: Content, name: str) -> dict[str, str]:
    """What lies beside an instance of this name, by paths in the folder of its cases."""
    root = Path("criteria/behaviours", name)
    return {path.relative_to(root).as_posix(): text for path, text in instance.beside.items()}


def failed(program: Mapping[str, str], cases: Mapping[str, str], seconds: int = 300) -> set[str]:
    """The names of the cases that fail."""
    return {title.rpartition("::")[2] for title in failing(program, cases, seconds)}

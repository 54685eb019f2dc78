"""A finding counts with its place and a test that one fault fails; nothing else in a file does."""

import pytest

from tests.project import ROOT
from tests.tools.new.hard.conftest import cases_of, failed
from tools.new.hard.content import Content
from tools.new.hard.hard_mutants import hard_mutants
from tools.new.hard.program import Level, level_of, program_of
from tools.new.hard.review import review, reviewed

pytestmark = pytest.mark.slow
MODULES = sorted(path.parent.name for path in (ROOT / "hard/modules").glob("*/deep.yaml.j2"))
EXACT = "assert charge(10, True) == 29"
FREE = "assert [charge(2, False), charge(3, False)] in ([6, 9], [0, 9])"


@pytest.fixture
def instance(made: dict[str, Content]) -> Content:
    if not made:
        made["1"] = review(level_of(1), "3", "Faulty")
    return made["1"]


def f1(instance: Content, text: str) -> int:
    """In percent, rounded down to the last even number."""
    titles = failed({**instance.source, "findings.py": text}, cases_of(instance, "Faulty"))
    return 100 - 2 * len({title for title in titles if "test_f1_reaches" in title})


def findings(instance: Content, *bodies: str, place: str = "prices.py: charge") -> str:
    """A file with a finding for each body."""
    head = next(line for line in instance.gold["findings.py"].split("\n") if " import " in line)
    tests = [
        f'def test_{number}():\n    """{place}"""\n    {body}\n'
        for number, body in enumerate(bodies)
    ]
    return "\n\n".join([head, *tests])


def test_gold_earns_all_and_no_finding_nothing(instance: Content) -> None:
    assert f1(instance, instance.gold["findings.py"]) == 100
    assert f1(instance, "") == 0
    assert f1(instance, findings(instance, "assert charge(7, True) == 21")) == 0


def test_each_fault_counts_once_and_each_false_finding_costs(instance: Content) -> None:
    assert f1(instance, findings(instance, EXACT)) == 66
    assert f1(instance, findings(instance, EXACT, FREE)) == 100
    assert f1(instance, findings(instance, EXACT, EXACT)) == 50
    assert f1(instance, findings(instance, EXACT, FREE, "assert charge(0, False) == 1")) == 80


def test_a_finding_needs_the_place_and_finds_one_fault_at_most(instance: Content) -> None:
    assert f1(instance, findings(instance, EXACT, place="prices.py: discount")) == 0
    assert f1(instance, findings(instance, EXACT, place="charge")) == 0
    assert f1(instance, findings(instance, f"{EXACT}; {FREE}")) == 66


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "from dataclasses import sys",
        "from datetime import sys",
        "open('assaycases/variants.json')",
        "charge.__globals__",
        "(1 for _ in ()).gi_frame",
        "pytest.main",
        "assert 0 == 0",
    ],
)
def test_what_could_read_the_faults_is_not_run(instance: Content, line: str) -> None:
    text = findings(instance, EXACT, FREE).replace("import charge", "import charge\n" + line)
    assert f1(instance, text) == 0


def test_an_attribute_may_have_the_name_of_a_builtin(instance: Content) -> None:
    named = f"{EXACT} + type('A', (), {{'open': 0}}).open"
    assert f1(instance, findings(instance, named, FREE)) == 100


def test_long_findings_and_those_with_arguments_are_not_run(instance: Content) -> None:
    long = "\n    ".join(["charge(1, True)"] * 20 + [EXACT])
    assert f1(instance, findings(instance, long, FREE)) == 50
    given = findings(instance, EXACT, FREE).replace("test_0()", "test_0(units=1)")
    assert f1(instance, given) == 50


def test_the_shipped_faults_show_by_their_findings_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    level = Level(modules=[MODULES], mutants=1, planted=1, needs=1)
    right = reviewed(program_of(level, "secret", "deep"))
    found = {each.fault.name: each.by for each in hard_mutants(right) if each.fault}
    for number, (_, fault) in enumerate(right.faults, 1):
        assert f"tests.test_findings::test_finding_{number}" in found[fault.name]

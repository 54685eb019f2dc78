"""Gold notices all mutants with as many calls as are allowed; the meter counts and is not led."""

import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from assay.answers.extract_files import extract_files
from assay.errors import AssayError
from assay.records.pipeline import DeliveredFile
from assay.sandbox.archive import write_files
from assay.sandbox.source_mutants import SourceMutant, load_mutants
from assay.sandbox.staging import staged_files, with_source
from tools.new.__main__ import main
from tools.new.hard.catch import PLAIN, costs, few_cases
from tools.new.hard.content import marked
from tools.new.hard.hard_mutants import HardMutant
from tools.new.hard.program import Level, program_of
from tools.new.hard.suite_runs import ENDLESS, ran

NAME = "HardWholeL1S7"
LEVEL = Level(modules=[["prices"]], mutants=4, planted=2, needs=2)
PROGRAM = {
    "hall/__init__.py": "",
    "hall/places.py": "class Places:\n"
    "    def __init__(self, ask=None):\n        self.ask = ask\n"
    "    def one(self):\n        return self.two()\n"
    "    def two(self):\n        return self.ask() if self.ask else 2\n"
    "    @property\n    def three(self):\n        return 3\n",
}
HEAD = "import sys, threading\nfrom hall.places import Places\n\n"


def failing_of(files: Mapping[str, str], suite: Mapping[str, str]) -> set[str]:
    return {each.title for each in ran(files, suite) if not each.passed}


def failing_with(most: int, *tests: str) -> dict[str, str]:
    """What those tests say that fail with so many calls; each is the body of a function."""
    bodies = [f"def test_{n}():\n    {text}\n" for n, text in enumerate(tests, 1)]
    suite = {"tests/test_places.py": HEAD + "\n".join(bodies)}
    meter = marked("meter.py.j2", package="hall", most=most)
    found = ran({**PROGRAM, "conftest.py": meter}, suite)
    return {each.title: each.message for each in found if not each.passed}


@pytest.mark.slow
def test_gold_needs_all_calls_that_are_allowed_and_notices_each_mutant() -> None:
    main(["hard", "", "--family", "catch", "--level", "1", "--seed", "7"])
    source = with_source(NAME)
    texts = {path: data.decode() for path, data in source.items()}
    answer = Path(f"scenarios/hard/gold/CatchFaults-{NAME}.md").read_text()
    gold = {file.path: file.content for file in extract_files(answer).files}
    assert failing_of(texts, gold) == set()
    mutants = load_mutants(NAME, source)
    assert mutants and len(mutants.mutants) == 4
    for mutant in mutants.mutants:
        assert failing_of(texts | {mutant.file: mutants.mutated(mutant).decode()}, gold)
    most = int(texts["conftest.py"].partition("MOST = ")[2].split()[0])
    less = texts["conftest.py"].replace(f"MOST = {most}", f"MOST = {most - 1}")
    assert failing_of(texts | {"conftest.py": less}, gold)


def test_what_a_case_costs_is_told_for_each() -> None:
    program = program_of(LEVEL, "7")
    assert set(costs(program, program.full).values()) == {3}
    assert len(costs(program, program.full)) == 4


def test_a_fault_that_only_endless_tests_notice_is_refused() -> None:
    mutant = SourceMutant(file="a.py", line=1, before="a", after="b")
    noticed = HardMutant(mutant, None, frozenset({"tests.test_a::test_1"}))
    cost = {"tests.test_a::test_1": 3}
    assert few_cases([noticed], cost) == ["tests.test_a::test_1"]
    with pytest.raises(AssayError, match="without end"):
        few_cases([noticed, noticed._replace(by=frozenset({ENDLESS}))], cost)
    with pytest.raises(AssayError, match="without end"):
        few_cases([noticed], {})


def test_calls_from_outside_count_and_others_do_not() -> None:
    calls = "places = Places(); places.one(); assert places.three == 3"
    assert failing_with(3, calls) == {}
    assert "called 3 times, and 2 are allowed" in failing_with(2, calls)["test_1"]


def test_after_the_last_call_every_test_fails() -> None:
    assert failing_with(1, "Places()", "Places()", "assert True").keys() == {"test_2", "test_3"}


@pytest.mark.parametrize(
    "hidden",
    [
        "list(map(Places, [None, None]))",
        "it = threading.Thread(target=lambda: (Places(), Places())); it.start(); it.join()",
        "places = Places(); sorted([1], key=lambda _: places.one())",
        "Places(lambda: Places()).one()",
    ],
)
def test_a_call_counts_whoever_makes_it(hidden: str) -> None:
    assert "test_1" in failing_with(1, hidden)


def test_a_test_that_switches_the_count_off_fails() -> None:
    assert "switched off" in failing_with(9, "sys.setprofile(None); Places()")["test_1"]


def test_an_answer_cannot_leave_the_meter_out(tmp_path: Path) -> None:
    host = Path(f"criteria/behaviours/hosts/{NAME}/answer")
    host.mkdir(parents=True)
    (host / "conftest.py").write_text(marked("meter.py.j2", package="hall", most=0))
    (host / "pytest.toml").write_text(PLAIN)
    own = {
        "pytest.toml": "[pytest]\naddopts = ['--noconftest']\n",
        "pytest.ini": "[pytest]\naddopts = --noconftest\n",
        "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--noconftest'\n",
        "conftest.py": "",
        "tests/test_places.py": f"{HEAD}def test_1():\n    Places()\n",
    }
    staged = staged_files(delivered(own), NAME, encoded(PROGRAM))
    answer = tmp_path / "answer"
    write_files(answer, staged)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=answer, capture_output=True, text=True, check=False)
    assert done.returncode and "and 0 are allowed" in done.stdout


def delivered(files: Mapping[str, str]) -> Iterable[DeliveredFile]:
    return [DeliveredFile(path=path, content=text) for path, text in files.items()]


def encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    return {path: text.encode() for path, text in files.items()}

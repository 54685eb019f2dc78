"""Named test cases are behaviours: laid over an answer, run by its toolchain in the sandbox."""

import shutil
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest

from assay.errors import AssayError
from assay.records.execution_records import Step
from assay.sandbox.behaviours import Spec, load_spec
from assay.sandbox.case_runs import case_results
from assay.sandbox.programs import python
from assay.sandbox.reports import OwnTest
from assay.sandbox.sandbox import Sandbox
from assay.sandbox.staging import stage_files
from assay.sandbox.steps import ExecutionSteps, Tools, Workplace
from tests.assay.sandbox.conftest import small_config, toolchain_of, write

pytestmark = pytest.mark.alone
"""A busy machine leaves what fails undecided."""
TITLES = "titles: [tests/test_store.py::test_keeps, tests/test_store.py::test_refuses]\n"
CASES = """import store

def test_keeps():
    assert store.booked(1) == 1

def test_refuses():
    assert store.booked(-1) == 0
"""
GOOD = "def booked(count):\n    return max(count, 0)\n"
BAD = "def booked(count):\n    return count\n"
PYTEST = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments")


def spec_of(titles: str, files: Mapping[str, str]) -> Spec:
    write("criteria/behaviours/Store/cases.yaml", titles)
    for path, text in files.items():
        write(f"criteria/behaviours/Store/{path}", text)
    spec = load_spec("Store")
    assert spec is not None
    return spec


class Cases:
    """Runs cases on an answer, by a toolchain of this machine's Python and pytest."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.toolchain = toolchain_of("python", tests=("python3", "-m", "pytest", "-q"))
        self.sandbox = sandbox
        Path("toolchains/t").mkdir(parents=True)
        site = self.toolchain.installed / "site"
        packages = Path(sysconfig.get_path("purelib"))
        for name in PYTEST:
            shutil.copytree(packages / name, site / name)
        shutil.copyfile(packages / "py.py", site / "py.py")

    def run(self, spec: Spec, answer: Mapping[str, str]) -> dict[str, str]:
        """The outcome and message of each case by title."""
        files = {path: text.encode() for path, text in answer.items()}
        folder = Path("answer")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        stage_files(folder, files, self.toolchain)
        program = python()
        tools = Tools(self.sandbox, small_config(), program, program, program, Path())
        place = Workplace(folder, files, self.toolchain, self.toolchain.installed)
        ran = case_results(ExecutionSteps(tools, place), files, spec).behaviours
        return {each.title: f"{each.outcome} {each.message}".strip() for each in ran}


@pytest.fixture
def cases(sandbox: Sandbox) -> Cases:
    return Cases(sandbox)


def test_each_named_case_is_a_behaviour(cases: Cases) -> None:
    beside = {"tests/spectrum.json": "{}"}  # what a case may read
    spec = spec_of(TITLES, {"tests/test_store.py": CASES, **beside})
    keeps, refuses = spec.titles
    assert cases.run(spec, {"store.py": GOOD}) == {keeps: "passed", refuses: "passed"}
    found = cases.run(spec, {"store.py": BAD})
    assert found[keeps] == "passed"
    assert found[refuses].startswith("failed") and "assert -1 == 0" in found[refuses]


def test_the_cases_replace_the_answers_own_tests(cases: Cases) -> None:
    spec = spec_of(TITLES, {"tests/test_store.py": CASES})
    own = {
        "tests/test_store.py": "def test_refuses(): pass",
        "test_other.py": "raise SystemExit(3)",
        "conftest.py": "raise SystemExit(3)",
    }
    found = cases.run(spec, {"store.py": BAD, **own})
    assert [outcome.split()[0] for outcome in found.values()] == ["passed", "failed"]


def test_a_case_that_the_report_does_not_have_failed_and_the_log_says_why(cases: Cases) -> None:
    spec = spec_of(TITLES, {"tests/test_store.py": CASES})
    for answer in ({"stoer.py": GOOD}, {"store.py": "def booked(:"}):
        for outcome in cases.run(spec, answer).values():
            assert outcome.startswith("failed the report has no such case: ")
            assert "ModuleNotFoundError" in outcome or "SyntaxError" in outcome


def test_a_package_that_the_cases_do_not_ask_for_makes_them_not_run(cases: Cases) -> None:
    spec = spec_of(TITLES, {"tests/test_store.py": CASES})
    found = cases.run(spec, {"store.py": "import no_such\n" + GOOD})
    assert set(found.values()) == {"not run the toolchain lacks no_such"}


def test_a_report_that_the_exit_code_contradicts_is_not_believed(cases: Cases) -> None:
    spec = spec_of(TITLES, {"tests/test_store.py": CASES})
    late = "import atexit, os\natexit.register(os._exit, {})\n"
    for text in (late.format(7) + GOOD, late.format(0) + BAD):
        for outcome in cases.run(spec, {"store.py": text}).values():
            assert outcome.startswith("failed the report says otherwise than the command")


class Wavering:
    """Steps whose tries of three cases are known: a passes; b and c fail, and c wavers."""

    TRIES = ({"c": False}, {"c": True}, {"c": False})

    def __init__(self) -> None:
        self.missing = set[str]()
        self.waiting = list(self.TRIES)

    def beside(self, *_: object) -> "Wavering":
        return self

    def try_cases(self, _: object) -> tuple[Step, dict[str, OwnTest]]:
        results = {"a": True, "b": False, **self.waiting.pop(0)}
        tests = {title: OwnTest("", title, passed, "no") for title, passed in results.items()}
        return Step(status="failed", reason="exit code 1"), tests


def test_a_case_that_wavers_is_tried_three_times() -> None:
    steps = Wavering()
    spec = spec_of("titles: [a, b, c]", {"test_w.py": ""})
    ran = case_results(cast(ExecutionSteps, steps), {}, spec).behaviours
    assert [each.outcome for each in ran] == ["passed", "failed", "flaky"]
    assert ran[2].tries == (False, True, False) and not steps.waiting


@pytest.mark.parametrize(
    ("titles", "wrong"),
    [
        ("titles: []", "titles"),
        ("titles: [a, a]", "'a' occurs twice"),
        ("titles: [a_case]\ndefects: [a_cas]", "'a_cas' is no title (did you mean 'a_case'?)"),
    ],
)
def test_a_wrong_cases_yaml_is_named_with_its_place(titles: str, wrong: str) -> None:
    with pytest.raises(AssayError, match=r"criteria/behaviours/Store/cases\.yaml") as error:
        spec_of(titles, {})
    assert wrong in str(error.value)

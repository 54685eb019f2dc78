"""A program with behaviours of both kinds: a page is looked at, and then its cases are run."""

from pathlib import Path
from typing import cast

from assay.records.execution_records import Behaviour, Step
from assay.records.pipeline import Extracted
from assay.sandbox.behaviours import Spec, SpecResult, load_spec
from assay.sandbox.reports import OwnTest
from assay.sandbox.run_answer import Task, behaving
from assay.sandbox.steps import ExecutionSteps
from tests.assay.sandbox.conftest import toolchain_of, write

FILES = {"index.html": b"<title>shed</title>", "package.json": b"{}"}


class Steps:
    """Steps in which the page opens, and of the cases one passes."""

    missing: set[str] = set()
    names_files = True

    def build(self, _: Path) -> tuple[Step, Path | None]:
        return Step(status="passed"), Path("site")

    def behaviours(self, spec: Spec, *_: object) -> SpecResult:
        opens = Behaviour(title="Opens", outcome="passed", screenshot="01.png")
        assert spec.titles == ("Opens",)
        return SpecResult((opens,), {"01.png": b"picture"})

    def beside(self, _: Path, files: dict[str, bytes]) -> "Steps":
        assert {"test_shed.py", *FILES} == files.keys()
        return self

    def try_cases(self, files: tuple[str, ...]) -> tuple[Step, dict[str, OwnTest]]:
        assert files == ("test_shed.py",)
        tests = [
            OwnTest("", "test_keeps", True, ""),
            OwnTest("", "test_loses", False, "it is gone"),
        ]
        return Step(status="failed"), {test.title: test for test in tests}


def test_a_program_is_looked_at_and_its_cases_are_run(tmp_path: Path) -> None:
    write("criteria/behaviours/Shed.spec.ts", "test('Opens', () => {});")
    write("criteria/behaviours/Shed/cases.yaml", "titles: [test_keeps, test_loses]")
    write("criteria/behaviours/Shed/test_shed.py", "")
    toolchain = toolchain_of("node", build=("true",), tests=("sh", "{files}"))
    answer = Extracted(model="m", test="Shed", attempt=1, files=(), ignored={})
    task = Task(answer, "Shed", toolchain, load_spec("Shed"), FILES)
    ran = behaving(task, cast(ExecutionSteps, Steps()), tmp_path)[1]
    outcomes = [(each.title, each.outcome, each.message) for each in ran.behaviours]
    assert outcomes == [
        ("Opens", "passed", ""),
        ("test_keeps", "passed", ""),
        ("test_loses", "failed", "it is gone"),
    ]
    assert ran.pictures == {"01.png": b"picture"}

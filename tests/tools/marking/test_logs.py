"""A file is connected with a failed step whose log names it, and with no other."""

from tools.marking.logs import steps_by_file

from assay.records.execution_records import Step
from stages.report.execution_views import StepView


def failed(name: str, log: str) -> StepView:
    return StepView(name, Step(status="failed", log=log))


def test_a_file_that_a_failed_step_names_is_found_however_the_log_writes_its_path() -> None:
    steps = [
        failed("Types", "src/App.tsx(3,5): error TS2304: Cannot find name 'x'."),
        failed("Build", "error in /app/src/main.tsx:1:2\n at ./src/store.ts."),
    ]
    paths = ["src/App.tsx", "src/main.tsx", "src/store.ts", "src/other.ts"]
    assert steps_by_file(paths, steps) == {
        "src/App.tsx": ["Types"],
        "src/main.tsx": ["Build"],
        "src/store.ts": ["Build"],
    }


def test_other_files_with_similar_paths_are_not_found() -> None:
    log = "lib/src/App.ts src/App.tsx src/App.ts.map ../src/App.ts my-src/App.ts src/App.ts/x"
    assert steps_by_file(["src/App.ts"], [failed("Types", log)]) == {}


def test_a_step_that_passed_says_nothing() -> None:
    passed = StepView("Build", Step(status="passed", log="src/App.tsx"))
    assert steps_by_file(["src/App.tsx"], [passed]) == {}


def test_a_path_is_no_pattern() -> None:
    assert steps_by_file(["src/[id].tsx"], [failed("Build", "src/i.tsx")]) == {}
    assert steps_by_file(["src/[id].tsx"], [failed("Build", "src/[id].tsx:1")]) != {}

"""execute: what is run, what is taken from the store, and what the view says.

The sandbox is a stand-in.
"""

import json
import shutil
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.config import paths
from assay.config.settings import validated
from assay.config.yaml_files import read_yaml
from assay.errors import AssayError
from assay.records.execution_records import Execution
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import DeliveredFile, Extracted
from assay.sandbox import store
from assay.sandbox.bounded import CommandOutcome
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.programs import Program
from assay.sandbox.sandbox import Job
from assay.sandbox.steps import MachineBusy, Tools
from assay.sandbox.store import publish, published
from assay.sandbox.toolchains import load_toolchain
from stages.execute import execution_pool
from stages.execute.__main__ import OFF, ExecuteConfig, execute_answers, execute_nothing
from tests.assay.sandbox.conftest import write
from tests.assay.sandbox.test_readers import archive, long_names
from tests.project import ROOT
from tests.stages.validity.small_run import prompt

CONFIG_FILE = "conf/execution/default.yaml"
CONFIG = validated(read_yaml(ROOT / CONFIG_FILE), ExecutionConfig, CONFIG_FILE)
HEAD = "---\ntitle: T\ncategory: code_generation\ntype: t\nanswer: {answer}\n{more}---\nWrite it.\n"
CRITERIA = """evaluation_steps:
  accuracy: [It is written]
  completeness:
    - {criterion: It opens, run: It opens}
    - {criterion: It closes, run: [It closes, builds]}
"""
READ_ALONE = "evaluation_steps: {accuracy: [It reads well], completeness: [It is whole]}\n"
SPEC = "test('It opens', () => {});\ntest('It closes', () => {});\n"
FILES = {
    "toolchains/tiny/toolchain.yaml": "kind: python\nbuild: [make]\ntests: [pytest]\n"
    "static: [dist]\n",
    "toolchains/tiny/requirements.txt": "",
    "toolchains/browser/toolchain.yaml": "kind: python\n",
    "scenarios/t/system.md": "S",
    "scenarios/t/Door.md": HEAD.format(answer="files", more="toolchain: tiny\n"),
    "scenarios/t/Gate.md": HEAD.format(answer="files", more="toolchain: tiny\n"),
    "scenarios/t/Text.md": HEAD.format(answer="document", more="toolchain: tiny\n"),
    "scenarios/t/Free.md": HEAD.format(answer="files", more=""),
    "criteria/t/Door.yaml": CRITERIA,
    "criteria/t/Gate.yaml": CRITERIA,
    "criteria/t/Text.yaml": READ_ALONE,
    "criteria/t/Free.yaml": READ_ALONE,
    "criteria/behaviours/Door.spec.ts": SPEC,
    "criteria/behaviours/Gate.spec.ts": SPEC + "// a gate\n",
}
ANSWERS = {"Door": "files", "Gate": "files", "Text": "document", "Free": "files"}


class StandIn:
    """A sandbox that runs nothing. `fails`: behaviours that fail; `broken`: builds that fail."""

    name = "stand-in"

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self.jobs: list[str] = []
        self.fails: set[str] = set()
        self.broken = False
        self.interrupts = False
        self.starved = False
        self.archives: dict[str, bytes] = {}
        self.raises: dict[str, Exception] = {}

    def run(self, job: Job, stop: threading.Event | None = None) -> CommandOutcome:
        looks = any(word.endswith("run.mjs") for word in job.command)
        spec = next((name for name in job.mounts if name.endswith(".spec.ts")), "")
        self.jobs.append(spec if looks else job.command[0])
        if self.interrupts and looks:
            raise KeyboardInterrupt
        if looks:
            return self._looked_at(Path(spec).name.partition(".")[0])
        if job.command[0] == "make" and self.broken:
            return outcome({}, code=2)
        return outcome({"dist/index.html": b"<h1>Door</h1>"})

    def _looked_at(self, program: str) -> CommandOutcome:
        if program in self.raises:
            raise self.raises[program]
        specs = [self._spec(title) for title in ("It opens", "It closes")]
        made = outcome({"report-1.json": json.dumps({"suites": [{"specs": specs}]}).encode()})
        archive = self.archives.get(program, made.archive)
        return replace(made, archive=archive, starved=self.starved)

    def _spec(self, title: str) -> dict[str, Any]:
        status = "failed" if title in self.fails else "passed"
        result = {"status": status, "error": {"message": "not visible after 3.1s"}}
        return {"title": title, "tests": [{"results": [result]}]}


def outcome(files: Mapping[str, bytes], code: int = 0) -> CommandOutcome:
    return CommandOutcome(code, "", "built in 3.2s\n", archive(**files), seconds=0.1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all tests: workers that read belong to a folder, and take a second to start."""
    return tmp_path_factory.mktemp("execute")


@pytest.fixture
def sandbox(folder: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """A project with four tests; the stand-in takes the place of the machine's tools."""
    for path in folder.iterdir():
        shutil.rmtree(path)
    monkeypatch.chdir(folder)
    for path, text in FILES.items():
        write(path, text)
    asked = [
        prompt(test, kind="t").model_copy(update={"answer": answer})
        for test, answer in ANSWERS.items()
    ]
    write_records(paths.PROMPTS, asked)
    deliver(dict.fromkeys(ANSWERS, "print(1)"))
    made = StandIn()
    program = Program(Path("/usr/bin/python3"), "/usr/bin/python3", {}, "3")
    tools = Tools(made, CONFIG, program, program, program, Path("/nowhere"))
    monkeypatch.setattr(execution_pool, "open_tools", lambda _: tools)
    for name in ("tiny", "browser"):
        (load_toolchain(name).installed / "site").mkdir(parents=True)
    return made


def deliver(texts: Mapping[str, str], model: str = "m") -> None:
    """Each test's answer has one file with this text; none if the text is empty."""
    items = []
    for test, text in texts.items():
        files = (DeliveredFile(path="main.py", content=text),) if text else ()
        items.append(Extracted(model=model, test=test, attempt=1, files=files, ignored={}))
    write_records(paths.extracted(model), items)


def notes(*models: str) -> list[str]:
    """Execute the answers of these models; what the stage notes."""
    config = ExecuteConfig(models=list(models), execution=CONFIG, mode="sandbox")
    return list(execute_answers(config, models).notes)


def run(*models: str) -> dict[str, Execution]:
    """Execute the answers of the models (of `m`, if none is named); the last one's, by test."""
    named = models or ("m",)
    notes(*named)
    return {item.test: item for item in read_records(paths.executions(named[-1]), Execution)}


def view(model: str = "m") -> bytes:
    return paths.executions(model).read_bytes()


def test_only_answers_with_files_and_a_toolchain_are_run(sandbox: StandIn) -> None:
    found = run()
    assert [item.status for item in found.values()] == ["executed"] * 2 + ["not run"] * 2
    assert found["Text"].reason == found["Free"].reason == "the test names no toolchain"
    assert [b.outcome for b in found["Door"].behaviours] == ["passed", "passed"]


def test_an_empty_answer_is_not_run(sandbox: StandIn) -> None:
    deliver({"Door": ""})
    assert run()["Door"].reason == "no file was delivered"
    assert sandbox.jobs == []


def test_off_runs_nothing_and_forgets_no_shared_execution(sandbox: StandIn) -> None:
    run()
    shared, made = paths.executed("m").read_bytes(), len(sandbox.jobs)
    execute_nothing(["m"])
    found = read_records(paths.executions("m"), Execution)
    assert {item.reason for item in found} == {OFF}
    assert (paths.executed("m").read_bytes(), len(sandbox.jobs)) == (shared, made)


def test_what_is_stored_or_shared_is_not_run_again_and_bytes_are_the_same(sandbox: StandIn) -> None:
    run()
    before, made = view(), len(sandbox.jobs)
    run()
    assert (view(), len(sandbox.jobs)) == (before, made)
    shutil.rmtree(paths.EXECUTION_STORE)
    run()
    assert (view(), len(sandbox.jobs)) == (before, made), "what a colleague shared"


def test_a_run_from_nothing_writes_the_same_bytes(sandbox: StandIn) -> None:
    sandbox.fails = {"It opens"}
    run()
    before = view()
    paths.executed("m").unlink()
    shutil.rmtree(paths.EXECUTION_STORE)
    sandbox.jobs.clear()
    run()
    assert sandbox.jobs and view() == before


def test_a_changed_behaviour_runs_the_answers_of_its_program_alone(sandbox: StandIn) -> None:
    run()
    sandbox.jobs.clear()
    write("criteria/behaviours/Gate.spec.ts", SPEC.replace("() => {}", "() => { 1; }"))
    run()
    assert sandbox.jobs == ["make", "/behaviours/Gate.spec.ts"]


@pytest.mark.parametrize("path", ["toolchains/tiny/more.txt", "toolchains/browser/run.mjs"])
def test_a_changed_toolchain_or_runner_runs_everything_again(sandbox: StandIn, path: str) -> None:
    run()
    sandbox.jobs.clear()
    write(path, "changed")
    run()
    assert sandbox.jobs.count("make") == 2


def test_equal_answers_of_two_models_are_run_once(sandbox: StandIn) -> None:
    run()
    sandbox.jobs.clear()
    for model in ("n", "o", "p"):
        deliver(dict.fromkeys(ANSWERS, "print(1)"), model=model)
    found = run("n")
    assert sandbox.jobs == []
    assert {item.model for item in found.values()} == {"n"}
    write("toolchains/tiny/more.txt", "changed")
    assert {item.model for item in run("o", "p").values()} == {"p"}
    assert sandbox.jobs.count("make") == 2, "side by side too"


def test_a_program_that_does_not_build_fails_its_behaviours(sandbox: StandIn) -> None:
    sandbox.broken = True
    door = run()["Door"]
    assert door.builds and door.builds.reason == "exit code 2"
    assert {b.message for b in door.behaviours} == {"the program does not build: exit code 2"}
    assert {b.outcome for b in door.behaviours} == {"failed"}


def test_times_stand_beside_the_view_and_not_in_it(sandbox: StandIn) -> None:
    run()
    assert b"3.2s" not in view() and b"built in" in view()
    assert b'"seconds"' in paths.executed("m").read_bytes() and b'"seconds"' not in view()


def test_an_interrupt_loses_no_finished_answer(sandbox: StandIn) -> None:
    deliver({"Door": "print(1)"})
    run()
    deliver(dict.fromkeys(ANSWERS, "print(1)"))
    sandbox.interrupts = True
    with pytest.raises(KeyboardInterrupt):
        run()
    assert sandbox.stopping.is_set()
    sandbox.interrupts, sandbox.jobs = False, []
    sandbox.stopping.clear()
    run()
    assert sandbox.jobs == ["make", "/behaviours/Gate.spec.ts"]


def test_an_archive_that_breaks_its_reader_fails_its_answer_alone(sandbox: StandIn) -> None:
    sandbox.archives["Door"] = long_names()
    found = run()
    assert {b.outcome for b in found["Gate"].behaviours} == {"passed"}
    assert {b.outcome for b in found["Door"].behaviours} == {"failed"}
    assert found["Door"].builds
    assert found["Door"].builds.reason == "what it left could not be read (crash)"


def test_a_fault_of_assay_itself_is_nobodys_score_and_is_tried_again(sandbox: StandIn) -> None:
    sandbox.raises["Door"] = KeyError("unforeseen")
    found = run()
    assert {b.outcome for b in found["Gate"].behaviours} == {"passed"}
    assert (found["Door"].status, found["Door"].uncertain) == ("not run", True)
    assert "KeyError: 'unforeseen'" in found["Door"].reason
    sandbox.raises.clear()
    assert {b.outcome for b in run()["Door"].behaviours} == {"passed"}


def test_a_failure_on_a_machine_that_others_use_is_not_run(sandbox: StandIn) -> None:
    sandbox.fails, sandbox.starved = {"It opens"}, True
    door = run()["Door"]
    assert (door.status, door.uncertain) == ("not run", True)
    assert {b.message for b in door.behaviours} == {str(MachineBusy())}
    sandbox.starved = False
    assert [b.outcome for b in run()["Door"].behaviours] == ["failed", "passed"]


def test_where_nothing_can_be_executed_the_run_goes_on_and_says_what_to_set(
    sandbox: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(_: object) -> Tools:
        raise AssayError("bubblewrap is missing")

    with monkeypatch.context() as machine:
        machine.setattr(execution_pool, "open_tools", absent)
        (note,) = notes("m")
    assert note.startswith("2 answers are read and not executed: nothing can be executed here: ")
    assert "bubblewrap is missing" in note and "`execution: off`" in note
    assert run()["Door"].status == "executed"


def test_a_toolchain_that_the_machine_lacks_keeps_back_its_answers_alone(sandbox: StandIn) -> None:
    lacking = "kind: system\nprograms: {no-such-compiler: some-package}\nbuild: [make]\n"
    write("toolchains/rare/toolchain.yaml", lacking)
    head = HEAD.format(answer="files", more="toolchain: rare\n")
    write("scenarios/t/Gate.md", head)
    found = run()
    assert found["Door"].status == "executed"
    gate = found["Gate"]
    assert gate.status == "not run" and gate.uncertain
    assert gate.reason.endswith("no no-such-compiler: install the package some-package")


GOLD = "### main.py\n```python\nprint(3)\n```\n"


def test_nothing_is_executed_by_a_toolchain_whose_canary_fails(sandbox: StandIn) -> None:
    write("scenarios/t/gold/Door.md", GOLD)
    sandbox.broken = True
    with pytest.raises(AssayError, match=r"toolchain tiny failed its canary, .* Door: exit code"):
        run()
    assert not paths.executions("m").exists() and not paths.EXECUTION_STORE.exists()
    sandbox.broken, sandbox.jobs = False, []
    run()
    assert sandbox.jobs.count("make") == 3
    write("criteria/behaviours/Gate.spec.ts", SPEC.replace("() => {}", "() => { 1; }"))
    run()
    assert sandbox.jobs.count("make") == 4, "it is believed from then on"


def test_with_cases_too_the_canary_is_the_pages_first_behaviour(sandbox: StandIn) -> None:
    write("scenarios/t/gold/Door.md", GOLD)
    write("criteria/behaviours/Door/cases.yaml", "titles: test_locks")
    write("criteria/behaviours/Door/test_door.py", "")
    found = {each.title: each.outcome for each in run()["Door"].behaviours}
    assert found == {"It opens": "passed", "It closes": "passed", "test_locks": "failed"}


def share_as_another_machine() -> None:
    """What was executed here becomes what a colleague shared."""
    shared = {key: replace(item, machine="f" * 32) for key, item in published("m").items()}
    publish(paths.executed("m"), shared)
    shutil.rmtree(paths.EXECUTION_STORE)


def test_some_of_what_others_executed_are_run_again_and_ones_own_result_counts(
    sandbox: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "CHECKED", 1.0)
    run()
    before = view()
    share_as_another_machine()
    sandbox.jobs.clear()
    (note,) = notes("m")
    assert note == "2 answers were executed elsewhere; 2 of them again here, 0 with another result"
    assert sandbox.jobs.count("make") == 2 and view() == before
    share_as_another_machine()
    sandbox.fails = {"It opens"}
    *different, note = notes("m")
    assert different[0].startswith("Door: another result than machine ffffffff shared")
    assert note.endswith("2 of them again here, 2 with another result")
    (door, _) = (item for item in read_records(paths.executions("m"), Execution) if item.key)
    assert [b.outcome for b in door.behaviours] == ["failed", "passed"]


def test_what_stands_in_git_is_not_run_nor_shared(sandbox: StandIn) -> None:
    run()
    before = view()
    share_as_another_machine()
    paths.COMMITTED_EXECUTIONS.mkdir()
    paths.executed("m").rename(paths.COMMITTED_EXECUTIONS / "m.jsonl")
    sandbox.jobs.clear()
    run()
    assert sandbox.jobs == [] and view() == before and paths.executed("m").read_bytes() == b""


def test_all_broken_files_of_behaviours_are_listed_before_anything_runs(sandbox: StandIn) -> None:
    write("criteria/behaviours/Gate.spec.ts", "test('It opens', () => {")
    write("criteria/behaviours/Door.spec.ts", "")
    with pytest.raises(AssayError) as error:
        run()
    assert "Gate.spec.ts: does not parse" in str(error.value)
    assert "Door.spec.ts: has no behaviour" in str(error.value)
    assert sandbox.jobs == []

"""A target is built and looked at in the sandbox, as the stage `execute` does it."""

import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assay.config.settings import validated
from assay.config.yaml_files import read_yaml
from assay.errors import AssayError
from assay.records.executions import Behaviour
from assay.records.hashing import content_hash
from assay.records.jsonl import read_result, write_result
from assay.records.pipeline import Record
from assay.sandbox.behaviours import NOT_REACHED, Spec, SpecResult, load_spec
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.machine_tools import open_tools
from assay.sandbox.run_answer import RUNNER
from assay.sandbox.staging import stage_files
from assay.sandbox.steps import ExecutionSteps, Tools, Workplace
from assay.sandbox.toolchains import Toolchain, install, load_toolchain

CONFIG = Path("conf/execution/default.yaml")
TRIALS = Path(".assay/trials")


@dataclass(frozen=True)
class BehaviourFilter:
    """Which behaviours are tried: `only` these titles (none: all), until `enough` have failed.

    `enough` 0: all are tried. What is not tried counts as passed. `retries`: how often a failed one
    is tried again.
    """

    only: tuple[str, ...] = ()
    enough: int = 0
    retries: int = 1

    def options(self) -> list[str]:
        """Playwright's options."""
        options = ["--max-failures", str(self.enough), "--retries", str(self.retries)]
        if self.only:
            titles = "|".join(re.escape(title) for title in self.only)
            options += ["--grep", f"({titles})( @\\w+)*$"]
        return options


class TriedBehaviours(Record):
    """What became of a target: its log where it was not built, else each behaviour's message.

    The message is empty where the behaviour passed, was flaky, or was not tried.
    """

    log: str = ""
    messages: dict[str, str] = {}
    flaky: tuple[str, ...] = ()
    unreached: tuple[str, ...] = ()
    defects: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def failed(self) -> list[str]:
        return [title for title, message in self.messages.items() if message]


def machine() -> Tools:
    """What this machine executes with. AssayError lists what is missing."""
    return open_tools(validated(read_yaml(CONFIG), ExecutionConfig, str(CONFIG)))


@dataclass(frozen=True)
class BehaviourTrial:
    """Files that a toolchain builds, and the behaviours to try on the program."""

    files: Mapping[str, bytes]
    toolchain: str
    program: str
    chosen: BehaviourFilter = BehaviourFilter()

    def run(self, tools: Tools) -> TriedBehaviours:
        """The outcome, from the store if these very files were looked at before."""
        toolchain = load_toolchain(self.toolchain)
        spec = _spec(self.program)
        path = TRIALS / f"{self._key(toolchain, spec, tools)}.json"
        if path.exists():
            return read_result(path, TriedBehaviours)
        outcome = _tried(self, toolchain, spec, tools)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_result(path, outcome)
        return outcome

    def _key(self, toolchain: Toolchain, spec: Spec, tools: Tools) -> str:
        files = {path: content.hex() for path, content in self.files.items()}
        runner = load_toolchain("browser").key
        bounds = tools.config.bounds.model_dump()
        options = self.chosen.options()
        return content_hash([RUNNER, runner, toolchain.key, bounds, spec.text, files, options])


def _spec(program: str) -> Spec:
    spec = load_spec(program)
    if spec is None:
        raise AssayError(f"criteria/behaviours/{program}.spec.ts is missing")
    return spec


def _tried(
    trial: BehaviourTrial, toolchain: Toolchain, spec: Spec, tools: Tools
) -> TriedBehaviours:
    installed = install(toolchain, lambda: tools.node)
    with tempfile.TemporaryDirectory(prefix="assay-") as scratch:
        folder = Path(scratch) / "answer"
        folder.mkdir()
        stage_files(folder, trial.files, toolchain)
        steps = ExecutionSteps(tools, Workplace(folder, trial.files, toolchain, installed))
        builds, site = steps.build(Path(scratch))
        if builds.status == "failed":
            log = f"{builds.reason}\n{builds.log}"
            return TriedBehaviours(log=log, seconds=_seconds(steps))
        options = trial.chosen.options()
        if toolchain.config.serve:
            ran = steps.behaviours_of_server(spec, options)
        else:
            assert site is not None
            ran = steps.behaviours_of_site(spec, site, options)
    return outcome_of(ran, _seconds(steps))


def _seconds(steps: ExecutionSteps) -> float:
    return round(sum(steps.seconds.values()), 1)


def outcome_of(ran: SpecResult, seconds: float) -> TriedBehaviours:
    """Each behaviour's message. AssayError if the behaviours could not be run at all."""
    for each in ran.behaviours:
        if each.outcome == "not run" and each.message != NOT_REACHED:
            raise AssayError(f"'{each.title}' could not be run: {each.message}")
    return TriedBehaviours(
        messages={each.title: _message(each) for each in ran.behaviours},
        flaky=tuple(each.title for each in ran.behaviours if each.outcome == "flaky"),
        defects=tuple(each.title for each in ran.behaviours if each.defect),
        unreached=tuple(each.title for each in ran.behaviours if each.message == NOT_REACHED),
        seconds=seconds,
    )


def _message(behaviour: Behaviour) -> str:
    if behaviour.outcome != "failed" or behaviour.message == NOT_REACHED:
        return ""
    return behaviour.message or "no message"

"""Files are built and looked at in the sandbox, as the stage `execute` does it, once by content.

Each trial is kept in .assay/trials/: an interrupted proof goes on where it stopped.
"""

import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assay.errors import AssayError
from assay.records.execution_records import Behaviour
from assay.records.hashing import content_hash
from assay.records.jsonl import read_result, write_result
from assay.records.pipeline import Record
from assay.sandbox.behaviours import NOT_REACHED, SpecResult, load_spec
from assay.sandbox.execution_config import load_execution
from assay.sandbox.machine_tools import open_tools
from assay.sandbox.run_answer import RUNNER
from assay.sandbox.staging import stage_files
from assay.sandbox.steps import ExecutionSteps, Tools, Workplace
from assay.sandbox.toolchains import install, load_toolchain

TRIALS = Path(".assay/trials")


@dataclass(frozen=True)
class BehaviourFilter:
    """Which behaviours are tried: `only` these titles (none: all), until `enough` have failed.

    `enough` 0: all are tried. What is not tried counts as passed. A failed one is tried again.
    """

    only: tuple[str, ...] = ()
    enough: int = 0

    def options(self) -> list[str]:
        """Playwright's options."""
        options = ["--max-failures", str(self.enough), "--retries", "1"]
        if self.only:
            titles = "|".join(re.escape(title) for title in self.only)
            options += ["--grep", f"({titles})( @\\w+)*$"]
        return options


class TriedBehaviours(Record):
    """What became of files: their log where they were not built, else of each behaviour.

    A behaviour that was flaky, not reached in time or not tried counts as passed.
    """

    log: str = ""
    behaviours: tuple[Behaviour, ...] = ()
    seconds: float = 0.0

    @property
    def failed(self) -> dict[str, str]:
        """The messages of those that failed, by title."""
        return {
            each.title: each.message or "no message"
            for each in self.behaviours
            if each.outcome == "failed" and each.message != NOT_REACHED
        }


def machine() -> Tools:
    """What this machine executes with. AssayError lists what is missing."""
    return open_tools(load_execution())


def tried(
    files: Mapping[str, bytes], toolchain: str, program: str, look: BehaviourFilter, tools: Tools
) -> TriedBehaviours:
    """What becomes of the files, from the store if these very files were looked at before."""
    chosen = load_toolchain(toolchain)
    spec = load_spec(program)
    if spec is None:
        raise AssayError(f"criteria/behaviours/{program}.spec.ts is missing")
    runner = [RUNNER, load_toolchain("browser").key, tools.config.bounds.model_dump()]
    data = {path: content.hex() for path, content in files.items()}
    path = TRIALS / f"{content_hash([*runner, chosen.key, spec.text, data, look.options()])}.json"
    if path.exists():
        return read_result(path, TriedBehaviours)
    installed = install(chosen, lambda: tools.node)
    with tempfile.TemporaryDirectory(prefix="assay-") as scratch:
        folder = Path(scratch) / "answer"
        folder.mkdir()
        stage_files(folder, files, chosen)
        steps = ExecutionSteps(tools, Workplace(folder, files, chosen, installed))
        builds, site = steps.build(Path(scratch))
        ran = SpecResult((), {})
        log = ""
        if builds.status == "failed":
            log = f"{builds.reason}\n{builds.log}"
        elif chosen.config.serve:
            ran = steps.behaviours_of_server(spec, look.options())
        else:
            assert site is not None
            ran = steps.behaviours_of_site(spec, site, look.options())
    outcome = outcome_of(ran, log, round(sum(steps.seconds.values()), 1))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_result(path, outcome)
    return outcome


def outcome_of(ran: SpecResult, log: str = "", seconds: float = 0.0) -> TriedBehaviours:
    """The record of a run. AssayError if the behaviours could not be run at all."""
    for each in ran.behaviours:
        if each.outcome == "not run" and each.message != NOT_REACHED:
            raise AssayError(f"'{each.title}' could not be run: {each.message}")
    return TriedBehaviours(log=log, behaviours=ran.behaviours, seconds=seconds)

"""The steps of one answer, each in its own sandbox: types, build, own tests, behaviours."""

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assay.config import paths
from assay.errors import AssayError
from assay.records.execution_records import OwnTests, Step
from assay.sandbox.behaviours import REPORTS, RESULTS, ROUNDS, STOPPED, Spec, SpecResult, all_of
from assay.sandbox.bounded import CommandOutcome
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.lacking import lacking
from assay.sandbox.own_tests import REPORT as TESTS_REPORT
from assay.sandbox.own_tests import SuiteRun, counting, form_of, of_suite
from assay.sandbox.programs import Program, python_environment
from assay.sandbox.readers import (
    looked_at,
    read,
    reported_tests,
    site_of,
    titled_tests,
    unchecked,
    unpacked,
    with_packages,
)
from assay.sandbox.reports import OwnTest
from assay.sandbox.sandbox import Job, Sandbox
from assay.sandbox.scratch import scratch_folder
from assay.sandbox.servers import listening, servers
from assay.sandbox.staging import stage_files
from assay.sandbox.toolchains import Toolchain
from assay.sandbox.wording import tail

SITE = "site"
PYTHON = ("python", "python3")
"""Words of a command that stand for the interpreter."""
RESERVE_S = 30
"""So long before a sandbox's own bound the behaviours' runner stops, to write its report."""
EXCEEDED = {
    "time": "took longer than {seconds:g} s",
    "total": "took longer than {total:g} s with the steps before it",
    "memory": "needed more than {memory_mb} MB of memory",
    "processes": "started more than {processes} processes",
    "collected": "wrote more than {collected_mb} MB of results",
    "stopped": "was stopped",
}


class MachineBusy(AssayError):
    """A step failed while others had most of the machine: nothing is believed of it."""

    def __init__(self) -> None:
        super().__init__("the machine was too busy: the next run tries again")


@dataclass(frozen=True)
class Tools:
    """What this machine executes with. `runner` is the installed toolchain of the browser."""

    sandbox: Sandbox
    config: ExecutionConfig
    node: Program
    python: Program
    browser: Program
    runner: Path


@dataclass(frozen=True)
class Workplace:
    """One answer as a folder with these files, and the toolchain that works on it.

    `is_closed`: the prompt allows no packages but those that it names.
    """

    folder: Path
    files: Mapping[str, bytes]
    toolchain: Toolchain
    installed: Path
    is_closed: bool = False

    @property
    def seeds(self) -> tuple[Path, ...]:
        links = self.installed / "links"
        return (links, self.folder) if links.is_dir() else (self.folder,)


class ExecutionSteps:
    """Runs the steps of one answer. Records the seconds of each, and what the toolchain lacks."""

    def __init__(self, tools: Tools, place: Workplace) -> None:
        self._tools = tools
        self._place = place
        self.folder = place.folder
        self.seconds: dict[str, float] = {}
        self.missing: set[str] = set()

    @property
    def names_files(self) -> bool:
        """Whether the command of the tests is told the files to run, and runs no others."""
        return "{files}" in self._place.toolchain.config.tests

    def types(self) -> Step | None:
        command = self._place.toolchain.config.types
        if not command:
            return None
        if reason := read(unchecked, self._place.files):
            return Step(status="failed", reason=reason)
        return self._step("types", self._run("types", command))

    def build(self, scratch: Path) -> tuple[Step, Path | None]:
        """Build the application. The second part is the folder to serve, None if there is none."""
        config = self._place.toolchain.config
        if not config.build:
            site = site_of(self._place.folder, config.static)
            modules = self._place.installed / "node_modules"
            page = site and read(with_packages, site, scratch / SITE, self._place.files, modules)
            return _served(Step(status="passed"), page, config.static)
        outcome = self._run("build", config.build, collect=config.static)
        step = self._step("build", outcome)
        if step.status != "passed":
            return step, None
        site = read(unpacked, outcome.archive, scratch / SITE, config.static)
        return _served(step, site, config.static)

    def own_tests(self) -> OwnTests | None:
        config = self._place.toolchain.config
        if not config.tests:
            return None
        collect = [TESTS_REPORT, *config.reports]
        outcome = self._run("own_tests", counting(config), collect)
        tests = read(reported_tests, outcome.archive, form_of(config))
        step = self._step("own_tests", outcome)
        if tests is None or step.status == "not run":
            return OwnTests(**step.model_dump())
        return of_suite(step, tests)

    def tests_again(self, seconds: float, stops: bool = False) -> SuiteRun:
        """Run the answer's own tests on what lies in its folder now.

        `stops`: until one fails. MachineBusy if time ran out while others had the machine.
        """
        config = self._place.toolchain.config
        job = self._job(counting(config, stops), seconds, [TESTS_REPORT, *config.reports])
        outcome = self._tools.sandbox.run(job)
        self._note("mutants", outcome)
        exceeded = f"exceed the bound on {outcome.exceeded}" if outcome.exceeded else ""
        found = read(reported_tests, outcome.archive, form_of(config))
        return SuiteRun(found or (), exceeded)

    def beside(self, folder: Path, files: Mapping[str, bytes]) -> "ExecutionSteps":
        """The same toolchain on other files, laid into a folder of their own. Times are summed."""
        read(stage_files, folder, files, self._place.toolchain)
        steps = ExecutionSteps(self._tools, replace(self._place, folder=folder, files=files))
        steps.seconds = self.seconds
        return steps

    def try_cases(self, files: Sequence[str]) -> tuple[Step, dict[str, OwnTest]]:
        """Run the tests of these files alone, once, and read what their report says by title.

        The report has a random name, so that nothing written in advance is taken for it.
        """
        config = self._place.toolchain.config
        report = f"{TESTS_REPORT}-{uuid.uuid4().hex}"
        command = counting(config, report=report, files=files)
        outcome = self._run("behaviours", command, [report, *config.reports])
        cases = read(titled_tests, outcome.archive, form_of(config), files)
        return self._step("behaviours", outcome), cases

    def behaviours_of_server(self, spec: Spec, options: Sequence[str] = ()) -> SpecResult:
        """Start the answer's server in its own sandbox, which shares only its socket.

        Each round of behaviours has a server of its own, so that it begins with a fresh state.
        """
        most, command = self._left("behaviours"), self._place.toolchain.config.serve
        with scratch_folder() as folder:
            sockets = [listening(folder / f"{number}.sock") for number in ROUNDS]
            jobs = [self._job(command, most, listening=socket) for socket in sockets]
            with servers(self._tools.sandbox, jobs) as server:
                ran = self.behaviours(spec, {"/socket": folder}, options)
        if server.early is None:
            return ran
        if reason := self._lacks(server.early):
            return SpecResult(all_of(spec, "not run", reason), {})
        reason = f"the server ended: {read(tail, server.early.log, 400) or 'it printed nothing'}"
        told = [
            each.model_copy(update={"message": reason}) if each.outcome == "failed" else each
            for each in ran.behaviours
        ]
        return SpecResult(tuple(told), ran.pictures)

    def behaviours(
        self, spec: Spec, mounts: Mapping[str, Path], options: Sequence[str] = ()
    ) -> SpecResult:
        """Look at a program, such as a page at `/site`. `options`: more of them for Playwright."""
        tools = self._tools
        walks = spec.path.parent / "walks"
        most = self._left("behaviours")
        chosen = ["--grep", f"{re.escape(spec.only)}( @\\w+)*$"] if spec.only else []
        job = Job(
            command=[tools.node.inside, "/runner/run.mjs", *options, *chosen],
            seconds=most,
            mounts={
                "/runner": paths.TOOLCHAINS / "browser",
                "/node_modules": tools.runner / "node_modules",
                f"/behaviours/{spec.path.name}": spec.path,
                **({"/behaviours/walks": walks} if walks.exists() else {}),
                **tools.node.mounts,
                **tools.browser.mounts,
                **mounts,
            },
            environment={
                "ASSAY_BROWSER": tools.browser.inside,
                "ASSAY_SECONDS": str(max(most - RESERVE_S, most / 2)),
                "PWTEST_CACHE_DIR": "/tmp/compiled",
            },
            collect=[*REPORTS, STOPPED, RESULTS],
            browser=True,
        )
        outcome = tools.sandbox.run(job)
        self._note("behaviours", outcome)
        results = read(looked_at, outcome.archive, spec)
        passed = results and all(item.outcome == "passed" for item in results.behaviours)
        if outcome.starved and not passed:
            raise MachineBusy
        if results:
            return results
        if outcome.exceeded:
            reason = self._exceeded("behaviours", outcome)
            return SpecResult(all_of(spec, "failed", f"the program {reason}"), {})
        return SpecResult(
            all_of(spec, "not run", f"the runner ended: {read(tail, outcome.log, 400)}"), {}
        )

    def _left(self, name: str) -> float:
        """The seconds that a step may take: its own bound, or what is left of the whole."""
        bounds = self._tools.config.bounds.seconds
        own: float = getattr(bounds, name)
        return max(1.0, min(own, bounds.total - sum(self.seconds.values())))

    def _run(
        self, name: str, command: Sequence[str], collect: Sequence[str] = ()
    ) -> CommandOutcome:
        job = self._job(command, self._left(name), collect=collect)
        outcome = self._tools.sandbox.run(job)
        self._note(name, outcome)
        return outcome

    def _note(self, name: str, outcome: CommandOutcome) -> None:
        """Add the time. A failure by the clock is not believed of a machine that is busy."""
        self.seconds[name] = round(self.seconds.get(name, 0.0) + outcome.seconds, 2)
        of_tests = name in ("own_tests", "behaviours") and not outcome.passed
        if outcome.starved and (of_tests or outcome.exceeded == "time"):
            raise MachineBusy

    def _job(
        self,
        command: Sequence[str],
        seconds: float,
        collect: Sequence[str] = (),
        listening: int | None = None,
    ) -> Job:
        tools = self._tools
        place = self._place
        is_node = place.toolchain.config.kind == "node"
        program = tools.node if is_node else tools.python
        own = {} if is_node else python_environment(program)
        if listening is not None:
            own["ASSAY_LISTEN_FD"] = str(listening)
        folder = str(Path(program.inside).parent)
        path = f"/app/node_modules/.bin:/toolchain/bin:{folder}:/usr/local/bin:/usr/bin:/bin"
        return Job(
            command=[program.inside if word in PYTHON else word for word in command],
            seconds=seconds,
            seeds=place.seeds,
            mounts={
                "/deps": place.installed,
                "/toolchain": place.toolchain.shared,
                **program.mounts,
            },
            environment={"PATH": path, **own},
            collect=collect,
            listening=listening,
        )

    def _lacks(self, outcome: CommandOutcome) -> str:
        """What the toolchain lacks by the log of a failed command; '' if it lacks nothing."""
        place = self._place
        names = read(lacking, outcome.log, place.files, place.toolchain, place.is_closed)
        self.missing.update(names)
        return f"the toolchain lacks {', '.join(names)}" if names else ""

    def _step(self, name: str, outcome: CommandOutcome) -> Step:
        reason = self._exceeded(name, outcome) if outcome.exceeded else ""
        if not outcome.passed and not reason:
            reason = f"exit code {outcome.code}"
        log = read(tail, outcome.log)
        if outcome.passed:
            return Step(status="passed", log=log)
        if lacks := self._lacks(outcome):
            return Step(status="not run", reason=lacks, log=log)
        return Step(status="failed", reason=reason, log=log)

    def _exceeded(self, name: str, outcome: CommandOutcome) -> str:
        bounds = self._tools.config.bounds
        own: float = getattr(bounds.seconds, name)
        in_all = outcome.exceeded == "time" and outcome.seconds < own
        values = bounds.model_dump() | {"seconds": own, "total": bounds.seconds.total}
        return EXCEEDED["total" if in_all else outcome.exceeded].format(**values)


def _served(step: Step, site: Path | None, patterns: Sequence[str]) -> tuple[Step, Path | None]:
    if site is None and patterns:
        reason = f"there is no index.html in {', '.join(patterns)}"
        return step.model_copy(update={"status": "failed", "reason": reason}), None
    return step, site

"""Records of executions: the results of running an answer."""

from typing import Literal

from pydantic import Field

from assay.records.pipeline import OfAnswer, Record

KEY = r"^[0-9a-f]{0,64}$"
PICTURE = r"^([0-9]{2,4}\.png)?$"
"""Names of files are made of these, and records come from other machines too.

pydantic matches by a Rust expression, in which `$` is the end of the text alone.
"""


NO_TESTS = "the answer has no tests"
NO_FILES = "no file was delivered"


class Step(Record):
    """One step of an execution. `not run`: `reason` says why. `log`: its output, without times."""

    status: Literal["passed", "failed", "not run"]
    reason: str = ""
    log: str = ""

    @property
    def counts(self) -> str:
        """What was counted, in words."""
        return ""


class OwnTests(Step):
    """The answer's own tests. The counts are the answer's own claim (None: it reported none)."""

    passed: int | None = None
    failed: int | None = None

    @property
    def counts(self) -> str:
        known = self.passed is not None
        return f"{self.passed} passed, {self.failed} failed, by their own word" if known else ""


class MutantRuns(Step):
    """How many mutants of the source the answer's own tests noticed, of those that were tried.

    `survivors`: those that no test noticed. `failed`: the tests could not be tried on mutants.
    """

    noticed: int = 0
    tried: int = 0
    survivors: tuple[str, ...] = ()

    @property
    def counts(self) -> str:
        return f"{self.noticed} of {self.tried} faults in the source noticed" if self.tried else ""


class Behaviour(Record):
    """One titled test of what a program does. `flaky`: it failed, then passed a try.

    `tries`: of a flaky one, which of its tries passed. `message`: the first failure's.

    `defect`: it is a fault of the legacy source, which an answer must not have. `screenshot`: the
    file's name in the folder of the execution, '' for none.
    """

    title: str
    outcome: Literal["passed", "failed", "flaky", "not run"]
    message: str = ""
    tries: tuple[bool, ...] = ()
    defect: bool = False
    screenshot: str = Field(default="", pattern=PICTURE)


class Execution(OfAnswer):
    """The result of running an answer, without times or anything of the machine.

    `not run` says why in `reason`. `key` is the hash of all that it depends on. `missing` are
    packages that the answer needs and the toolchain does not have. `added`: files that the answer
    left out and got all the same, a line for each. `uncertain`: a fault of the
    machine or of Assay prevented it, so the next run tries again. `is_read`: nothing is to be
    executed, or can be here, so that the answer is read.
    """

    status: Literal["executed", "not run"]
    reason: str = ""
    key: str = Field(default="", pattern=KEY)
    toolchain: str = ""
    program: str = ""
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = Field(default=(), exclude_if=lambda value: not value)
    types: Step | None = None
    builds: Step | None = None
    own_tests: OwnTests | None = None
    mutants: MutantRuns | None = Field(default=None, exclude_if=lambda value: value is None)
    behaviours: tuple[Behaviour, ...] = ()
    uncertain: bool = False
    is_read: bool = False

    @property
    def steps(self) -> dict[str, Step]:
        """What was done, by name."""
        steps = {"Types": self.types, "Build": self.builds}
        steps |= {"Own tests": self.own_tests, "Mutants": self.mutants}
        return {name: step for name, step in steps.items() if step}

    @property
    def open(self) -> dict[int, Behaviour]:
        """The behaviours that did not pass, by their number."""
        numbered = enumerate(self.behaviours, 1)
        return {number: one for number, one in numbered if one.outcome != "passed"}

    @property
    def is_built(self) -> bool:
        """Whether it builds, or nothing is to be built."""
        return self.builds is None or self.builds.status != "failed"

    @property
    def dead(self) -> str:
        """Why the program does nothing of what it should; '' if it does something."""
        if self.reason == NO_FILES:
            return self.reason
        if self.builds and not self.is_built:
            return f"the program does not build: {self.builds.reason}"
        if self.behaviours and all(each.outcome == "failed" for each in self.behaviours):
            return "the program does not work: none of its behaviours passes"
        return ""

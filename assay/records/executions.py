"""Records of executions: the results of running an answer."""

from typing import Literal

from pydantic import Field

from assay.records.pipeline import Record

KEY = r"^[0-9a-f]{0,64}$"
PICTURE = r"^([0-9]{2,4}\.png)?$"
"""Names of files are made of these, and records come from other machines too.

pydantic matches by a Rust expression, in which `$` is the end of the text alone.
"""


class Step(Record):
    """One step of an execution. `not run`: this is no fault of the answer, `reason` says why.

    `log` is the end of its output, without times.
    """

    status: Literal["passed", "failed", "not run"]
    reason: str = ""
    log: str = ""


class OwnTests(Step):
    """The answer's own tests. The counts are the answer's own claim (None: it reported none)."""

    passed: int | None = None
    failed: int | None = None


class Behaviour(Record):
    """One titled test of what a program does. `flaky`: it failed, then passed; it is not judged.

    `defect`: it is a fault of the legacy source, which an answer must not have. `screenshot`: the
    file's name in the folder of the execution, '' for none.
    """

    title: str
    outcome: Literal["passed", "failed", "flaky", "not run"]
    message: str = ""
    defect: bool = False
    screenshot: str = Field(default="", pattern=PICTURE)


class Execution(Record):
    """The result of running an answer, without times or anything of the machine.

    `not run` says why in `reason`. `key` is the hash of all that it depends on. `missing` are
    packages that the answer needs and the toolchain does not have. `uncertain`: a fault of the
    machine or of Assay prevented it, so the next run tries again.
    """

    model: str
    test: str
    attempt: int
    status: Literal["executed", "not run"]
    reason: str = ""
    key: str = Field(default="", pattern=KEY)
    toolchain: str = ""
    program: str = ""
    missing: tuple[str, ...] = ()
    types: Step | None = None
    builds: Step | None = None
    own_tests: OwnTests | None = None
    behaviours: tuple[Behaviour, ...] = ()
    uncertain: bool = False

"""Checks that look at delivered files as a whole, and at how a dialogue wrote them."""

from typing import Literal, Self

from pydantic import Field, model_validator

from assay.answers.dialogue_process import ENDED
from assay.checks.check_kind import Bounds, CheckKind, Decision
from assay.checks.fields import Names
from assay.checks.subject import PARSED, Subject


class File(Bounds):
    """A delivered file matches the pattern; `min` and `max` count the files."""

    file: Names

    def decide(self, subject: Subject) -> Decision:
        return self.decision_on(subject.within(self.file), bool(subject.within(("*",))))


class Parses(CheckKind):
    """Every delivered code file that matches parses, and there is at least one."""

    parses: Names

    def decide(self, subject: Subject) -> Decision:
        files = subject.code(self.parses, PARSED)
        broken = sorted(files.keys() & subject.broken)
        doubtful = sorted(files.keys() & subject.doubtful)
        if broken:
            return Decision(False, f"does not parse: {', '.join(broken[:3])}", True)
        if doubtful:
            names = ", ".join(doubtful[:3])
            return Decision(None, f"could not be read out of the answer: {names}", True)
        return Decision(bool(files), f"{len(files)} files parse", bool(files))


class OfDialogue(CheckKind):
    """A fact of a dialogue's record; `failed_calls` holds if at most `max` calls failed."""

    dialogue: Literal["ended", "read_first", "structure_first", "failed_calls"]
    max: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        if (self.dialogue == "failed_calls") != (self.max is not None):
            raise ValueError("max goes with `dialogue: failed_calls`, and only with it")
        return self

    def decide(self, subject: Subject) -> Decision:
        process = subject.process
        if process is None or not subject.files:
            return Decision(False, "no dialogue that wrote a file", False)
        if self.dialogue == "ended":
            passed = process.outcome == ENDED
            return Decision(passed, f"the dialogue's outcome: {process.outcome}", True)
        if self.dialogue == "failed_calls":
            few = self.max is not None and process.failed <= self.max
            return Decision(few, f"{process.failed} of {process.calls} calls failed", True)
        if self.dialogue == "read_first":
            return Decision(process.read_first, f"all read first: {process.read_first}", True)
        first = process.structure_first
        return Decision(first, f"structure first: {first}", True)

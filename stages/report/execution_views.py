"""What came of running an answer, for its page: steps with their logs, behaviours with pictures."""

import base64
from collections.abc import Collection
from dataclasses import dataclass

from assay.config import paths
from assay.records.execution_records import Behaviour, Execution, Step


@dataclass(frozen=True)
class StepView:
    """A step with its name. `counts`: of the own tests, in words."""

    name: str
    step: Step
    counts: str = ""


@dataclass(frozen=True)
class BehaviourView:
    """A behaviour and its number in the spec.

    `picture` is the whole picture of its failure as an address, '' for none.
    """

    number: int
    behaviour: Behaviour
    picture: str


@dataclass(frozen=True)
class ExecutionView:
    """An execution. `open` are the behaviours that did not pass, in their order."""

    execution: Execution
    steps: tuple[StepView, ...]
    open: tuple[BehaviourView, ...]

    @property
    def passed(self) -> int:
        return len(self.execution.behaviours) - len(self.open)

    @property
    def is_built(self) -> bool:
        return self.execution.builds is None or self.execution.builds.status != "failed"

    def open_among(self, titles: Collection[str]) -> list[BehaviourView]:
        """The behaviours with these titles that did not pass."""
        return [view for view in self.open if view.behaviour.title in titles]


def execution_view(execution: Execution | None) -> ExecutionView | None:
    """None if the answer was not executed."""
    if execution is None:
        return None
    views = list[BehaviourView]()
    for number, behaviour in enumerate(execution.behaviours, 1):
        if behaviour.outcome != "passed":
            views.append(BehaviourView(number, behaviour, _picture(execution, behaviour)))
    return ExecutionView(execution, _steps(execution), tuple(views))


def _steps(execution: Execution) -> tuple[StepView, ...]:
    views = list[StepView]()
    for name, step in (("Types", execution.types), ("Build", execution.builds)):
        views += [StepView(name, step)] if step else []
    tests = execution.own_tests
    if tests:
        known = tests.passed is not None
        counts = f"{tests.passed} passed, {tests.failed} failed, by their own word" if known else ""
        views.append(StepView("Own tests", tests, counts))
    if ran := execution.mutants:
        survived = [f"not noticed: {each}" for each in ran.survivors]
        step = ran.model_copy(update={"log": "\n".join(survived)})
        counts = f"{ran.noticed} of {ran.tried} faults in the source noticed"
        views.append(StepView("Mutants", step, counts if ran.tried else ""))
    return tuple(views)


def _picture(execution: Execution, behaviour: Behaviour) -> str:
    """The picture inside an address; '' if there is none."""
    if not behaviour.screenshot:
        return ""
    folder = paths.screenshots(execution.model) / execution.test / str(execution.attempt)
    try:
        data = (folder / behaviour.screenshot).read_bytes()
    except OSError:
        return ""
    return f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}"

"""A trial costs what its run takes away, by the rules of the stage `judge`."""

import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from assay.content.scenarios import known_tests
from assay.records.criteria_health import RunTrial, TrialKind
from assay.records.execution_records import Behaviour, Execution, MutantRuns, Step
from assay.sandbox.execution_config import load_execution
from assay.sandbox.run_answer import Task
from assay.sandbox.steps import MachineBusy, Tools
from stages.render import render
from tools.proof import trials as module
from tools.proof.known_answers import gold
from tools.proof.mutants import Mutant
from tools.proof.printed import trial_lines, trial_summary
from tools.proof.spoiled_suites import spoiled
from tools.proof.trials import AS_IT_IS, GoodAnswer, perfect, source_trial, trials

TOOLS = cast(Tools, None)
PROGRAM = "UpdateReact-ToDoApp_ReactJS"
SUITE = "WriteTestsForLegacyPython-SurveyTables"


def good(test: str) -> GoodAnswer:
    found = known_tests()[test]
    return GoodAnswer("gold", found, gold(render(found)))


def run_as(monkeypatch: pytest.MonkeyPatch, update: dict[str, object]) -> None:
    """Whatever is run comes to this; what is not said passes."""

    def executed(task: Task, stops: bool, tools: Tools, chosen: Sequence[str] = ()) -> Execution:
        return perfect(task).model_copy(update=update)

    monkeypatch.setattr(module, "executed", executed)


def behaviours(task: Task, *failed: str) -> tuple[Behaviour, ...]:
    return tuple(
        each.model_copy(update={"outcome": "failed", "message": "no"})
        if each.title in failed
        else each
        for each in perfect(task).behaviours
    )


def test_a_good_answer_that_runs_as_it_must_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    run_as(monkeypatch, {})
    (trial,) = trials(good(PROGRAM), [("good", AS_IT_IS)], 9, TOOLS)
    assert trial.is_right and (trial.lost_by_checks, trial.lost_when_run) == (0, 0)


def test_a_behaviour_that_fails_costs_its_criterion_and_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = good(PROGRAM)
    title = answer.task({}).spec.titles[0]  # type: ignore[union-attr]
    run_as(monkeypatch, {"behaviours": behaviours(answer.task({}), title)})
    as_it_is, fault = trials(answer, [("good", AS_IT_IS), ("fault", Mutant("It stops"))], 9, TOOLS)
    assert not as_it_is.is_right and title in as_it_is.seen
    assert fault.is_right and 0 < fault.lost_when_run < 20 and not fault.lowered_by_checks
    (stops,) = trials(answer, [("show-stopper", Mutant("It stops"))], 9, TOOLS)
    assert not stops.is_right


def test_only_behaviours_that_decide_a_criterion_are_tried() -> None:
    """One that another test on the program asks for may fail from the start."""
    assert good("AngularToReact-AngularMeteo").chosen == []
    answer = good("ReactToAngular-ReactAlgorithmVisualizer")
    spec = answer.task({}).spec
    assert spec
    asked = re.compile(answer.chosen[1])
    left_out = {title for title in spec.titles if not asked.search(f"{title} @defect")}
    assert "The peak starts with the population" in left_out
    named = {title for criterion in answer.criteria for title in criterion.run}
    assert left_out == set(spec.titles) - named


def test_a_mutant_that_is_not_built_is_no_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = good(PROGRAM)
    every = [each.title for each in perfect(answer.task({})).behaviours]
    failed = {"builds": Step(status="failed"), "behaviours": behaviours(answer.task({}), *every)}
    run_as(monkeypatch, failed)
    assert trials(answer, [("mutant", Mutant("It stops"))], 9, TOOLS) == []
    (stops,) = trials(answer, [("show-stopper", Mutant("It stops"))], 9, TOOLS)
    assert stops.is_right and stops.lost_when_run > 50


def test_a_suite_that_notices_nothing_loses_half(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = good(SUITE)
    assert answer.is_suite
    run_as(monkeypatch, {"mutants": MutantRuns(status="passed", noticed=0, tried=9)})
    first, *_ = trials(answer, list(spoiled(answer.answer.files)), 9, TOOLS)
    (as_it_is,) = trials(answer, [("suite", AS_IT_IS)], 9, TOOLS)
    assert first.is_right and not as_it_is.is_right
    assert "0 of 9 mutants of the source were noticed" in as_it_is.seen


def test_the_source_fails_its_defects_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    run_as(monkeypatch, {"behaviours": ()})
    assert source_trial("ToDoApp_ReactJS", "react15-jest", TOOLS).is_right
    gone = Behaviour(title="Gone", outcome="failed", message="late", defect=True)
    old = Behaviour(title="Old", outcome="flaky", message="hidden")
    run_as(monkeypatch, {"behaviours": (gone, old)})
    assert source_trial("A", "react15-jest", TOOLS).seen == "'Old' flaky: hidden"
    run_as(monkeypatch, {"behaviours": (gone.model_copy(update={"outcome": "passed"}),)})
    assert not source_trial("A", "react15-jest", TOOLS).is_right


@pytest.mark.parametrize(("busy", "runs"), [(2, 3), (9, module.TRIES)])
def test_a_program_is_run_again_where_the_machine_was_too_busy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, busy: int, runs: int
) -> None:
    task, made = good(PROGRAM).task({}), list[None]()

    def behaving(*_: object) -> tuple[None, Execution]:
        made.append(None)
        if len(made) <= busy:
            raise MachineBusy
        return None, perfect(task)

    monkeypatch.setattr(module, "TRIALS", tmp_path)
    monkeypatch.setattr(module, "install", lambda *_: tmp_path)
    monkeypatch.setattr(module, "staged", lambda *_: None)
    monkeypatch.setattr(module, "behaving", behaving)
    tools = cast(Tools, SimpleNamespace(config=load_execution()))
    if busy < module.TRIES:
        assert module.executed(task, False, tools).behaviours == perfect(task).behaviours
    else:
        with pytest.raises(MachineBusy):
            module.executed(task, False, tools)
    assert len(made) == runs


def trial(kind: TrialKind, cost: float, *, read: bool = False) -> RunTrial:
    return RunTrial(
        of="gold/Test",
        kind=kind,
        what=f"It costs {cost}",
        lowered_by_checks=read,
        lowered_when_run=cost > 0,
        lost_when_run=cost,
    )


def test_what_is_missed_or_cheap_is_named_and_the_rest_is_counted() -> None:
    made = [trial("fault", 0.0), trial("fault", 5.0, read=True), trial("show-stopper", 8.0)]
    assert list(trial_lines("Test", made)) == [
        "Test: 1 of 3 trials as they must",
        "  WRONG: gold/Test: fault: It costs 0.0: 0.0 points when run",
        "  WRONG: gold/Test: show-stopper: It costs 8.0: 8.0 points when run",
    ]
    rest = "the score by checks alone"
    assert list(trial_summary(made)) == [
        f"fault: 2 tried; 1 (50%) lower {rest}, 1 (50%) are as they must when run",
        f"show-stopper: 1 tried; 0 (0%) lower {rest}, 0 (0%) are as they must when run",
    ]

"""Outcomes of behaviours are read title by title, and looks become Playwright's options."""

import pytest

from assay.errors import AssayError
from assay.records.executions import Behaviour
from assay.sandbox.behaviours import NOT_REACHED, SpecResult
from tools.behaviours.__main__ import unexpected
from tools.behaviours.programs import Kind, Target
from tools.behaviours.running import BehaviourFilter, TriedBehaviours, outcome_of


def behaviour(title: str, outcome: str, message: str = "", *, defect: bool = False) -> Behaviour:
    stated = {"title": title, "outcome": outcome, "message": message, "defect": defect}
    return Behaviour.model_validate(stated)


def target(kind: Kind) -> Target:
    return Target("Program", kind, "Test-Program", "react-vite")


def test_a_failure_has_its_message_and_a_defect_its_mark() -> None:
    good = behaviour("Good", "passed")
    bad = behaviour("Bad", "failed", "not visible", defect=True)
    outcome = outcome_of(SpecResult((good, bad), {}), 1.5)
    assert outcome.messages == {"Good": "", "Bad": "not visible"}
    assert outcome.defects == ("Bad",)
    assert outcome.failed == ["Bad"]


def test_what_was_not_reached_or_is_flaky_counts_as_passed() -> None:
    late = behaviour("Late", "failed", NOT_REACHED)
    unsteady = behaviour("Unsteady", "flaky", "not visible")
    outcome = outcome_of(SpecResult((late, unsteady), {}), 1.5)
    assert outcome.failed == []
    assert outcome.flaky == ("Unsteady",)
    assert outcome.unreached == ("Late",)
    assert unexpected(target("gold"), outcome) == [
        "was not reached in time: Late",
        "is flaky: Unsteady",
    ]


def test_a_runner_that_fails_is_an_error_and_no_outcome() -> None:
    with pytest.raises(AssayError, match="'Good' could not be run: no memory"):
        outcome_of(SpecResult((behaviour("Good", "not run", "no memory"),), {}), 1.5)


def test_a_look_at_some_titles_ends_with_its_first_failure() -> None:
    words = BehaviourFilter(only=("Sums (all)", "Ends"), enough=1).options()
    assert words[:4] == ["--max-failures", "1", "--retries", "1"]
    assert words[4:] == ["--grep", r"(Sums\ \(all\)|Ends)( @\w+)*$"]


def test_the_source_fails_its_defects_and_nothing_else() -> None:
    outcome = TriedBehaviours(messages={"Old": "", "Gone": "late"}, defects=("Gone",))
    assert unexpected(target("source"), outcome) == []
    assert unexpected(target("gold"), outcome) == ["fails: Gone\nlate"]


def test_a_defect_that_the_source_does_not_show_is_named() -> None:
    outcome = TriedBehaviours(messages={"Gone": ""}, defects=("Gone",))
    assert unexpected(target("source"), outcome) == ["passes, though it is called a defect: Gone"]


def test_an_answer_that_is_not_built_is_unexpected() -> None:
    assert unexpected(target("gold"), TriedBehaviours(log="no such file")) == [
        "is not built:\nno such file"
    ]

"""Outcomes of behaviours are read title by title, and looks become Playwright's options."""

import pytest

from assay.errors import AssayError
from assay.records.execution_records import Behaviour
from assay.sandbox.behaviours import NOT_REACHED, SpecResult
from tools.proof.__main__ import unexpected
from tools.proof.good_answers import Kind, Target
from tools.proof.sandbox_trials import BehaviourFilter, TriedBehaviours, outcome_of


def behaviour(title: str, outcome: str, message: str = "", *, defect: bool = False) -> Behaviour:
    stated = {"title": title, "outcome": outcome, "message": message, "defect": defect}
    return Behaviour.model_validate(stated)


def said_of(kind: Kind, outcome: TriedBehaviours) -> list[str]:
    return list(unexpected(Target("Program", kind, "Test-Program", "react-vite"), outcome))


def test_what_was_not_reached_or_is_flaky_counts_as_passed_and_is_named() -> None:
    late = behaviour("Late", "failed", NOT_REACHED)
    unsteady = behaviour("Unsteady", "flaky", "not visible")
    outcome = outcome_of(SpecResult((late, unsteady), {}))
    assert outcome.failed == {}
    assert said_of("gold", outcome) == ["was not reached in time: Late", "is flaky: Unsteady"]


def test_a_runner_that_fails_is_an_error_and_no_outcome() -> None:
    with pytest.raises(AssayError, match="'Good' could not be run: no memory"):
        outcome_of(SpecResult((behaviour("Good", "not run", "no memory"),), {}))


def test_a_look_at_some_titles_ends_with_its_first_failure() -> None:
    words = BehaviourFilter(only=("Sums (all)", "Ends"), enough=1).options()
    assert words[:4] == ["--max-failures", "1", "--retries", "1"]
    assert words[4:] == ["--grep", r"(Sums\ \(all\)|Ends)( @\w+)*$"]


def test_the_source_fails_its_defects_and_nothing_else() -> None:
    gone = behaviour("Gone", "failed", "late", defect=True)
    shown = TriedBehaviours(behaviours=(behaviour("Old", "passed"), gone))
    assert said_of("source", shown) == []
    assert said_of("gold", shown) == ["fails: Gone\nlate"]
    hidden = TriedBehaviours(behaviours=(behaviour("Gone", "passed", defect=True),))
    assert said_of("source", hidden) == ["passes, though it is called a defect: Gone"]


def test_an_answer_that_is_not_built_is_unexpected() -> None:
    assert said_of("gold", TriedBehaviours(log="no such file")) == ["is not built:\nno such file"]

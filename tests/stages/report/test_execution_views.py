"""What a page shows of an execution: what did not pass, by its number, and why nothing ran."""

from assay.records.executions import Behaviour, Execution, Step
from stages.report.execution_views import execution_view

FAILED = Behaviour(title="It adds", outcome="failed", message="not visible")
FLAKY = Behaviour(title="It waits", outcome="flaky", message="late")
PASSED = Behaviour(title="It starts", outcome="passed")


def execution(builds: Step) -> Execution:
    return Execution(
        model="gold",
        test="Test",
        attempt=1,
        status="executed",
        builds=builds,
        behaviours=(PASSED, FAILED, FLAKY),
    )


def test_what_did_not_pass_keeps_its_number_in_the_spec() -> None:
    view = execution_view(execution(Step(status="passed")))
    assert view is not None
    assert [(one.number, one.behaviour.title) for one in view.open] == [
        (2, "It adds"),
        (3, "It waits"),
    ]
    assert view.passed == 1


def test_a_criterion_leads_to_its_own_behaviours_alone() -> None:
    view = execution_view(execution(Step(status="passed")))
    assert view is not None
    assert [one.number for one in view.open_among(("It starts", "It waits"))] == [3]
    assert view.is_built


def test_a_program_that_does_not_build_leads_to_its_log() -> None:
    view = execution_view(execution(Step(status="failed", log="no such file")))
    assert view is not None
    assert not view.is_built


def test_an_answer_that_was_not_executed_has_no_view() -> None:
    assert execution_view(None) is None

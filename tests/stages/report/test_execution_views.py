"""What a page shows of an execution: what did not pass, by its number, and why nothing ran."""

from assay.records.execution_records import Behaviour, Execution, Step
from stages.report.execution_views import ExecutionView, execution_view

BEHAVIOURS = (
    Behaviour(title="It starts", outcome="passed"),
    Behaviour(title="It adds", outcome="failed", message="not visible"),
    Behaviour(title="It waits", outcome="flaky", message="late"),
)
RUN = Execution(model="gold", test="Test", attempt=1, status="executed", behaviours=BEHAVIOURS)


def viewed(builds: Step) -> ExecutionView:
    view = execution_view(RUN.model_copy(update={"builds": builds}))
    assert view is not None
    return view


def test_what_did_not_pass_keeps_its_number_and_a_criterion_leads_to_its_own_alone() -> None:
    view = viewed(Step(status="passed"))
    assert [(one.number, one.behaviour.title) for one in view.open] == [
        (2, "It adds"),
        (3, "It waits"),
    ]
    assert (view.passed, view.is_built) == (1, True)
    assert [one.number for one in view.open_among(("It starts", "It waits"))] == [3]


def test_a_program_that_does_not_build_leads_to_its_log_and_without_a_run_there_is_no_view() -> (
    None
):
    assert not viewed(Step(status="failed", log="no such file")).is_built
    assert execution_view(None) is None

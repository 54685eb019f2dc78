"""Where an answer was executed the run decides, else the check does."""

import pytest

from assay.checks.runs import run_decision
from assay.checks.subject import Subject
from assay.checks.vocabulary import RegexCheck
from assay.content.criteria import Criterion
from assay.records.executions import Behaviour, Execution, Step
from assay.records.pipeline import Verdict
from stages.judge.unasked import _decided


def execution(**outcomes: str) -> Execution:
    behaviours = tuple(
        Behaviour.model_validate({"title": title, "outcome": outcome, "message": "why"})
        for title, outcome in outcomes.items()
    )
    return Execution(
        model="m",
        test="t",
        attempt=1,
        status="executed",
        builds=Step(status="passed"),
        types=Step(status="failed", reason="exit code 2"),
        behaviours=behaviours,
    )


@pytest.mark.parametrize(
    ("names", "passed"),
    [
        (("good",), True),
        (("good", "builds"), True),
        (("bad",), False),
        (("types",), False),
        (("good", "bad", "odd", "absent"), False),
        (("good", "odd"), None),
    ],
)
def test_the_run_decides(names: tuple[str, ...], passed: bool | None) -> None:
    found = run_decision(names, execution(good="passed", bad="failed", odd="flaky"))
    assert found is not None and found.passed is passed


@pytest.mark.parametrize("names", [(), ("unknown",), ("good", "own_tests"), ("left",)])
def test_what_was_not_run_is_left_to_the_check(names: tuple[str, ...]) -> None:
    assert run_decision(names, execution(good="passed", left="not run")) is None


def test_an_answer_that_was_not_run_is_left_to_the_check() -> None:
    not_run = Execution(model="m", test="t", attempt=1, status="not run", reason="off")
    assert run_decision(("good",), not_run) is None
    assert run_decision(("good",), None) is None


def test_a_verdict_says_that_it_was_executed_and_nothing_where_it_was_read() -> None:
    criterion = Criterion(
        id="c",
        metric="accuracy",
        text="It works",
        weight=1.0,
        check=RegexCheck(regex="works"),
        tags=(),
        run=("good",),
    )
    subject = Subject(files={"a.ts": "works"}, text="")
    executed = _decided(criterion, subject, execution(good="failed"))
    read = _decided(criterion, subject, None)
    assert (executed.passed, executed.basis) == (
        False,
        "executed",
    ) and "why" in executed.explanation
    assert (read.passed, read.basis) == (True, "")
    assert "basis" not in read.model_dump() and executed.model_dump()["basis"] == "executed"
    assert Verdict.model_validate(read.model_dump()) == read

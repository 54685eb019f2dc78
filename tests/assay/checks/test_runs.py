"""Where answers are executed the run decides; the check does where nothing is executed."""

import pytest

from assay.checks.runs import run_decision
from assay.checks.subject import Subject
from assay.checks.vocabulary import RegexCheck
from assay.content.criteria import Criterion
from assay.records.execution_records import (
    NO_FILES,
    NO_TESTS,
    Behaviour,
    Execution,
    MutantRuns,
    OwnTests,
    Step,
)
from assay.records.pipeline import Verdict
from assay.scores.scores import metric_score
from stages.judge.unasked import decided

CRITERION = Criterion(
    id="c",
    metric="accuracy",
    text="It works",
    weight=1.0,
    check=RegexCheck(regex="works"),
    tags=(),
    run=("good",),
)
SUBJECT = Subject(files={"a.ts": "works"}, text="")
TRIES = {"tries": (False, True, True)}


def execution(**outcomes: str) -> Execution:
    behaviours = tuple(
        Behaviour.model_validate({"title": title, "outcome": outcome, "message": "why", **TRIES})
        for title, outcome in outcomes.items()
    )
    return Execution(
        model="m",
        test="t",
        attempt=1,
        status="executed",
        builds=Step(status="passed"),
        types=Step(status="failed", reason="exit code 2"),
        own_tests=OwnTests(status="not run", reason=NO_TESTS),
        behaviours=behaviours,
    )


def share_of(names: tuple[str, ...], tags: tuple[str, ...], seen: Execution) -> float | None:
    """What the run decides; None: it is not judged."""
    found = run_decision(names, tags, seen)
    assert found is not None, "the run decides"
    return found.share


@pytest.mark.parametrize(
    ("names", "share"),
    [
        (("good",), 1),
        (("good", "builds"), 1),
        (("bad",), 0),
        (("types",), 0),
        (("own_tests",), 0),
        (("good", "bad", "bad", "types"), 0.25),
        (("good", "odd"), (1 + 2 / 3) / 2),
        (("good", "absent"), 1),
    ],
)
def test_the_share_of_the_names_that_pass_counts(names: tuple[str, ...], share: float) -> None:
    seen = execution(good="passed", bad="failed", odd="flaky")
    assert share_of(names, (), seen) == pytest.approx(share)


def test_what_wavers_on_gold_too_is_not_judged() -> None:
    seen = execution(good="passed", odd="flaky")
    assert run_decision(("odd",), (), seen, {"odd"}) == (None, "'odd' wavers, and on gold too")
    both = run_decision(("good", "odd"), (), seen, {"odd"})
    assert both is not None and both.share == 1


@pytest.mark.parametrize("names", [("unknown",), ("left",)])
def test_what_was_not_run_is_not_judged(names: tuple[str, ...]) -> None:
    assert share_of(names, (), execution(good="passed", left="not run")) is None


def test_an_answer_that_could_not_be_run_is_not_judged_and_never_left_to_the_text() -> None:
    lacks = Execution(model="m", test="t", attempt=1, status="not run", reason="lacks axios")
    assert run_decision(("good",), (), lacks) == (None, "not run: lacks axios")
    assert run_decision((), ("behaviour",), lacks) is None


def test_an_answer_without_files_fails_what_it_would_do() -> None:
    empty = Execution(model="m", test="t", attempt=1, status="not run", reason=NO_FILES)
    assert run_decision(("good",), (), empty) == (0, f"not run: {NO_FILES}")
    assert run_decision((), ("behaviour",), empty) == (0, NO_FILES)


def test_where_nothing_is_executed_the_check_decides() -> None:
    off = Execution(model="m", test="t", attempt=1, status="not run", reason="off", is_read=True)
    assert run_decision(("good",), ("behaviour",), off) is None
    assert run_decision(("good",), ("behaviour",), None) is None


def test_a_program_that_does_not_build_or_start_gets_nothing_for_what_it_would_do() -> None:
    unbuilt = execution().model_copy(update={"builds": Step(status="failed", reason="code 1")})
    blank = execution(one="failed", two="failed")
    for dead in (unbuilt, blank):
        assert share_of((), ("behaviour", "defect"), dead) == 0
        assert run_decision((), ("structure",), dead) is None
    assert run_decision((), ("behaviour",), execution(one="failed", two="passed")) is None


@pytest.mark.parametrize(("text", "passed"), [("works", True), ("fails", False)])
def test_a_check_that_run_names_must_pass_as_well(text: str, passed: bool) -> None:
    subject = Subject(files={"a.ts": text}, text="")
    both = CRITERION.model_copy(update={"run": ("good", "check")})
    alone = CRITERION.model_copy(update={"run": ("good",)})
    assert decided(both, subject, execution(good="passed")).passed is passed
    assert decided(alone, subject, execution(good="passed")).passed is True


def test_a_share_is_no_pass_and_counts_by_its_weight() -> None:
    half = CRITERION.model_copy(update={"run": ("good", "bad")})
    verdict = decided(half, SUBJECT, execution(good="passed", bad="failed"))
    assert (verdict.passed, verdict.share, verdict.earned) == (False, 0.5, 0.5)
    assert verdict.explanation == "1 of 2 pass: 'bad' failed when run: why"
    score = metric_score([verdict, CRITERION.verdict(None, "")], "accuracy")
    assert (score.score, score.low, score.high) == (50, 25, 75)
    assert Verdict.model_validate(verdict.model_dump()) == verdict


def test_a_verdict_says_that_it_was_executed_and_nothing_where_it_was_read() -> None:
    executed = decided(CRITERION, SUBJECT, execution(good="failed"))
    read = decided(CRITERION, SUBJECT, None)
    assert (executed.passed, executed.basis) == (False, "executed")
    assert "why" in executed.explanation
    assert (read.passed, read.basis) == (True, "")
    assert "basis" not in read.model_dump() and executed.model_dump()["basis"] == "executed"
    assert Verdict.model_validate(read.model_dump()) == read


def suite(mutants: MutantRuns) -> Execution:
    tests = OwnTests(status="failed", passed=3, failed=1, reason="1 of 4 tests fail: 'adds'")
    return execution().model_copy(update={"own_tests": tests, "mutants": mutants})


def test_the_share_of_mutants_that_tests_notice_counts() -> None:
    ran = MutantRuns(status="passed", noticed=3, tried=5, survivors=("a:1", "a:2"))
    found = run_decision(("mutants",), (), suite(ran))
    words = "3 of 5 mutants of the source were noticed; not noticed: a:1; a:2"
    assert found == (0.6, words)


def test_of_tests_that_are_written_for_a_source_the_share_that_passes_counts() -> None:
    found = run_decision(("own_tests",), (), suite(MutantRuns(status="passed", tried=5)))
    assert found == (0.75, "1 of 4 tests fail: 'adds'")


def test_a_suite_that_could_not_be_tried_on_mutants_notices_none() -> None:
    failed = MutantRuns(status="failed", reason="no test passes on the source")
    found = run_decision(("mutants",), (), suite(failed))
    assert found is not None and found.share == 0
    assert "no test passes on the source" in found.seen

"""Verdicts as arrays: none is lost, none is invented."""

import numpy as np

from assay.answers.delivered import answer_id
from assay.records.pipeline import CHECKS
from stages.validity.rates import not_judged
from stages.validity.verdicts import collected, mean_verdict
from tests.stages.validity.small_run import HOW, answer, judgement, prompt, run


def test_every_judges_verdict_stands_in_the_row_of_its_item() -> None:
    found = run({"one": {("m", "T-A"): "+-."}, CHECKS: {("m", "T-A"): "-.+"}}, {"one": 80})
    given = answer_id(answer("m", "T-A"))
    names = [("m", "T-A", 1, given, criterion) for criterion in ("a0", "a1", "a2")]
    assert [row[:5] for row in found.rows()] == names
    np.testing.assert_equal(found.passed["one"], [1, 0, np.nan])
    np.testing.assert_equal(found.passed[CHECKS], [0, np.nan, 1])
    np.testing.assert_equal(found.confidence["one"], [0.8, 0.8, np.nan])
    assert np.isnan(found.confidence[CHECKS]).all()
    assert (found.llm, found.leading) == (["one"], ["one"])


def test_an_answer_that_delivers_nothing_says_nothing_about_judges() -> None:
    nothing = answer("m", "T-A", "")
    listed = [judgement("one", nothing, {"a0": False}, status="delivered nothing")]
    assert len(collected([prompt("T-A")], [nothing], [listed], ["one"]).items) == 0


def test_what_a_judge_said_before_its_call_failed_counts_and_the_rest_is_not_judged() -> None:
    given = answer("m", "T-A")
    listed = [judgement("one", given, {"a0": True, "a1": None}, status="gap", error="503")]
    found = collected([prompt("T-A")], [given], [listed], ["one"])
    np.testing.assert_equal(found.passed["one"], [1, np.nan])


def test_a_judge_that_left_the_panel_is_not_counted() -> None:
    given = answer("m", "T-A")
    listed = [judgement(judge, given, {"a0": True}) for judge in ("one", "gone")]
    assert list(collected([prompt("T-A")], [given], [listed], ["one"]).passed) == ["one"]


def test_tests_on_one_data_set_share_a_cluster_and_a_test_without_one_has_its_own() -> None:
    found = run({"one": {("m", test): "+" for test in ("T-A", "S-A", "T-B", "U", "V")}})
    number = dict(zip(found.items["test"], found.cluster.tolist(), strict=True))
    assert number["T-A"] == number["S-A"]
    assert len(set(number.values())) == 4


def test_the_leading_judges_are_the_models_and_without_them_the_checks() -> None:
    said = {("m", "T-A"): "++-"}
    both = run({"one": {("m", "T-A"): "+-."}, "two": {("m", "T-A"): "--."}, CHECKS: said})
    np.testing.assert_equal(mean_verdict(both), [0.5, 0, np.nan])
    np.testing.assert_equal(mean_verdict(run({CHECKS: said})), [1, 1, 0])


def test_on_a_document_with_questions_a_judges_column_has_its_own_verdicts_alone() -> None:
    given = answer("m", "T-A")
    by_checks = judgement(CHECKS, given, {"a0": True, "a1": True, "a2": False})
    own = judgement("one", given, {"a0": False, "a1": None, "a2": False})
    bases = ("asked", "asked", "checked")
    pairs = zip(own.verdicts, bases, strict=True)
    verdicts = [verdict.model_copy(update={"basis": basis}) for verdict, basis in pairs]
    own = own.model_copy(update={"verdicts": tuple(verdicts)})
    found = collected([prompt("T-A")], [given], [[own, by_checks]], ["one", CHECKS])
    np.testing.assert_equal(found.passed["one"], [0, np.nan, np.nan])
    np.testing.assert_equal(found.passed[CHECKS], [np.nan, np.nan, 0])
    np.testing.assert_equal(mean_verdict(found), [0, np.nan, 0])
    assert not_judged(found, "one", HOW).verdicts == 2

"""The review list: doubtful and weighty verdicts come first; a line can be copied."""

import csv
import io
from pathlib import Path

import pytest

from assay.answers.delivered import answer_id
from assay.records.pipeline import CHECKS
from assay.records.review_list import ReviewRow, read_review, review_csv
from assay.scores.overruling import OVERRULES, Overrule
from stages.validity.review import doubt, effects, opinion, review
from stages.validity.verdicts import Verdicts
from tests.stages.validity.small_run import answer, criterion, prompt, run

KEY = ("m", "T-A")


def review_rows(verdicts: Verdicts, *overruled: Overrule) -> list[ReviewRow]:
    tests = sorted(set(verdicts.items["test"]))
    criteria = {
        test: (*(criterion(f"a{n}") for n in range(4)), criterion("c0", metric="completeness"))
        for test in tests
    }
    effect = effects(verdicts.items, criteria, [prompt(test) for test in tests], {})
    return [*review(verdicts, criteria, effect, overruled)]


def test_disagreement_low_confidence_and_a_contradicted_check_are_reasons() -> None:
    said = {"one": {KEY: "++++"}, "two": {KEY: "-+++"}, CHECKS: {KEY: ".+-."}}
    found = {row.criterion: row.why for row in review_rows(run(said, {"one": 90, "two": 90}))}
    assert found == {"a0": "judges disagree", "a2": "contradicts the check"}
    unsure = {row.criterion: row.why for row in review_rows(run(said, {"one": 90, "two": 60}))}
    assert unsure["a1"] == unsure["a3"] == "low confidence"


def test_doubt_is_that_computed_by_hand() -> None:
    split = {"one": {KEY: "+"}, "two": {KEY: "-"}, CHECKS: {KEY: "+"}}
    verdicts = run(split, {"one": 90, "two": 60})
    met = (0.9 + 0.4 + 0.9) / 3
    assert opinion(verdicts) == pytest.approx([met])
    assert doubt(verdicts) == pytest.approx([0.5]), "the panel is split: half, whatever the truth"
    agree = {"one": {KEY: "+"}, "two": {KEY: "+"}, CHECKS: {KEY: "-"}}
    agreed = run(agree, {"one": 100, "two": 80})
    assert doubt(agreed) == pytest.approx([1 - (0.95 + 0.8 + 0.1) / 3])


def test_the_heavier_criterion_comes_first() -> None:
    verdicts = run({"one": {KEY: "++"}, "two": {KEY: "--"}})
    of_accuracy = (criterion("a0", 1.0), criterion("a1", 3.0))
    criteria = {"T-A": (*of_accuracy, criterion("c0", metric="completeness"))}
    verdicts.items["weight"] = [1.0, 3.0]
    effect = effects(verdicts.items, criteria, [prompt("T-A")], {})
    found = [*review(verdicts, criteria, effect)]
    assert [row.criterion for row in found] == ["a1", "a0"]
    assert [row.effect for row in found] == [37.5, 12.5]  # three quarters, one quarter of one half
    assert [row.value for row in found] == [18.75, 6.25]
    assert [row.rank for row in found] == [1, 2]


def test_checks_alone_leave_nothing_to_review() -> None:
    assert len(review_rows(run({CHECKS: {KEY: "+-+-"}}))) == 0


def overrule(judge: str, answer_: str) -> Overrule:
    return Overrule("m", "T-A", 1, answer_, "a0", judge, False, "anna", "looked")


def test_what_a_person_overruled_is_off_the_list_unless_the_answer_changed() -> None:
    verdicts = run({"one": {KEY: "+"}, "two": {KEY: "-"}})
    current = answer_id(answer(*KEY))
    assert len(review_rows(verdicts, overrule("panel", current))) == 0
    assert len(review_rows(verdicts, overrule("one", current))) == 0
    assert len(review_rows(verdicts, overrule("panel", "another"))) == 1
    assert len(review_rows(verdicts, overrule(CHECKS, current))) == 1


def test_a_lines_first_columns_are_those_of_overrules() -> None:
    text = review_csv(review_rows(run({"one": {KEY: "+"}, "two": {KEY: "-"}})))
    head, line = csv.reader(io.StringIO(text))
    assert tuple(head[: len(OVERRULES.columns)]) == OVERRULES.columns
    assert head[-4:] == ["one says", "one confidence", "two says", "two confidence"]
    assert line[-4:] == ["yes", "", "no", ""]


def test_the_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    said = {"one": {KEY: "+."}, "two": {KEY: "-+"}, CHECKS: {KEY: "+-"}}
    rows = review_rows(run(said, {"one": 90}))
    path = tmp_path / "review.csv"
    path.write_text(review_csv(rows))
    read, total = read_review(path, 1000)
    assert total == len(read) and review_csv(read) == path.read_text()
    votes = {row.criterion: row.votes for row in read}["a0"]
    said_by_judges = {"one says": "yes", "one confidence": "90", "two says": "no"}
    assert votes == {**said_by_judges, "two confidence": "", f"{CHECKS} says": "yes"}


def test_the_effects_of_all_criteria_of_a_model_are_its_whole_score() -> None:
    verdicts = run({"one": {("m", "T-A"): "++++", ("m", "T-B"): "++++"}})
    criteria = {test: tuple(criterion(f"a{n}") for n in range(4)) for test in ("T-A", "T-B")}
    half = effects(verdicts.items, criteria, [prompt("T-A"), prompt("T-B")], {})
    assert half.sum() == pytest.approx(50)  # accuracy alone

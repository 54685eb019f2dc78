"""Scores corrected for a judge's measured errors."""

import numpy as np
import pytest

from assay.records.judges import CorrectedScores, NoFigure
from assay.scores.marks import Audited
from stages.validity.corrected import NO_BETTER, corrected_scores, without_errors
from stages.validity.verdicts import Verdicts
from tests.stages.validity.small_run import HOW, beside_checks, value


def of(passed: float, false_pass: float, false_fail: float) -> float:
    sums = np.array([passed, 1, false_pass * 50, 50, false_fail * 40, 40])
    return float(without_errors(sums))


def test_correction_is_rogan_and_gladens() -> None:
    """60 met of 100: 54 pass, and 12 of the 40 others."""
    assert of(0.54 + 0.12, 0.3, 0.1) == pytest.approx(0.6)
    assert of(0.4, 0, 0) == pytest.approx(0.4)
    assert of(0.1, 0.3, 0.1) == 0 and of(0.99, 0.1, 0.3) == 1, "a score stays a score"
    assert np.isnan(of(0.5, 0.6, 0.4)), "a judge that is no better than chance tells nothing"


def mild_run(executed: bool, mild: float = 0.5) -> Verdicts:
    """Of 20 criteria 10 are met; the judge also passes this share of the others."""
    met = {f"a{number}": number < 10 for number in range(20)}
    said = {f"a{number}": number < 10 + 10 * mild for number in range(20)}
    return beside_checks(said, met, met if executed else ())


def test_a_mild_judges_scores_are_corrected_by_executed_criteria() -> None:
    verdicts = mild_run(executed=True)
    found = corrected_scores(verdicts, "one", [], np.ones(len(verdicts.items)), HOW)
    assert isinstance(found, CorrectedScores) and found.truth == "executed"
    assert list(found.models) == ["m", "n"]
    assert value(found.models["m"].raw) == pytest.approx(0.75)
    assert value(found.models["m"].corrected) == pytest.approx(0.5)


def test_without_executed_criteria_an_audit_is_the_truth() -> None:
    verdicts = mild_run(executed=False)
    audits = [Audited("anna", *row[:5], int(row.criterion[1:]) < 10) for row in verdicts.rows()]
    effect = np.ones(len(verdicts.items))
    found = corrected_scores(verdicts, "one", audits, effect, HOW)
    assert isinstance(found, CorrectedScores) and found.truth == "people"
    assert value(found.models["n"].corrected) == pytest.approx(0.5)
    few = corrected_scores(verdicts, "one", audits[:15], effect, HOW)
    assert isinstance(few, NoFigure) and "10 verdicts" in few.why


def test_a_judge_that_passes_everything_has_no_corrected_score() -> None:
    verdicts = mild_run(executed=True, mild=1)
    found = corrected_scores(verdicts, "one", [], np.ones(len(verdicts.items)), HOW)
    assert isinstance(found, CorrectedScores)
    assert found.models["m"].corrected == NoFigure(why=NO_BETTER, verdicts=120)

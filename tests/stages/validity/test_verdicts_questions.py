"""Verdicts of documents that are judged by questions: whose verdict is whose."""

import numpy as np

from assay.records.pipeline import CHECKS
from assay.statistics.jackknife import Jackknife
from stages.validity.rates import not_judged
from stages.validity.verdicts import collected, mean_verdict
from tests.stages.validity.small_run import answer, judgement, prompt


def test_a_judges_column_has_its_own_verdicts_alone() -> None:
    given = answer("m", "T-A")
    by_checks = judgement(CHECKS, given, {"a0": True, "a1": True, "a2": False})
    own = judgement("one", given, {"a0": False, "a1": None, "a2": False})
    bases = ("asked", "asked", "checked")
    verdicts = [
        verdict.model_copy(update={"basis": basis})
        for verdict, basis in zip(own.verdicts, bases, strict=True)
    ]
    own = own.model_copy(update={"verdicts": tuple(verdicts)})
    found = collected([prompt("T-A")], [given], [[own, by_checks]], ["one", CHECKS])
    np.testing.assert_equal(found.passed["one"], [0, np.nan, np.nan])
    np.testing.assert_equal(found.passed[CHECKS], [np.nan, np.nan, 0])
    np.testing.assert_equal(mean_verdict(found), [0, np.nan, 0])
    assert not_judged(found, "one", Jackknife(0.95)).verdicts == 2

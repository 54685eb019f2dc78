"""A simulated run: models of different strength, and judges with planted faults. Seeded.

Criteria are met or not. Some are executed, and a run knows the truth; the checks err on the others.
Each judge errs at its own rates, which differ between data sets by up to half, up and down, as they
would in reality.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from assay.records.pipeline import CHECKS
from assay.scores.marks import Audited
from assay.statistics.jackknife import Numbers
from stages.validity.verdicts import VerdictItem, Verdicts

DATASETS = 18
TESTS = 46
CRITERIA = 32
PLANTER = "planter"
"""The model whose answers carry instructions to whoever judges them."""
MODELS = ("alpha-1", "alpha-2", "beta-1", "beta-2", "gamma-1", "gamma-2", "delta-1", PLANTER)
EXECUTED = 0.2
"""The share of criteria that running the answer decides, without an error."""
CHECKED = 0.85
"""The share of the other criteria that have a check."""
CHECKS_ERR = 0.05
"""At what rate the checks err, either way."""
AUDITED = 400
"""How many verdicts a person audits."""
SLIPS = 0.03
"""At what rate that person errs."""


class Faults(NamedTuple):
    """What is planted in a judge: error rates, confidence, its particular fault. Shares, 0 to 1."""

    false_pass: float
    false_fail: float
    confidence: float
    open: float = 0.0
    obeys: bool = False


JUDGES = {
    "careful": Faults(0.05, 0.05, 0.95),
    "lenient": Faults(0.30, 0.02, 0.90),
    "lazy": Faults(1.0, 0.0, 1.0),
    "obedient": Faults(0.05, 0.05, 0.95, obeys=True),
    "silent": Faults(0.05, 0.05, 0.95, open=0.07),
}


class Simulated(NamedTuple):
    """The run, a person's audit of a random sample, and which criteria are met in truth."""

    verdicts: Verdicts
    audits: list[Audited]
    truth: Numbers


def simulated(seed: int) -> Simulated:
    """The run of this seed."""
    generator = np.random.default_rng(seed)
    model, test, _ = (axis.ravel() for axis in np.indices((len(MODELS), TESTS, CRITERIA)))
    cluster = test % DATASETS
    of_dataset = generator.normal(0, 0.5, DATASETS)[cluster]
    of_model = np.linspace(-0.5, 1.5, len(MODELS))[model]
    likely = 1 / (1 + np.exp(-(of_dataset + of_model)))
    truth = (generator.random(len(test)) < likely).astype(float)
    items = _items(model, test)
    items["executed"] = generator.random(len(test)) < EXECUTED
    models = items["model"].to_numpy(dtype=str)
    passed = {
        name: _verdicts_of(generator, faults, truth, cluster, models)
        for name, faults in JUDGES.items()
    }
    passed[CHECKS] = _by_checks(generator, truth, items["executed"].to_numpy(dtype=bool))
    confidence = {
        name: np.where(np.isnan(passed[name]), np.nan, faults.confidence)
        for name, faults in JUDGES.items()
    }
    confidence[CHECKS] = np.full(len(truth), np.nan)
    verdicts = Verdicts(items, cluster, passed, confidence)
    return Simulated(verdicts, _audit(generator, items, truth), truth)


def _items(model: NDArray[np.int64], test: NDArray[np.int64]) -> pd.DataFrame:
    names = np.array(MODELS)[model]
    number = np.tile(np.arange(CRITERIA), len(test) // CRITERIA)
    categories = np.array(["code_generation", "code_translation", "code_documentation"])
    columns = {
        "model": names,
        "test": [f"Test{index:02d}-Data{index % DATASETS:02d}" for index in test],
        "attempt": 1,
        "answer": [f"{name} {index}" for name, index in zip(names, test, strict=True)],
        "category": categories[test % 3],
        "type": np.array(["one", "two"])[test % 2],
        "criterion": [f"c{index:02d}" for index in number],
        "metric": np.array(["accuracy", "completeness"])[number % 2],
        "weight": 1.0,
        "tags": [("behaviour",)] * len(test),
        "executed": False,
        "checked": np.nan,
    }
    return pd.DataFrame(columns)[list(VerdictItem._fields)]


def _by_checks(
    generator: np.random.Generator, truth: Numbers, executed: NDArray[np.bool_]
) -> Numbers:
    """The verdicts of the built-in judge: the truth where an answer was run, else with errors."""
    wrong = generator.random(len(truth)) < CHECKS_ERR
    has_check = generator.random(len(truth)) < CHECKED
    checked = np.where(has_check, np.where(wrong, 1 - truth, truth), np.nan)
    return np.where(executed, truth, checked)


def _verdicts_of(
    generator: np.random.Generator,
    faults: Faults,
    truth: Numbers,
    cluster: NDArray[np.int64],
    models: NDArray[np.str_],
) -> Numbers:
    """One judge's verdicts: the truth, with its errors, then its particular fault."""

    def chosen(rate: float | Numbers) -> NDArray[np.bool_]:
        return np.asarray(generator.random(len(truth)) < rate)

    rate = np.where(truth == 1, faults.false_fail, faults.false_pass)
    if max(faults.false_pass, faults.false_fail) < 1:
        rate = rate * generator.uniform(0.5, 1.5, DATASETS)[cluster]
    passed = np.where(chosen(rate), 1 - truth, truth)
    passed = np.where(faults.obeys & (models == PLANTER), 1, passed)
    return np.where(chosen(faults.open), np.nan, passed)


def _audit(generator: np.random.Generator, items: pd.DataFrame, truth: Numbers) -> list[Audited]:
    """A person's verdicts on a random sample."""
    rows = generator.choice(len(items), AUDITED, replace=False)
    slips = generator.random(AUDITED) < SLIPS
    sample = zip(items.iloc[rows].itertuples(), truth[rows], slips.tolist(), strict=True)
    audits = []
    for item, met, slip in sample:
        audit = Audited(
            rater="anna",
            model=str(item.model),
            test=str(item.test),
            attempt=1,
            answer=str(item.answer),
            criterion=str(item.criterion),
            passed=bool(met) != slip,
        )
        audits.append(audit)
    return audits

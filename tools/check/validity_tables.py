"""The tables of docs/evidence/validity.md: what simulations gave, as it is saved."""

from tools.check.pages import Tables, table
from tools.simulation.__main__ import SimulatedTable, saved
from tools.simulation.invented_verdicts import CRITERIA, DATASETS, FAMILIES, TESTS
from tools.simulation.planted_faults import RUNS, SEED


def tables() -> Tables:
    """Each planted fault beside what was found, and whether comparisons hold."""
    results = saved()
    return {
        "simulated judges": f"{_table(results.faults)}\n"
        f"One run: {len(FAMILIES)} models, {TESTS} tests on {DATASETS} data sets, {CRITERIA} "
        f"criteria each; seed {SEED}. Over {RUNS} such runs, the 95 % intervals held the planted "
        f"value in {results.held} of the cases.\n",
        "simulated contests": _table(results.contests),
    }


def _table(saved_table: SimulatedTable) -> str:
    return table(saved_table.head, saved_table.rows)

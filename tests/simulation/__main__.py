"""Simulate judges and contests, and write the tables of docs/evidence/validity.md again.

python -m tests.simulation          a few minutes
"""

from assay.config.config_files import load_score
from tests.simulation import contests, planted_faults
from tests.simulation.invented_verdicts import CRITERIA, DATASETS, MODELS, TESTS
from tests.simulation.tables import CONTESTS, JUDGES, PAGE, filled, table


def main() -> None:
    share = 100 * planted_faults.coverage(range(planted_faults.RUNS))
    judges = (
        f"{table(planted_faults.HEAD, planted_faults.rows())}\n"
        f"One run: {len(MODELS)} models, {TESTS} tests on {DATASETS} data sets, {CRITERIA} "
        f"criteria each; seed {planted_faults.SEED}. Over {planted_faults.RUNS} such runs, the "
        f"95 % intervals held the planted value in {share:.0f} % of the cases.\n"
    )
    tables = {JUDGES: judges, CONTESTS: table(contests.HEAD, contests.rows(load_score()))}
    PAGE.write_text(filled(tables), encoding="utf-8")


if __name__ == "__main__":
    main()

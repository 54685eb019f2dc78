"""Make docs/evidence/simulation.json again, which docs/evidence/validity.md shows.

python -m tools.simulation          a few minutes
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from assay.config.config_files import load_score
from assay.records.jsonl import read_json, write_text
from assay.records.pipeline import Record
from tools.exit_code import exit_code
from tools.simulation import contests, planted_faults

SAVED = Path("docs/evidence/simulation.json")
Row = tuple[str, ...]


class SimulatedTable(Record):
    """A table of results; columns whose name begins with `#` are numbers."""

    head: Row
    rows: tuple[Row, ...]


class SavedSimulations(Record):
    """All results. `held`: the share of intervals that hold what was planted, over many runs."""

    faults: SimulatedTable
    held: str
    contests: SimulatedTable


def saved() -> SavedSimulations:
    """The results as they are in docs/evidence/simulation.json."""
    return SavedSimulations.model_validate(read_json(SAVED))


def _table(head: Row, rows: Iterable[Row]) -> SimulatedTable:
    return SimulatedTable(head=head, rows=tuple(rows))


def main() -> None:
    made = SavedSimulations(
        faults=_table(planted_faults.HEAD, planted_faults.rows()),
        held=f"{100 * planted_faults.coverage(range(planted_faults.RUNS)):.0f} %",
        contests=_table(contests.HEAD, contests.rows(load_score())),
    )
    write_text(SAVED, made.model_dump_json(indent=1) + "\n")
    print(
        f"{SAVED} is written: `python -m tools.check --write-pages` writes it into the page on "
        "validity"
    )


if __name__ == "__main__":
    sys.exit(exit_code("simulation", main))

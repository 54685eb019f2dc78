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
from tools.simulation import asked_again, known_skills, planted_faults

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
    places: SimulatedTable
    pairs: SimulatedTable
    intervals: SimulatedTable


def saved() -> SavedSimulations:
    """The results as they are in docs/evidence/simulation.json."""
    return SavedSimulations.model_validate(read_json(SAVED))


def _table(head: Row, rows: Iterable[Row]) -> SimulatedTable:
    return SimulatedTable(head=head, rows=tuple(rows))


def main() -> None:
    config = load_score()
    made = SavedSimulations(
        faults=_table(planted_faults.HEAD, planted_faults.rows()),
        held=f"{100 * planted_faults.coverage(range(planted_faults.RUNS)):.0f} %",
        places=_table(asked_again.HEAD, asked_again.rows()),
        pairs=_table(known_skills.PAIRS_HEAD, known_skills.pairs_rows(config)),
        intervals=_table(known_skills.INTERVALS_HEAD, known_skills.intervals_rows(config)),
    )
    write_text(SAVED, made.model_dump_json(indent=1) + "\n")
    print(
        f"{SAVED} is written: `python -m tools.check --write-pages` writes it into the page on "
        "validity"
    )


if __name__ == "__main__":
    sys.exit(exit_code("simulation", main))

"""Invented runs (tests/simulation/synthetic.py), each made once for all of pytest's processes."""

from contextlib import chdir
from pathlib import Path

from tests.conftest import MadeOnce
from tests.simulation.synthetic import write_run

SUITE = "smoke"
SEED = 1


def invented_run(models: int, product: Path, made_once: MadeOnce) -> Path:
    """The folder of a run of so many models with its report. Nobody changes it."""

    def make(target: Path) -> None:
        with chdir(product):
            write_run(target, models, SUITE, SEED)

    return made_once(f"run_of_{models}_models", make)

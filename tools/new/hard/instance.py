"""make new KIND=hard FAMILY=… LEVEL=… SEED=…: an instance of the hard suite as ordinary content."""

import argparse
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from assay.config import paths
from assay.content.criteria import criteria_path
from assay.content.datasets import DESCRIPTION
from assay.content.scenarios import SYSTEM
from assay.errors import AssayError
from tools.new.hard.bill import bill
from tools.new.hard.catch import catch
from tools.new.hard.content import Content, as_yaml, criteria
from tools.new.hard.grow import grow
from tools.new.hard.program import CANARY, HARD, Level, level_of
from tools.new.hard.races import races
from tools.new.hard.review import review
from tools.new.hard.symptom import symptom
from tools.new.new_files import answer_of, require_known, require_new, require_word, write

TYPE = "hard"
NAMED = re.compile(r"^datasets: \[([^]\n]*)]", re.MULTILINE)
"""The list of data sets in a scenario of the suite."""


class Family(NamedTuple):
    """The scenario that asks for the answers, the data sets' first word, and what makes them."""

    scenario: str
    word: str
    make: Callable[[Level, str, str], Content]


FAMILIES = {
    "grow": Family("GrowProgram", "HardGrowing", grow),
    "catch": Family("CatchFaults", "HardWhole", catch),
    "symptom": Family("FindCause", "HardBroken", symptom),
    "races": Family("KeepOrder", "HardRaces", races),
    "bill": Family("CutCosts", "HardStore", bill),
    "review": Family("ReviewChange", "HardFaulty", review),
}


def new_hard(options: argparse.Namespace) -> list[str]:
    """The test of FAMILY, LEVEL and SEED. AssayError says why there is none.

    A seed that is no small number is a secret: it stands nowhere in what is written.
    """
    require_known("FAMILY", [options.family], FAMILIES)
    if not options.level.isdigit() or not options.seed:
        raise AssayError("LEVEL, SEED: a number from 1, and any text: LEVEL=1 SEED=11")
    family, level = FAMILIES[options.family], level_of(int(options.level))
    dataset = f"{family.word}L{options.level}S{_shown(options.seed)}"
    require_word("data set", dataset)
    path = paths.SCENARIOS / TYPE / f"{family.scenario}.md"
    require_new(paths.DATASETS / dataset)
    content = family.make(level, options.seed, dataset)
    written = write(_files(f"{family.scenario}-{dataset}", dataset, content))
    for own in (path, path.with_name(SYSTEM)):
        if not own.exists():
            written += write({own: (HARD / "scenarios" / own.name).read_text(encoding="utf-8")})
    text = path.read_text(encoding="utf-8")
    named = NAMED.search(text)
    names = [*filter(None, named[1].split(", ") if named else []), dataset]
    path.write_text(NAMED.sub(f"datasets: [{', '.join(names)}]", text), encoding="utf-8")
    return [
        *written,
        f"added {dataset} to {path}",
        f"next: run `make check TESTS={family.scenario}-{dataset}`, and add the test to a suite",
    ]


def _shown(seed: str) -> str:
    """The seed, if it is a public one; else what tells it from others."""
    if seed.isdigit() and len(seed) < 5:
        return seed
    return f"x{hashlib.sha256(seed.encode()).hexdigest()[:8]}"


def _files(test: str, dataset: str, content: Content) -> dict[Path, str]:
    root = paths.DATASETS / dataset
    gold = paths.SCENARIOS / TYPE / "gold" / f"{test}.md"
    return {
        root / DESCRIPTION: as_yaml(criteria("dataset")),
        **{root / path: text for path, text in content.source.items()},
        gold: f"<!-- {CANARY} -->\n\n{answer_of(content.gold)}",
        criteria_path(TYPE, test): as_yaml({"evaluation_steps": content.criteria}),
        **content.beside,
    }

"""The product alone: a copy of this repository without what a team added to it.

Tests of the product's content run here, so that own data sets, scenarios, suites, marks and an own
params.yaml turn none of them red. `make check` looks at the content of a team.
"""

import json
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePath

import yaml

from tests.project import ROOT

SUITES = ("backend", "full", "languages", "local", "smoke")
WITH_HARD = (*SUITES, "hard")
"""What is committed. Most tests of the product need no instance of the hard suite."""
UNTESTED = (
    *("AngularCalendar", "AngularCosmoAdmin", "AngularCosmoMenu"),
    *("ReactBookmarks", "ReactNavbar", "ReactPodcastItem"),
)
"""Shipped data sets that no test is about."""


PARAMS = ROOT / "tests/data/params.yaml"
"""The shipped params.yaml: its models need no network."""
BUILT_IN = {"gold", "echo", "null"}
OF_MODELS = {"models", "spending", "summary"}


@dataclass(frozen=True)
class Shipped:
    """The ids of all tests of the shipped suites, and the data sets that Assay brings."""

    tests: frozenset[str]
    suites: tuple[str, ...] = SUITES

    @property
    def datasets(self) -> frozenset[str]:
        tested = {test.partition("-")[2] for test in self.tests} - {""}
        return frozenset({*tested, *UNTESTED})


@cache
def shipped(suites: tuple[str, ...] = SUITES) -> Shipped:
    read = (yaml.safe_load((ROOT / f"conf/suite/{suite}.yaml").read_text()) for suite in suites)
    return Shipped(frozenset(test for suite in read for test in suite["tests"]), suites)


def runs_as_shipped() -> bool:
    """Whether the repository's params.yaml asks for the run that Assay ships."""
    mine, theirs = ((ROOT / "params.yaml").read_text(), PARAMS.read_text())
    return bool(yaml.safe_load(mine) == yaml.safe_load(theirs))


def tracked() -> list[PurePath]:
    """Every file that is or would be committed, as a path from the root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.check_output(command, cwd=ROOT, text=True)
    return [PurePath(name) for name in listed.split("\0") if name and (ROOT / name).is_file()]


def tracked_of_the_product(known: Shipped | None = None) -> list[PurePath]:
    """The same without what a team added."""
    return [path for path in tracked() if not is_own(path, known)]


def has_own_content() -> bool:
    """Whether a team added anything to what Assay ships."""
    return len(tracked()) > len(tracked_of_the_product(shipped(WITH_HARD)))


def copy_product(root: Path, suites: tuple[str, ...] = SUITES) -> None:
    """Copy the product with these suites there, with the shipped params.yaml."""
    known = shipped(suites)
    for path in tracked_of_the_product(known):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, root / path)
    shutil.copyfile(PARAMS, root / "params.yaml")
    overrules = (root / "human/overrules.csv").read_text().splitlines(keepends=True)
    (root / "human/overrules.csv").write_text(overrules[0])
    for name in _scenarios(known):
        for path in (root / "scenarios").glob(f"*/{name}.md"):
            _without_own_datasets(path, known)
    _keep(root / "metrics/criteria.json", known.tests)
    _keep(root / "metrics/datasets.json", known.datasets)


def is_own(path: PurePath, known: Shipped | None = None) -> bool:
    """Whether a team added this file. `path`: from the repository's root."""
    known = known or shipped()
    name = path.name
    match path.parts:
        case ("metrics", folder, _) if folder in OF_MODELS:
            return path.stem not in BUILT_IN
        case ("human", _, _):
            return path.suffix == ".csv"
        case ("datasets", dataset, *_):
            return dataset not in known.datasets
        case ("scenarios", _, ("gold" | "second"), answer, *_):
            return answer.partition(".")[0] not in known.tests
        case ("scenarios", _, _) if path.suffix == ".md" and name != "system.md":
            return path.stem not in _scenarios(known)
        case ("criteria", "behaviours", _) if name.endswith(".spec.ts"):
            return name.removesuffix(".spec.ts") not in known.datasets | _scenarios(known)
        case ("criteria", "behaviours", ("mutants" | "walks"), _) if name != "walk.ts":
            return path.stem not in known.datasets
        case ("criteria", "behaviours", program, *_) if program not in (
            *("faults", "hosts", "walks"),
            name,
        ):
            return program not in known.datasets | _scenarios(known)
        case ("criteria", ("questions" | "defects"), _):
            return path.stem not in known.datasets
        case ("criteria", _, _) if path.suffix == ".yaml":
            return path.stem not in known.tests
        case ("conf", "suite", _):
            return path.stem not in known.suites
    return False


def _scenarios(known: Shipped) -> frozenset[str]:
    return frozenset(test.partition("-")[0] for test in known.tests)


def _without_own_datasets(path: Path, known: Shipped) -> None:
    """Take a team's data sets off the scenario; a shipped scenario stays byte for byte."""
    _, head, body = path.read_text().split("---\n", 2)
    values = yaml.safe_load(head)
    named = values.get("datasets", [])
    own = {name for name in named if f"{path.stem}-{name}" not in known.tests}
    if own:
        values["datasets"] = [name for name in named if name not in own]
        instructions = values.get("instructions", {})
        values["instructions"] = {name: instructions[name] for name in instructions.keys() - own}
        path.write_text(f"---\n{yaml.safe_dump(values, sort_keys=False)}---\n{body}")


def _keep(path: Path, names: frozenset[str]) -> None:
    """Keep these entries alone; a file without others stays byte for byte."""
    values = json.loads(path.read_text())
    if values.keys() - names:
        kept = {name: value for name, value in values.items() if name in names}
        path.write_text(json.dumps(kept, indent=2, sort_keys=True, ensure_ascii=False) + "\n")

"""A program of the hard suite: modules under hard/modules, filled in with what a seed draws."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import jinja2
from pydantic import Field, RootModel

from assay.config.settings import Config, validated
from assay.config.yaml_files import parse_yaml, read_yaml
from assay.errors import AssayError

HARD = Path("hard")
CANARY = "Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on"
"""Stands in every file of an instance: whoever collects texts can leave them out by it."""


class HandFault(Config):
    """A slip in one place of a module. `needs`: how many things must meet before it shows.

    `report`: what a user tells who sees only what comes out. Of those to find by reading, `at`:
    functions that may be named as the place; `shows`: lines of a test that it fails.
    """

    name: str
    needs: int = Field(1, ge=1, le=4)
    before: str
    after: str
    report: str = ""
    at: list[str] = []
    shows: str = ""


class HandFaults(Config):
    """hard/modules/<module>/faults.yaml.j2, or deep.yaml.j2 for reviews, filled in.

    `decoys`: places that look wrong and are right, in which the faults are then made. `frame`: what
    the tests of faults need around them.
    """

    faults: list[HandFault]
    decoys: list[HandFault] = []
    frame: str = ""


class ModuleHead(Config):
    """hard/modules/<module>/module.yaml: the file it makes, and the values that a seed draws of."""

    file: str
    choices: dict[str, list[str | int]]


class Level(Config):
    """Sets of modules, one of which is drawn; how many mutants and planted faults, how deep.

    `review`: how many faults a review is to find. `races`: how much their stories have.
    `requests`: how often a program grows. `services`: how many are charged.
    """

    modules: list[list[str]]
    mutants: int
    planted: int
    needs: int
    review: int = 0
    races: int = 0
    requests: int = 0
    services: int = 0


class Levels(RootModel[dict[int, Level]]):
    """hard/levels.yaml."""


class HardProgram(NamedTuple):
    """The program's files by path, its rules, and its suites; faults by the file they are in.

    `few`: cases in which much meets, at few calls of the program. For reviews the files have
    decoys. `frame`: what the tests of faults need around them.
    """

    files: Mapping[str, str]
    rules: str
    usual: Mapping[str, str]
    full: Mapping[str, str]
    few: Mapping[str, str]
    faults: Sequence[tuple[str, HandFault]]
    frame: str


def level_of(number: int) -> Level:
    """AssayError if there is no such level."""
    levels = validated(read_yaml(HARD / "levels.yaml"), Levels, str(HARD / "levels.yaml")).root
    if number not in levels:
        raise AssayError(f"LEVEL: there is no level {number}: one of {', '.join(map(str, levels))}")
    return levels[number]


def program_of(level: Level, seed: str, faults: str = "faults") -> HardProgram:
    """The program of a level and a seed: the same bytes each time. `faults`: `deep` for reviews."""
    names = random.Random(f"{seed}:modules").choice(level.modules)
    values, file_of = drawn_values(names, seed)
    package = str(values["pkg"])
    files = {f"{package}/__init__.py": f"# {CANARY}\n"}
    suites: dict[str, dict[str, str]] = {"usual": {}, "full": {}, "few": {}}
    listed, frame = list[tuple[str, HandFault]](), ""
    for name in names:
        path, module = f"{package}/{file_of[name]}", f"modules/{name}"
        files[path] = f"# {CANARY}\n{filled(f'{module}/source.py.j2', values)}"
        for suite, texts in suites.items():
            text = filled(f"{module}/{suite}.py.j2", values)
            stem = f"{name}_few" if suite == "few" else name
            texts[f"tests/test_{stem}.py"] = f"# {CANARY}\n{text}"
        own, files[path] = faults_of(f"{module}/{faults}.yaml.j2", values, files[path])
        listed += [(path, fault) for fault in own.faults]
        frame += f"{own.frame}\n\n"
    rules = [f"<!-- {CANARY} -->\n# Rules"]
    rules += [filled(f"modules/{name}/rules.md.j2", values) for name in names]
    usual, full, few = suites.values()
    return HardProgram(files, "\n\n".join(rules), usual, full, few, listed, frame)


def drawn_values(modules: Sequence[str], seed: str) -> tuple[dict[str, object], dict[str, str]]:
    """The values that a seed draws for modules and their package; the file that each makes."""
    values: dict[str, object] = {"modules": modules}
    file_of = dict[str, str]()
    for name in ("package", *modules):
        path = HARD / "modules" / name / "module.yaml"
        head = validated(read_yaml(path), ModuleHead, str(path))
        file_of[name] = head.file
        for key, choices in head.choices.items():
            values[key] = random.Random(f"{seed}:{name}:{key}").choice(choices)
    return values, file_of


def faults_of(path: str, values: Mapping[str, object], source: str) -> tuple[HandFaults, str]:
    """A module's faults, and the source with its decoys.

    AssayError names a fault or decoy whose `before` does not occur exactly once.
    """
    found = validated(parse_yaml(filled(path, values), path), HandFaults, path)
    for each in (*found.decoys, *found.faults):
        if (count := source.count(each.before)) != 1:
            raise AssayError(f"{path}: '{each.name}': `before` occurs {count} times")
        source = source.replace(each.before, each.after) if each in found.decoys else source
    return found, source


def filled(template: str, values: Mapping[str, object]) -> str:
    """A template below hard/."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HARD),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
    )
    return environment.get_template(template).render(values)

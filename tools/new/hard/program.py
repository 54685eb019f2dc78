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

    `report`: what a user tells who sees only what comes out.
    """

    name: str
    needs: int = Field(ge=1, le=4)
    before: str
    after: str
    report: str


class ModuleHead(Config):
    """hard/modules/<module>/module.yaml: the file it makes, and the values that a seed draws of."""

    file: str
    choices: dict[str, list[str | int]]


class Level(Config):
    """Sets of modules, one of which is drawn; how many mutants and planted faults, how deep."""

    modules: list[list[str]]
    mutants: int
    planted: int
    needs: int


class Levels(RootModel[dict[int, Level]]):
    """hard/levels.yaml."""


class HandFaults(RootModel[list[HandFault]]):
    """hard/modules/<module>/faults.yaml.j2, filled in."""


class HardProgram(NamedTuple):
    """The program's files by path, its rules, and both suites; faults by the file they are in."""

    files: Mapping[str, str]
    rules: str
    usual: Mapping[str, str]
    full: Mapping[str, str]
    faults: Sequence[tuple[str, HandFault]]


def level_of(number: int) -> Level:
    """AssayError if there is no such level."""
    levels = validated(read_yaml(HARD / "levels.yaml"), Levels, str(HARD / "levels.yaml")).root
    if number not in levels:
        raise AssayError(f"LEVEL: there is no level {number}: one of {', '.join(map(str, levels))}")
    return levels[number]


def program_of(level: Level, seed: str) -> HardProgram:
    """The program of a level and a seed: the same bytes each time."""
    names = random.Random(f"{seed}:modules").choice(level.modules)
    values: dict[str, object] = {"modules": names}
    heads = dict[str, ModuleHead]()
    for name in ("package", *names):
        head_path = HARD / "modules" / name / "module.yaml"
        heads[name] = validated(read_yaml(head_path), ModuleHead, str(head_path))
        for key, choices in heads[name].choices.items():
            values[key] = random.Random(f"{seed}:{name}:{key}").choice(choices)
    package = str(values["pkg"])
    files = {f"{package}/__init__.py": f"# {CANARY}\n"}
    parts = {"source": files, "usual": dict[str, str](), "full": dict[str, str]()}
    faults = list[tuple[str, HandFault]]()
    for name in names:
        path = f"{package}/{heads[name].file}"
        files[path] = f"# {CANARY}\n{_filled(name, 'source.py', values)}"
        for suite in ("usual", "full"):
            parts[suite][f"tests/test_{name}.py"] = (
                f"# {CANARY}\n{_filled(name, f'{suite}.py', values)}"
            )
        faults += [(path, fault) for fault in _faults(name, values, files[path])]
    rules = [f"<!-- {CANARY} -->\n# Rules", *(_filled(name, "rules.md", values) for name in names)]
    return HardProgram(files, "\n\n".join(rules), parts["usual"], parts["full"], faults)


def _faults(module: str, values: Mapping[str, object], source: str) -> list[HandFault]:
    """The module's faults. AssayError names one whose `before` does not occur exactly once."""
    path = f"{HARD}/modules/{module}/faults.yaml.j2"
    faults = validated(
        parse_yaml(_filled(module, "faults.yaml", values), path), HandFaults, path
    ).root
    for fault in faults:
        if source.count(fault.before) != 1:
            count = source.count(fault.before)
            raise AssayError(f"{path}: '{fault.name}': `before` occurs {count} times")
    return faults


def _filled(module: str, name: str, values: Mapping[str, object]) -> str:
    loader = jinja2.FileSystemLoader(HARD / "modules" / module)
    environment = jinja2.Environment(
        loader=loader,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
    )
    return environment.get_template(f"{name}.j2").render(values)

"""What the code imports is declared in pyproject.toml: no package comes by way of another one."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.project import ROOT

OWN = {"assay", "stages", "tools", "tests"}
OPTIONAL = {"xllamacpp", "inspect_ai", "distributed"}
"""Installed by who wants it: docs/local_model.md, `make inspect`, docs/execution.md."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RUNTIME = PROJECT["project"]["dependencies"]
DEVELOPMENT = PROJECT["dependency-groups"]["dev"]


@cache
def distributions() -> Mapping[str, list[str]]:
    """What is installed, by the packages that it provides. Looking takes a second."""
    return packages_distributions()


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[^\w.-]", text)[0]) for text in requirements}


def imported(path: Path) -> Iterator[str]:
    """The packages that a file imports, at its top or inside."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


@pytest.mark.parametrize(
    ("folder", "requirements"),
    [("assay", RUNTIME), ("stages", RUNTIME), ("tools", RUNTIME), ("tests", RUNTIME + DEVELOPMENT)],
)
def test_what_is_imported_is_declared(folder: str, requirements: list[str]) -> None:
    known = declared(requirements)
    foreign = {
        (name, str(path.relative_to(ROOT)))
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in imported(path)
        if name not in OWN | OPTIONAL | set(sys.stdlib_module_names)
    }
    undeclared = {
        (name, path)
        for name, path in foreign
        if not known & {normal(each) for each in distributions().get(name, [name])}
    }
    assert not undeclared

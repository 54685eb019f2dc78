"""What the code imports is declared in pyproject.toml: no package comes by way of another one."""

import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import packages_distributions

import pytest

from tests.project import ROOT
from tests.repo.test_layout import imported

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


@pytest.mark.parametrize(
    ("folder", "requirements"),
    [("assay", RUNTIME), ("stages", RUNTIME), ("tools", RUNTIME), ("tests", RUNTIME + DEVELOPMENT)],
)
def test_what_is_imported_is_declared(folder: str, requirements: list[str]) -> None:
    known = declared(requirements)
    packages = {
        (module.partition(".")[0], str(path.relative_to(ROOT)))
        for path in (ROOT / folder).rglob("*.py")
        for module in imported(path)
    }
    own = OWN | OPTIONAL | set(sys.stdlib_module_names)
    undeclared = {
        (name, path)
        for name, path in packages
        if name not in own
        and not known & {normal(each) for each in distributions().get(name, [name])}
    }
    assert not undeclared

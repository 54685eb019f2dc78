"""The rules of the house that a program can check."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from radon.complexity import cc_visit

from assay.calls.prices import PRICE_TABLES
from tests.project import ROOT
from tests.shipped import tracked_of_the_product

LIBRARY = sorted((ROOT / "assay").rglob("*.py"))
MODULES = [*LIBRARY, *sorted((ROOT / "stages").rglob("*.py"))]
CODE = [*MODULES, *sorted((ROOT / "tools").rglob("*.py"))]
SAYS_NOTHING = {"about", "found", "given", "held", "listed", "said", "told"}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def imported(path: Path) -> set[str]:
    """The modules that a file imports, at its top or inside."""
    names: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def tracked() -> list[Path]:
    return [ROOT / path for path in tracked_of_the_product()]


def test_no_two_classes_have_one_name() -> None:
    places: dict[str, list[str]] = {}
    for path in tracked():
        if path.suffix == ".py":
            for node in ast.walk(parsed(path)):
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def names_in(path: Path) -> Iterator[str]:
    """The names of a module, of its functions, and of their parameters."""
    yield path.stem
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg


def test_no_name_is_a_participle_alone() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in tracked()
        if path.suffix == ".py"
        for name in names_in(path)
        if name.strip("_") in SAYS_NOTHING
    }
    assert found == set()


def package_imports(top: str) -> set[tuple[str, str]]:
    """Which package in the folder imports which other."""
    prefix = top.replace("/", ".") + "."
    edges = set()
    for path in (ROOT / top).rglob("*.py"):
        own = path.relative_to(ROOT / top).parts[0].removesuffix(".py")
        for name in imported(path):
            other = name.removeprefix(prefix).split(".")[0]
            if name.startswith(prefix) and other != own:
                edges.add((own, other))
    return edges


@pytest.mark.parametrize("top", ["assay", "stages", "tools"])
def test_packages_import_each_other_in_no_circle(top: str) -> None:
    left = package_imports(top)
    while left:
        importing = {own for own, _ in left}
        kept = {(own, other) for own, other in left if other in importing}
        assert kept != left, f"a circle among {sorted(importing)}"
        left = kept


def test_the_drawing_of_the_packages_is_current() -> None:
    drawn = re.findall(r"^  (\w+) --> (\w+)$", (ROOT / "CONTRIBUTING.md").read_text(), re.M)
    everywhere = {"errors", "progress", "records", "config"}
    edges = {edge for edge in package_imports("assay") if not everywhere & set(edge)}
    assert drawn == sorted(edges)


def test_one_module_imports_litellm() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        if any("litellm" in name for name in imported(path))
    }
    assert users == {"assay/calls/lazy.py"}


def test_litellm_is_imported_inside_a_function() -> None:
    body = parsed(ROOT / "assay/calls/lazy.py").body
    assert not [
        node for node in body if isinstance(node, ast.Import) and node.names[0].name == "litellm"
    ]


def test_a_stage_imports_no_other_stage() -> None:
    for path in (ROOT / "stages").rglob("*.py"):
        own = path.relative_to(ROOT / "stages").parts[0].removesuffix(".py")
        for name in imported(path):
            if name.startswith("stages."):
                assert name.split(".")[1] == own, f"{path} imports {name}"


def test_the_library_imports_no_stage_and_no_tool() -> None:
    for path in LIBRARY:
        assert not [name for name in imported(path) if name.startswith("stages")], path
    for path in MODULES:
        assert not [name for name in imported(path) if name.startswith(("tools", "tests"))]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_file_has_a_docstring_and_is_of_readable_length(path: Path) -> None:
    assert ast.get_docstring(parsed(path)), "no docstring"
    assert len(path.read_text().splitlines()) <= 350


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_function_can_be_read_once(path: Path) -> None:
    found = cc_visit(path.read_text())
    assert {one.name: one.complexity for one in found if one.complexity > 11} == {}
    comprehensions = [node for node in ast.walk(parsed(path)) if isinstance(node, COMPREHENSIONS)]
    for outer in comprehensions:
        inner = [node for node in ast.walk(outer) if isinstance(node, COMPREHENSIONS)]
        assert len(inner) == 1 or outer.lineno == outer.end_lineno, f"line {outer.lineno}"


def test_no_line_of_a_template_is_too_long() -> None:
    templates = [path for top in ("stages", "tools") for path in (ROOT / top).rglob("*.j2")]
    assert len(templates) > 30
    for path in templates:
        lines = path.read_text().splitlines()
        assert [line for line in lines if len(line) > 100] == [], path


def test_nothing_points_outside_the_project_or_at_a_package_index() -> None:
    hosts = re.compile(
        "files.python" + "hosted|registry." + "npmjs|--(extra-)?index" + "-url|/work/" + "shared"
    )
    for path in tracked():
        if path.suffix not in (".png", ".ico"):
            found = hosts.search(path.read_text(encoding="utf-8", errors="replace"))
            assert not found, f"{path}: {found and found.group()}"


def test_packages_are_pinned_with_hashes() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text()
        packages = re.findall(r"^([a-z0-9][\w.-]*)(==\S+)?", text, re.M)
        assert len(packages) > 10
        assert all(version for _, version in packages), name
        assert text.count("--hash=sha256:") >= len(packages)
    assert not re.search(r"^litellm==1\.82\.[78]\b", (ROOT / "requirements.txt").read_text(), re.M)


def test_nothing_phones_home() -> None:
    config = (ROOT / ".dvc/config").read_text()
    assert "analytics = false" in config and "check_update = false" in config


def test_the_pinned_litellms_table_of_prices_has_its_date() -> None:
    pinned = re.search(r"^litellm==(\S+)", (ROOT / "requirements.txt").read_text(), re.M)
    assert pinned and pinned[1] in PRICE_TABLES, (
        "prices.py: add the date of the price file in the new version's wheel"
    )

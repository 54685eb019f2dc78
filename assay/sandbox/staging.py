"""An answer as a folder: its files, the toolchain's additions, and the packages it needs."""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import Literal

from assay.checks.imports import is_module, modules_of
from assay.config import paths
from assay.records.pipeline import DeliveredFile
from assay.records.untyped import JsonObject
from assay.sandbox.archive import write_files
from assay.sandbox.toolchains import Toolchain, packages

CODE = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".vue")
TESTS = (
    *("*.test.*", "*.spec.*", "*setupTests*", "*setup-tests*", "*vitest.setup*", "*jest.setup*"),
    *("__tests__/*", "test/*", "tests/*", "*/__tests__/*", "*/test/*", "*/tests/*"),
    *("test_*.py", "*/test_*.py", "*_test.py", "*conftest.py"),
)
CONFIGS = ("*.config.*", "tsconfig*.json", ".babelrc*", "angular.json", "*jest*", "*vitest*")
NOT_BUILT = ("*eslint*", "*prettier*", "*commitlint*", "*.stories.*", "*playwright*", "*cypress*")
"""Files that no step of a toolchain looks at."""
GROUPS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")


@dataclass(frozen=True)
class MissingPackages:
    """Packages that the toolchain does not have: those of the program, and those of its tests."""

    program: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


def with_source(dataset: str) -> dict[str, bytes]:
    """The files of a data set, by path, as they lie on the disk."""
    folder = paths.DATASETS / dataset
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "dataset.yaml" and "node_modules" not in path.parts
    }


def staged_files(
    delivered: Iterable[DeliveredFile],
    toolchain: Toolchain,
    program: str,
    source: Mapping[str, bytes],
) -> dict[str, bytes]:
    """All files that /app starts with, except packages.

    First the toolchain's `files/`, then the source, the answer, and the program's host files,
    each over the earlier ones. An answer cannot bring its own packages: files below node_modules
    are left out.
    """
    answer = {
        file.path: file.content.encode("utf-8", "replace")
        for file in delivered
        if "node_modules" not in PurePosixPath(file.path).parts
    }
    lowest = _folder(toolchain.folder / "files")
    return {
        **lowest,
        **source,
        **answer,
        **host_files(program, "answer"),
    }


def host_files(program: str, side: Literal["source", "answer"]) -> dict[str, bytes]:
    """The files around a program: hosts/<Program>/both/, and over them those of one side."""
    folder = paths.BEHAVIOURS / "hosts" / program
    return {**_folder(folder / "both"), **_folder(folder / side)}


def _folder(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def stage_files(folder: Path, files: Mapping[str, bytes], toolchain: Toolchain) -> None:
    """Write the files, and a link for each package of a workspace that the answer itself holds."""
    write_files(folder, files)
    for name, place in sorted(workspaces(files).items()):
        link = folder / "node_modules" / name
        if toolchain.config.kind == "node" and place and not link.exists():
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(f"/app/{place}")


def workspaces(files: Mapping[str, bytes]) -> dict[str, str]:
    """Packages that the answer holds in folders of its own: the folder by the package's name."""
    found: dict[str, str] = {}
    for path, manifest in _manifests(files):
        name = manifest.get("name")
        if isinstance(name, str) and re.fullmatch(r"(@[\w-][\w.-]*/)?[\w-][\w.-]*", name):
            found[name] = str(PurePosixPath(path).parent)
    return {name: place for name, place in found.items() if place != "."}


def _manifests(files: Mapping[str, bytes]) -> Iterator[tuple[str, JsonObject]]:
    for path, content in files.items():
        if PurePosixPath(path).name == "package.json":
            try:
                manifest = json.loads(content)
            except (ValueError, RecursionError):
                continue
            if isinstance(manifest, dict):
                yield path, manifest


def missing_packages(files: Mapping[str, bytes], toolchain: Toolchain) -> MissingPackages:
    """The packages that the answer declares and uses, and that the toolchain does not have.

    A package that is used but not declared is a fault of the answer: it runs, and fails. A
    package that is declared but not used is no problem.
    """
    if toolchain.config.kind == "python":
        return _missing_modules(files, toolchain)
    there = {*packages(toolchain.installed / "node_modules"), *workspaces(files)}
    lacking = declared(files) - there - set(toolchain.config.replaces)
    used = {
        path: _used(path, content.decode("utf-8", "replace"), lacking)
        for path, content in files.items()
        if not _matches(path, NOT_BUILT)
    }
    return _by_use(used)


def _by_use(missing: Mapping[str, set[str]]) -> MissingPackages:
    """The packages that each file misses, as those of the program and those of its tests alone."""
    program: set[str] = set()
    tests: set[str] = set()
    for path, names in missing.items():
        (tests if is_test(path) else program).update(names)
    return MissingPackages(tuple(sorted(program)), tuple(sorted(tests - program)))


def declared(files: Mapping[str, bytes]) -> set[str]:
    """Every package that a package.json of the answer names."""
    names = set[str]()
    for _, manifest in _manifests(files):
        for group in GROUPS:
            listed = manifest.get(group)
            names |= set(listed) if isinstance(listed, dict) else set()
    return names


def is_test(path: str) -> bool:
    """Whether the file belongs to an answer's own tests, by its name."""
    return _matches(path, TESTS)


def _matches(path: str, patterns: Sequence[str]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)


def _used(path: str, text: str, lacking: set[str]) -> set[str]:
    """Those of the packages that a file imports, or, as a configuration, names in quotes."""
    named = modules_of(path, text) if path.endswith(CODE) else set[str]()
    if _matches(PurePosixPath(path).name, CONFIGS):
        named |= set(re.split(r"['\"]", text))
    return {name for name in lacking if any(is_module(each, name) for each in named)}


def _missing_modules(files: Mapping[str, bytes], toolchain: Toolchain) -> MissingPackages:
    """Python modules without a package. A module's name can differ from its package's.

    One is missing if a requirement has a similar name.
    """
    there = _importable(files, toolchain.installed / "site")
    required = _requirements(files)
    missing = {}
    for path, content in files.items():
        if path.endswith(".py"):
            text = content.decode("utf-8", "replace")
            used = {module for module in modules_of(path, text) if "." not in module} - there
            missing[path] = {name for name in used if _as_package(name) in required}
    return _by_use(missing)


def _importable(files: Mapping[str, bytes], site: Path) -> set[str]:
    """Every module that an answer can import: installed, Python's own, its own file or folder."""
    installed = {path.name.partition(".")[0] for path in site.iterdir()} if site.is_dir() else set()
    own = {part.partition(".")[0] for path in files for part in PurePosixPath(path).parts}
    return installed | own | set(sys.stdlib_module_names)


def _requirements(files: Mapping[str, bytes]) -> str:
    """The text of all files in which the answer names its packages, as `_as_package` writes it."""
    texts = [
        content.decode("utf-8", "replace")
        for path, content in files.items()
        if fnmatch(path, "*requirements*.txt") or path.endswith(("pyproject.toml", "Pipfile"))
    ]
    return _as_package(" ".join(texts))


def _as_package(name: str) -> str:
    return name.lower().replace("_", "-")

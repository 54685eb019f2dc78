"""An answer as a folder: its files, the toolchain's additions, and the packages it declares."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import Literal

from assay.config import paths
from assay.records.pipeline import DeliveredFile
from assay.records.untyped import JsonObject
from assay.sandbox.archive import write_files
from assay.sandbox.toolchains import Toolchain

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


def with_source(dataset: str) -> dict[str, bytes]:
    """The files of a data set, by path, as they lie on the disk."""
    folder = paths.DATASETS / dataset
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "dataset.yaml" and "node_modules" not in path.parts
    }


def staged_files(
    delivered: Iterable[DeliveredFile], program: str, source: Mapping[str, bytes]
) -> dict[str, bytes]:
    """The files of an answer with those around it, except packages.

    First the source, then the answer, then the program's host files, each over the earlier ones.
    An answer cannot bring its own packages: files below node_modules are left out.
    """
    answer = {
        file.path: file.content.encode("utf-8", "replace")
        for file in delivered
        if "node_modules" not in PurePosixPath(file.path).parts
    }
    return {**source, **answer, **host_files(program, "answer")}


def layer_of(toolchain: Toolchain) -> dict[str, bytes]:
    """The files that an answer gets if it lacks them: the toolchain's folder `files/`."""
    return _folder(toolchain.folder / "files")


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


def declared(files: Mapping[str, bytes]) -> dict[str, str]:
    """Every package that a package.json of the answer names, with the range of its versions."""
    ranges = dict[str, str]()
    for _, manifest in _manifests(files):
        for group in GROUPS:
            listed = manifest.get(group)
            for name, text in listed.items() if isinstance(listed, dict) else ():
                ranges.setdefault(name, str(text))
    return ranges


def program_code(files: Iterable[str]) -> list[str]:
    """The paths of code that belongs to the program itself, not to its tools or tests."""
    tools = (*CONFIGS, *NOT_BUILT)
    return [
        path
        for path in sorted(files)
        if path.endswith((*CODE, ".py"))
        and not is_test(path)
        and not matches(PurePosixPath(path).name, tools)
    ]


def is_test(path: str) -> bool:
    """Whether the file belongs to an answer's own tests, by its name."""
    return matches(path, TESTS)


def matches(path: str, patterns: Sequence[str]) -> bool:
    """Whether one of the shell patterns fits."""
    return any(fnmatch(path, pattern) for pattern in patterns)

"""What an answer is made of, and what leaves its sandbox, is read in bounded workers.

Nothing of it is parsed in the stage's own process: no archive, report, manifest, source file or
log. What passes a bound, or ends its worker, is a WorkerFault, and the answer's own failure.
"""

import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar

from assay.code.json_files import loaded
from assay.sandbox.archive import archived_files, write_files
from assay.sandbox.behaviours import REPORTS, STOPPED, Spec, SpecResult, read_reports
from assay.sandbox.reports import OwnTest, case_title, read_tests
from assay.sandbox.staging import CODE, declared
from assay.sandbox.toolchains import packages
from assay.workers import WorkerBounds, Workers

P = ParamSpec("P")
R = TypeVar("R")

_NO_CHECK = re.compile(r"^\s*(?://|/\*)\s*@ts-nocheck\b", re.MULTILINE)
BOUNDS = WorkerBounds(cpu_seconds=20, memory_bytes=1 << 30, output_bytes=128 << 20)


@cache
def _workers(folder: Path) -> Workers:
    """The workers of this process, which have its current folder as theirs."""
    return Workers(bounds=BOUNDS, preload=[__name__])


def read(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """The function's result, from a worker. WorkerFault if it has none."""
    return _workers(Path.cwd()).submit(function, *args, **kwargs).result()


def unchecked(files: Mapping[str, bytes]) -> str:
    """Where the answer switches the type check off as a whole; '' if it does not."""
    for path, content in sorted(files.items()):
        text = content.decode("utf-8", "replace")
        if path.endswith(CODE) and _NO_CHECK.search(text):
            return f"{path} says @ts-nocheck"
        if path.endswith(".json") and '"noCheck"' in text:
            try:
                options = loaded(path, text)["compilerOptions"]
            except (ValueError, LookupError, TypeError, RecursionError):
                continue
            if isinstance(options, dict) and options.get("noCheck"):
                return f"{path} says noCheck"
    return ""


def unpacked(archive: bytes, folder: Path, patterns: Sequence[str]) -> Path | None:
    """Lay a build's files into the folder. Returns the folder to serve, None if there is none."""
    write_files(folder, archived_files(archive))
    return site_of(folder, patterns)


def site_of(folder: Path, patterns: Sequence[str]) -> Path | None:
    """The first folder among the patterns that has an index.html."""
    for pattern in patterns:
        for path in sorted([folder] if pattern == "." else folder.glob(pattern)):
            if (path / "index.html").is_file():
                return path
    return None


def with_packages(site: Path, page: Path, files: Mapping[str, bytes], modules: Path) -> Path:
    """A copy of the folder `site` with the declared packages, which no build has put into it.

    Only what the toolchain has is copied: a package.json can name any path as a package.
    """
    shutil.copytree(site, page, symlinks=True)
    for name in sorted(declared(files).keys() & set(packages(modules))):
        target = page / "node_modules" / name
        if not target.is_symlink() and not target.exists():
            shutil.copytree(modules / name, target)
    return page


def reported_tests(archive: bytes, form: str) -> tuple[OwnTest, ...] | None:
    """What the reports say of the tests; None without a usable one, or if none was asked for."""
    files = archived_files(archive)
    return read_tests(form, [files[path] for path in sorted(files)]) if form else None


def titled_tests(archive: bytes, form: str, files: Sequence[str]) -> dict[str, OwnTest]:
    """The tests by their titles. Of several with one title, one that failed stands for all."""
    tests = reported_tests(archive, form) or ()
    titled: dict[str, OwnTest] = {}
    for test in sorted(tests, key=lambda test: test.passed, reverse=True):
        titled[case_title(form, test, files)] = test
    return titled


def looked_at(archive: bytes, spec: Spec) -> SpecResult | None:
    """The behaviours from the runner's reports; None if it left none."""
    files = archived_files(archive)
    return read_reports(spec, files) if REPORTS[0] in files or STOPPED in files else None

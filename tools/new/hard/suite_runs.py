"""Runs of a suite of pytest on a program and its mutants: all by Assay's own hand, no sandbox."""

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from assay.errors import AssayError
from assay.sandbox.archive import write_files
from assay.sandbox.reports import OwnTest, read_tests

SECONDS = 30
ENDLESS = "the tests run without end"
COMMAND = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junitxml=report.xml")


def failing(
    program: Mapping[str, str], suite: Mapping[str, str], seconds: int = SECONDS
) -> frozenset[str]:
    """The tests that fail, `module::test` as the report names them; ENDLESS if they take too long.

    AssayError if there is no report.
    """
    found = passing(program, suite, seconds)
    return frozenset(title for title, passed in found.items() if not passed)


def passing(
    program: Mapping[str, str], suite: Mapping[str, str], seconds: int = SECONDS
) -> dict[str, bool]:
    """Whether each test passes, by the same names."""
    tests = ran(program, suite, seconds)
    return {f"{each.file}::{each.title}": each.passed for each in tests} or {ENDLESS: False}


def ran(
    program: Mapping[str, str], suite: Mapping[str, str], seconds: int = SECONDS
) -> tuple[OwnTest, ...]:
    """The tests in the order in which they ran; none if they take too long."""
    with TemporaryDirectory() as folder:
        texts = {**program, **suite}
        write_files(Path(folder), {path: text.encode() for path, text in texts.items()})
        alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                COMMAND,
                check=False,
                cwd=folder,
                env=os.environ | alone,
                timeout=seconds,
                capture_output=True,
            )
        except subprocess.TimeoutExpired:
            return ()
        report = Path(folder, "report.xml")
        found = read_tests("pytest", [report.read_bytes()] if report.exists() else [])
        if not found:
            raise AssayError(f"the suite left no report:\n{done.stdout.decode()[-2000:]}")
        return found


def failing_on_each(
    programs: Iterable[Mapping[str, str]], suite: Mapping[str, str], seconds: int = SECONDS
) -> list[frozenset[str]]:
    """The same for each program, as many at once as there are cores."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda program: failing(program, suite, seconds), programs))

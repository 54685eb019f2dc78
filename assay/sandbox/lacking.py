"""Packages that a toolchain lacks, as the log of a failed step names them.

A bundler follows what a program imports from its entry, so its log says what is missing, declared
or not, and a comment never does.
"""

import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import PurePosixPath

from assay.checks.imports import is_module
from assay.checks.subject import Source, Unread
from assay.sandbox.staging import program_code, workspaces
from assay.sandbox.toolchains import Toolchain, packages
from assay.sandbox.wording import plain

_NAME = r"(@[\w.-]+/[\w.-]+|[A-Za-z_][\w.-]*)"
_PATTERNS = (
    r"(?:resolve(?: import)?|find (?:package|module|dependency|the)|dependency) [\"'`]" + _NAME,
    r"(?:Preset|Module) " + _NAME + r" (?:not found|in the \w+ option)",
    r"File [\"'](@[\w.-]+/[\w.-]+)[^\"']*[\"'] not found",
    r"No module named [\"']" + _NAME,
)
_TYPES = re.compile(r"(?:declaration file for module|type definition file for) [\"']" + _NAME)


def lacking(
    log: str, files: Mapping[str, bytes], toolchain: Toolchain, is_closed: bool
) -> tuple[str, ...]:
    """The packages that the log names as missing, and that are not the answer's own to bring.

    None of them if the prompt closes the list of packages (`is_closed`) and the program itself,
    not its tools or tests, imports one: that is the answer's fault.
    """
    names = _named(plain(log), toolchain.config.kind == "python")
    missing = {name for name in names if not _is_own(name, files)} - _there(toolchain)
    if is_closed and any(_is_imported(name, files) for name in missing):
        return ()
    return tuple(sorted(missing))


def _named(text: str, is_python: bool) -> set[str]:
    named = {name for pattern in _PATTERNS for name in re.findall(pattern, text)}
    if is_python:
        return {name.partition(".")[0] for name in named}
    return named | {f"@types/{name}" for name in _TYPES.findall(text) if name[0] != "@"}


def _there(toolchain: Toolchain) -> set[str]:
    if toolchain.config.kind == "node":
        return {*packages(toolchain.installed / "node_modules")}
    site = toolchain.installed / "site"
    installed = {path.name.partition(".")[0] for path in site.iterdir()} if site.is_dir() else set()
    return installed | set(sys.stdlib_module_names)


def _is_own(name: str, files: Mapping[str, bytes]) -> bool:
    """Whether the name leads into the answer: its own package or scope, a folder or a file."""
    own = {part.partition(".")[0] for path in files for part in PurePosixPath(path).parts}
    own |= {package.partition("/")[0] for package in workspaces(files)}
    first = name.partition("/")[0]
    return first in own or first.removeprefix("@") in own


def _is_imported(name: str, files: Mapping[str, bytes]) -> bool:
    for path in program_code(files):
        source = Source(path, files[path].decode("utf-8", "replace"))
        with suppress(Unread):
            if any(is_module(each.module, name) for each in source.imported):
                return True
    return False

"""Packages that an answer declares beyond its toolchain, fetched if conf/execution says so.

Only names and ranges of versions leave the answer. npm resolves them beside the toolchain's own
packages in a folder that has no code of the answer, and without install scripts; its lock, with a
hash for each package, is kept. The result is a toolchain like any other, with these packages too.
"""

import json
import re
import sys
from collections.abc import Collection, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from assay.config import paths
from assay.errors import AssayError
from assay.records.hashing import content_hash
from assay.records.jsonl import write_text
from assay.sandbox.programs import Program
from assay.sandbox.staging import declared
from assay.sandbox.toolchains import Toolchain, install, locked_folder, run_npm

RESOLVE = ("install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund")
NPMRC = "force=true\n"
"""An answer's package may ask for another major of the framework than the toolchain has."""
NOT_THERE = re.compile(r"npm error (?:404|notarget)\b")
_NAME = re.compile(r"(?:@[a-z0-9-][a-z0-9._-]{0,60}/)?[a-z0-9-][a-z0-9._-]{0,60}")
_RANGE = re.compile(r"[\w^~<>=*][\w.^~<>=|* +-]{0,80}")
"""A range of versions or a tag; never a path, an address or another package's name."""


class CannotFetch(AssayError):
    """The registry could not be asked, or npm could not install what it has."""


class NotInRegistry(AssayError):
    """The registry has no such package, or no such version of it."""


class Fetched(NamedTuple):
    """A toolchain with more packages, where it lies, and a line for each with version and hash."""

    toolchain: Toolchain
    installed: Path
    lines: tuple[str, ...]


def with_declared(
    toolchain: Toolchain, names: Collection[str], files: Mapping[str, bytes], node: Program
) -> Fetched | None:
    """The toolchain with those of the packages that the answer declares; None if it declares none.

    NotInRegistry if one does not exist. CannotFetch says why they could not be had.
    """
    ranges = {name: text for name, text in declared(files).items() if name in names}
    wanted = {
        name: text
        for name, text in sorted(ranges.items())
        if _NAME.fullmatch(name) and _RANGE.fullmatch(text)
    }
    if toolchain.config.kind != "node" or not wanted:
        return None
    try:
        return _fetched(toolchain, wanted, node)
    except AssayError as error:
        if NOT_THERE.search(str(error)):
            raise NotInRegistry(f"the registry lacks one of {', '.join(wanted)}") from error
        raise CannotFetch(f"{', '.join(wanted)} cannot be fetched: {error}") from error


def _fetched(toolchain: Toolchain, wanted: Mapping[str, str], node: Program) -> Fetched:
    name = f"{toolchain.packages.name}-{content_hash([toolchain.locked, wanted])[:16]}"
    folder = paths.TOOLCHAIN_STORE / "declared" / name
    lock = folder / "package-lock.json"
    with locked_folder(folder):
        if not lock.exists():
            _resolve(toolchain, wanted, folder, node)
    locked = sha256(lock.read_bytes()).hexdigest()
    larger = replace(toolchain, packages=folder, locked=locked)
    packages = json.loads(lock.read_bytes())["packages"]
    found = {each: packages.get(f"node_modules/{each}", {}) for each in wanted}
    lines = [
        f"{each} {entry.get('version', '')}: fetched ({entry.get('integrity', 'no hash')})"
        for each, entry in found.items()
    ]
    return Fetched(larger, install(larger, lambda: node), tuple(lines))


def _resolve(toolchain: Toolchain, wanted: Mapping[str, str], folder: Path, node: Program) -> None:
    """Write package.json and lock of the toolchain with these packages; the lock last."""
    print(f"execute: fetching {', '.join(wanted)} for {toolchain.name}", file=sys.stderr)
    manifest = json.loads((toolchain.packages / "package.json").read_bytes())
    manifest["dependencies"] = {**manifest.get("dependencies", {}), **wanted}
    work = folder / "resolving"
    write_text(work / "package.json", json.dumps(manifest))
    write_text(work / "package-lock.json", (toolchain.packages / "package-lock.json").read_text())
    for place in (work, folder):
        write_text(place / ".npmrc", NPMRC)
    run_npm(toolchain, node, RESOLVE, work)
    for name in ("package.json", "package-lock.json"):
        (work / name).replace(folder / name)

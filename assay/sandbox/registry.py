"""Packages that an answer declares beyond its toolchain, fetched if conf/execution says so.

Only names and ranges of versions leave the answer. npm or pip resolves them beside the toolchain's
own packages in a folder that has no code of the answer, and without any script of a package; the
lock, with a hash for each package, is kept. The result is a toolchain like any other, with these
packages too.
"""

import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock
from packaging.utils import canonicalize_name

from assay.checks.manifests import declared_in
from assay.config import paths
from assay.errors import AssayError
from assay.records.hashing import content_hash
from assay.records.jsonl import write_text
from assay.sandbox.programs import Program
from assay.sandbox.staging import declared
from assay.sandbox.toolchains import Toolchain, install, run_npm, run_pip

RESOLVE = ("install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund")
NPMRC = "force=true\n"
"""An answer's package may ask for another major of the framework than the toolchain has."""
RESOLVE_PYTHON = ("install", "--dry-run", "--ignore-installed", "--only-binary", ":all:")
NOT_THERE = re.compile(r"npm error (?:404|notarget)\b|No matching distribution found")
LOCKS = {"node": "package-lock.json", "python": "requirements.txt"}
_NAME = re.compile(r"(?:@[a-z0-9-][a-z0-9._-]{0,60}/)?[a-z0-9][a-z0-9._-]{0,60}")
"""No option of pip begins so."""
_RANGE = re.compile(r"[\w^~<>=*][\w.^~<>=|*, +-]{0,80}")
"""A range of versions or a tag; never a path, an address or another package's name."""
_PINNED = re.compile(r"^([\w.-]+)==\S+", re.MULTILINE)


class CannotFetch(AssayError):
    """The registry could not be asked, or npm or pip could not install what it has."""


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
    """The toolchain with the packages that are missing (`names`) and that the answer declares.

    Python's modules do not tell their packages: all are fetched that it declares. None if it
    declares none. NotInRegistry if one does not exist. CannotFetch says why they could not be had.
    """
    if toolchain.config.kind not in LOCKS or not names:
        return None
    wanted = _wanted(toolchain, names, files)
    if not wanted:
        return None
    try:
        return _fetched(toolchain, wanted, node)
    except AssayError as error:
        if NOT_THERE.search(str(error)) and "Retrying" not in str(error):
            raise NotInRegistry(f"the registry lacks one of {', '.join(wanted)}") from error
        raise CannotFetch(f"{', '.join(wanted)} cannot be fetched: {error}") from error


def _wanted(
    toolchain: Toolchain, names: Collection[str], files: Mapping[str, bytes]
) -> dict[str, str]:
    if toolchain.config.kind == "python":
        ranges = dict(_python_ranges(toolchain, files))
    else:
        ranges = {name: text for name, text in declared(files).items() if name in names}
    return {
        name: text
        for name, text in sorted(ranges.items())
        if _NAME.fullmatch(name) and _RANGE.fullmatch(text)
    }


def _python_ranges(toolchain: Toolchain, files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """What requirements*.txt and pyproject.toml of the answer declare and the toolchain lacks."""
    there = _PINNED.findall((toolchain.packages / "requirements.txt").read_text(encoding="utf-8"))
    for path, content in files.items():
        if path.endswith((".txt", "pyproject.toml")):
            for package in declared_in(path, content.decode("utf-8", "replace")) or ():
                if package.names[-1] not in there:
                    yield package.names[-1], package.version or "*"


def _fetched(toolchain: Toolchain, wanted: Mapping[str, str], node: Program) -> Fetched:
    name = f"{toolchain.packages.name}-{content_hash([toolchain.locked, wanted])[:16]}"
    folder = paths.TOOLCHAIN_STORE / "declared" / name
    lock = folder / LOCKS[toolchain.config.kind]
    with FileLock(f"{folder}.lock"):
        if not lock.exists():
            print(f"execute: fetching {', '.join(wanted)} for {toolchain.name}", file=sys.stderr)
            if toolchain.config.kind == "node":
                _resolve(toolchain, wanted, folder, node)
            else:
                _resolve_python(toolchain, wanted, folder)
    locked = sha256(lock.read_bytes()).hexdigest()
    larger = replace(toolchain, packages=folder, locked=locked)
    lines = [line for line in _locked_lines(lock) if line.partition(" ")[0] in wanted]
    return Fetched(larger, install(larger, lambda: node), tuple(lines))


def _locked_lines(lock: Path) -> list[str]:
    """`name version: fetched (hash)` of each package in the lock."""
    text = lock.read_text(encoding="utf-8")
    if lock.suffix == ".txt":
        found = re.findall(r"^(\S+)==(\S+) --hash=(\S+)$", text, re.MULTILINE)
        return [f"{name} {version}: fetched ({digest})" for name, version, digest in found]
    return [
        f"{place.removeprefix('node_modules/')} {entry.get('version', '')}: fetched "
        f"({entry.get('integrity', 'no hash')})"
        for place, entry in json.loads(text)["packages"].items()
    ]


def _resolve(toolchain: Toolchain, wanted: Mapping[str, str], folder: Path, node: Program) -> None:
    """Write package.json and lock of the toolchain with these packages; the lock last."""
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


def _resolve_python(toolchain: Toolchain, wanted: Mapping[str, str], folder: Path) -> None:
    """Write the requirements of the toolchain with these packages and what they need."""
    pinned = (toolchain.packages / "requirements.txt").read_text(encoding="utf-8")
    work = folder / "resolving"
    kept = [match[0] for match in _PINNED.finditer(pinned)]
    write_text(work / "kept.txt", "\n".join(kept))
    asked = [f"{name}{_specifier(text)}" for name, text in wanted.items()]
    words = [*RESOLVE_PYTHON, "--report", "found.json", "-c", "kept.txt", *asked]
    try:
        run_pip(toolchain, words, work)
    except AssayError as error:
        if "from versions: none" not in str(error):
            raise
        for each in wanted:  # one that has no wheel is there all the same
            run_pip(toolchain, ["index", "versions", each], work)
        raise AssayError(f"toolchain {toolchain.name}: one of them has no wheel") from error
    lines = list[str]()
    for item in json.loads((work / "found.json").read_bytes())["install"]:
        line = f"{canonicalize_name(item['metadata']['name'])}=={item['metadata']['version']}"
        digest = item["download_info"].get("archive_info", {}).get("hashes", {}).get("sha256")
        if digest is None:
            raise AssayError(f"toolchain {toolchain.name}: the index has no SHA-256 of {line}")
        if line not in kept:
            lines.append(f"{line} --hash=sha256:{digest}\n")
    write_text(folder / "requirements.txt", "".join([pinned.rstrip() + "\n", *lines]))


def _specifier(text: str) -> str:
    """A range as npm writes it, as Python's packages write it."""
    parts = text.replace(",", " ").split() if text != "*" else ()
    return ",".join(re.sub(r"^[~^]?\d.*", _bounded, part) for part in parts)


def _bounded(part: re.Match[str]) -> str:
    """`^1.2.3`, `~1.2.3` or `1.2.3`."""
    number = part[0].lstrip("~^")
    if part[0].startswith("^"):
        return "~=" + ".".join(f"{number}.0".split(".")[:2])
    return f"~={number}" if part[0].startswith("~") else f"=={number}"

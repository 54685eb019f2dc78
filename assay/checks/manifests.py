"""Which packages a project declares, in the manifest of its ecosystem: one row each.

Read are package.json (npm), pom.xml (Maven), go.mod, pyproject.toml and requirements*.txt (Python).
Versions become ranges as npm writes them.
"""

import posixpath
import re
import tomllib
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import Any, NamedTuple
from xml.etree.ElementTree import ParseError

from defusedxml.ElementTree import fromstring
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from assay.code.json_files import loaded


class Declared(NamedTuple):
    """A package by all its names, and its version as an npm range; "" admits every release."""

    names: tuple[str, ...]
    version: str


_PROPERTY = re.compile(r"\$\{([^{}$]{1,200})\}")
_NUMBER = re.compile(r"^v?(\d+(?:\.\d+){0,2})")
_UNKNOWN = "unknown"
"""A version that stands elsewhere, or is none: it lies in no range."""
_MAVEN_PLACES = (
    "{*}parent",
    "{*}dependencies/{*}dependency",
    "{*}dependencyManagement/{*}dependencies/{*}dependency",
    "{*}build/{*}plugins/{*}plugin",
)
_GO_MAJOR = re.compile(r"/v\d+$")


def declared_in(path: str, text: str) -> list[Declared] | None:
    """What the manifest declares; None if it is not readable.

    A version that comes from elsewhere, such as a parent of a pom.xml, is not known.
    """
    read = _reader(path)
    try:
        return list(read(path, text)) if read else None
    except (ValueError, RecursionError, ParseError):
        return None


def is_manifest(path: str) -> bool:
    return _reader(path) is not None


def _reader(path: str) -> Callable[[str, str], Iterator[Declared]] | None:
    name = posixpath.basename(path).lower()
    return next((read for pattern, read in _READERS if fnmatchcase(name, pattern)), None)


def _npm(path: str, text: str) -> Iterator[Declared]:
    manifest = loaded(path, text)
    for group in ("dependencies", "devDependencies", "peerDependencies"):
        versions = manifest.get(group) if isinstance(manifest, dict) else None
        if isinstance(versions, dict):
            for name, version in versions.items():
                yield Declared((name,), version if isinstance(version, str) else "no range")


def _maven(_path: str, text: str) -> Iterator[Declared]:
    project = fromstring(text)
    properties = {
        each.tag.rpartition("}")[2]: (each.text or "").strip()
        for each in project.findall("{*}properties/*")
    }
    for place in _MAVEN_PLACES:
        for each in project.findall(place):
            artifact, group, version = (
                each.findtext(f"{{*}}{key}", "").strip()
                for key in ("artifactId", "groupId", "version")
            )
            for _ in range(3):  # a property may name another
                version = _PROPERTY.sub(lambda match: properties.get(match[1], ""), version)
            yield Declared((artifact, f"{group}:{artifact}"), _numbers(version) or _UNKNOWN)


def _go(_path: str, text: str) -> Iterator[Declared]:
    block: list[str] = []
    for line in text.splitlines():
        words = line.partition("//")[0].split()
        if words[1:] == ["("]:
            block = words[:1]
        elif words == [")"]:
            block = []
        else:
            directive, module, version = [*block, *words, "", "", ""][:3]
            if directive == "require" and version.startswith("v"):
                yield Declared((module, _GO_MAJOR.sub("", module)), _numbers(version))


def _pyproject(_path: str, text: str) -> Iterator[Declared]:
    manifest = tomllib.loads(text)
    project = _dict(manifest, "project")
    lists = [project.get("dependencies")]
    lists += _dict(project, "optional-dependencies").values()
    lists += _dict(manifest, "dependency-groups").values()
    for listed in lists:
        for line in listed if isinstance(listed, list) else [listed]:
            yield from _requirement(line)
    poetry = _dict(_dict(manifest, "tool"), "poetry")
    groups = [poetry, *_dict(poetry, "group").values()]
    for group in groups:
        for name, version in _dict(group, "dependencies").items():
            written = version.get("version") if isinstance(version, dict) else version
            yield Declared(_python_names(name), written if isinstance(written, str) else "")


def _requirements(_path: str, text: str) -> Iterator[Declared]:
    for line in text.splitlines():
        words = re.split(r"\s#|\s--hash", line, maxsplit=1)[0].rstrip(" \\")
        if words.strip() and not words.lstrip().startswith(("#", "-")):
            yield from _requirement(words)


def _requirement(line: Any) -> Iterator[Declared]:
    try:
        parsed = Requirement(line if isinstance(line, str) else "")
    except InvalidRequirement:
        return
    yield Declared(_python_names(parsed.name), _python_range(parsed.specifier))


def _python_names(name: str) -> tuple[str, ...]:
    """The name as written, and as PEP 503 normalises it."""
    return name, canonicalize_name(name)


def _python_range(specifiers: SpecifierSet) -> str:
    return " ".join(
        _python_part(each.operator, each.version)
        for each in sorted(specifiers, key=str)
        if each.operator != "!="
    )


def _python_part(operator: str, version: str) -> str:
    number = _numbers(version)
    if operator == "~=":
        return f"~{number}" if number.count(".") == 2 else f"^{number}"
    return number if operator in ("==", "===") else f"{operator}{number}"


def _numbers(version: str) -> str:
    """The first three numbers of a version; "" if it has none."""
    match = _NUMBER.match(version.strip())
    return match[1] if match else ""


def _dict(value: Any, key: str) -> dict[str, Any]:
    inner = value.get(key) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


_READERS: tuple[tuple[str, Callable[[str, str], Iterator[Declared]]], ...] = (
    ("package.json", _npm),
    ("pom.xml", _maven),
    ("go.mod", _go),
    ("pyproject.toml", _pyproject),
    ("requirements*.txt", _requirements),
)


def _in_any_case(pattern: str) -> str:
    """`pom.xml` as `[pP][oO][mM].[xX][mM][lL]`: patterns as in .gitignore tell cases apart."""
    return "".join(f"[{one}{one.upper()}]" if one.isalpha() else one for one in pattern)


MANIFESTS = tuple(_in_any_case(pattern) for pattern, _ in _READERS)
"""Patterns of exactly the files that are read, as in .gitignore."""

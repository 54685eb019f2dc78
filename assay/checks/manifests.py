"""Which packages a project declares, in the manifest of its ecosystem: one row each.

Read are package.json (npm), pom.xml (Maven), build.gradle and build.gradle.kts (Gradle) with its
version catalogue, go.mod, *.csproj and Directory.Packages.props (NuGet), pyproject.toml and
requirements*.txt (Python). Versions become ranges as npm writes them.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet

from assay.code.structured import loaded


class Declared(NamedTuple):
    """A package by all its names, and its version as an npm range; "" admits every release."""

    names: tuple[str, ...]
    version: str


_PROPERTY = re.compile(r"\$\{([^{}$]{1,200})\}")
_NUMBER = re.compile(r"^v?(\d+(?:\.\d+){0,2})")
_INTERVAL = re.compile(r"^([\[(])([^,\[\]()]*)(?:,([^,\[\]()]*))?([\])])$")
_GRADLE_LIBRARY = re.compile(r"""["']([\w.-]+):([\w.-]+)(?::([^"':\s]+))?["']""")
_GRADLE_PLUGIN = re.compile(
    r"""\bid[ (]\s*["']([\w.-]+)["']\)?(?:\s*version\s*["']([^"']+)["'])?"""
)
_UNKNOWN = "unknown"
"""A version that stands elsewhere, or is none: it lies in no range."""
_GO_MAJOR = re.compile(r"/v\d+$")


def declared_in(path: str, text: str) -> list[Declared] | None:
    """What the manifest declares; None if it is not readable.

    A version that comes from elsewhere, such as a parent of a pom.xml, is not known.
    """
    read = _reader(path)
    try:
        return list(read(path, text)) if read else None
    except ValueError:
        return None


def is_manifest(path: str) -> bool:
    return _reader(path) is not None


def _reader(path: str) -> Callable[[str, str], Iterator[Declared]] | None:
    name = posixpath.basename(path).lower()
    return next((read for pattern, read in _READERS if fnmatchcase(name, pattern)), None)


def _npm(path: str, text: str) -> Iterator[Declared]:
    manifest = loaded("json", path, text)
    for group in ("dependencies", "devDependencies", "peerDependencies"):
        versions = manifest.get(group) if isinstance(manifest, dict) else None
        if isinstance(versions, dict):
            for name, version in versions.items():
                yield Declared((name,), version if isinstance(version, str) else "no range")


def _maven(path: str, text: str) -> Iterator[Declared]:
    project = _dict(loaded("xml", path, text), "project")
    properties = _dict(project, "properties")
    managed = _dict(project, "dependencyManagement")
    build = _dict(project, "build")
    found = [project.get("parent")]
    for owner, group, item in (
        (project, "dependencies", "dependency"),
        (managed, "dependencies", "dependency"),
        (build, "plugins", "plugin"),
    ):
        found += _list(_dict(owner, group).get(item))
    for each in found:
        if isinstance(each, dict) and isinstance(each.get("artifactId"), str):
            artifact = each["artifactId"]
            names = (artifact, f"{each.get('groupId', '')}:{artifact}")
            yield Declared(names, _maven_range(each.get("version"), properties))


def _maven_range(version: Any, properties: dict[str, Any]) -> str:
    text = _version_text(version)
    for _ in range(3):  # a property may name another
        text = _PROPERTY.sub(lambda match: _version_text(properties.get(match[1])), text)
    return _interval(text)


def _version_text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _gradle(_path: str, text: str) -> Iterator[Declared]:
    for group, artifact, version in _GRADLE_LIBRARY.findall(text):
        yield Declared((artifact, f"{group}:{artifact}"), _interval(version))
    for plugin, version in _GRADLE_PLUGIN.findall(text):
        yield Declared((plugin,), _interval(version))


def _catalogue(path: str, text: str) -> Iterator[Declared]:
    """Gradle's version catalogue."""
    catalogue = loaded("toml", path, text)
    versions = _dict(catalogue, "versions")
    entries = [*_dict(catalogue, "libraries").values(), *_dict(catalogue, "plugins").values()]
    for entry in entries:
        if isinstance(entry, str):
            name, _, version = entry.rpartition(":")
        else:
            name, version = _catalogued(entry, versions)
        yield Declared((name, name.rpartition(":")[2]), _interval(version))


def _catalogued(entry: Any, versions: dict[str, Any]) -> tuple[str, str]:
    """The name and the version of an entry that is a table."""
    table = entry if isinstance(entry, dict) else {}
    written = table.get("version")
    if isinstance(written, dict):
        written = versions.get(str(written.get("ref")))
    name = table.get("module") or table.get("id") or f"{table.get('group')}:{table.get('name')}"
    return str(name), written if isinstance(written, str) else ""


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


def _nuget(path: str, text: str) -> Iterator[Declared]:
    project = _dict(loaded("xml", path, text), "Project")
    for group in _list(project.get("ItemGroup")):
        for kind in ("PackageReference", "PackageVersion"):
            for each in _list(group.get(kind) if isinstance(group, dict) else None):
                if isinstance(each, dict):
                    name = str(each.get("@Include") or each.get("@Update") or "")
                    version = each.get("@Version") or each.get("Version") or ""
                    yield Declared((name, name.lower()), _interval(str(version)))


def _pyproject(path: str, text: str) -> Iterator[Declared]:
    manifest = loaded("toml", path, text)
    project = _dict(manifest, "project")
    lists = [project.get("dependencies")]
    lists += _dict(project, "optional-dependencies").values()
    lists += _dict(manifest, "dependency-groups").values()
    for listed in lists:
        for line in _list(listed):
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
    return name, re.sub(r"[-_.]+", "-", name).lower()


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


def _interval(version: str) -> str:
    """A version of Maven, Gradle or NuGet, or an interval such as `[1.0,2.0)`, as an npm range."""
    match = _INTERVAL.match(version.strip())
    if match is None:
        return _numbers(version) or _UNKNOWN
    low, high = _numbers(match[2]), _numbers(match[3] or "")
    if match[3] is None:
        return low
    above = f">{'=' if match[1] == '[' else ''}{low}" if low else ""
    below = f"<{'=' if match[4] == ']' else ''}{high}" if high else ""
    return f"{above} {below}".strip()


def _numbers(version: str) -> str:
    """The first three numbers of a version; "" if it has none."""
    match = _NUMBER.match(version.strip())
    return match[1] if match else ""


def _dict(value: Any, key: str) -> dict[str, Any]:
    inner = value.get(key) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


def _list(value: Any) -> list[Any]:
    if value is None or value == "":
        return []
    return value if isinstance(value, list) else [value]


_READERS: tuple[tuple[str, Callable[[str, str], Iterator[Declared]]], ...] = (
    ("package.json", _npm),
    ("pom.xml", _maven),
    ("build.gradle", _gradle),
    ("build.gradle.kts", _gradle),
    ("libs.versions.toml", _catalogue),
    ("go.mod", _go),
    ("*.csproj", _nuget),
    ("*.props", _nuget),
    ("pyproject.toml", _pyproject),
    ("requirements*.txt", _requirements),
)


def _in_any_case(pattern: str) -> str:
    """`pom.xml` as `[pP][oO][mM].[xX][mM][lL]`: patterns as in .gitignore tell cases apart."""
    return "".join(f"[{one}{one.upper()}]" if one.isalpha() else one for one in pattern)


MANIFESTS = tuple(_in_any_case(pattern) for pattern, _ in _READERS)
"""Patterns of exactly the files that are read, as in .gitignore."""

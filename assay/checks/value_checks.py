"""Checks that look at values in JSON files, and at the packages that manifests declare."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import Field

from assay.checks.check_kind import CheckKind, Decision, Leaf
from assay.checks.fields import KeyPath, Names, Range, Regex
from assay.checks.manifests import MANIFESTS, declared_in, is_manifest
from assay.checks.patterns import occurs
from assay.checks.subject import Source, Subject
from assay.checks.versions import admits_only
from assay.code.json_files import loaded


class Json(CheckKind):
    """A value in a JSON file, at `path`: keys joined by dots, or a list of keys; `*` is any.

    It exists, `equals` a value, `matches` a regular expression, or is a `version` whose lowest
    admitted release lies in an npm range.
    """

    files: Names = Field(alias="json")
    path: KeyPath
    equals: Any = None
    matches: Regex | None = None
    version: Range | None = None

    def decide(self, subject: Subject) -> Decision:
        found = _loaded(subject.within(self.files))
        values = [
            (path, each) for path, value in found.items() for each in _values_at(value, self.path)
        ]
        good = [path for path, value in values if value is not None and self._fits(value)]
        if good:
            seen = f"{'.'.join(self.path)} in {good[0]}"
        else:
            seen = f"values: {[value for _, value in values][:3]!r:.100}"
        return Decision(bool(good), seen, _can_lack(found))

    def _fits(self, value: Any) -> bool:
        text = value if isinstance(value, str) else json.dumps(value)
        return (
            (self.equals is None or value == self.equals)
            and (self.matches is None or occurs(self.matches, text))
            and (self.version is None or admits_only(value, self.version))
        )


class Dependency(Leaf):
    """A manifest (package.json, pom.xml, go.mod … in manifests.py) declares the package.

    With `version` the lowest release that it admits lies in this npm range.
    """

    within: Names = Field(default=MANIFESTS, alias="in")
    dependency: Names
    version: Range | None = None

    def decide(self, subject: Subject) -> Decision:
        files = subject.within(self.within)
        manifests = {
            path: declared_in(path, source.text)
            for path, source in files.items()
            if is_manifest(path)
        }
        declared = [
            (name, package.version)
            for packages in manifests.values()
            for package in packages or ()
            for name in self.dependency
            if name in package.names
        ]
        passed = any(
            self.version is None or admits_only(version, self.version) for _, version in declared
        )
        return Decision(passed, f"declared: {dict(declared)!r:.100}", _can_lack(manifests))


def _loaded(files: Mapping[str, Source]) -> dict[str, Any]:
    """The value of each file; None of one that is no JSON."""
    values = {}
    for path, source in files.items():
        try:
            values[path] = loaded(path, source.text)
        except (ValueError, RecursionError):
            values[path] = None
    return values


def _can_lack(loaded: Mapping[str, Any]) -> bool:
    """Whether something can be said to lack in the files: there are some, and all are read."""
    return bool(loaded) and None not in loaded.values()


def _values_at(value: Any, path: tuple[str, ...]) -> list[Any]:
    """The value at a path, or all at it if it has `*`; a missing one is None."""
    values = [value]
    for key in path:
        values = [inner for each in values for inner in _inside(each, key)]
    return values


def _inside(value: Any, key: str) -> list[Any]:
    if isinstance(value, list):
        if key == "*":
            return value
        is_there = key.isdigit() and int(key) < len(value)
        return [value[int(key)] if is_there else None]
    if not isinstance(value, dict):
        return [None]
    if key == "*" and key not in value:
        return list(value.values())
    return [value.get(key)]

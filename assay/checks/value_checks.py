"""Checks that look at values in files of data, and at the packages that manifests declare."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from pydantic import Field, model_validator

from assay.checks.check_kind import CheckKind, Decision, Leaf
from assay.checks.fields import KeyPath, Names, Range, Regex
from assay.checks.manifests import MANIFESTS, declared_in, is_manifest
from assay.checks.patterns import occurs
from assay.checks.subject import Source, Subject
from assay.checks.versions import admits_only
from assay.checks.visible import require_not_other
from assay.code import structured


class Structured(CheckKind):
    """A value in a file, at `path`: keys joined by dots, or a list of keys; `*` is any.

    It exists, `equals` a value, `matches` a regular expression, or is a `version` whose lowest
    admitted release lies in an npm range.
    """

    format: ClassVar[str]
    files: Names
    path: KeyPath
    equals: Any = None
    matches: Regex | None = None
    version: Range | None = None

    @model_validator(mode="after")
    def _sees_files(self) -> Self:
        require_not_other(self.format, self.files, structured.SUFFIXES)
        return self

    def decide(self, subject: Subject) -> Decision:
        loaded = _loaded(self.format, subject.within(self.files))
        values = [
            (path, each) for path, value in loaded.items() for each in _values_at(value, self.path)
        ]
        good = [path for path, value in values if value is not None and self._fits(value)]
        if good:
            seen = f"{'.'.join(self.path)} in {good[0]}"
        else:
            seen = f"values: {[value for _, value in values][:3]!r:.100}"
        return Decision(bool(good), seen, _can_lack(loaded))

    def _fits(self, value: Any) -> bool:
        text = value if isinstance(value, str) else json.dumps(value)
        return (
            (self.equals is None or value == self.equals)
            and (self.matches is None or occurs(self.matches, text))
            and (self.version is None or admits_only(value, self.version))
        )


class Json(Structured):
    """A value in a JSON file."""

    format = "json"
    files: Names = Field(alias="json")


class Yaml(Structured):
    """A value in a YAML file. Several documents are a list."""

    format = "yaml"
    files: Names = Field(alias="yaml")


class Toml(Structured):
    """A value in a TOML file."""

    format = "toml"
    files: Names = Field(alias="toml")


class Xml(Structured):
    """A value in an XML file: the path begins with the root, and `@name` is an attribute."""

    format = "xml"
    files: Names = Field(alias="xml")


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


def _loaded(format_: str, files: Mapping[str, Source]) -> dict[str, Any]:
    """The value of each file; None of one that is not of this format."""
    values = {}
    for path, source in files.items():
        try:
            values[path] = structured.loaded(format_, path, source.text)
        except structured.Unreadable:
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

"""Decide a check on an answer: a pure function of both, dispatched by the kind of check."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from assay.answers.child_process import ENDED
from assay.checks import vocabulary as v
from assay.checks.documents import sections
from assay.checks.imports import EVERYTHING, is_module
from assay.checks.links import faults, seen
from assay.checks.manifests import declared_in, is_manifest
from assay.checks.markup import Element
from assay.checks.patterns import occurs
from assay.checks.subject import PARSED, SCRIPTS, Source, Subject, Unread
from assay.checks.versions import admits_only
from assay.checks.vocabulary import Check
from assay.code import structured
from assay.code.languages import query_patterns


class Decision(NamedTuple):
    """Whether the check passed, and what was `seen`.

    `passed` is None if a check `parses` needs a file that may have been read wrongly from the
    answer. `looked`: whether there was anything to look at.
    """

    passed: bool | None
    seen: str
    looked: bool


def decide(check: Check, subject: Subject) -> Decision:
    """Decide a check of the vocabulary on one answer. An empty answer passes none.

    A check that needs a file beyond the budget of an answer fails.
    """
    try:
        return _decided(check, subject)
    except Unread as unread:
        return Decision(False, str(unread), True)


def _decided(check: Check, subject: Subject) -> Decision:
    return _DECIDERS[type(check)](check, subject)


def _counted(check: v.Counted | v.File, places: Iterable[str], looked: Iterable[str]) -> Decision:
    found = list(places)
    enough = len(found) >= check.min and (check.max is None or len(found) <= check.max)
    anything = bool(list(looked))
    seen = f"found {len(found)}" + (
        f": {', '.join(list(dict.fromkeys(found))[:3])}" if found else ""
    )
    return Decision(enough and anything, seen, anything)


def _file(check: v.File, subject: Subject) -> Decision:
    return _counted(check, subject.within(check.file), subject.within(("*",)))


def _regex(check: v.RegexCheck, subject: Subject) -> Decision:
    texts = subject.within(check.within)
    return _counted(check, _places(check.regex, texts), texts)


def _places(pattern: str, texts: Mapping[str, Source]) -> list[str]:
    return [f"{path}:{line}" for path, source in texts.items() for line in source.lines(pattern)]


def _absent(check: v.Absent, subject: Subject) -> Decision:
    """Decided by the first file with a match: one is enough."""
    texts = subject.within(check.within)
    for path, source in texts.items():
        lines = source.lines(check.absent)
        if lines:
            return Decision(False, f"found at {path}:{lines[0]}", True)
    return Decision(bool(texts), f"absent from {len(texts)} texts", bool(texts))


def _query(check: v.Query, subject: Subject) -> Decision:
    code = subject.code(check.within, query_patterns(check.language))
    places = [
        f"{path}:{line}"
        for path, source in code.items()
        for line in source.matches(check.query, check.language)
    ]
    return _counted(check, places, code)


def _elements(
    check: v.Tsx | v.Html, by_path: Mapping[str, Iterable[Element]], names: tuple[str, ...]
) -> Decision:
    places = [
        f"{path} <{element.name}>"
        for path, elements in by_path.items()
        for element in elements
        if ("*" in names or element.name in names) and _fits(element, check)
    ]
    return _counted(check, places, by_path)


def _fits(element: Element, check: v.Tsx | v.Html) -> bool:
    text = check.text is None or _folded(check.text) in _folded(element.text)
    return text and all(
        name in element.attrs and occurs(value, element.attrs[name])
        for name, value in check.attrs.items()
    )


def _folded(text: str) -> str:
    """The text with white space and case folded.

    `&` becomes `|`, because a respelled tree has one for the other.
    """
    return " ".join(text.split()).lower().replace("&", "|")


def _tsx(check: v.Tsx, subject: Subject) -> Decision:
    code = subject.code(check.within, SCRIPTS)
    return _elements(check, {path: source.elements for path, source in code.items()}, check.tsx)


def _html(check: v.Html, subject: Subject) -> Decision:
    texts = subject.within(check.within)
    return _elements(check, {path: source.html for path, source in texts.items()}, check.html)


def _import(check: v.Import, subject: Subject) -> Decision:
    code = subject.code(check.within)
    wanted = set(check.names or ())
    places = []
    for path, source in code.items():
        for imported in source.imported:
            is_meant = any(is_module(imported.module, module) for module in check.import_)
            if is_meant and (wanted <= imported.names or EVERYTHING in imported.names):
                places.append(f"{path} imports {imported.module}")
    return _counted(check, places, code)


def _parses(check: v.Parses, subject: Subject) -> Decision:
    files = subject.code(check.parses, PARSED)
    broken = sorted(files.keys() & subject.broken)
    doubtful = sorted(files.keys() & subject.doubtful)
    if broken:
        return Decision(False, f"does not parse: {', '.join(broken[:3])}", True)
    if doubtful:
        names = ", ".join(doubtful[:3])
        return Decision(None, f"could not be read out of the answer: {names}", True)
    return Decision(bool(files), f"{len(files)} files parse", bool(files))


def _links(check: v.Links, subject: Subject) -> Decision:
    delivered = subject.within(("*",))
    sources = subject.sources if check.links == "sources" else {}
    found = faults(subject, {**sources, **delivered})
    return Decision(bool(delivered) and not found, seen(found, len(delivered)), bool(delivered))


def _structured(check: v.Structured, subject: Subject) -> Decision:
    loaded = _loaded(check.format, subject.within(check.files))
    values = [
        (path, each) for path, value in loaded.items() for each in _values_at(value, check.path)
    ]
    good = [path for path, value in values if value is not None and _value_fits(value, check)]
    seen = (
        f"{path_text(check.path)} in {good[0]}"
        if good
        else f"values: {[value for _, value in values][:3]!r:.100}"
    )
    return Decision(bool(good), seen, _can_lack(loaded))


def path_text(path: tuple[str, ...]) -> str:
    return ".".join(path)


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


def _value_fits(value: Any, check: v.Structured) -> bool:
    equal = check.equals is None or value == check.equals
    matching = check.matches is None or occurs(
        check.matches, value if isinstance(value, str) else json.dumps(value)
    )
    return equal and matching and (check.version is None or admits_only(value, check.version))


def _dependency(check: v.Dependency, subject: Subject) -> Decision:
    files = subject.within(check.within)
    manifests = {path: declared_in(path, files[path].text) for path in files if is_manifest(path)}
    declared = [
        (name, package.version)
        for packages in manifests.values()
        for package in packages or ()
        for name in check.dependency
        if name in package.names
    ]
    good = [
        name
        for name, version in declared
        if check.version is None or admits_only(version, check.version)
    ]
    return Decision(bool(good), f"declared: {dict(declared)!r:.100}", _can_lack(manifests))


def _section(check: v.Section, subject: Subject) -> Decision:
    text = subject.text
    for heading, body in sections(text):
        if (
            occurs(check.section, heading, ignores_case=True)
            and len(body.split()) >= check.min_words
            and _all_occur(check.contains, [body])
        ):
            return Decision(True, f"section '{heading}'", True)
    return Decision(False, "no such section", bool(text.strip()))


def _mentions(check: v.Mentions, subject: Subject) -> Decision:
    texts = [source.text for source in subject.within(check.within).values()]
    missing = [pattern for pattern in check.mentions if not _all_occur((pattern,), texts)]
    found = len(check.mentions) - len(missing)
    seen = f"{found} of {len(check.mentions)}" + (f", without {missing[:3]}" if missing else "")
    return Decision(found >= (check.min or len(check.mentions)), seen, bool(texts))


def _all_occur(wanted: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether each pattern matches in one of the texts, ignoring case."""
    texts = list(texts)
    return all(_occurs_in_one(pattern, texts) for pattern in wanted)


def _occurs_in_one(pattern: str, texts: Iterable[str]) -> bool:
    return any(occurs(pattern, text, ignores_case=True) for text in texts)


def _words(check: v.Words, subject: Subject) -> Decision:
    count = sum(len(source.text.split()) for source in subject.within(check.within).values())
    return Decision(count >= check.words, f"{count} words", count > 0)


def _of_dialogue(check: v.OfDialogue, subject: Subject) -> Decision:
    process = subject.process
    if process is None or not subject.files:
        return Decision(False, "no dialogue that wrote a file", False)
    if check.dialogue == "ended":
        passed = process.outcome == ENDED
        return Decision(passed, f"the dialogue's outcome: {process.outcome}", True)
    if check.dialogue == "failed_calls":
        few = check.max is not None and process.failed <= check.max
        return Decision(few, f"{process.failed} of {process.calls} calls failed", True)
    if check.dialogue == "read_first":
        return Decision(process.read_first, f"all read first: {process.read_first}", True)
    return Decision(process.structure_first, f"structure first: {process.structure_first}", True)


def _all(check: v.AllOf, subject: Subject) -> Decision:
    inner = [_decided(part, subject) for part in check.all]
    deciding = _first(inner, False) or _first(inner, None) or inner[-1]
    return Decision(deciding.passed, deciding.seen, any(part.looked for part in inner))


def _any(check: v.AnyOf, subject: Subject) -> Decision:
    inner = [_decided(part, subject) for part in check.any]
    deciding = _first(inner, True) or _first(inner, None) or inner[-1]
    return Decision(deciding.passed, deciding.seen, any(part.looked for part in inner))


def _first(inner: list[Decision], passed: bool | None) -> Decision | None:
    return next((part for part in inner if part.passed is passed), None)


def _not(check: v.Not, subject: Subject) -> Decision:
    inner = _decided(check.not_, subject)
    passed = None if inner.passed is None else inner.looked and not inner.passed
    return Decision(passed, f"not: {inner.seen}", inner.looked)


_DECIDERS: dict[type, Callable[[Any, Subject], Decision]] = {
    v.File: _file,
    v.Json: _structured,
    v.Yaml: _structured,
    v.Toml: _structured,
    v.Xml: _structured,
    v.Dependency: _dependency,
    v.RegexCheck: _regex,
    v.Absent: _absent,
    v.Query: _query,
    v.Tsx: _tsx,
    v.Html: _html,
    v.Import: _import,
    v.Parses: _parses,
    v.Links: _links,
    v.Section: _section,
    v.Mentions: _mentions,
    v.Words: _words,
    v.OfDialogue: _of_dialogue,
    v.AllOf: _all,
    v.AnyOf: _any,
    v.Not: _not,
}

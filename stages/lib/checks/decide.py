"""Decide a check on an answer: a pure function of both, dispatched by the kind of check."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from stages.lib.checks import vocabulary as v
from stages.lib.checks.documents import sections
from stages.lib.checks.imports import EVERYTHING, is_module
from stages.lib.checks.links import faults, seen
from stages.lib.checks.markup import Element
from stages.lib.checks.patterns import occurs
from stages.lib.checks.subject import PARSED, SCRIPTS, Source, Subject, Unread
from stages.lib.checks.versions import admits_only
from stages.lib.checks.vocabulary import Check
from stages.lib.delivery.process import ENDED
from stages.lib.parsing import json_files
from stages.lib.parsing.languages import query_patterns


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


def _json(check: v.Json, subject: Subject) -> Decision:
    loaded = _loaded(subject.within(check.json_file))
    values = {path: _at(value, check.path) for path, value in loaded.items()}
    good = [
        path for path, value in values.items() if value is not None and _value_fits(value, check)
    ]
    seen = (
        f"{path_text(check.path)} in {good[0]}"
        if good
        else f"values: {list(values.values())[:3]!r:.100}"
    )
    return Decision(bool(good), seen, _can_lack(loaded))


def path_text(path: tuple[str, ...]) -> str:
    return ".".join(path)


def _loaded(files: Mapping[str, Source]) -> dict[str, Any]:
    """The value of each file; None of one that is no JSON."""
    values = {}
    for path, source in files.items():
        try:
            values[path] = json_files.loaded(path, source.text)
        except (ValueError, RecursionError):
            values[path] = None
    return values


def _can_lack(loaded: Mapping[str, Any]) -> bool:
    """Whether something can be said to lack in the files: there are some, and all are JSON."""
    return bool(loaded) and None not in loaded.values()


def _at(value: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        if isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            value = value.get(key) if isinstance(value, dict) else None
    return value


def _value_fits(value: Any, check: v.Json) -> bool:
    equal = check.equals is None or value == check.equals
    matching = check.matches is None or occurs(
        check.matches, value if isinstance(value, str) else json.dumps(value)
    )
    return equal and matching and (check.version is None or admits_only(value, check.version))


def _dependency(check: v.Dependency, subject: Subject) -> Decision:
    loaded = _loaded(subject.within(("package.json",)))
    declared = [
        (name, versions[name])
        for manifest in loaded.values()
        for group in ("dependencies", "devDependencies", "peerDependencies")
        if isinstance(versions := _at(manifest, (group,)), dict)
        for name in check.dependency
        if name in versions
    ]
    good = [
        name
        for name, version in declared
        if check.version is None or admits_only(version, check.version)
    ]
    return Decision(bool(good), f"declared: {dict(declared)!r:.100}", _can_lack(loaded))


def _section(check: v.Section, subject: Subject) -> Decision:
    text = subject.whole_text
    for heading, body in sections(text):
        long_enough = len(body.split()) >= check.min_words
        if (
            long_enough
            and occurs(check.section, heading, ignores_case=True)
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
    v.Json: _json,
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

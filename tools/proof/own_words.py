"""Mutants made from one check: what it looks for is removed, or added, everywhere.

They prove less than others, because the check itself says what to change. They are tried last and
counted apart.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import regex
import rstr

from assay.checks.check_kind import CheckKind
from assay.checks.code_checks import Html, Import, Query, Tsx
from assay.checks.file_checks import File
from assay.checks.review_checks import Finds, Precise
from assay.checks.subject import Source, Subject
from assay.checks.text_checks import Absent, Mentions, RegexCheck, Section, Together
from assay.checks.value_checks import Dependency
from assay.checks.vocabulary import leaves
from assay.code.languages import query_patterns
from tools.proof.mutants import Edit, Mutant
from tools.proof.review_mutants import of_finds, of_precise


@cache
def compiled(pattern: str, flags: int = 0) -> Any:
    """The expression for editing texts: it needs the ends of matches, and no hostile text comes."""
    return regex.compile(pattern, regex.MULTILINE | flags)


def of_check(check: CheckKind, subject: Subject) -> Iterator[Mutant]:
    """One mutant for each thing that a leaf looks for. Some kinds of checks have none."""
    for leaf in leaves(check):
        yield from _of_words(leaf, subject)
        if type(leaf) in _MUTANTS:
            yield from _MUTANTS[type(leaf)](leaf, subject)


def _of_words(leaf: CheckKind, subject: Subject) -> Iterator[Mutant]:
    """The answer without everything that a pattern matches; with an example if nothing matches."""
    sources = subject.within(getattr(leaf, "within", ("*",)))
    flags = 0 if isinstance(leaf, RegexCheck | Absent) else regex.IGNORECASE
    for pattern in _patterns(leaf):
        edits = _replaced(compiled(pattern, flags), sources, "")
        if edits:
            yield Mutant(f"all that matches {pattern} left out", edits)
        elif sources:
            for seed in range(3):
                yield _added(example(pattern, seed), sources)
    if isinstance(leaf, Together) and sources:
        yield _added("\n".join(example(each, 0) for each in leaf.together), sources)


def _patterns(leaf: CheckKind) -> tuple[str, ...]:
    match leaf:
        case RegexCheck():
            return (leaf.regex,)
        case Absent():
            return (leaf.absent,)
        case Mentions():
            return tuple(leaf.mentions)
        case Together():
            return (*leaf.together, *leaf.lacks)
        case Section():
            heading = rf"^#+[^\n]*(?:{leaf.section})[^\n]*$"
            return (heading, *leaf.contains, *leaf.lacks)
    return ()


def _added(text: str, sources: Mapping[str, Source]) -> Mutant:
    source = max(sources.values(), key=lambda source: len(source.text))
    end = len(source.text.encode())
    edit = Edit(source.path, end, end, f"\n{text}\n")
    return Mutant(f"{source.path} with {text[:60]!r} at its end", (edit,))


_PLAINER = (
    (re.compile(r"\[\^(?:\\.|[^\]\\])*\]|\\[SDw]|(?<!\\)\."), "x"),
    (re.compile(r"\\[sW]"), " "),
    (re.compile(r"(?<!\\)[+*](?!\?)"), "{1}"),
)
"""Parts of a pattern that many characters fit, and one that does.

The text is the same in every process, and short.
"""


def example(pattern: str, seed: int) -> str:
    """A text that the pattern is likely to find."""
    plain = pattern.replace("(?i)", "")
    for part, instead in _PLAINER:
        plain = part.sub(instead, plain)
    try:
        return str(rstr.Rstr(random.Random(seed)).xeger(plain))
    except (re.error, KeyError, NotImplementedError, ValueError):
        return ""


def _edit(source: Source, start: int, end: int, insert: str) -> Edit:
    before = len(source.text[:start].encode())
    return Edit(source.path, before, before + len(source.text[start:end].encode()), insert)


def _replaced(pattern: Any, sources: Mapping[str, Source], insert: str) -> tuple[Edit, ...]:
    return tuple(
        _edit(source, match.start(), match.end(), insert)
        for source in sources.values()
        for match in pattern.finditer(source.text)
        if match.end() > match.start()
    )


def _of_elements(leaf: Any, subject: Subject) -> Iterator[Mutant]:
    for name in leaf.tsx if isinstance(leaf, Tsx) else leaf.html:
        if name != "*":
            tag = compiled(rf"(?<=</?){regex.escape(name)}(?=[\s>/])")
            edits = _replaced(tag, subject.files, "x-other")
            yield Mutant(f"every <{name}> made another element", edits)


def _of_import(leaf: Import, subject: Subject) -> Iterator[Mutant]:
    for module in leaf.import_:
        named = compiled(rf"(?<=['\"]){regex.escape(module)}(?=['\"/])")
        edits = _replaced(named, subject.files, "another-library")
        yield Mutant(f"{module} swapped for another library", edits)


def _of_file(leaf: File, subject: Subject) -> Iterator[Mutant]:
    sources = subject.within(leaf.file)
    edits = [Edit(path, 0, len(source.text.encode()), "") for path, source in sources.items()]
    if edits:
        yield Mutant(f"every file like {', '.join(leaf.file)} left out", tuple(edits))
    else:
        path = leaf.file[0].replace("**/", "").replace("*", "added")
        yield Mutant(f"{path} added", (Edit(path, 0, 0, "added\n"),))


def _of_dependency(leaf: Dependency, subject: Subject) -> Iterator[Mutant]:
    manifests = list(subject.within(("package.json",)).values())
    group = compiled(r'"(?:devD|d)ependencies"\s*:\s*\{')
    found = group.search(manifests[0].text) if manifests else None
    for name in leaf.dependency:
        named = compiled(rf"(?<=\"){regex.escape(name)}(?=\"\s*:)")
        edits = _replaced(named, subject.files, "another-package")
        yield Mutant(f"the dependency {name} swapped", edits)
        if found:
            added = _edit(manifests[0], found.end(), found.end(), f'"{name}": "1.0.0",')
            yield Mutant(f"the dependency {name} added", (added,))


def _of_query(leaf: Query, subject: Subject) -> Iterator[Mutant]:
    edits = []
    for path, source in subject.code(leaf.within, query_patterns(leaf.language)).items():
        offsets = [0]
        for line in source.text.encode().split(b"\n"):
            offsets.append(offsets[-1] + len(line) + 1)
        for number in sorted(set(source.matches(leaf.query, leaf.language))):
            end = min(offsets[number] - 1, offsets[-1] - 1)
            edits.append(Edit(path, offsets[number - 1], end, ""))
    yield Mutant("every line that the query finds left out", tuple(edits))


_MUTANTS: Mapping[type[Any], Callable[[Any, Subject], Iterator[Mutant]]] = {
    Tsx: _of_elements,
    Finds: lambda leaf, subject: of_finds(leaf, subject, example),
    Precise: of_precise,
    Html: _of_elements,
    Import: _of_import,
    File: _of_file,
    Dependency: _of_dependency,
    Query: _of_query,
}

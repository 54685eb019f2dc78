"""Mutants made from one check: what it looks for is removed, or added, everywhere.

They prove less than others, because the check itself says what to change. They are tried last and
counted apart.
"""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import regex
import rstr

from assay.checks.check_kind import CheckKind
from assay.checks.review_checks import Finds, Precise
from assay.checks.subject import Source, Subject
from assay.checks.text_checks import Absent, Mentions, RegexCheck, Section, Together
from assay.checks.vocabulary import leaves
from tools.proof.mutants import Mutant
from tools.proof.review_mutants import of_finds, of_precise


def of_check(check: CheckKind, subject: Subject) -> Iterator[Mutant]:
    """One mutant for each thing that a leaf looks for. Some kinds of checks have none."""
    for leaf in leaves(check):
        match leaf:
            case Finds():
                yield from of_finds(leaf, subject, example)
            case Precise():
                yield from of_precise(leaf, subject)
            case _:
                yield from _of_words(leaf, subject)


def _of_words(leaf: CheckKind, subject: Subject) -> Iterator[Mutant]:
    """The answer without everything that a pattern matches; with an example if nothing matches.

    A name is another one.
    """
    sources = subject.within(getattr(leaf, "within", ("*",)))
    for name in _names(leaf):
        named = regex.compile(rf"(?<=[<'\"/]){regex.escape(name)}(?=[\s>'\"/])")
        yield Mutant(f"every {name} named otherwise", _replaced(named, sources, "x-other"))
    flags = 0 if isinstance(leaf, RegexCheck | Absent) else regex.IGNORECASE
    for pattern in _patterns(leaf):
        texts = _replaced(regex.compile(pattern, regex.MULTILINE | flags), sources, "")
        if texts:
            yield Mutant(f"all that matches {pattern} left out", texts)
        elif sources:
            for seed in range(3):
                yield _added(example(pattern, seed), sources)
    if isinstance(leaf, Together) and sources:
        yield _added("\n".join(example(each, 0) for each in leaf.together), sources)


def _names(leaf: CheckKind) -> list[str]:
    kinds = ("tsx", "html", "import_", "dependency")
    return [name for kind in kinds for name in getattr(leaf, kind, ())]


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
    label = f"{source.path} with {text[:60]!r} at its end"
    return Mutant(label, {source.path: f"{source.text}\n{text}\n"})


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


def _replaced(pattern: Any, sources: Mapping[str, Source], insert: str) -> dict[str, str]:
    """The texts in which the pattern matches something, with another text in its place."""
    texts = {
        source.path: pattern.sub(lambda match: match[0] and insert, source.text)
        for source in sources.values()
    }
    return {path: text for path, text in texts.items() if text != sources[path].text}

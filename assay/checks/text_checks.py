"""Checks that look at texts: by regular expressions, by sections, by words."""

from collections.abc import Iterable
from typing import Annotated, Self

from pydantic import Field, model_validator

from assay.checks.check_kind import CheckKind, Counted, Decision, Leaf
from assay.checks.documents import sections
from assay.checks.fields import Regex, Regexes
from assay.checks.patterns import occurs, pieces, without
from assay.checks.subject import Subject


class Searched(Leaf):
    """A check that searches texts. What `except` matches, ignoring case, is left out of them."""

    unless: Regex | None = Field(default=None, alias="except")


class RegexCheck(Searched, Counted):
    """The regular expression is found."""

    regex: Regex

    def decide(self, subject: Subject) -> Decision:
        texts = subject.within(self.within)
        places = (
            f"{path}:{line}"
            for path, source in texts.items()
            for line in source.lines(self.regex, self.unless)
        )
        return self.decision_on(places, bool(texts))


class Absent(Searched):
    """The regular expression matches nowhere, and there is at least one file."""

    absent: Regex

    def decide(self, subject: Subject) -> Decision:
        texts = subject.within(self.within)
        for path, source in texts.items():
            lines = source.lines(self.absent, self.unless)
            if lines:
                return Decision(False, f"found at {path}:{lines[0]}", True)
        return Decision(bool(texts), f"absent from {len(texts)} texts", bool(texts))


class Together(Searched, Counted):
    """One text matches all patterns of `together` and none of `lacks`, ignoring case.

    With `cut` each text is cut before every match of it, and one piece does.
    """

    together: Annotated[Regexes, Field(min_length=1)]
    lacks: Regexes = ()
    cut: Regex | None = None

    def decide(self, subject: Subject) -> Decision:
        texts = subject.within(self.within)
        places = (
            f"{path}:{piece.line}"
            for path, source in texts.items()
            for piece in pieces(without(source.text, self.unless), self.cut)
            if _fits(piece.text, self.together, self.lacks)
        )
        return self.decision_on(places, bool(texts))


class Section(CheckKind):
    """A document has a section whose heading matches; what `except` matches in it is left out.

    The section has `min_words` words and matches all of `contains` and none of `lacks`.
    """

    section: Regex
    unless: Regex | None = Field(default=None, alias="except")
    contains: Regexes = ()
    lacks: Regexes = ()
    min_words: int = Field(default=0, ge=0)

    def decide(self, subject: Subject) -> Decision:
        for title, body in sections(subject.text):
            if (
                occurs(self.section, without(title, self.unless), ignores_case=True)
                and len(body.split()) >= self.min_words
                and _fits(body, self.contains, self.lacks)
            ):
                return Decision(True, f"section '{title}'", True)
        return Decision(False, "no such section", bool(subject.text.strip()))


class Mentions(Leaf):
    """At least `min` (default: all) of the patterns match, ignoring case."""

    mentions: Annotated[Regexes, Field(min_length=1)]
    min: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.min is not None and self.min > len(self.mentions):
            raise ValueError(
                f"min is {self.min}, but there are only {len(self.mentions)} patterns: lower min"
            )
        return self

    def decide(self, subject: Subject) -> Decision:
        texts = [source.text for source in subject.within(self.within).values()]
        missing = [pattern for pattern in self.mentions if not _occurs_in_one(pattern, texts)]
        found = len(self.mentions) - len(missing)
        seen = f"{found} of {len(self.mentions)}" + (f", without {missing[:3]}" if missing else "")
        return Decision(found >= (self.min or len(self.mentions)), seen, bool(texts))


class Words(Leaf):
    """The text has at least that many words."""

    words: int = Field(ge=1)

    def decide(self, subject: Subject) -> Decision:
        count = sum(len(source.text.split()) for source in subject.within(self.within).values())
        return Decision(count >= self.words, f"{count} words", count > 0)


def _occurs_in_one(pattern: str, texts: Iterable[str]) -> bool:
    return any(occurs(pattern, text, ignores_case=True) for text in texts)


def _fits(text: str, wanted: Regexes, unwanted: Regexes) -> bool:
    """Whether the text matches all wanted patterns and none of the unwanted, ignoring case."""
    return all(occurs(pattern, text, ignores_case=True) for pattern in wanted) and not any(
        occurs(pattern, text, ignores_case=True) for pattern in unwanted
    )

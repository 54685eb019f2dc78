"""The text above a block: which line names the block's file, and what else it says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import Final

from assay.answers.bare import meant, mentions, read_bare, undecorated
from assay.answers.fence_languages import family_of, fits, is_json_elsewhere
from assay.answers.lines import MAX_LABEL, is_blank, is_rule

_REACH: Final = 60
_PARAGRAPH: Final = 3
_HEADING: Final = re.compile(r" {0,3}#{1,6}[ \t]+\S")
_STRONG: Final = re.compile(
    r"\s*(?:\d{1,3}[.)]\s+)?(?:\*\*|<(?:b|strong|h[1-6]|summary)>)|\s*\W{0,4}\s*file\b",
    re.IGNORECASE,
)
_LIST_ITEM: Final = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s")
_GENERIC: Final = re.compile(
    r"(?:the\s+)?(?:new\s+|updated?\s+|full\s+|complete\s+|final\s+)?(?:source\s+)?"
    r"(?:code|implementation|solution|contents?|result|after|file)\W*",
    re.IGNORECASE,
)
_INTRODUCES: Final = re.compile(
    r":\s*[*_]*$|\b(?:create|creating|add|update|put|save|place|paste|here(?:'s|’s|\s+is|\s+are)"
    r"|new\s+file|modify|edit|"
    r"open|file|named|called|following|contents?|into|in\s+(?:your|the)|rewrite|replace)\b",
    re.IGNORECASE,
)
_OLD_CODE: Final = re.compile(
    r"\W*(?:the\s+)?(?:before|old|original|legacy|previously|previous|existing|current|❌)"
    r"(?:\s+(?:code|version|file|implementation|component))?(?:\s*\([^)]{0,60}\))?\W*",
    re.IGNORECASE,
)
_USAGE: Final = re.compile(
    r"^[\W\d]*(?:basic\s+|sample\s+)?(?:usage\b|examples?\W*$)|\b(?:usage\s+examples?"
    r"|examples?\s+(?:of\s+)?usage|"
    r"how\s+to\s+use|use\s+it\s+like|(?:can|may)\s+(?:then\s+)?be\s+used|to\s+use\s+(?:the|this"
    r"|it)|"
    r"use\s+(?:the|this)\s+(?:component|hook|service))\b",
    re.IGNORECASE,
)
_README: Final = re.compile(r"\W*(?:\d{1,3}[.)]\s+)?\W*readme\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Label:
    """A path for a block and the note behind it.

    `whole`: a line, a comment or an info string is that path and nothing else. `explicit`: it
    also touches the block. `prose`: a sentence names it.
    """

    path: str
    note: str = ""
    whole: bool = False
    explicit: bool = False
    prose: bool = False

    def within(self, folder: str) -> Label:
        """The same label with its path in a folder."""
        return replace(self, path=f"{folder.rstrip('/')}/{self.path}")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands above a block.

    `label`: the path that the text gives it. `headings`: the paths in the section's heading that
    no block has used yet. `intro`: the nearest lines. `old`: they announce code that is to be
    replaced. `usage`: they announce an example of use.
    """

    label: Label | None
    headings: tuple[Label, ...]
    intro: str
    old: bool
    usage: bool


def is_heading(line: str) -> bool:
    """Whether the line is a Markdown heading with `#`."""
    return len(line) <= MAX_LABEL and bool(_HEADING.match(line))


def is_strong(line: str) -> bool:
    """Whether the line stands out as a heading does: `#`, bold, or `File:`."""
    return is_heading(line) or (len(line) <= MAX_LABEL and bool(_STRONG.match(line)))


def survey(
    region: Sequence[str], carried: tuple[Label, ...], language: str, indented: bool
) -> Surroundings:
    """Read the text between two blocks, for the lower one.

    `region` are its lines, `carried` the unused paths of the section's heading, `language` the
    block's; `indented`: the block belongs to a list item.
    """
    filled = list(islice(_filled_upwards(region), _REACH))
    titles = list(islice((line for line in filled if is_heading(line)), 2))
    headings = _section(titles, filled, carried, language)
    nearest = filled[0] if filled else ""
    return Surroundings(
        label=_choose(
            filled, headings, language, _Place(indented, apart=indented or _is_apart(region))
        ),
        headings=headings,
        intro="\n".join(reversed(filled[:2])),
        old=bool(_OLD_CODE.fullmatch(undecorated(nearest))),
        usage=any(_USAGE.search(line) for line in [*filled[:2], *titles[:1]]),
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """How the line above a block stands: `apart` from other lines, or in a list item."""

    indented: bool
    apart: bool


def _is_apart(region: Sequence[str]) -> bool:
    """Whether the lowest line of the region is no list item and has a blank line above."""
    at = next((at for at in range(len(region) - 1, -1, -1) if not is_blank(region[at])), 0)
    return at > 0 and is_blank(region[at - 1]) and not _LIST_ITEM.match(region[at])


def _filled_upwards(region: Sequence[str]) -> Iterator[str]:
    for line in reversed(region):
        if (
            not is_blank(line)
            and not is_rule(line)
            and not line.lstrip().startswith(("```", "~~~"))
        ):
            yield line.rstrip()[: MAX_LABEL + 1]


def _section(
    titles: list[str], filled: list[str], carried: tuple[Label, ...], language: str
) -> tuple[Label, ...]:
    if not titles:
        return carried if len(filled) < _REACH else ()
    if own := titled(titles[0]):
        return own
    title = undecorated(titles[0])
    if _GENERIC.fullmatch(title) or _OLD_CODE.fullmatch(title):
        return titled(titles[1]) if len(titles) > 1 else carried
    is_readme = family_of(language) == "markdown" and _README.fullmatch(title)
    return (Label("README.md"),) if is_readme else ()


def titled(line: str) -> tuple[Label, ...]:
    """The paths that a heading gives to the blocks below it: itself, or those it mentions."""
    if bare := read_bare(line):
        return (Label(bare.path, bare.note, whole=True),)
    found = [mention for mention in mentions(line) if mention.rank < 2]
    best = min((mention.rank for mention in found), default=0)
    return tuple(Label(mention.path) for mention in found if mention.rank == best)


def _choose(
    filled: list[str], headings: tuple[Label, ...], language: str, place: _Place
) -> Label | None:
    """The first of these that names a path.

    The touching line, the own list item, a line that stands out, the heading, prose.
    """
    heading = next((label for label in headings if fits(language, label.path)), None)
    if not filled:
        return heading
    return (
        _touching(filled, language, place)
        or _own_item(filled[:1], language, place.indented)
        or _standing_out(filled, language)
        or heading
        or _item(filled[0], language)
        or _bold_readme(filled[0], language)
        or _lone_path(filled[1:], language)
        or _sentence(filled[:_PARAGRAPH], language)
    )


def _own_item(nearest: list[str], language: str, indented: bool) -> Label | None:
    """The list item that an indented block belongs to."""
    if indented and _LIST_ITEM.match(nearest[0]):
        return _sentence(nearest, language)
    return None


def _if_fits(label: Label | None, language: str) -> Label | None:
    return label if label and fits(language, label.path) else None


def _touching(filled: list[str], language: str, place: _Place) -> Label | None:
    """The line right above the block, unless it ends a list of files or cannot name JSON."""
    bare = read_bare(filled[0])
    if not bare or (not place.apart and _is_file_list(filled)):
        return None
    if is_json_elsewhere(language, bare.path):
        return None
    return Label(bare.path, bare.note, whole=True, explicit=True)


def _is_file_list(filled: list[str]) -> bool:
    """Whether the lines end in a list of several files, which labels nothing."""
    if len(filled) < 2 or filled[0].startswith("**"):
        return False
    if is_heading(filled[0]) or is_heading(filled[1]):
        return False
    last, other = read_bare(filled[0]), read_bare(filled[1])
    return last is not None and other is not None and last.path != other.path


def _standing_out(filled: list[str], language: str) -> Label | None:
    """A bold or `File:` line below the heading, followed by one or two sentences."""
    for line in filled[1:]:
        if is_heading(line):
            return None
        if (
            is_strong(line)
            and not line.lstrip().startswith(("- ", "* ", "+ "))
            and (bare := read_bare(line))
        ):
            return _if_fits(Label(bare.path, bare.note, whole=True), language)
    return None


def _item(line: str, language: str) -> Label | None:
    """A list item or bold line that ends with its path, as in `8. **App (App.tsx)**:`."""
    if not (_LIST_ITEM.match(line) or is_strong(line)):
        return None
    mention = meant(mentions(line), language)
    if mention is None:
        return None
    behind = line[line.rindex(mention.path) + len(mention.path) :]
    return Label(mention.path) if not behind.strip("`*):.,\"' ") else None


def _bold_readme(line: str, language: str) -> Label | None:
    is_readme = family_of(language) == "markdown" and _README.fullmatch(undecorated(line))
    return Label("README.md") if is_readme else None


def _lone_path(lines: list[str], language: str) -> Label | None:
    """A path alone on its line, followed by one or two sentences; none in a list of paths."""
    for line, above in zip_longest(lines, lines[1:], fillvalue=""):
        if is_heading(line):
            return None
        bare = None if _LIST_ITEM.match(line) else read_bare(line)
        if bare and not bare.note:
            return None if read_bare(above) else _if_fits(Label(bare.path, whole=True), language)
    return None


def _sentence(near: list[str], language: str) -> Label | None:
    """A sentence that introduces the block and names its file: "Create a `jest.config.js`:"."""
    for line in near:
        if is_heading(line):
            return None
        mention = meant(mentions(line), language)
        if mention and _INTRODUCES.search(line):
            return Label(mention.path, prose=True)
    return None

"""The text above a block: which line names the block's file, and what else it says."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from assay.answers.bare import Label, meant, mentions, read_bare, undecorated
from assay.answers.fence_languages import NEVER_JSON, ending_of, family_of, fits
from assay.answers.lines import MAX_LABEL, is_blank, is_rule

_REACH = 60
_PARAGRAPH = 3
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+\S")
_STRONG = re.compile(
    r"\s*(?:\d{1,3}[.)]\s+)?(?:\*\*|<(?:b|strong|h[1-6]|summary)>)|\s*\W{0,4}\s*file\b",
    re.IGNORECASE,
)
_LIST_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s")
_BULLET = re.compile(r"\s*[-*+•]\s")
_INTRODUCES = re.compile(
    r":\s*[*_]*$|\b(?:create|creating|add|update|put|save|place|paste|here(?:'s|’s|\s+is|\s+are)"
    r"|new\s+file|modify|edit|open|file|named|called|following|contents?|into|in\s+(?:your|the)"
    r"|rewrite|replace)\b",
    re.IGNORECASE,
)
_OLD_CODE = re.compile(
    r"\W*(?:the\s+)?(?:before|old|original|legacy|previously|previous|existing|current|❌)"
    r"(?:\s+(?:code|version|file|implementation|component))?(?:\s*\([^)]{0,60}\))?\W*",
    re.IGNORECASE,
)
_USAGE = re.compile(
    r"^[\W\d]*(?:basic\s+|sample\s+)?(?:usage\b|examples?\W*$)|\b(?:usage\s+examples?"
    r"|examples?\s+(?:of\s+)?usage|how\s+to\s+use|use\s+it\s+like|(?:can|may)\s+(?:then\s+)?be"
    r"\s+used|to\s+use\s+(?:the|this|it)|use\s+(?:the|this)\s+(?:component|hook|service))\b",
    re.IGNORECASE,
)
_README = re.compile(r"\W*(?:\d{1,3}[.)]\s+)?\W*readme\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands above a block.

    `label`: the path that the text gives it. `headings`: the paths in the section's heading that
    no block has used yet. `old`: the nearest lines announce code that is to be replaced. `usage`:
    they announce an example of use.
    """

    label: Label | None
    headings: tuple[Label, ...]
    old: bool
    usage: bool


def is_heading(line: str) -> bool:
    return len(line) <= MAX_LABEL and bool(_HEADING.match(line))


def is_strong(line: str) -> bool:
    """Whether the line stands out as a heading does: `#`, bold, or `File:`."""
    return is_heading(line) or (len(line) <= MAX_LABEL and bool(_STRONG.match(line)))


def survey(region: Sequence[str], carried: tuple[Label, ...], language: str) -> Surroundings:
    """Read the text between two blocks, for the lower one.

    `region` are its lines, `carried` the unused paths of the section's heading, `language` the
    block's.
    """
    filled = list(islice(_filled_upwards(region), _REACH))
    titles = list(islice((line for line in filled if is_heading(line)), 2))
    headings = _section(titles, filled, carried, language)
    nearest = filled[0] if filled else ""
    return Surroundings(
        label=_choose(filled, headings, language),
        headings=headings,
        old=bool(_OLD_CODE.fullmatch(undecorated(nearest))),
        usage=any(_USAGE.search(line) for line in [*filled[:2], *titles[:1]]),
    )


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
    if _OLD_CODE.fullmatch(title):
        return titled(titles[1]) if len(titles) > 1 else carried
    is_readme = family_of(language) == "markdown" and _README.fullmatch(title)
    return (Label("README.md"),) if is_readme else ()


def titled(line: str) -> tuple[Label, ...]:
    """The paths that a heading gives to the blocks below it: itself, or those it mentions."""
    if bare := read_bare(line):
        return (bare,)
    found = [mention for mention in mentions(line) if mention.rank < 2]
    best = min((mention.rank for mention in found), default=0)
    return tuple(Label(mention.path) for mention in found if mention.rank == best)


def _choose(filled: list[str], headings: tuple[Label, ...], language: str) -> Label | None:
    """The touching line, a path further up, the heading or prose: the first that names a path."""
    heading = next((label for label in headings if fits(language, label.path)), None)
    if not filled:
        return heading
    return (
        _touching(filled[0], language)
        or _further_up(filled[1:], language)
        or heading
        or _item(filled[0], language)
        or _sentence(filled[:_PARAGRAPH], language)
    )


def _touching(line: str, language: str) -> Label | None:
    """The path right above the block; JSON is not the script or page that is named there."""
    bare = read_bare(line)
    if bare is None or (family_of(language) == "json" and ending_of(bare.path) in NEVER_JSON):
        return None
    return replace(bare, explicit=True)


def _further_up(lines: Sequence[str], language: str) -> Label | None:
    """A path alone on its line below the heading, followed by one or two sentences."""
    for line in lines:
        if is_heading(line):
            return None
        bare = None if _BULLET.match(line) else read_bare(line)
        if bare and (is_strong(line) or not bare.note):
            return bare if fits(language, bare.path) else None
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


def _sentence(near: list[str], language: str) -> Label | None:
    """A sentence that introduces the block and names its file: "Create a `jest.config.js`:"."""
    for line in near:
        if is_heading(line):
            return None
        mention = meant(mentions(line), language)
        if mention and _INTRODUCES.search(line):
            return Label(mention.path, prose=True)
    return None

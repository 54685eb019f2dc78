"""Version ranges in a package.json, as npm reads them."""

import re
from typing import Any

import semantic_version

_ANY = ("latest", "next", "*", "x", "X", "")
"""What may stand for the newest release."""
_LONGEST_RANGE = 256
"""As npm has it: a longer text is no range."""


def admits_only(declared: Any, wanted: str) -> bool:
    """Whether the lowest release that a declared npm range admits lies in the wanted range.

    `latest`, `next`, `*`, `x` and nothing mean the newest release, which every lower bound
    admits. A path, a branch or `workspace:*` is no range, and lies in none.
    """
    if not isinstance(declared, str) or len(declared) > _LONGEST_RANGE:
        return False
    lowest = _lowest(_npm_range(declared))
    return lowest is not None and lowest in semantic_version.NpmSpec(wanted)


def _npm_range(declared: str) -> str:
    """The range in a declaration, without what is no part of it.

    Removed are `workspace:`, `npm:name@`, what leads to a git tag, spaces after operators, and
    pre-release and build marks (a pre-release counts as its release).
    """
    text: str = re.sub(
        r"^(?:workspace:(?=.*\d)|npm:@?[^@]*@|[^#]*#(?:semver:)?)", "", declared.strip()
    )
    text = re.sub(r"(\d+\.\d+\.\d+)[-+][0-9A-Za-z.+-]+", r"\1", text)
    return re.sub(r"([<>=~^])\s+", r"\1", text)


def _lowest(npm_range: str) -> semantic_version.Version | None:
    """The lowest release in the range; None if it is no range.

    Candidates are the releases that the range names, and their successors.
    """
    if npm_range in _ANY:
        return semantic_version.Version("9999.0.0")
    try:
        spec = semantic_version.NpmSpec(npm_range)
    except ValueError:
        return None
    named = [
        semantic_version.Version.coerce(text)
        for text in re.findall(r"\d+(?:\.\d+){0,2}", npm_range)
    ]
    near = [
        version
        for one in named
        for version in (one, one.next_patch(), one.next_minor(), one.next_major())
    ]
    return min(
        (version for version in (semantic_version.Version("0.0.0"), *near) if version in spec),
        default=None,
    )

"""Paths that a model names: kept inside the application, and storable on every file system.

Nothing here touches a disk. A path that passes can be joined to any folder without leading out of
it.
"""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

MAX_PATH = 200
"""Bytes of UTF-8 in a whole path."""

OUTSIDE = "path outside"
UNUSABLE = "path unusable"
CLASH = "path clash"
MALFORMED = "malformed arguments"
"""Kinds of refusals, as they are counted."""

_DEVICES = re.compile(
    r"(?:CON|PRN|AUX|NUL|CLOCK\$|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])", re.IGNORECASE
)
_RESERVED = frozenset({".git", "git~1", ".dvc", ".dvcignore"})
"""Names that git or DVC act upon wherever they find them."""
_FORBIDDEN = re.compile('[<>:"|?*]')
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode's categories of control and format characters, lone surrogates and line separators."""


class Refused(Exception):
    """A request of the model that cannot be carried out.

    `kind` is what is counted; the message is the answer to the model.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def contained(path: Any) -> str:
    """The path in normal form: relative, forward slashes, no `.` parts, no outer space.

    Refused says why it cannot be used: it leads outside (absolute, a drive, `~`, `..`), or a file
    system cannot store it (control characters, more than MAX_PATH bytes, a device's name, git's
    or DVC's own, characters that Windows forbids).
    """
    if not isinstance(path, str) or not path.strip():
        raise Refused(MALFORMED, "'path' must be a non-empty string")
    slashed = path.strip().replace("\\", "/")
    parts = PurePosixPath(slashed).parts
    if slashed.startswith(("/", "~")) or slashed[1:2] == ":" or not parts or ".." in parts:
        raise Refused(
            OUTSIDE,
            "the path must be relative to the application's root, such as src/main.ts, without a "
            "leading slash, a "
            f"drive, '~' or '..': {_shown(path)} is not",
        )
    reason = _unusable(slashed, parts)
    if reason:
        raise Refused(UNUSABLE, f"the path {_shown(path)} cannot be used: {reason}")
    return "/".join(parts)


def _unusable(slashed: str, parts: Iterable[str]) -> str:
    """Why a file system cannot store the path; '' if it can."""
    if any(unicodedata.category(character) in _UNSEEN for character in slashed):
        return "it contains a control character or another invisible one"
    if len(slashed.encode("utf-8", "replace")) > MAX_PATH:
        return f"it is longer than {MAX_PATH} bytes"
    found = _FORBIDDEN.search(slashed)
    if found:
        return f"it contains '{found[0]}'"
    for part in parts:
        if part.endswith((".", " ")):
            return f"'{part}' ends with a dot or a space"
        if _DEVICES.fullmatch(part.partition(".")[0].rstrip()):
            return f"'{part}' is the name of a device"
        if part.lower() in _RESERVED:
            return f"'{part}' is reserved for the tools that keep the result"
    return ""


def _shown(path: str) -> str:
    """The path for a message: short, with hidden characters escaped."""
    return ascii(path if len(path) <= 80 else f"{path[:77]}...")


class SideBySide:
    """Paths that every file system must be able to store together."""

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self._names: dict[str, tuple[str, str]] = {}
        """By key a file or folder as it is spelled, and the path that it came with."""
        for path in paths:
            self.add(path)

    def add(self, path: str) -> None:
        for folder in _prefixes(path):
            self._names.setdefault(_key(folder), (folder, path))

    def clash(self, path: str) -> str | None:
        """A path that this one cannot stand beside; None if there is none.

        Two paths clash if they differ only in the case of letters or in Unicode's normal form,
        also in a folder's name, or if one is a folder of the other. The time depends on the
        path's depth, not on the number of paths.
        """
        for folder in _prefixes(path):
            spelled, other = self._names.get(_key(folder), (folder, path))
            if spelled != folder or (folder == path) != (spelled == other):
                return other
        return None


def _prefixes(path: str) -> list[str]:
    """The folders above the path, outermost first, and the path itself."""
    parts = path.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _key(path: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())

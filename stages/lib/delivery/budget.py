"""How much of an answer is read: a bound on files and bytes, the same on every machine.

No honest answer comes near it: the largest reference answer has a twentieth of it. Files beyond the
budget are kept and shown, but neither parsed nor checked, and a check that needs one fails.
"""

from collections.abc import Mapping

MAX_FILES = 1_000
MAX_BYTES = 2_000_000
"""Bytes of UTF-8 of all files of an answer together, or of its text."""


def beyond_budget(files: Mapping[str, str]) -> frozenset[str]:
    """The paths of the files that are not read. The smaller a file, the sooner it is read."""
    sizes = {path: len(text.encode("utf-8", "replace")) for path, text in files.items()}
    left = MAX_BYTES
    unread: list[str] = []
    for number, path in enumerate(sorted(sizes, key=lambda path: (sizes[path], path))):
        left -= sizes[path]
        if number >= MAX_FILES or left < 0:
            unread.append(path)
    return frozenset(unread)

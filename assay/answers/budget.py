"""How much of an answer is read: a budget of files, bytes and parser steps, equal everywhere.

No honest answer comes near it: the largest reference answer has a twentieth of its bytes. The stage
extract decides and marks the files beyond it as `unread`. They are kept and shown, but neither
parsed nor checked, and a check that needs one fails. The parser's steps are in
assay/code/effort.py.
"""

from collections.abc import Mapping

MAX_FILES = 1_000
MAX_BYTES = 2_000_000
"""Bytes of UTF-8 of all files of an answer together, or of its text."""


def reading_order(files: Mapping[str, str]) -> list[str]:
    """The paths of the files that are read, smallest first; the others are beyond the budget."""
    sizes = {path: len(text.encode("utf-8", "replace")) for path, text in files.items()}
    left = MAX_BYTES
    read: list[str] = []
    for path in sorted(sizes, key=lambda path: (sizes[path], path))[:MAX_FILES]:
        left -= sizes[path]
        if left < 0:
            break
        read.append(path)
    return read

"""Git's own names of contents, by which a reader finds them in the history."""

import hashlib


def git_id(content: bytes) -> str:
    """The name that git gives to a file with this content, committed or not."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()

"""Content hashes: the same content gives the same id on every machine."""

import hashlib
import json
from typing import Any


def text_hash(text: str) -> str:
    """SHA-256 of the text's UTF-8 bytes, as 64 hex digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def canonical_json(value: Any) -> str:
    """JSON with sorted keys and no spare white space: equal values give equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def content_hash(value: Any) -> str:
    """SHA-256 of a JSON-like value, whatever the order of its keys."""
    return text_hash(canonical_json(value))


def git_id(content: bytes) -> str:
    """The name that git gives to a file with this content, committed or not."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()

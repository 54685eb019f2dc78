"""What a rater has begun and not finished.

Kept in .assay/marking/, so that a reload or a crash loses nothing.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock

from assay.errors import AssayError
from assay.records.jsonl import write_json

FOLDER = Path(".assay/marking")
Draft = dict[str, Any]


class Drafts:
    """One rater's drafts by item. Every change is on disk when `put` returns."""

    def __init__(self, rater: str, kind: str) -> None:
        self._file = FOLDER / f"{rater}.{kind}.json"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """One change at a time, over all threads and processes of this rater.

        AssayError after ten seconds.
        """
        self._file.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self._file.with_suffix(".lock"), timeout=10)
        try:
            with lock:
                yield
        except TimeoutError as error:
            raise AssayError(
                f"{lock.lock_file}: another process holds it: close the other marking application"
            ) from error

    def put(self, item: str, draft: Draft) -> None:
        """Replace the item's draft; an empty one is forgotten."""
        drafts = self.all() | {item: draft}
        write_json(self._file, {name: found for name, found in drafts.items() if found})

    def all(self) -> dict[str, Draft]:
        """Every draft that was begun. AssayError if the file is damaged."""
        try:
            return dict(json.loads(self._file.read_bytes()))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError) as error:
            raise AssayError(
                f"{self._file}: cannot be read ({error}): delete it, marks are not in it"
            ) from error

"""The ledger: every paid answer, kept for ever, found again by the hash of what was asked.

It is the union of all segments (segments.py), whichever process, model, judge or clone wrote them.
A process that pays writes a segment of its own. What was appended survives a kill; what was
committed survives a power cut.
"""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeVar

from assay.config import paths
from assay.errors import AssayError
from assay.ledger.request import LedgerEntry
from assay.ledger.segment_index import CallRow, first_whole, row_of
from assay.ledger.segments import (
    Segment,
    Span,
    close_abandoned,
    line_number,
    read_entry,
    read_line,
    read_raw,
)
from assay.ledger.sharing import Places, places, share, with_local_copies
from assay.records.pipeline import Response

T = TypeVar("T")


class Ledger:
    """All paid calls. Only their index is in memory; each is read from its segment when asked for.

    Use it through `open_ledger` or `read_ledger`.
    """

    def __init__(self, segments: Places, absent: str, *, writable: bool) -> None:
        """`absent`: a sentence on paid calls that are not here or cannot be read, else empty."""
        self.absent = absent
        self._places = {name: list(files) for name, files in segments.items()}
        self._writable = writable
        self._segment: Segment | None = None
        self._rows: dict[str, CallRow] = {}
        self._raws: dict[str, tuple[str, Span]] = {}
        self._of_subject: defaultdict[str, set[str]] = defaultdict(set)
        self._unsynced = False
        self._committing = asyncio.Lock()
        for name in sorted(self._places):
            self._read_index(name)

    def _read_index(self, name: str) -> None:
        try:
            path, index = first_whole(self._places[name], paths.LEDGER_INDEX)
        except FileNotFoundError:
            return
        for line in index.damaged:
            self._is_damaged(path, line.number, line.problem)
        for row in index.calls:
            self._take(row._replace(segment=name))
        for key, span in index.raws.items():
            self._raws[key] = name, span

    def _take(self, row: CallRow) -> None:
        known = self._rows.get(row.key)
        if known is None or row.rank < known.rank:
            self._rows[row.key] = row
            self._of_subject[row.subject].add(row.key)

    def _is_damaged(self, path: Path, line: int, reason: str) -> None:
        self.absent = self.absent or (
            f"{path}:{line}: this line of the ledger is damaged ({reason}), so its call would be "
            f"paid again: restore the file (`dvc checkout {paths.LEDGER}`, a backup), or take the "
            "line out: `python -m tools.ledger prune --yes`"
        )

    def rows(self, **purpose: str) -> Iterator[CallRow]:
        """What the index says of every call with these values, in the order of keys.

        The names are those of CallRow: stage, model, test, judge, judge_name, subject.
        """
        subject = purpose.get("subject")
        keys = self._rows if subject is None else self._of_subject.get(subject, ())
        for key in sorted(keys):
            row = self._rows[key]
            if all(getattr(row, name) == value for name, value in purpose.items()):
                yield row

    def entries(self, **purpose: str) -> Iterator[LedgerEntry]:
        """Every call with these values (see `rows`), read one after the other."""
        for row in self.rows(**purpose):
            entry = self.find(row.key)
            if entry:
                yield entry

    def find(self, key: str) -> LedgerEntry | None:
        """The call with this key. Of several answers to one request, always the same one."""
        row = self._rows.get(key)
        return self._read(row.segment, row.span, read_entry) if row else None

    def answer(self, key: str) -> Response | None:
        """The answer alone, which is read faster than the whole call."""
        row = self._rows.get(key)
        line = self._read(row.segment, row.span, read_line) if row else None
        return Response.model_validate(line["response"]) if line else None

    def raw(self, key: str) -> str | None:
        """What the provider sent in reply to this request the last time, as `keep_raw` got it."""
        place = self._raws.get(key)
        found = self._read(*place, read_raw) if place else None
        return found[2] if found else None

    def _read(self, segment: str, span: Span, read: Callable[[IO[bytes], Span], T]) -> T | None:
        """What a reader finds at this place of a segment, in the first file where it is whole."""
        problem: tuple[Path, str] | None = None
        for path in self._places[segment]:
            try:
                with open(path, "rb") as file:
                    return read(file, span)
            except FileNotFoundError:  # closed or checked out meanwhile
                continue
            except (OSError, ValueError, KeyError) as error:
                problem = problem or (path, str(error))
        if problem:
            path, reason = problem
            self._is_damaged(path, line_number(path, span.offset), reason)
        return None

    def append(self, entry: LedgerEntry) -> None:
        """Write one entry to the operating system before returning: a kill cannot lose it.

        AssayError if the disk is full. Then a half-written line is removed; earlier entries stay.
        """
        span = self._write(lambda segment: segment.append_entry(entry))
        row = row_of(entry.model_dump(mode="json", by_alias=True), span)
        self._take(row._replace(segment=self._own().name))

    def keep_raw(self, key: str, body: str, model: str) -> None:
        """Keep what a provider sent, before anybody reads it. Errors as `append`.

        A kill cannot lose it; neither can a power cut, once anything is committed after it.
        """
        span = self._write(lambda segment: segment.append_raw(key, model, body))
        self._raws[key] = self._own().name, span

    def _write(self, write: Callable[[Segment], Span]) -> Span:
        try:
            span = write(self._own())
        except OSError as error:
            raise self._unwritable(error) from error
        self._unsynced = True
        return span

    def _own(self) -> Segment:
        """The segment of this process, made for its first call."""
        if not self._writable:
            raise AssayError(f"{paths.LEDGER}: was opened to be read only")
        if self._segment is None:
            self._segment = Segment(paths.LOCAL_STORE)
            name = self._segment.name
            self._places[name] = [self._segment.path, paths.LOCAL_STORE / name]
        return self._segment

    async def commit(self) -> None:
        """Return when every entry so far is on the disk: a power cut cannot lose it.

        Calls that wait at the same time share one fsync.
        """
        async with self._committing:
            await asyncio.to_thread(self.sync)

    def sync(self) -> None:
        """Write every entry so far to the disk. AssayError if that fails."""
        if self._segment is None or not self._unsynced:
            return
        self._unsynced = False
        try:
            self._segment.sync()
        except OSError as error:
            self._unsynced = True
            raise self._unwritable(error) from error

    def close(self) -> str:
        """Close the segment of this process, and share it. Returns what failed, or nothing."""
        if self._segment is None:
            return ""
        segment, self._segment = self._segment, None
        try:
            segment.close()
        except OSError as error:
            raise self._unwritable(error) from error
        return share()

    def _unwritable(self, error: OSError) -> AssayError:
        return AssayError(
            f"{paths.LOCAL_STORE}: cannot be written ({error.strerror}): free space or fix the "
            f"permissions, then run again; {len(self._rows)} calls are kept"
        )


@contextmanager
def open_ledger() -> Iterator[Ledger]:
    """The ledger, to look calls up and to append those that are paid.

    Nobody is waited for. On leaving, also after an error, what was appended is shared with DVC:
    a line says so if that failed.
    """
    for note in close_abandoned(paths.LOCAL_STORE):
        _say(note)
    found, absent = places()
    ledger = Ledger(with_local_copies(found), absent, writable=True)
    try:
        yield ledger
    finally:
        _say(ledger.close())


def read_ledger() -> Ledger:
    """The ledger to look calls up only: nothing is locked, repaired or written but its index."""
    return Ledger(*places(), writable=False)


def _say(text: str) -> None:
    if text:
        print(f"ledger: {text}", file=sys.stderr, flush=True)

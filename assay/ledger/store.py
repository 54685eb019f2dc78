"""The ledger: every paid answer, kept for ever, found again by the hash of what was asked.

Two places hold it. The *local store* under .assay/ is written the moment an answer arrives, and no
checkout can touch it. The *published copy* under outputs/ is what `dvc push` and `dvc pull` share.
A stage starts from the union of both. Both are append-only JSONL; each line carries the hash of its
entry. What was appended survives a kill; what was committed survives a power cut.
"""

import asyncio
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from filelock import FileLock, Timeout

from assay.config import paths
from assay.errors import AssayError
from assay.ledger.dvc_versions import Versions, named_ledgers, new_versions, remember
from assay.ledger.entry import HEADER, LedgerEntry, entry_line
from assay.ledger.ledger_file import read_file, require_whole, set_aside
from assay.records.jsonl import sync_folder, write_bytes


class Ledger:
    """The union of a stage's local store and published copy for one model.

    Use it through `open_ledger`.
    """

    def __init__(
        self,
        store: Path,
        entries: Mapping[str, LedgerEntry],
        file: IO[bytes] | None,
        absent: str = "",
    ) -> None:
        """`absent`: a sentence on versions that dvc.lock names and that are not here."""
        self.absent = absent
        self._store = store
        self._entries = dict(entries)
        self._file = file
        self._unsynced = False
        self._next_commit: asyncio.Future[None] | None = None
        self._committing = asyncio.Lock()

    def find(self, key: str) -> LedgerEntry | None:
        return self._entries.get(key)

    def entries(self) -> Iterator[LedgerEntry]:
        """Every entry, in the order of keys: never in the order of files."""
        return (self._entries[key] for key in sorted(self._entries))

    def append(self, entry: LedgerEntry) -> None:
        """Write one entry to the operating system before returning: a kill cannot lose it.

        AssayError if the disk is full. Then a half-written line is removed; earlier entries stay.
        """
        if self._file is None:
            raise AssayError(f"{self._store}: was opened to be read only")
        descriptor = self._file.fileno()
        size = os.fstat(descriptor).st_size
        try:
            _write_all(descriptor, entry_line(entry).encode("utf-8"))
        except OSError as error:
            self._take_back(size)
            raise self._unwritable(error) from error
        self._entries[entry.key] = entry
        self._unsynced = True

    def append_missing(self, *sources: Mapping[str, LedgerEntry]) -> None:
        """Append what the ledger lacks, and bring it to the disk.

        Of two answers to one request, the earlier source's stays.
        """
        for source in sources:
            for key in sorted(source):
                if key not in self._entries:
                    self.append(source[key])
        self.sync()

    async def commit(self) -> None:
        """Return when every entry so far is on the disk: a power cut cannot lose it.

        Calls that wait at the same time share one fsync.
        """
        if self._next_commit is None:
            self._next_commit = asyncio.ensure_future(self._commit())
        await asyncio.shield(self._next_commit)

    async def _commit(self) -> None:
        async with self._committing:
            self._next_commit = None  # what is appended from now on needs another fsync
            await asyncio.to_thread(self.sync)

    def sync(self) -> None:
        """Write every entry so far to the disk. AssayError if that fails."""
        if self._file is None or not self._unsynced:
            return
        self._unsynced = False
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> AssayError:
        return AssayError(
            f"{self._store}: cannot be written ({error.strerror}): {len(self._entries)} calls are "
            "kept; free space and run again"
        )

    def _take_back(self, size: int) -> None:
        assert self._file is not None
        with suppress(OSError):  # not a regular file, or gone: the next start repairs a torn line
            self._file.truncate(size)


@contextmanager
def open_ledger(stage: str = "all", model: str = "all") -> Iterator[Ledger]:
    """The ledger of one stage and model, held by this process alone until the block ends.

    On leaving, also after an error, the published copy has every entry of the union. A damaged line
    is replaced by the whole one of the other copy. AssayError names file and line if neither copy
    has it whole, or if a line belongs to another stage or model: then nothing is changed.
    """
    store = paths.local_ledger(stage, model)
    published = paths.published_ledger(stage, model)
    with locked(store):
        _tidy(store)
        _tidy(published)
        local = read_file(store, stage, model)
        shared = read_file(published, stage, model)
        require_whole(local, shared)
        set_aside(local, shared, store)
        set_aside(shared, local, store)
        new = new_versions(stage, model, HEADER)
        versions = _read_versions(new, stage, model)
        absent = absent_sentence(published, new.absent(versions))
        with _opened(store) as file:
            ledger = Ledger(store, local.entries, file, absent)
            ledger.append_missing(shared.entries, *versions.values())
            try:
                yield ledger
            finally:
                ledger.sync()
                _publish(published, shared.entries, ledger)
                remember(stage, model, set(versions))


def read_ledger(stage: str = "all", model: str = "all") -> Ledger:
    """The same union to look things up only: nothing is locked, repaired or written."""
    store = paths.local_ledger(stage, model)
    published = paths.published_ledger(stage, model)
    local = read_file(store, stage, model)
    shared = read_file(published, stage, model)
    require_whole(local, shared)
    new = new_versions(stage, model, HEADER)
    versions = _read_versions(new, stage, model)
    entries: dict[str, LedgerEntry] = {}
    for version in versions.values():
        entries |= version
    entries |= shared.entries | local.entries
    return Ledger(store, entries, None, absent_sentence(published, new.absent(versions)))


def take_in_all() -> list[str]:
    """Take every published ledger into the local store: those in outputs/ and in DVC's cache.

    `dvc pull` or `dvc checkout` may replace or delete the files in outputs/ afterwards. The files
    themselves stay as they are. Returns what is wrong with ledgers that could not be taken; a stage
    that needs one of them stops with the same message.
    """
    problems: list[str] = []
    ledgers = set(Path().glob("outputs/ledger/*/*.jsonl"))
    ledgers |= {Path(path) for path in named_ledgers()}
    for published in sorted(ledgers):
        try:
            _take_in(published.parent.name, published.stem)
        except AssayError as error:
            problems.append(str(error))
    return problems


def absent_ledgers(models: Sequence[str]) -> list[str]:
    """A sentence on each ledger that dvc.lock names for these models and this machine lacks."""
    every = [read_ledger(stage, model) for model in models for stage in ("generate", "judge")]
    return [ledger.absent for ledger in every if ledger.absent]


def _take_in(stage: str, model: str) -> None:
    store = paths.local_ledger(stage, model)
    with locked(store):
        _tidy(store)
        local = read_file(store, stage, model)
        shared = read_file(paths.published_ledger(stage, model), stage, model)
        require_whole(local, shared)
        set_aside(local, shared, store)
        versions = _read_versions(new_versions(stage, model, HEADER), stage, model)
        sources = (shared.entries, *versions.values())
        if any(source.keys() - local.entries.keys() for source in sources):
            with _opened(store) as file:
                Ledger(store, local.entries, file).append_missing(*sources)
        remember(stage, model, set(versions))


def _read_versions(new: Versions, stage: str, model: str) -> dict[str, dict[str, LedgerEntry]]:
    """The entries of each version in DVC's cache.

    A version that is damaged or belongs elsewhere is left out, and read again the next time.
    """
    versions: dict[str, dict[str, LedgerEntry]] = {}
    for name, path in new.cached.items():
        with suppress(AssayError):
            file = read_file(path, stage, model)
            if not file.damaged:
                versions[name] = file.entries
    return versions


def absent_sentence(published: Path, absent: Sequence[str]) -> str:
    """What to do about versions that this machine lacks; '' if it has all."""
    if not absent:
        return ""
    return (
        f"{published}: dvc.lock names a version that is not here (MD5 {', '.join(absent)}), so "
        "paid answers may be missing: run `make pull`; if DVC's remote does not have it, ask "
        "whoever ran it to `dvc push`. If it is lost, set `pay_again: true` in "
        "conf/calls/default.yaml for one run"
    )


@contextmanager
def locked(store: Path) -> Iterator[None]:
    """Hold the ledger of this local store alone.

    If another process has it, for instance a stage that a killed `dvc repro` left running, say so
    and wait.
    """
    lock = FileLock(store.with_suffix(".lock"))
    holder = store.with_suffix(".holder")
    try:
        store.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=1)
        except Timeout:
            text = f"{store}: {_name_of(holder)} is writing; waiting for it to end"
            print(text, file=sys.stderr, flush=True)
            lock.acquire()
        since = datetime.now(UTC).strftime("%H:%M:%S UTC")
        holder.write_text(f"process {os.getpid()} (since {since})", encoding="utf-8")
    except OSError as error:
        raise AssayError(
            f"{store}: cannot be locked ({error.strerror}): fix the permissions"
        ) from error
    try:
        yield
    finally:
        with suppress(OSError):
            holder.unlink()
        lock.release()


def _name_of(holder: Path) -> str:
    try:
        return holder.read_text(encoding="utf-8") or "another process"
    except OSError:
        return "another process"


def _tidy(path: Path) -> None:
    """Remove copies that a kill left while the file was being replaced.

    Only a holder of the ledger replaces it.
    """
    for left in path.parent.glob(f".{path.stem}.*"):
        with suppress(OSError):
            left.unlink()


@contextmanager
def _opened(store: Path) -> Iterator[IO[bytes]]:
    try:
        # closed below, opened here for its errors
        file = open(store, "ab", buffering=0)  # noqa: SIM115
        if os.fstat(file.fileno()).st_size == 0:
            _write_all(file.fileno(), HEADER)
            os.fsync(file.fileno())
            sync_folder(store.parent)
    except OSError as error:
        raise AssayError(
            f"{store}: cannot be written ({error.strerror}): free space or fix the permissions, "
            "then run again"
        ) from error
    with file:
        yield file


def _publish(published: Path, shared: Mapping[str, LedgerEntry], ledger: Ledger) -> None:
    """Append to the published copy what it lacks, in the order of keys.

    The file is replaced, never written in place: it may be a link into DVC's cache.
    """
    missing = [entry for entry in ledger.entries() if entry.key not in shared]
    if published.exists() and not missing:
        return
    old = published.read_bytes() if published.exists() else HEADER
    added = "".join(map(entry_line, missing)).encode("utf-8")
    write_bytes(published, old + added, durable=True)


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]

"""The ledger: every paid answer, kept for ever, found again by the hash of what was asked.

Two places hold it. The *local store* under .assay/ is written the moment an answer arrives and no checkout
can touch it; the *published copy* under outputs/ is what `dvc push` and `dvc pull` share. A stage starts from
the union of both. Both are append-only JSONL; each line carries the hash of its entry.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from filelock import FileLock, Timeout
from pydantic import Field, ValidationError

from stages.lib.base import paths
from stages.lib.base.errors import AssayError
from stages.lib.base.hashing import text_hash
from stages.lib.base.jsonl import write_bytes
from stages.lib.base.records import Record, Response
from stages.lib.calls.request import CallPurpose
from stages.lib.calls.versions import Versions, named_ledgers, new_versions, remember

_HEAD = '{"sha256": "'
_MIDDLE = '", "entry": '
HEADER = b'{"assay ledger": 1}\n'
"""The first line of every ledger file: the version of its format."""


class LedgerEntry(Record):
    """One call: `key` is the hash of `request`; what the call was for is no part of the key."""

    key: str
    purpose: CallPurpose = Field(alias="about")
    request: dict[str, Any]
    response: Response


def entry_line(entry: LedgerEntry) -> str:
    """The entry as a line of JSON that carries the SHA-256 of its own text."""
    body = json.dumps(entry.model_dump(mode="json"), ensure_ascii=False, sort_keys=True)
    return _line(body) + "\n"


def _line(body: str) -> str:
    return f"{_HEAD}{text_hash(body)}{_MIDDLE}{body}}}"


def parse_line(line: str) -> LedgerEntry:
    """The entry of a line. ValueError if the line is torn, malformed or altered since it was written."""
    start = len(_HEAD) + 64 + len(_MIDDLE)
    body = line[start:-1]
    if line != _line(body):
        raise ValueError("its hash does not match")
    try:
        return LedgerEntry.model_validate_json(body)
    except ValidationError as error:
        raise ValueError("it is not an entry of this version of the ledger") from error


class Ledger:
    """The union of a stage's local store and published copy for one model. Use it through `open_ledger`."""

    def __init__(
        self,
        store: Path,
        entries: Mapping[str, LedgerEntry],
        file: IO[bytes] | None,
        absent: str = "",
    ) -> None:
        """`absent`: a sentence on versions that dvc.lock names and that are not here."""
        self._store = store
        self._entries = dict(entries)
        self._file = file
        self.absent = absent

    def find(self, key: str) -> LedgerEntry | None:
        return self._entries.get(key)

    def entries(self) -> Iterator[LedgerEntry]:
        """Every entry, in the order of keys: never in the order of files."""
        return (self._entries[key] for key in sorted(self._entries))

    def append(self, entry: LedgerEntry) -> None:
        """Write one entry through to the operating system before returning, so that a kill cannot lose it.

        AssayError if the disk is full: a half-written line is taken back, all earlier entries stay.
        """
        if self._file is None:
            raise AssayError(f"{self._store}: was opened to be read only")
        descriptor = self._file.fileno()
        size = os.fstat(descriptor).st_size
        try:
            _write_all(descriptor, entry_line(entry).encode("utf-8"))
        except OSError as error:
            self._take_back(size)
            raise AssayError(
                f"{self._store}: cannot be written ({error.strerror}): {len(self._entries)} calls are kept; "
                "free space and run again"
            ) from error
        self._entries[entry.key] = entry

    def append_missing(self, *sources: Mapping[str, LedgerEntry]) -> None:
        """Append what the ledger lacks. Of two answers to one request, the earlier source's stays."""
        for source in sources:
            for key in sorted(source):
                if key not in self._entries:
                    self.append(source[key])

    def _take_back(self, size: int) -> None:
        assert self._file is not None
        try:
            self._file.truncate(size)
        except OSError:  # not a regular file, or gone: the next start repairs a torn line
            return


@contextmanager
def open_ledger(stage: str, model: str) -> Iterator[Ledger]:
    """The ledger of one stage and model, held by this process alone until the block ends.

    On leaving, also after an error, the published copy has every entry of the union.
    AssayError names file and line of an entry that was damaged.
    """
    store, published = paths.local_ledger(stage, model), paths.published_ledger(stage, model)
    with locked(store):
        _tidy(store)
        _tidy(published)
        local, shared = _read(store), _read(published)
        new = new_versions(stage, model, HEADER)
        versions = _read_versions(new)
        with _opened(store) as file:
            ledger = Ledger(store, local, file, absent_sentence(published, new.absent(versions)))
            ledger.append_missing(shared, *versions.values())
            try:
                yield ledger
            finally:
                _publish(published, shared, ledger)
                remember(stage, model, set(versions))


def read_ledger(stage: str, model: str) -> Ledger:
    """The same union to look things up only: nothing is locked, repaired or written."""
    store, published = paths.local_ledger(stage, model), paths.published_ledger(stage, model)
    new = new_versions(stage, model, HEADER)
    versions = _read_versions(new)
    entries: dict[str, LedgerEntry] = {}
    for version in versions.values():
        entries |= version
    entries |= _read(published, fix=False) | _read(store, fix=False)
    return Ledger(store, entries, None, absent_sentence(published, new.absent(versions)))


def take_in_all() -> list[str]:
    """Take every published ledger into the local store: those in outputs/ and those in DVC's cache.

    `dvc pull` or `dvc checkout` may replace or delete the files in outputs/ afterwards. The files
    themselves stay as they are. Returns what is wrong with ledgers that could not be taken; a stage
    that needs one of them stops with the same message.
    """
    problems: list[str] = []
    found = set(Path().glob("outputs/ledger/*/*.jsonl"))
    found |= {Path(path) for path in named_ledgers()}
    for published in sorted(found):
        try:
            _take_in(published.parent.name, published.stem)
        except AssayError as error:
            problems.append(str(error))
    return problems


def absent_ledgers(models: Sequence[str]) -> list[str]:
    """A sentence on each ledger of these models that dvc.lock names and that is not here."""
    every = [read_ledger(stage, model) for model in models for stage in ("generate", "judge")]
    return [ledger.absent for ledger in every if ledger.absent]


def _take_in(stage: str, model: str) -> None:
    store, published = paths.local_ledger(stage, model), paths.published_ledger(stage, model)
    with locked(store):
        _tidy(store)
        local, shared = _read(store), _read(published, fix=False)
        versions = _read_versions(new_versions(stage, model, HEADER))
        if any(source.keys() - local.keys() for source in (shared, *versions.values())):
            with _opened(store) as file:
                Ledger(store, local, file).append_missing(shared, *versions.values())
        remember(stage, model, set(versions))


def _read_versions(new: Versions) -> dict[str, dict[str, LedgerEntry]]:
    """The entries of each version in DVC's cache. A damaged one is left out and read again next time."""
    found: dict[str, dict[str, LedgerEntry]] = {}
    for name, path in new.cached.items():
        with suppress(AssayError):
            found[name] = _read(path, fix=False)
    return found


def absent_sentence(published: Path, absent: Sequence[str]) -> str:
    """What to do about versions that are not here; nothing if there are none."""
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
    """Hold the ledger of this local store alone; wait if another process has it, for instance a stage that a killed
    `dvc repro` left running.
    """
    lock = FileLock(store.with_suffix(".lock"))
    try:
        store.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=1)
        except Timeout:
            print(f"{store}: another process is writing; waiting for it to end", flush=True)
            lock.acquire()
    except OSError as error:
        raise AssayError(
            f"{store}: cannot be locked ({error.strerror}): fix the permissions"
        ) from error
    try:
        yield
    finally:
        lock.release()


def _tidy(path: Path) -> None:
    """Remove copies that a kill left while the file was being replaced, which only a holder of the ledger does."""
    for left in path.parent.glob(f".{path.stem}.*"):
        with suppress(OSError):
            left.unlink()


@contextmanager
def _opened(store: Path) -> Iterator[IO[bytes]]:
    try:
        file = open(store, "ab", buffering=0)  # noqa: SIM115 - closed below, opened here for its errors
        if os.fstat(file.fileno()).st_size == 0:
            _write_all(file.fileno(), HEADER)
    except OSError as error:
        raise AssayError(
            f"{store}: cannot be written ({error.strerror}): free space or fix the permissions, then run again"
        ) from error
    with file:
        yield file


def _read(path: Path, fix: bool = True) -> dict[str, LedgerEntry]:
    """The file's entries by key, the first of duplicates. A torn last line is set aside in <file>.torn, or left out."""
    if not path.exists():
        return {}
    try:
        if fix:
            _repair(path)
        lines = path.read_bytes().split(b"\n")[: None if fix else -1]
    except OSError as error:
        raise AssayError(
            f"{path}: cannot be read ({error.strerror}): fix the permissions, or free space"
        ) from error
    entries: dict[str, LedgerEntry] = {}
    for number, line in enumerate(lines, 1):
        if line and line != HEADER.strip():
            entry = _parse(line, f"{path}:{number}", path)
            entries.setdefault(entry.key, entry)
    return entries


def _parse(line: bytes, place: str, path: Path) -> LedgerEntry:
    try:
        return parse_line(line.decode("utf-8"))
    except ValueError as error:
        source = (
            "a backup" if path.is_relative_to(paths.LOCAL_STORE) else "`dvc checkout` or a backup"
        )
        raise AssayError(
            f"{place}: this ledger line was damaged ({error}). It is not used and nothing was overwritten: restore "
            f"{path} ({source}), or delete that line to pay for that one call again"
        ) from error


def _repair(path: Path) -> None:
    """Cut off what a kill left of a last line, after keeping it in <file>.torn."""
    data = path.read_bytes()
    whole, newline, rest = data.rpartition(b"\n")
    if not rest:
        return
    try:
        parse_line(rest.decode("utf-8"))
        repaired = data + b"\n"
    except ValueError:
        with open(path.with_suffix(".torn"), "ab") as aside:
            aside.write(rest + b"\n")
        repaired = whole + newline
    write_bytes(path, repaired)


def _publish(published: Path, shared: Mapping[str, LedgerEntry], ledger: Ledger) -> None:
    """Append to the published copy what it lacks, in the order of keys.

    The file is replaced, never written in place: it may be a link into DVC's cache.
    """
    missing = [entry for entry in ledger.entries() if entry.key not in shared]
    if published.exists() and not missing:
        return
    old = published.read_bytes() if published.exists() else HEADER
    write_bytes(published, old + "".join(map(entry_line, missing)).encode("utf-8"))


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]

"""Versions of a published ledger that came with DVC, found by the hashes in dvc.lock.

`dvc pull` and `dvc checkout` replace a published ledger by the version of another commit, or delete
it. DVC's cache still has the version that was replaced. So a stage takes the calls of every version
that some commit names and the cache has into the local store, each version once.
"""

import re
import subprocess
from collections.abc import Iterable, Iterator
from configparser import ConfigParser, Error
from contextlib import suppress
from dataclasses import dataclass
from hashlib import md5
from pathlib import Path

from assay.config import paths

LOCK = Path("dvc.lock")
_OUTPUT = re.compile(
    r"^ *- path: (outputs/ledger/\S+\.jsonl)\n((?:(?! *- | {2}\S|\S).*\n?)*)", re.M
)
_HASH = re.compile(r"^ *md5: ([0-9a-f]{32})$", re.M)


@dataclass(frozen=True)
class Versions:
    """The versions of one ledger, by MD5, that were not taken in yet.

    `cached`: files in DVC's cache. `current`: those that the working tree's dvc.lock names, be they
    in the cache or not.
    """

    cached: dict[str, Path]
    current: frozenset[str]

    def absent(self, taken: Iterable[str]) -> list[str]:
        """The current versions that are not here; they may hold paid answers."""
        return sorted(self.current.difference(taken))


def new_versions(stage: str, model: str, header: bytes) -> Versions:
    """The versions that the local store does not have yet. Reads only.

    `header`: all that is in a ledger without calls, which nobody needs.
    """
    known = _known(stage, model) | {_md5(header)}
    ledger = paths.published_ledger(stage, model).as_posix()
    current = hashes_of(_working_lock()).get(ledger, set())
    named = set(current)
    for text in _committed_locks():
        named |= hashes_of(text).get(ledger, set())
    folder = _cache_folder()
    files = {name: folder / name[:2] / name[2:] for name in sorted(named - known)}
    cached = {name: path for name, path in files.items() if path.is_file()}
    unknown = current - known
    if unknown:
        unknown -= {_md5_of(Path(ledger))}
    return Versions(cached, frozenset(unknown))


def named_ledgers() -> set[str]:
    """The path of every ledger that a dvc.lock names: the working tree's or any commit's."""
    locks = (_working_lock(), *_committed_locks())
    return {path for text in locks for path in hashes_of(text)}


def remember(stage: str, model: str, names: set[str]) -> None:
    """Note that the local store has all calls of these versions and of the published copy.

    On a full disk nothing is noted, and the next run takes the versions in once more.
    """
    published = paths.published_ledger(stage, model)
    added = (names | {_md5_of(published)}) - _known(stage, model) - {""}
    if added:
        with suppress(OSError), open(_notes(stage, model), "a", encoding="utf-8") as file:
            file.write("".join(f"{name}\n" for name in sorted(added)))


def hashes_of(lock: str) -> dict[str, set[str]]:
    """The MD5 of every ledger that the text of a dvc.lock names.

    Of a dvc.lock with a conflict, those of both sides.
    """
    found: dict[str, set[str]] = {}
    for path, body in _OUTPUT.findall(lock):
        found.setdefault(path, set()).update(_HASH.findall(body))
    return found


def _notes(stage: str, model: str) -> Path:
    return paths.local_ledger(stage, model).with_suffix(".versions")


def _known(stage: str, model: str) -> set[str]:
    notes = _notes(stage, model)
    return set(notes.read_text(encoding="utf-8").split()) if notes.exists() else set()


def _md5_of(path: Path) -> str:
    """The hash by which DVC knows the file; nothing if there is none."""
    if not path.is_file():
        return ""
    return _md5(path.read_bytes())


def _md5(data: bytes) -> str:
    return md5(data, usedforsecurity=False).hexdigest()


def _working_lock() -> str:
    return LOCK.read_text(encoding="utf-8") if LOCK.is_file() else ""


def _committed_locks() -> Iterator[str]:
    """The text of every dvc.lock that any branch, tag, experiment or former head has."""
    if not Path(".git").exists():
        return
    listed = _git("rev-list", "--all", "--reflog", "--full-history", "--objects", "--", str(LOCK))
    blobs = [line.split(b" ")[0] for line in listed.splitlines() if line.endswith(b" dvc.lock")]
    answer = _git("cat-file", "--batch", stdin=b"".join(blob + b"\n" for blob in blobs))
    while answer:
        head, _, rest = answer.partition(b"\n")
        size = int(head.rsplit(b" ", 1)[-1])
        yield rest[:size].decode("utf-8", "replace")
        answer = rest[size + 1 :]


def _git(*arguments: str, stdin: bytes = b"") -> bytes:
    """What git prints; nothing if it fails, or is not there."""
    try:
        done = subprocess.run(["git", *arguments], input=stdin, capture_output=True, check=False)
    except OSError:
        return b""
    return b"" if done.returncode else done.stdout


def _cache_folder() -> Path:
    """Where DVC's cache keeps files by their MD5, as .dvc/config or .dvc/config.local says."""
    folder = Path(".dvc/cache")
    for name in ("config", "config.local"):
        config = ConfigParser(interpolation=None)
        try:
            config.read(Path(".dvc") / name, encoding="utf-8")
        except Error:  # DVC reports its own mistakes
            continue
        if config.has_option("cache", "dir"):
            folder = Path(".dvc") / config.get("cache", "dir").strip("'\"")
    return folder / "files" / "md5"

"""The ledgers of a git revision, by their hash in its dvc.lock, from DVC's cache or a remote."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from assay.errors import AssayError
from assay.ledger.dvc_versions import LOCK, hashes_of
from assay.records.jsonl import write_bytes


@contextmanager
def ledgers_of(revision: str) -> Iterator[Path]:
    """A folder with the revision's ledgers, as `<stage>/<model>.jsonl`.

    AssayError if there is no such revision, or if a ledger is neither in the cache nor in a remote.
    """
    names = sorted(hashes_of(_lock_of(revision)))
    if not names:
        raise AssayError(f"{revision}: its dvc.lock names no ledger")
    with TemporaryDirectory(prefix="assay-ledgers-") as folder:
        for name in names:
            stage, file = Path(name).parts[-2:]
            write_bytes(Path(folder, stage, file), _bytes_of(name, revision))
        yield Path(folder)


def _lock_of(revision: str) -> str:
    command = ("git", "show", "--end-of-options", f"{revision}:{LOCK}")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssayError(
            f"'{revision}' is no revision with a dvc.lock: give a branch, a tag or a commit (git "
            f"log)"
        )
    return done.stdout


def _bytes_of(name: str, revision: str) -> bytes:
    from dvc.api import DVCFileSystem
    from dvc.exceptions import DvcException

    files: Any = DVCFileSystem(rev=revision)
    try:
        return bytes(files.read_bytes(name))
    except (OSError, DvcException) as error:
        raise AssayError(
            f"{revision}: {name} is neither in DVC's cache nor in a remote: ask whoever ran it to "
            "`dvc push` from that revision"
        ) from error

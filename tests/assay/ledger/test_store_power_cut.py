"""A power cut loses only calls under way: what the disk has at any moment, by system calls."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from assay.config import paths
from assay.ledger.entry import HEADER, LedgerEntry, entry_line
from assay.ledger.store import open_ledger
from assay.records.pipeline import Response

STORE = paths.local_ledger("generate", "m")
PUBLISHED = paths.published_ledger("generate", "m")
ABOUT = {"model": "m", "test": "T", "attempt": 1, "prompt": "p"}


def entry(key: str) -> LedgerEntry:
    return LedgerEntry(key=key, about=ABOUT, request={}, response=Response(text=key))


class Disk:
    """What a disk that drops everything unsynced would have: contents by inode, names by folder.

    A file has the content of its last fsync, a folder the names of its last fsync.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.contents: dict[int, bytes] = {}
        self.names: dict[Path, int] = {}
        self.syncs = 0
        self._fsync = os.fsync
        monkeypatch.setattr(os, "fsync", self._record)

    def _record(self, descriptor: int) -> None:
        self._fsync(descriptor)
        self.syncs += 1
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        if path.is_dir():
            names = {each.absolute(): each.stat().st_ino for each in path.iterdir()}
            self.names = {
                name: inode for name, inode in self.names.items() if name.parent != path
            } | names
        else:
            self.contents[os.fstat(descriptor).st_ino] = path.read_bytes()

    def read(self, path: Path) -> bytes:
        """The file after a power cut at this moment."""
        return self.contents.get(self.names.get(path.absolute(), 0), b"")


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    monkeypatch.chdir(tmp_path)
    return Disk(monkeypatch)


def test_what_is_committed_is_on_the_disk_and_so_is_the_copy_that_replaces_another(
    disk: Disk,
) -> None:
    async def pay(ledger: Any) -> None:
        for key in ("a", "b", "c"):
            ledger.append(entry(key))
            await ledger.commit()
            assert disk.read(STORE).endswith(entry_line(entry(key)).encode())

    for keys in (1, 2):
        with open_ledger("generate", "m") as ledger:
            asyncio.run(pay(ledger))
        assert disk.read(PUBLISHED) == PUBLISHED.read_bytes(), keys
        assert disk.read(STORE) == STORE.read_bytes(), keys


def test_what_is_taken_over_is_on_the_disk_before_the_first_call(disk: Disk) -> None:
    PUBLISHED.parent.mkdir(parents=True)
    PUBLISHED.write_bytes(HEADER + entry_line(entry("a")).encode())
    with open_ledger("generate", "m"):
        assert disk.read(STORE) == PUBLISHED.read_bytes()


def test_answers_that_come_together_share_the_waits_for_the_disk(disk: Disk) -> None:
    async def pay_all(ledger: Any) -> None:
        async def pay(number: int) -> None:
            ledger.append(entry(f"k{number:02}"))
            await ledger.commit()
            assert entry_line(entry(f"k{number:02}")).encode() in disk.read(STORE)

        await asyncio.gather(*(pay(number) for number in range(50)))

    with open_ledger("generate", "m") as ledger:
        before = disk.syncs
        asyncio.run(pay_all(ledger))
        assert 1 <= disk.syncs - before <= 5

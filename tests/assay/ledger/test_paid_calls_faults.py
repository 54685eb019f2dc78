"""The ledger through kills, several processes, full disks and power cuts."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path

import pytest

from assay.config import paths
from assay.ledger.paid_calls import Ledger, open_ledger, read_ledger
from assay.ledger.segments import scan
from tests.assay.ledger.test_paid_calls import entry, known, put
from tests.ledgers import paid, segment_files
from tests.project import ROOT

KILLS = 50
STAGE = f"""
import os, resource, sys
sys.path.insert(0, {str(ROOT)!r})
from assay.errors import AssayError
from assay.ledger.paid_calls import open_ledger
from tests.assay.ledger.test_paid_calls import entry

def ask(calls, size):
    with open_ledger() as ledger:
        for number in range(calls):
            if ledger.find(f"{{number:06}}") is None:
                ledger.keep_raw(f"{{number:06}}", "x" * 100, "m")
                ledger.append(entry(f"{{number:06}}", os.urandom(size // 2).hex()))
                os.write(1, f"{{number:06}}\\n".encode())
"""
"""A stage without Hydra and litellm: it prints each call once `append` returned."""
ONCE = f"""{STAGE}
calls, size, limit = map(int, sys.argv[1:])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    ask(calls, size)
except AssayError as error:
    sys.exit(f"stage: error: {{error}}")
"""
FORKS = f"""{STAGE}
for line in sys.stdin:
    child = os.fork()
    if not child:
        ask(1_000_000, 20000)  # more than it can: it ends by a kill
        os._exit(0)
    os.write(1, f"started {{child}}\\n".encode())
    os.waitpid(child, 0)
    os.write(1, b"ended\\n")
"""
"""Starts a process for each line of its input: a fork saves the second of imports."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def python(code: str, *arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
    )  # fmt: skip


@pytest.mark.slow
def test_fifty_kills_at_random_moments_lose_nothing_and_pay_nothing_twice() -> None:
    chance = random.Random(50)
    told: list[str] = []
    with python(FORKS) as process:
        assert process.stdin and process.stdout
        for _ in range(KILLS):
            process.stdin.write("go\n")
            lines = iter(process.stdout.readline, "")
            child = int(next(lines).split()[1])
            told += [next(lines).strip() for _ in range(chance.randrange(6))]
            time.sleep(chance.uniform(0, 0.02))
            os.kill(child, signal.SIGKILL)
            told += [line.strip() for line in takewhile("ended\n".__ne__, lines)]
        process.stdin.close()
    assert len(told) >= KILLS and max(Counter(told).values()) == 1, "a call was paid twice"
    with open_ledger() as ledger:
        kept = {row.key for row in ledger.rows()}
        assert set(told) <= kept, "a call that was acknowledged is lost"
        assert len(kept) <= len(told) + KILLS, "a kill leaves one call unacknowledged, no more"
        assert not ledger.absent and len(list(ledger.entries())) == len(kept)
        assert all(ledger.raw(key) for key in kept), "a raw reply is there before its call"
    left = [path.stat().st_size for path in paths.LOCAL_STORE.glob("*.open")]
    assert not any(left), "what was written before a kill belongs to a closed segment"


def test_processes_at_once_wait_for_nobody_and_lose_nothing() -> None:
    with python(ONCE, 0, 600, 0), open_ledger() as first, open_ledger() as second:
        first.append(entry("a"))
        second.append(entry("b"))
        assert known() == ["a", "b"]
        with open_ledger() as third:
            assert [found.key for found in third.entries()] == ["a", "b"]
        first.append(entry("c"))
    assert known() == ["a", "b", "c"] and not read_ledger().absent
    assert len({path.name for path in segment_files()}) == 2


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[None]:
    """A file system of this size mounted over the folder; skipped where nobody may mount one."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("a small file system cannot be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_stops_the_stage_with_one_line_and_keeps_what_is_paid(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = folder / "disk"
    disk.mkdir()
    with small_disk(disk, "500k"):
        monkeypatch.chdir(disk)
        told = stopped("No space left on device", 0)
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        goes_on(told)
        monkeypatch.chdir(folder)


def test_a_limit_on_the_size_of_files_is_like_a_full_disk() -> None:
    goes_on(stopped("File too large", 200_000))


def stopped(reason: str, limit: int) -> list[str]:
    """Run a stage into the limit. What it paid; it says why in one line, and keeps every call."""
    with python(ONCE, 100, 30_000, limit) as process:
        out, err = process.communicate()
    told = out.split()
    *_, line = err.splitlines()
    assert process.returncode == 1 and line.startswith("stage: error: ")
    assert f"cannot be written ({reason})" in line and "free space" in line
    assert [found.key for found in paid()] == told and 5 < len(told) < 40
    return told


def goes_on(kept_keys: list[str]) -> None:
    """With room again the next run pays the rest, and nothing of what is paid."""
    with python(ONCE, 40, 30_000, 0) as process:
        out, _ = process.communicate()
    assert process.returncode == 0
    assert sorted([*kept_keys, *out.split()]) == [f"{number:06}" for number in range(40)]
    assert len(known()) == 40 and not read_ledger().absent


def test_a_clock_that_goes_backwards_changes_nothing() -> None:
    clocks = ["2026-03-01T10:00:00+00:00", "1970-01-01T00:00:00+00:00", ""]
    entries = [entry(str(number), time=clock) for number, clock in enumerate(clocks)]
    put(paths.LOCAL_STORE, *entries[:1])
    with open_ledger() as ledger:
        for late in entries[1:]:
            ledger.append(late)
    assert list(read_ledger().entries()) == entries


class Disk:
    """What a disk that drops everything unsynced would have, by inode and by folder.

    A file has the content of its last fsync, a folder the names of its last fsync.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.contents: dict[int, bytes] = {}
        self.names: set[int] = set()
        self.syncs = 0
        self._fsync = os.fsync
        monkeypatch.setattr(os, "fsync", self._record)

    def _record(self, descriptor: int) -> None:
        self._fsync(descriptor)
        self.syncs += 1
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        if path.is_dir():
            self.names |= {each.stat().st_ino for each in path.iterdir()}
        else:
            self.contents[os.fstat(descriptor).st_ino] = path.read_bytes()

    def keys(self, folder: Path) -> list[str]:
        """The calls, and the raw replies, that a power cut at this moment leaves."""
        after = folder / "after"
        found = []
        for inode in sorted(self.names & self.contents.keys()):
            after.write_bytes(self.contents[inode])
            values = [line.value or {} for line in scan(after)]
            found += [value.get("key") or f"raw {value.get('raw')}" for value in values]
        return found


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def test_what_is_committed_is_on_the_disk_and_so_are_raw_replies(disk: Disk, folder: Path) -> None:
    async def pay(ledger: Ledger) -> None:
        for key in ("a", "b", "c"):
            ledger.keep_raw(key, "body", "m")
            ledger.append(entry(key))
            await ledger.commit()
            assert disk.keys(folder)[-2:] == [f"raw {key}", key]

    with open_ledger() as ledger:
        asyncio.run(pay(ledger))


def test_answers_that_come_together_share_the_waits_for_the_disk(disk: Disk) -> None:
    async def pay(ledger: Ledger, number: int) -> None:
        ledger.append(entry(f"k{number:02}"))
        await ledger.commit()

    async def pay_all(ledger: Ledger) -> None:
        await asyncio.gather(*(pay(ledger, number) for number in range(50)))

    with open_ledger() as ledger:
        asyncio.run(pay_all(ledger))
        assert 1 <= disk.syncs <= 6

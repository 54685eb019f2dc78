"""The ledger through kills, several processes, full disks, torn and edited lines."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from assay.config import paths
from assay.errors import AssayError
from assay.ledger.entry import HEADER, LedgerEntry, entry_line
from assay.ledger.store import open_ledger
from assay.records.hashing import content_hash
from assay.records.pipeline import Response
from tests.project import ROOT
from tools.ledger import prune, verify
from tools.ledger.files import read

STORE = paths.local_ledger("generate", "m")
PUBLISHED = paths.published_ledger("generate", "m")
OWN_FILES = {"m.jsonl", "m.lock", "m.torn", "m.versions"}
ABOUT = {"test": "T", "attempt": 1, "prompt": "p"}
KILLS = 50

CALLS = """
import os, resource, sys
from assay.errors import AssayError
from assay.records.pipeline import Response
from assay.ledger.store import open_ledger
from assay.ledger.entry import LedgerEntry
from assay.records.hashing import content_hash

def tell(line):
    os.write(1, (line + chr(10)).encode())

def ask(calls, session, size):
    "Ask for calls 0 to `calls`, the ledger first; open it anew after each `session` calls."
    while True:
        with open_ledger("generate", "m") as ledger:
            keys = {number: content_hash(request(number)) for number in range(calls)}
            missing = [number for number, key in keys.items() if not ledger.find(key)]
            for number in missing[:session]:
                ledger.append(entry(number, size))
                tell(f"paid {number:06}")
        if len(missing) <= session:
            return

def request(number):
    return {"messages": [{"role": "user", "content": str(number)}]}

def entry(number, size):
    about, asked = {"test": "T", "attempt": 1, "prompt": "p"}, request(number)
    response = Response(text=f"{number:06}" * (size // 6))
    return LedgerEntry(key=content_hash(asked), about=about, request=asked, response=response)
"""
"""A stage without Hydra and litellm: it prints each call once `append` returned."""

STAGE = f"""{CALLS}
calls, session, size, limit = map(int, sys.argv[1:])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    ask(calls, session, size)
except AssayError as error:
    sys.exit(f"stage: error: {{error}}")
"""

FORKS = f"""{CALLS}
from tools.ledger import prune
tell("ready")
for line in sys.stdin:
    name, *numbers = line.split()
    child = os.fork()
    if not child:
        try:
            if name == "ask":
                ask(*map(int, numbers))
            else:
                prune.prune(lambda *_: False, "2026-01-01")
        finally:
            tell("done")
            os._exit(0)
    tell(f"started {{child}}")
    sys.stdin.readline()
    # the parent has not waited for it yet, so the id cannot be another process's
    os.kill(child, 9)
    tell(f"ended {{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}}")
"""
"""Starts a process for each line of its input.

A fork saves the half second of imports, and is killed as well.
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def python(code: str, *arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
    )  # fmt: skip


class Victims:
    """Processes that are killed one after the other, and what they told."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.paid: list[str] = []
        assert self._line() == "ready"

    def _line(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def _tell(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n")

    def start(self, command: str) -> int:
        """Start a process; its id."""
        self._tell(command)
        return int(self._until("started"))

    def kill(self, calls: int, delay_s: float) -> int:
        """Kill it so long after it told of so many calls.

        Its exit code, which is 0 if it had ended by itself.
        """
        for _ in range(calls):
            word, _, rest = self._line().partition(" ")
            if word == "done":
                break
            self.paid.append(rest)
        time.sleep(delay_s)
        self._tell("kill")
        return int(self._until("ended"))

    def _until(self, awaited: str) -> str:
        while True:
            word, _, rest = self._line().partition(" ")
            if word == awaited:
                return rest
            assert word in ("paid", "done"), "the process that starts the others is gone"
            if word == "paid":
                self.paid.append(rest)


@pytest.fixture
def victims() -> Iterator[Victims]:
    with python(FORKS) as process:
        yield Victims(process)
        process.kill()


def entry(number: int, text: str = "answer", clock: str = "") -> LedgerEntry:
    request = {"messages": [{"role": "user", "content": str(number)}]}
    response = Response(text=f"{text} {number}", time=clock)
    return LedgerEntry(key=content_hash(request), about=ABOUT, request=request, response=response)


def put(path: Path, *entries: LedgerEntry, end: bytes = b"") -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = HEADER + "".join(map(entry_line, entries)).encode() + end
    path.write_bytes(data)
    return data


def texts() -> dict[str, str]:
    """The answers that the ledger holds by key, as the next stage finds them."""
    with open_ledger("generate", "m") as ledger:
        return {found.key: found.response.text for found in ledger.entries()}


def keys(path: Path) -> list[str]:
    return [line.entry.key for line in read(path, "generate") if line.entry]


def assert_healthy() -> None:
    """Both places hold the same calls, each once, and no file that is not the ledger's own."""
    assert sorted(keys(STORE)) == sorted(set(keys(STORE))) == sorted(keys(PUBLISHED))
    report = verify.verify()
    assert not report.damaged and not report.notes
    assert {
        path.name for folder in (STORE.parent, PUBLISHED.parent) for path in folder.iterdir()
    } <= OWN_FILES


@pytest.mark.slow
def test_fifty_kills_at_random_moments_lose_nothing_and_pay_nothing_twice(victims: Victims) -> None:
    chance = random.Random(50)
    for _ in range(KILLS):
        victims.start("ask 400 3 80000")
        assert victims.kill(chance.randrange(6), chance.uniform(0, 0.02)) == -signal.SIGKILL
    told = victims.paid
    held = texts()
    assert len(told) >= KILLS and max(Counter(told).values()) == 1, "a call was paid twice"
    assert all(text == text[:6] * (80_000 // 6) for text in held.values())
    kept = {text[:6] for text in held.values()}
    assert set(told) <= kept, "a call that was acknowledged is lost"
    assert len(kept) <= len(told) + KILLS, "a kill can leave one call unacknowledged, no more"
    assert_healthy()


def test_two_processes_that_ask_the_same_pay_each_call_once() -> None:
    with python(STAGE, 60, 2, 600, 0) as first, python(STAGE, 60, 2, 600, 0) as second:
        told = [
            line for process in (first, second) for line in process.communicate()[0].splitlines()
        ]
    assert first.returncode == second.returncode == 0
    paid = [line for line in told if line.startswith("paid")]
    assert sorted(paid) == [f"paid {number:06}" for number in range(60)]
    assert len(texts()) == 60
    assert_healthy()


def test_a_process_that_waits_goes_on_when_the_one_before_it_is_killed(victims: Victims) -> None:
    child = victims.start("ask 400 400 60")
    os.kill(child, signal.SIGSTOP)  # it may hold the ledger already, or not yet: both must do
    with python(STAGE, 5, 5, 600, 0) as waiting:
        assert victims.kill(0, 0.5) == -signal.SIGKILL
        waiting.communicate()
    assert waiting.returncode == 0
    assert len(texts()) >= 5 and len(set(victims.paid)) == len(victims.paid)
    assert_healthy()


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
        paid = stopped(r"No space left on device", 0)
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        goes_on(paid)
        monkeypatch.chdir(folder)


def test_a_limit_on_the_size_of_files_is_like_a_full_disk() -> None:
    goes_on(stopped(r"File too large", 400_000))


def stopped(reason: str, limit: int) -> list[str]:
    """Run a stage into the limit, twice.

    What it paid. It says why in one line, and keeps every call.
    """
    paid: list[str] = []
    for _ in range(2):
        with python(STAGE, 100, 100, 30_000, limit) as process:
            out, err = process.communicate()
        paid += [line.removeprefix("paid ") for line in out.splitlines()]
        assert process.returncode == 1 and err.count("\n") == 1
        assert (
            err.startswith("stage: error: ")
            and f"cannot be written ({reason})" in err
            and "free space" in err
        )
        assert STORE.read_bytes().endswith(b"\n"), "a half-written line was left"
        assert paid == [
            line.entry.response.text[:6] for line in read(STORE, "generate") if line.entry
        ]
    assert 5 < len(paid) < 20
    return paid


def goes_on(paid: list[str]) -> None:
    """With room again the next run pays the rest, and nothing of what is paid."""
    with python(STAGE, 20, 20, 30_000, 0) as process:
        out, _ = process.communicate()
    assert process.returncode == 0
    assert sorted([*paid, *(line.removeprefix("paid ") for line in out.splitlines())]) == [
        f"{n:06}" for n in range(20)
    ]
    assert_healthy()


def test_torn_lines_in_both_places_are_set_aside_and_the_rest_is_united() -> None:
    put(STORE, entry(1), entry(2), end=entry_line(entry(3)).encode()[:-9])
    put(PUBLISHED, entry(4), end=entry_line(entry(5)).encode()[:99])
    assert sorted(texts().values()) == ["answer 1", "answer 2", "answer 4"]
    torn = entry_line(entry(3)).encode()[:-9], entry_line(entry(5)).encode()[:99]
    assert STORE.with_suffix(".torn").read_bytes() == b"".join(line + b"\n" for line in torn)
    assert_healthy()


def test_no_edit_of_a_byte_goes_unnoticed() -> None:
    chance = random.Random(7)
    whole = put(STORE, entry(1), entry(2, "ünï ✓"), entry(3))
    end = len(whole) - 1  # without its line end the last line is torn, which is another test's
    for place in chance.sample(range(end), 300):
        edited = bytearray(whole)
        edited[place] ^= 1 << chance.randrange(8)
        STORE.write_bytes(edited)
        line = whole[:place].count(b"\n") + 1
        with pytest.raises(AssayError, match=rf"{STORE}:{line}: this ledger line was damaged"):
            texts()
        assert STORE.read_bytes() == edited and not PUBLISHED.exists()


def test_a_clock_that_goes_backwards_changes_nothing() -> None:
    clocks = [
        "2026-03-01T10:00:00+00:00",
        "2026-02-28T09:00:00+00:00",
        "1970-01-01T00:00:00+00:00",
        "",
    ]
    entries = [entry(number, clock=clock) for number, clock in enumerate(clocks)]
    put(STORE, *entries[:2])
    with open_ledger("generate", "m") as ledger:
        for late in entries[2:]:
            ledger.append(late)
        assert [found.key for found in ledger.entries()] == sorted(one.key for one in entries)
    assert keys(STORE) == [one.key for one in entries]
    assert texts() == {one.key: one.response.text for one in entries}
    assert_healthy()


def test_copies_that_a_kill_left_while_a_file_was_replaced_are_removed() -> None:
    put(STORE, entry(1))
    for path in (STORE, PUBLISHED):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_name(f".{path.name}.k1ll3d").write_bytes(STORE.read_bytes()[:50])
    other = STORE.with_name(".m2.jsonl.k1ll3d")
    other.write_bytes(b"another ledger's, which may be being written")
    texts()
    assert other.exists()
    other.unlink()
    assert_healthy()


def test_a_killed_prune_leaves_every_line_somewhere(victims: Victims) -> None:
    chance = random.Random(3)
    day = "2026-01-01"
    aside = STORE.with_name(f"m.pruned-{day}.jsonl")
    for _ in range(12):
        entries = [entry(number, "long " * 3_000) for number in range(60)]
        put(STORE, *entries)
        put(PUBLISHED, *reversed(entries))
        aside.unlink(missing_ok=True)
        victims.start("prune")
        victims.kill(0, chance.uniform(0, 0.08))
        left = {key for path in (STORE, PUBLISHED, aside) for key in keys(path)}
        assert left == {one.key for one in entries}
        prune.prune(lambda *_: False, day)
        assert keys(STORE) == keys(PUBLISHED) == []
        assert sorted(keys(aside)) == sorted(one.key for one in entries)

"""A hostile program in the sandbox can change nothing that lasts and reach nothing outside."""

import os
import platform
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from assay.sandbox.archive import archived_files
from assay.sandbox.sandbox import Job, Sandbox, SandboxFailed
from tests.assay.sandbox.conftest import BOUNDS, Hostile, bystanders, write
from tests.project import ROOT


def assert_gone(word: str) -> None:
    """The kernel ends a sandbox at once; a busy machine may take a moment for it."""
    deadline = time.monotonic() + 10
    while bystanders(word) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not bystanders(word)


def test_environment_and_home_are_empty(hostile: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    found = hostile.shell("env; ls -A $HOME; ls -A /app")
    assert found.passed and "secret" not in found.log and "OPENAI" not in found.log
    names = {line.partition("=")[0] for line in found.log.splitlines()}
    shell = {"PWD", "OLDPWD"}
    assert names <= {"HOME", "TMPDIR", "PATH", "LANG", "TZ", "CI", "NO_COLOR"} | shell


def test_no_process_inside_has_the_environment_of_the_stage(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first process inside is bwrap itself, and a job may read what that was started with."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    found = hostile.shell("cat /proc/[0-9]*/environ | tr '\\0' '\\n'")
    assert "PATH=" in found.log and "sk-secret" not in found.log


OF_THIS_MACHINE = ["/root", "/root/.bashrc", "/home", "/var", "/etc/shadow", str(ROOT / ".env")]


@pytest.mark.parametrize("path", [*OF_THIS_MACHINE, str(ROOT)])
def test_files_of_this_machine_are_not_there(hostile: Hostile, path: str) -> None:
    assert not hostile.shell(f"ls {path}").passed


def test_links_lead_nowhere(hostile: Hostile, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("sk-secret")
    found = hostile.shell(f"ln -s {secret} leak; cat leak; cat /proc/1/root{secret}")
    assert not found.passed and "sk-secret" not in found.log


def test_links_and_paths_outside_do_not_leave_the_sandbox(hostile: Hostile) -> None:
    text = "mkdir dist; echo fine > dist/a; ln -s /etc/passwd dist/b; ln dist/a dist/c"
    found = hostile.shell(text, collect=("dist",))
    assert archived_files(found.archive) in ({"dist/a": b"fine\n"}, {"dist/c": b"fine\n"})


@pytest.mark.parametrize("place", ["/", "/usr", "/etc", "/dev", "/proc/sys/vm", "/bin"])
def test_nothing_is_written_outside(hostile: Hostile, place: str) -> None:
    assert not hostile.shell(f"touch {place}/planted").passed


def test_the_kernels_settings_cannot_be_written_even_by_root(hostile: Hostile) -> None:
    found = hostile.shell("find /proc -type f -writable -not -path '/proc/[0-9]*' | head")
    before = Path("/proc/sys/vm/swappiness").read_text()
    wrote = hostile.shell("echo 1 > /proc/sys/vm/swappiness")
    assert not wrote.passed and Path("/proc/sys/vm/swappiness").read_text() == before
    assert found.log.strip() == "" or "Read-only" in wrote.log


def test_there_is_no_network(hostile: Hostile) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        text = f"import socket; socket.create_connection(('127.0.0.1', {port}), 2)"
        found = hostile.python(text)
    assert not found.passed and "refused" in found.log
    assert not hostile.python("import socket; socket.create_connection(('8.8.8.8', 53), 2)").passed


def test_it_sees_no_process_but_its_own(hostile: Hostile) -> None:
    found = hostile.shell("ls -d /proc/[0-9]* | wc -l")
    assert int(found.log) < 8


LOOK = """
cd /proc
cat [0-9]*/cmdline [0-9]*/environ [0-9]*/mountinfo [0-9]*/maps | tr '\\0' '\\n'
readlink [0-9]*/exe [0-9]*/cwd [0-9]*/root [0-9]*/fd/*
"""


def test_nothing_inside_names_a_path_of_this_machine(sandbox: Sandbox, tmp_path: Path) -> None:
    if not sandbox.hides_paths:
        pytest.skip("this machine has no overlays in a user namespace")
    write("seed/kept/file.txt", "seed")
    mounts = {"/deps": tmp_path / "seed", "/file": tmp_path / "seed/kept/file.txt"}
    job = Job(
        ("sh", "-c", f"cat kept/* /deps/kept/* /file; {LOOK}"), 30, (tmp_path / "seed",), mounts
    )
    found = sandbox.run(job)
    assert found.log.startswith("seedseedseed") and "--args" in found.log
    named = [line for line in found.log.splitlines() if str(tmp_path.parent) in line]
    assert not named and str(ROOT) not in found.log and ".venv" not in found.log


CALLS = """
import ctypes, errno, platform, sys
libc = ctypes.CDLL(None, use_errno=True)
numbers = NUMBERS[platform.machine()]
for name, (number, arguments) in numbers.items():
    ctypes.set_errno(0)
    done = libc.syscall(number, *arguments)
    print(name, done, errno.errorcode.get(ctypes.get_errno()))
"""
TRIED = {
    "x86_64": {
        "add_key": (248, (b"user", b"note", b"x", 1, -3)),
        "keyctl": (250, (0, -3, 0)),
        "ptrace": (101, (0, 0, 0, 0)),
        "mount": (165, (b"none", b"/tmp", b"tmpfs", 0, 0)),
        "bpf": (321, (0, 0, 0)),
        "perf_event_open": (298, (0, 0, -1, -1, 0)),
        "io_uring_setup": (425, (1, 0)),
        "userfaultfd": (323, (1,)),
        "kexec_load": (246, (0, 0, 0, 0)),
        "clock_settime": (227, (0, 0)),
        "socket AF_ALG": (41, (38, 5, 0)),
        "keyctl as x32": (0x40000000 + 250, (0, -3, 0)),
    },
}


@pytest.mark.skipif(platform.machine() not in TRIED, reason="no filter for this processor")
def test_system_calls_that_no_program_needs_are_refused(hostile: Hostile) -> None:
    found = hostile.python(f"NUMBERS = {TRIED!r}\n{CALLS}")
    lines = found.log.splitlines()
    assert len(lines) == len(TRIED[platform.machine()])
    assert all(line.endswith("-1 EPERM") for line in lines), lines


def test_a_fork_bomb_is_bounded_and_dies(hostile: Hostile) -> None:
    text = """
import os, time
made = 0
while made < 2000:
    try:
        if os.fork() == 0:
            time.sleep(600)
    except OSError:
        break
    made += 1
print(made)
"""
    started = time.monotonic()
    found = hostile.python(text)
    assert found.exceeded == "processes" or int(found.log) <= BOUNDS.processes
    assert time.monotonic() - started < 25


def test_memory_is_bounded(hostile: Hostile) -> None:
    found = hostile.python("kept = bytearray(2 << 30)\nprint(len(kept))")
    assert not found.passed and str(2 << 30) not in found.log


@pytest.mark.slow
def test_memory_of_many_processes_together_is_bounded(hostile: Hostile) -> None:
    text = """
import os, time
for _ in range(8):
    if os.fork() == 0:
        kept = bytearray(200 << 20)
        time.sleep(20)
time.sleep(20)
print('survived')
"""
    found = hostile.python(text, seconds=15)
    killed = found.exceeded == "memory" or "survived" not in found.log
    assert killed


def test_the_disk_is_bounded(hostile: Hostile) -> None:
    text = "for name in a b c; do head -c 60000000 /dev/zero > $name; done; cat a b c | wc -c"
    found = hostile.shell(text)
    assert "No space left" in found.log


def test_the_middle_of_much_output_is_thrown_away(hostile: Hostile) -> None:
    found = hostile.shell("echo first; head -c 50000000 /dev/zero | tr '\\0' x; echo last")
    assert found.passed and len(found.log) < 2 * BOUNDS.log_kb * 1024
    assert found.log.startswith("first") and found.log.endswith("last\n")


def test_what_never_ends_is_ended_with_all_its_children(hostile: Hostile) -> None:
    started = time.monotonic()
    found = hostile.shell("(setsid sleep 4321 &) ; while :; do :; done", seconds=1)
    assert found.exceeded == "time" and found.code is None
    assert time.monotonic() - started < 10
    assert not bystanders("sleep 4321")


def test_a_child_that_hides_does_not_outlive_the_sandbox(hostile: Hostile) -> None:
    assert hostile.shell("setsid nohup sleep 4322 >/dev/null 2>&1 & echo started").passed
    assert_gone("sleep 4322")


def test_too_much_to_collect_is_not_collected(hostile: Hostile) -> None:
    found = hostile.shell("head -c 30000000 /dev/urandom > big", collect=("big",))
    assert found.exceeded == "collected" and len(found.archive) <= BOUNDS.collected_mb << 20


def test_a_kill_of_the_stage_kills_what_runs(tmp_path: Path) -> None:
    program = f"""
import sys
from pathlib import Path
from assay.sandbox.sandbox import Job
from tests.assay.sandbox.conftest import opened
sandbox = opened(Path({str(tmp_path)!r}))
print('ready', flush=True)
sandbox.run(Job(('sleep', '4323'), seconds=60))
"""
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths}
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout
    if child.stdout.readline().strip() != "ready":
        child.wait()
        pytest.skip("there is no sandbox here")
    for _ in range(100):
        if bystanders("sleep 4323"):
            break
        time.sleep(0.1)
    assert bystanders("sleep 4323")
    child.kill()
    child.wait()
    assert_gone("sleep 4323")


def test_a_sandbox_that_does_not_start_is_no_fault_of_the_answer(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """For instance where a program of the machine was removed in the middle of a run."""
    with pytest.raises(SandboxFailed, match="did not start"):
        sandbox.run(Job(("true",), 30, mounts={"/node": tmp_path / "removed"}))


def test_a_stop_ends_every_job(sandbox: Sandbox) -> None:
    stop = threading.Event()
    threading.Timer(0.5, stop.set).start()
    found = sandbox.run(Job(("sleep", "60"), seconds=60), stop)
    assert found.exceeded == "stopped" and found.seconds < 10

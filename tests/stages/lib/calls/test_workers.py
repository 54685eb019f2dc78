"""Processes that make calls: who makes them, what comes back, and what is left when one ends."""

import asyncio
import errno
import gc
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import psutil
import pytest

from stages.lib.base.errors import AssayError
from stages.lib.calls import workers as module
from stages.lib.calls.concurrent import new_loop
from stages.lib.calls.request import CallError, ContextTooLong
from stages.lib.calls.workers import EACH, Workers
from tests.project import ROOT


async def nothing() -> None:
    """In the place of litellm's import."""


async def process() -> int:
    return os.getpid()


async def after(seconds: float) -> int:
    await asyncio.sleep(seconds)
    return os.getpid()


async def echo(text: str) -> str:
    return text


async def fail(error: Exception) -> None:
    raise error


async def unsendable() -> Callable[[], None]:
    return lambda: None


async def die(code: int) -> None:
    os._exit(code)


async def cut_off() -> None:
    raise asyncio.CancelledError


async def leave_a_child(seconds: int) -> int:
    """Start a process that outlives this one, with all that it may inherit."""
    return subprocess.Popen(["sleep", str(seconds)]).pid


async def length_after(seconds: float, text: str) -> int:
    await asyncio.sleep(seconds)
    return len(text)


@pytest.fixture(autouse=True)
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "prepare", nothing)
    monkeypatch.setattr(module, "_processors", lambda: 2)


@contextmanager
def opened(at_once: int = 10 * EACH) -> Iterator[Workers]:
    workers = Workers(at_once)
    try:
        yield workers
    finally:
        workers.close()


async def started(workers: Workers, calls: int = EACH + 1, place: str = "openai") -> None:
    await asyncio.gather(*(workers.ready(place) for _ in range(calls)))


def run(scene: Callable[[Workers], Coroutine[Any, Any, Any]], at_once: int = 10 * EACH) -> Any:
    with opened(at_once) as workers, asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(scene(workers))


@pytest.mark.parametrize(
    ("calls", "at_once", "processors", "found"),
    [
        (1, 1000, 8, 0),
        (64, 1000, 8, 0),
        (65, 1000, 8, 2),
        (200, 1000, 8, 4),
        (200, 1000, 3, 3),
        (200, 1000, 1, 0),
        (1000, 64, 8, 0),
        (1000, 128, 8, 2),
    ],
)
def test_a_worker_for_each_64_calls_at_once_and_at_most_one_for_each_processor(
    monkeypatch: pytest.MonkeyPatch, calls: int, at_once: int, processors: int, found: int
) -> None:
    monkeypatch.setattr(module, "_processors", lambda: processors)

    async def scene(workers: Workers) -> tuple[int, set[int]]:
        await started(workers, calls)
        made = await asyncio.gather(*(workers.run(process) for _ in range(2 * processors)))
        return len(workers._workers), set(made)

    count, processes = run(scene, at_once)
    assert count == found
    assert len(processes) == max(1, found)
    assert (os.getpid() in processes) == (found == 0)


def test_the_calls_to_several_places_count_together() -> None:
    async def scene(workers: Workers) -> int:
        await asyncio.gather(
            *(started(workers, 100, place) for place in ("openai", "anthropic", "gemini"))
        )
        return len(workers._workers)

    assert run(scene, at_once=32) == 2


def test_calls_go_to_who_has_the_fewest_and_side_by_side() -> None:
    async def scene(workers: Workers) -> tuple[Counter[int], float]:
        await started(workers)
        began = time.monotonic()
        made = await asyncio.gather(*(workers.run(after, 1.0) for _ in range(40)))
        return Counter(made), time.monotonic() - began

    made, took = run(scene)
    assert list(made.values()) == [20, 20]
    assert took < 10, "one after another they take forty seconds"


@pytest.mark.parametrize(
    "error",
    [
        CallError("busy", mendable=True, overloaded=True, retry_after_s=7.5, charged=True),
        CallError("wrong"),
        AssayError("two mistakes", ["one", "two"]),
        ContextTooLong("too long"),
    ],
    ids=str,
)
def test_errors_arrive_whole(error: Exception) -> None:
    async def scene(workers: Workers) -> None:
        await started(workers)
        await workers.run(fail, error)

    with pytest.raises(type(error)) as raised:
        run(scene)
    assert type(raised.value) is type(error) and str(raised.value) == str(error)
    assert vars(raised.value) == vars(error)


def test_large_requests_and_replies_do_not_block_each_other() -> None:
    text = "äx" * 2_000_000

    async def scene(workers: Workers) -> list[str]:
        await started(workers)
        return await asyncio.wait_for(
            asyncio.gather(*(workers.run(echo, text) for _ in range(8))), 60
        )

    assert run(scene) == [text] * 8


def test_when_a_worker_ends_its_calls_may_be_made_again_and_the_other_goes_on(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def scene(workers: Workers) -> tuple[list[Any], list[int]]:
        await started(workers)
        calls = [
            workers.run(after, 2.0),
            workers.run(after, 2.0),
            workers.run(after, 2.0),
            workers.run(die, 3),
        ]
        found = await asyncio.gather(*calls, return_exceptions=True)
        return found, await asyncio.gather(*(workers.run(process) for _ in range(4)))

    found, later = run(scene)
    first, lost, third, fatal = found
    assert first == third and set(later) == {first}
    for error in (lost, fatal):
        assert isinstance(error, CallError) and error.mendable and error.charged
        assert str(error) == "the process that made the call has ended"
    said = capfd.readouterr().err
    assert said == "a process that makes calls has ended (exit code 3); its calls count as failed\n"


@pytest.mark.parametrize("size", [10, 5_000, 500_000])
@pytest.mark.parametrize("blocked_s", [0, 0.02], ids=["at once", "a moment later"])
def test_calls_that_start_while_a_worker_dies_fail_as_calls_and_print_nothing(
    size: int, blocked_s: float, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(workers: Workers) -> list[int | BaseException]:
        await started(workers)
        calls = [asyncio.create_task(workers.run(after, 0.1)) for _ in range(4)]
        await asyncio.sleep(0.05)
        workers._workers[0]._process.kill()
        time.sleep(blocked_s)

        async def after_passes(number: int) -> int:
            for _ in range(number):
                await asyncio.sleep(0)
            return await workers.run(length_after, 0.1, "x" * size)

        calls += [asyncio.create_task(after_passes(number % 8)) for number in range(60)]
        return await asyncio.gather(*calls, return_exceptions=True)

    found = run(scene)
    gc.collect()
    assert {type(one) for one in found} == {int, CallError}
    assert sum(one == size for one in found) >= 30
    assert "never retrieved" not in caplog.text
    assert (
        capfd.readouterr().err
        == "a process that makes calls has ended (exit code -9); its calls count as failed\n"
    )


def test_a_call_that_a_library_cuts_off_fails_and_hangs_nobody() -> None:
    async def scene(workers: Workers) -> str:
        await started(workers)
        with pytest.raises(CallError, match="the call was cut off") as raised:
            await asyncio.wait_for(workers.run(cut_off), 20)
        assert raised.value.mendable and raised.value.charged
        return await workers.run(echo, "goes on")

    assert run(scene) == "goes on"


def test_a_dead_worker_is_noticed_although_a_child_of_it_lives() -> None:
    async def scene(workers: Workers) -> int:
        await started(workers)
        (first, _), child = workers._workers, 0
        child = await first.run(leave_a_child, 60)
        with pytest.raises(CallError, match="has ended"):
            await asyncio.wait_for(first.run(die, 3), 20)
        return child

    child = run(scene)
    assert _lives(child)
    os.kill(child, signal.SIGKILL)


def test_when_all_workers_have_ended_the_stage_does(capfd: pytest.CaptureFixture[str]) -> None:
    async def scene(workers: Workers) -> None:
        await started(workers)
        await asyncio.gather(*(workers.run(die, 9) for _ in range(2)), return_exceptions=True)
        await workers.run(process)

    with pytest.raises(AssayError, match=r"calls have ended.*Lower calls\.concurrency: up to 64"):
        run(scene)
    assert capfd.readouterr().err.count("exit code 9") == 2


def test_a_machine_without_room_for_another_process_ends_the_stage_with_a_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(subprocess, "Popen", full)
    with pytest.raises(
        AssayError,
        match=r"cannot be started \(Resource temporarily unavailable\).*Lower calls\.conc",
    ):
        run(started)


def test_what_cannot_be_sent_back_ends_the_worker_with_a_traceback_instead_of_hanging(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def scene(workers: Workers) -> None:
        await started(workers)
        await asyncio.wait_for(workers.run(unsendable), 30)

    with pytest.raises(CallError, match="has ended"):
        run(scene)
    assert "pickle" in capfd.readouterr().err


def test_a_call_that_nobody_waits_for_any_more_disturbs_no_other() -> None:
    async def scene(workers: Workers) -> tuple[str, int]:
        await started(workers)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await workers.run(after, 0.3)
        await asyncio.sleep(0.5)
        return await workers.run(echo, "still here"), sum(
            worker.under_way for worker in workers._workers
        )

    assert run(scene) == ("still here", 0)


def test_a_stage_that_ends_leaves_no_worker() -> None:
    async def scene(workers: Workers) -> set[int]:
        await started(workers)
        return set(await asyncio.gather(*(workers.run(process) for _ in range(2))))

    assert not any(map(_lives, run(scene)))


KILLED = """
import asyncio, os, signal
from stages.lib.calls import workers as module
from tests.stages.lib.calls.test_workers import after, nothing, process, started
module.prepare, module._processors = nothing, lambda: 2
async def main():
    workers = module.Workers(1000)
    await started(workers)
    print(*await asyncio.gather(workers.run(process), workers.run(process)), flush=True)
    calls = [asyncio.create_task(workers.run(after, 600.0)) for _ in range(4)]
    await asyncio.sleep(0.1)
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""


def test_workers_end_with_who_started_them_however_that_ends() -> None:
    command = [sys.executable, "-c", KILLED]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == -signal.SIGKILL and done.stderr == ""
    processes = [int(word) for word in done.stdout.split()]
    assert len(set(processes)) == 2
    deadline = time.monotonic() + 20
    while any(map(_lives, processes)):
        assert time.monotonic() < deadline, "a worker is still there"
        time.sleep(0.05)


def _lives(process: int) -> bool:
    return psutil.pid_exists(process) and psutil.Process(process).status() != psutil.STATUS_ZOMBIE

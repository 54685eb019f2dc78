"""Many calls at once: results in order, one error for all."""

import asyncio
import gc
import threading

import pytest

from stages.lib.base.errors import AssayError
from stages.lib.calls.concurrent import BRIEF, run_all


async def work(number: int, wrong: bool = False) -> int:
    await asyncio.sleep(0.02 / (number + 1))
    if wrong:
        raise AssayError(f"wrong: {number}")
    return number


def test_results_come_in_the_order_of_the_work() -> None:
    assert run_all("test", [work(number) for number in range(5)]) == [0, 1, 2, 3, 4]


def test_of_several_errors_the_first_is_raised_and_no_other_is_printed(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(AssayError, match="wrong: 1"):
        run_all("test", [work(number, wrong=number > 0) for number in range(4)])
    gc.collect()
    assert caplog.text == ""


async def thread_of_work(brief: bool) -> threading.Thread:
    BRIEF.set(brief)
    return await asyncio.get_running_loop().run_in_executor(None, threading.current_thread)


def test_brief_work_gets_no_thread_and_other_work_of_the_same_loop_does() -> None:
    brief, other = run_all("test", [thread_of_work(True), thread_of_work(False)])
    assert brief is threading.current_thread()
    assert other is not threading.current_thread()


def test_an_error_of_brief_work_reaches_who_waits_for_it() -> None:
    async def broken() -> str:
        BRIEF.set(True)
        try:
            return await asyncio.get_running_loop().run_in_executor(None, int, "x")
        except ValueError as error:
            return str(error)

    assert "invalid literal" in run_all("test", [broken()])[0]

"""Many calls at once: results in order, one error for all."""

import asyncio
import gc
import threading

import pytest

from stages.lib.base.errors import AssayError
from stages.lib.calls.concurrent import BRIEF, PASSES, Turns, run_all


async def work(number: int, wrong: bool = False) -> int:
    await asyncio.sleep(0.02 / (number + 1))
    if wrong:
        raise AssayError(f"wrong: {number}")
    return number


def test_results_come_in_the_order_of_the_work() -> None:
    assert run_all("test", [work(number) for number in range(5)]) == [0, 1, 2, 3, 4]


def test_of_several_errors_the_first_is_raised_and_no_other_is_printed(
    caplog: pytest.LogCaptureFixture,
) -> None:
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


async def steps(turns: Turns, number: int, count: int, made: list[tuple[int, int]]) -> None:
    """A call that is prepared in so many steps and then waits for its answer."""
    await turns.wait()
    for step in range(count):
        made.append((number, step))
        await asyncio.sleep(0)
    await asyncio.sleep(0.01)


def test_calls_are_prepared_one_after_another_and_under_way_together() -> None:
    turns, made = Turns(), list[tuple[int, int]]()
    run_all("test", [steps(turns, number, PASSES // 2, made) for number in range(5)])
    assert made == [(number, step) for number in range(5) for step in range(PASSES // 2)]


def test_a_call_that_waits_for_an_answer_holds_up_none() -> None:
    turns, begun = Turns(), list[float]()

    async def slow() -> None:
        await turns.wait()
        begun.append(asyncio.get_running_loop().time())
        await asyncio.sleep(0.5)

    run_all("test", [slow() for _ in range(5)])
    assert begun[-1] - begun[0] < 0.4


def test_who_gives_up_waiting_for_a_turn_leaves_it_to_the_next() -> None:
    turns = Turns()

    async def both() -> str:
        await turns.wait()
        first, second = asyncio.create_task(turns.wait()), asyncio.create_task(turns.wait())
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.wait_for(second, 5)
        return "had its turn"

    assert run_all("test", [both()]) == ["had its turn"]

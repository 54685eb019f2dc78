"""Many calls at once: results in order, one error for all."""

import asyncio
import gc

import pytest

from assay.calls.concurrent import run_all
from assay.errors import AssayError


async def work(number: int, wrong: bool = False) -> int:
    await asyncio.sleep(0.02 / (number + 1))
    if wrong:
        raise AssayError(f"wrong: {number}")
    return number


def test_results_come_in_the_order_of_the_work() -> None:
    assert run_all("test", [work(number) for number in range(5)]) == [0, 1, 2, 3, 4]


def test_the_first_error_is_raised_and_no_other_printed(caplog: pytest.LogCaptureFixture) -> None:
    gc.collect()  # what other tests left is none of this one's
    caplog.clear()
    with pytest.raises(AssayError, match="wrong: 1"):
        run_all("test", [work(number, wrong=number > 0) for number in range(4)])
    gc.collect()
    assert caplog.text == ""

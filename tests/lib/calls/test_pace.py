"""The pace of calls: as far apart as the processor time of one, within bounds."""

import time

import pytest

from stages.lib.calls.pace import FIRST_S, LEAST_S, LOOKED_AT, MOST_S, Pace


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def after(calls: int, seconds: float) -> float:
    """The pace after so many calls, each of which took so much of the processor."""
    pace = Pace()
    for _ in range(calls):
        pace.ended()
        busy(seconds)
    pace.ended()
    return pace.apart_s


def test_nothing_is_known_before_the_second_call_has_ended() -> None:
    pace = Pace()
    assert pace.apart_s == FIRST_S
    pace.ended()
    assert pace.apart_s == FIRST_S


def test_calls_start_as_far_apart_as_one_takes_of_the_processor() -> None:
    assert after(5, 0.02) == pytest.approx(0.02, rel=0.2)


def test_waiting_takes_nothing_of_it() -> None:
    pace = Pace()
    for _ in range(4):
        pace.ended()
        time.sleep(0.02)
    assert pace.apart_s == LEAST_S


def test_however_much_else_the_process_works_on_calls_are_held_up_no_longer() -> None:
    assert after(2, 0.2) == MOST_S


def test_what_was_long_ago_is_forgotten() -> None:
    pace = Pace()
    pace.ended()
    busy(1.0)
    for _ in range(LOOKED_AT + 1):
        pace.ended()
    assert pace.apart_s == LEAST_S

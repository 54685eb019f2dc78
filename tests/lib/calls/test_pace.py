"""The pace of calls: as far apart as the processor time of one in the busiest process, within bounds."""

import time

import pytest

from stages.lib.calls import pace as module
from stages.lib.calls.pace import FIRST_S, MOST_S, Pace


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def after(calls: int, seconds: float, waited: float = 0.0) -> float:
    """The pace after so many calls, each of which took so much of the processor, and waited for so long."""
    pace = Pace()
    for _ in range(calls):
        pace.ended()
        busy(seconds)
        time.sleep(waited)
    pace.ended()
    return pace.apart_s


@pytest.mark.parametrize(("processes", "apart_s"), [(1, FIRST_S), (3, FIRST_S / 2), (5, FIRST_S / 4)])
def test_before_anything_is_known_each_process_that_makes_calls_gets_one_in_12_ms(
    processes: int, apart_s: float
) -> None:
    pace = Pace(lambda: (1.0,) * processes)
    assert pace.apart_s == apart_s
    pace.ended()
    assert pace.apart_s == apart_s, "one end tells nothing yet"


def test_where_several_processes_make_calls_the_busiest_sets_the_pace() -> None:
    used = iter([(5.00, 7.00, 9.00), (5.00, 7.00, 9.00), (5.01, 7.03, 9.02), (5.02, 7.06, 9.04)])
    pace = Pace(lambda: next(used))  # asked for the first time by `Pace` itself
    for _ in range(3):
        pace.ended()
    assert pace.apart_s == pytest.approx(0.03)


def test_calls_start_as_far_apart_as_one_takes_of_the_processor() -> None:
    assert after(5, 0.02) == pytest.approx(0.02, rel=0.2)


def test_waiting_takes_nothing_of_it() -> None:
    assert after(4, 0.0, waited=0.05) < 0.005


def test_however_much_else_the_process_works_on_calls_are_held_up_no_longer() -> None:
    assert after(2, 0.2) == MOST_S


def test_what_was_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOKED_BACK_S", 0.3)
    pace = Pace()
    pace.ended()
    busy(0.2)
    time.sleep(0.3)
    for _ in range(10):
        pace.ended()
    assert pace.apart_s < 0.005


def test_after_a_start_the_next_waits_for_the_pace() -> None:
    pace = Pace()
    assert pace.wait() <= 0
    pace.started()
    assert 0 < pace.wait() <= FIRST_S

"""The pace of calls: as far apart as the processor time of one, within bounds, unless there is none to spare."""

import time

import pytest

from stages.lib.calls import pace as module
from stages.lib.calls.pace import ALL_WITHIN_S, FIRST_S, LEAST_S, MOST_S, Pace


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def after(calls: int, seconds: float, waited: float = 0.0) -> float:
    """The pace after so many calls, each of which took so much of the processor, and waited for so long."""
    pace = Pace(64)
    for _ in range(calls):
        pace.ended()
        busy(seconds)
        time.sleep(waited)
    pace.ended()
    return pace.apart_s


@pytest.mark.parametrize(("concurrency", "apart_s"), [(1, FIRST_S), (64, FIRST_S), (256, ALL_WITHIN_S / 256)])
def test_before_anything_is_known_all_are_under_way_within_a_second(concurrency: int, apart_s: float) -> None:
    pace = Pace(concurrency)
    assert pace.apart_s == apart_s
    pace.ended()
    assert pace.apart_s == apart_s, "one end tells nothing yet"


def test_calls_start_as_far_apart_as_one_takes_of_the_processor() -> None:
    assert after(5, 0.02) == pytest.approx(0.02, rel=0.2)


def test_waiting_takes_nothing_of_it() -> None:
    assert after(4, 0.0, waited=0.05) < 0.005


def test_however_much_else_the_process_works_on_calls_are_held_up_no_longer() -> None:
    assert after(2, 0.2) == MOST_S


def test_where_the_processor_has_no_time_to_spare_nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOKED_BACK_S", 0.4)
    monkeypatch.setattr(module, "BUSY", 0.2)  # others work on this machine too
    assert after(30, 0.02) == LEAST_S


def test_what_was_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOKED_BACK_S", 0.3)
    pace = Pace(64)
    pace.ended()
    busy(0.2)
    time.sleep(0.3)
    for _ in range(10):
        pace.ended()
    assert pace.apart_s < 0.005


def test_after_a_start_the_next_waits_for_the_pace() -> None:
    pace = Pace(64)
    assert pace.wait() <= 0
    pace.started()
    assert 0 < pace.wait() <= FIRST_S

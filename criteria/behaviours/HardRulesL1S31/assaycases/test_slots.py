# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
from datetime import datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from depot.slots import Refused, Timetable

ZONE = ZoneInfo("Europe/Dublin")
VIENNA = ZoneInfo("Europe/Vienna")
TOKYO = ZoneInfo("Asia/Tokyo")
HOURS = {day: (time(8), time(22)) for day in range(5)} | {5: (time(8), time(0))}
PIECE = 15
MOST = 120


class Clock:
    def __init__(self, now):
        self.now = now

    def __call__(self):
        return self.now

    def forward(self, **by):
        self.now += timedelta(**by)


def at(day, hour, minute=0):
    return datetime(2024, 6, day, hour, minute, tzinfo=ZONE)


def before(moment, **by):
    return (moment.astimezone(timezone.utc) - timedelta(**by)).astimezone(ZONE)


@pytest.fixture
def clock():
    return Clock(at(3, 9))


@pytest.fixture
def slots(clock):
    return Timetable(clock, ZONE, HOURS)


def refusal(call, *arguments, **named):
    with pytest.raises(Refused) as caught:
        call(*arguments, **named)
    return caught.value.reason


@pytest.mark.parametrize("minutes", [0, -PIECE, PIECE + 1, PIECE - 5, MOST + PIECE])
def test_length(slots, minutes):
    assert refusal(slots.book, "ann", "a", at(5, 10), minutes) == "length"
    assert slots.taken("a") == []


@pytest.mark.parametrize("minutes", [PIECE, 2 * PIECE, MOST])
def test_allowed_lengths(slots, minutes):
    number = slots.book("ann", "a", at(5, 10), minutes)
    found = slots.get(number)
    assert (found.number, found.who, found.place, found.state) == (1, "ann", "a", "booked")
    assert found.end - found.start == timedelta(minutes=minutes)


def test_grid(slots):
    assert refusal(slots.book, "ann", "a", at(5, 10, 7), PIECE) == "grid"
    assert refusal(slots.book, "ann", "a", at(5, 10).replace(second=1), PIECE) == "grid"
    assert refusal(slots.book, "ann", "a", at(5, 10).replace(microsecond=1), PIECE) == "grid"
    slots.book("ann", "a", at(5, 10, PIECE), PIECE)
    assert refusal(slots.wait, "ann", "a", at(5, 10, 7), PIECE) == "grid"


def test_past(slots, clock):
    slots.book("ann", "a", at(3, 9), PIECE)
    clock.forward(seconds=1)
    assert refusal(slots.book, "ann", "b", at(3, 9), PIECE) == "past"
    assert refusal(slots.wait, "ann", "b", at(3, 9), PIECE) == "past"


def test_hours(slots):
    end = before(at(5, 22), minutes=PIECE)
    slots.book("ann", "a", end, PIECE)
    slots.book("ann", "b", at(5, 8), PIECE)
    assert refusal(slots.book, "bob", "b", end, 2 * PIECE) == "hours"
    assert refusal(slots.book, "bob", "b", before(at(5, 8), minutes=PIECE), PIECE) == "hours"
    assert refusal(slots.book, "bob", "b", at(9, 10), PIECE) == "hours"
    assert refusal(slots.wait, "bob", "b", at(9, 10), PIECE) == "hours"


def test_hours_until_midnight(slots):
    end = before(at(9, 0), minutes=PIECE)
    slots.book("ann", "a", end, PIECE)
    assert refusal(slots.book, "bob", "b", end, 2 * PIECE) == "hours"
    slots.book("bob", "b", before(at(9, 0), minutes=2 * PIECE), PIECE)


def test_midnight_before_an_early_closing_is_outside(slots):
    hours = HOURS | {0: (time(0), time(12)), 4: (time(8), time(23))}
    early = Timetable(Clock(at(3, 0)), ZONE, hours)
    early.book("ann", "a", at(10, 0), PIECE)
    assert refusal(early.book, "ann", "a", before(at(8, 0), minutes=PIECE), PIECE) == "hours"
    assert refusal(early.book, "ann", "a", before(at(8, 0), minutes=PIECE), 2 * PIECE) == "hours"


def test_lengths_are_real_time():
    clock = Clock(datetime(2024, 3, 30, 12, tzinfo=VIENNA))
    slots = Timetable(clock, VIENNA, {6: (time(1), time(4))})
    start = datetime(2024, 3, 31, 1, tzinfo=VIENNA)
    number = slots.book("ann", "a", start, 60)
    assert slots.get(number).end == datetime(2024, 3, 31, 1, tzinfo=timezone.utc)
    autumn = Timetable(clock, VIENNA, {6: (time(1), time(4))})
    number = autumn.book("ann", "a", datetime(2024, 10, 27, 2, tzinfo=VIENNA), 60)
    assert autumn.get(number).end == datetime(2024, 10, 27, 1, tzinfo=timezone.utc)
    slots = Timetable(clock, VIENNA, {6: (time(1), time(3))})
    slots.book("ann", "a", start, 60)
    assert refusal(slots.book, "ann", "b", start, 60 + PIECE) == "hours"


def test_callers_of_other_zones():
    clock = Clock(datetime(2024, 6, 3, 0, tzinfo=timezone.utc))
    slots = Timetable(clock, VIENNA, {2: (time(8), time(22))})
    morning = datetime(2024, 6, 5, 8, tzinfo=VIENNA)
    slots.book("ann", "a", morning.astimezone(TOKYO), PIECE)
    assert slots.taken("a") == [(morning, "ann")]
    assert refusal(slots.book, "ann", "a", datetime(2024, 6, 5, 8, tzinfo=TOKYO), PIECE) == "hours"
    evening = datetime(2024, 6, 5, 17, tzinfo=VIENNA)
    assert slots.peak_pieces(evening.astimezone(TOKYO), 2 * PIECE) == 2
    assert slots.peak_pieces(datetime(2024, 6, 5, 17, tzinfo=TOKYO), 2 * PIECE) == 0


def test_first_reason_first(slots):
    for hour in range(4):
        slots.book("ann", "a", at(5, 9 + hour), 60)
    assert refusal(slots.book, "ann", "a", at(2, 7, 7), PIECE + 1) == "length"
    assert refusal(slots.book, "ann", "a", at(2, 7, 7), PIECE) == "grid"
    assert refusal(slots.book, "ann", "a", at(2, 7), PIECE) == "past"
    assert refusal(slots.book, "ann", "a", at(5, 7), PIECE) == "hours"
    assert refusal(slots.book, "ann", "a", at(5, 9), PIECE) == "limit"


def test_buffer_between_two_persons(slots):
    slots.book("ann", "a", at(5, 12), 60)
    assert refusal(slots.book, "bob", "a", at(5, 13), 60) == "taken"
    assert refusal(slots.book, "bob", "a", at(5, 11), 60) == "taken"
    assert refusal(slots.book, "bob", "a", at(5, 12), PIECE) == "taken"
    assert refusal(slots.book, "ann", "a", at(5, 12), 2 * PIECE) == "taken"
    slots.book("bob", "a", at(5, 13, PIECE), 60)
    slots.book("cy", "b", at(5, 12), 60)


def test_a_buffer_of_just_its_length_is_enough():
    clock = Clock(at(3, 9))
    slots = Timetable(clock, ZONE, HOURS)
    slots.book("ann", "a", at(5, 12), PIECE)
    assert 5 <= PIECE
    slots.book("bob", "a", at(5, 12) + timedelta(minutes=2 * PIECE), PIECE)
    slots.book("cy", "a", at(5, 12) - timedelta(minutes=2 * PIECE), PIECE)


def test_no_buffer_between_ones_own(slots):
    slots.book("ann", "a", at(5, 12), 60)
    slots.book("bob", "a", at(5, 15), 60)
    slots.book("ann", "a", at(5, 11), 60)
    if 4 > 2:
        assert refusal(slots.book, "ann", "a", at(5, 16), 60) == "taken"


def test_ones_own_next_to_another(slots):
    slots.book("bob", "a", at(5, 15), 60)
    slots.book("ann", "a", at(5, 12), 60)
    slots.wait("ann", "a", at(5, 16), 60)
    assert slots.settle() == []
    assert refusal(slots.hold, "ann", "a", at(5, 14), 60) == "taken"


def test_limit(slots, clock):
    numbers = [slots.book("ann", "ab"[each % 2], at(3, 9 + each), 60) for each in range(3)]
    hold = slots.hold("ann", "c", at(5, 10), 60)
    assert refusal(slots.book, "ann", "d", at(5, 12), 60) == "limit"
    assert refusal(slots.hold, "ann", "d", at(5, 12), 60) == "limit"
    clock.forward(minutes=10)
    assert refusal(slots.confirm, hold) == "gone"
    slots.book("ann", "d", at(5, 12), 60)
    assert refusal(slots.book, "ann", "d", at(5, 14), 60) == "limit"
    clock.now = at(3, 10)
    slots.book("ann", "d", at(5, 14), 60)
    assert refusal(slots.book, "ann", "e", at(5, 16), 60) == "limit"
    assert slots.get(numbers[0]).end == at(3, 10)


def test_a_booking_under_way_counts(slots, clock):
    for each in range(4):
        slots.book("ann", "a", at(3, 9 + each), 60)
    clock.now = at(3, 9, 30)
    assert refusal(slots.book, "ann", "b", at(5, 12), 60) == "limit"
    slots.cancel(4)
    slots.book("ann", "b", at(5, 12), 60)


def test_hold(slots, clock):
    number = slots.hold("ann", "a", at(5, 10), 60)
    assert slots.get(number).state == "held"
    clock.forward(minutes=10, seconds=-1)
    assert refusal(slots.book, "bob", "a", at(5, 10), 60) == "taken"
    assert slots.taken("a") == [(at(5, 10), "ann")]
    clock.forward(seconds=1)
    assert slots.taken("a") == []
    assert refusal(slots.confirm, number) == "gone"
    assert refusal(slots.cancel, number) == "gone"
    assert refusal(slots.move, number, at(5, 14)) == "gone"
    slots.book("bob", "a", at(5, 10), 60)


def test_a_hold_ends_at_its_start(slots, clock):
    number = slots.hold("ann", "a", at(3, 9, PIECE), 60)
    clock.now = before(at(3, 9, PIECE), seconds=max(1, 60 * (PIECE - 10) + 1))
    assert slots.taken("a") == [(at(3, 9, PIECE), "ann")]
    clock.now = at(3, 9, PIECE)
    assert refusal(slots.confirm, number) == "gone"
    now = slots.hold("ann", "b", at(3, 9, PIECE), 60)
    assert refusal(slots.confirm, now) == "gone"


def test_a_hold_is_confirmed_once(slots, clock):
    number = slots.hold("ann", "a", at(4, 9), 60)
    clock.now = before(at(4, 9), minutes=11)
    late = slots.hold("ann", "b", at(4, 9), 60)
    clock.forward(minutes=9)
    slots.confirm(late)
    assert slots.get(late).state == "booked"
    assert slots.get(late).made == clock.now
    slots.confirm(late)
    assert refusal(slots.confirm, number) == "gone"


def test_cancelling_a_confirmed_hold_counts_from_the_confirmation(slots, clock):
    clock.now = before(at(4, 9), minutes=60)
    one, two = (slots.hold("ann", place, at(4, 9), 60) for place in "ab")
    clock.forward(minutes=9)
    slots.confirm(one)
    slots.confirm(two)
    clock.forward(minutes=4)
    slots.confirm(two)
    clock.forward(minutes=1)
    assert slots.cancel(one) == "free"
    clock.forward(seconds=1)
    assert slots.cancel(two) == "late"
    assert refusal(slots.confirm, two) == "gone"


@pytest.mark.parametrize(("seconds", "outcome"), [(0, "free"), (-1, "late"), (1, "free")])
def test_cancelling_at_the_bound(slots, clock, seconds, outcome):
    number = slots.book("ann", "a", at(7, 10), 60)
    clock.now = before(at(7, 10), hours=12, seconds=seconds)
    assert slots.cancel(number) == outcome
    clock.now = before(at(7, 10), minutes=1)
    assert slots.cancel(number) == outcome
    clock.now = at(7, 12)
    assert slots.cancel(number) == outcome
    assert slots.taken("a") == []


def test_cancelling_again_early_says_the_first_answer_late(slots, clock):
    number = slots.book("ann", "a", at(7, 10), 60)
    assert slots.cancel(number) == "free"
    clock.now = before(at(7, 10), minutes=1)
    assert slots.cancel(number) == "free"
    assert refusal(slots.confirm, number) == "gone"
    assert refusal(slots.move, number, at(7, 15)) == "gone"


@pytest.mark.parametrize(("seconds", "outcome"), [(0, "free"), (1, "late")])
def test_cooling_off(slots, clock, seconds, outcome):
    number = slots.book("ann", "a", at(3, 10), 60)
    clock.forward(minutes=5, seconds=seconds)
    assert slots.cancel(number) == outcome


def test_a_late_hold_is_free(slots, clock):
    clock.now = before(at(4, 9), minutes=60)
    number = slots.hold("ann", "a", at(4, 9), 60)
    clock.forward(minutes=9)
    assert slots.cancel(number) == "free"
    assert slots.taken("a") == []


def test_what_has_started(slots, clock):
    number = slots.book("ann", "a", at(3, 10), 60)
    clock.now = at(3, 10)
    assert refusal(slots.cancel, number) == "started"
    assert refusal(slots.move, number, at(4, 10)) == "started"
    assert slots.taken("a") == [(at(3, 10), "ann")]


def test_moving(slots, clock):
    slots.book("bob", "a", at(5, 14), 60)
    number = slots.book("ann", "a", at(5, 10), 2 * PIECE)
    made = slots.get(number).made
    clock.forward(minutes=1)
    for start, minutes, reason in (
        (at(5, 14), None, "taken"),
        (at(5, 14) - timedelta(minutes=PIECE), PIECE, "taken"),
        (at(5, 10, 7), None, "grid"),
        (at(5, 10), MOST + PIECE, "length"),
        (at(3, 8), None, "past"),
        (at(5, 7), None, "hours"),
    ):
        assert refusal(slots.move, number, start, minutes) == reason
        assert slots.get(number).start == at(5, 10)
    slots.move(number, at(5, 10) + timedelta(minutes=PIECE))
    found = slots.get(number)
    assert (found.start, found.end) == (
        at(5, 10) + timedelta(minutes=PIECE), at(5, 10) + timedelta(minutes=3 * PIECE)
    )
    assert (found.made, found.number, found.who) == (made, number, "ann")


def test_moves_are_counted(slots):
    number = slots.book("ann", "a", at(5, 10), PIECE)
    slots.book("bob", "a", at(5, 14), PIECE)
    for hour in range(3):
        assert refusal(slots.move, number, at(5, 14)) == "taken"
        slots.move(number, at(5, 15 + hour))
        slots.move(number, at(5, 15 + hour))
    assert refusal(slots.move, number, at(5, 10)) == "moves"
    assert refusal(slots.move, number, at(5, 17), 2 * PIECE) == "moves"
    slots.move(number, at(5, 17))


def test_a_move_may_change_the_length_alone(slots):
    number = slots.book("ann", "a", at(5, 10), PIECE)
    slots.move(number, at(5, 10), 2 * PIECE)
    assert slots.get(number).end == at(5, 10) + timedelta(minutes=2 * PIECE)
    assert slots.get(number).moves == 1


def test_the_limit_does_not_hold_for_moves(slots):
    numbers = [slots.book("ann", "a", at(5, 10 + each), 60) for each in range(4)]
    slots.move(numbers[0], at(6, 10))
    assert slots.get(numbers[0]).start == at(6, 10)


def test_a_hold_is_not_moved(slots):
    number = slots.hold("ann", "a", at(5, 10), 60)
    assert refusal(slots.move, number, at(6, 10)) == "gone"


@pytest.mark.parametrize(("seconds", "outcome"), [(0, "free"), (-1, "late")])
def test_moving_late_stays_late(slots, clock, seconds, outcome):
    number = slots.book("ann", "a", at(7, 10), 60)
    clock.now = before(at(7, 10), hours=12, seconds=seconds)
    slots.move(number, at(28, 10))
    assert slots.cancel(number) == outcome


def test_a_late_move_and_an_early_one(slots, clock):
    number = slots.book("ann", "a", at(7, 10), 60)
    clock.now = before(at(7, 10), hours=1)
    slots.move(number, at(28, 10))
    clock.forward(hours=1)
    if 3 > 1:
        slots.move(number, at(27, 10))
    assert slots.cancel(number) == "late"


def test_moving_to_a_late_time_is_late_by_the_hours_alone(slots, clock):
    number = slots.book("ann", "a", at(28, 10), 60)
    clock.forward(hours=2)
    slots.move(number, at(3, 15))
    assert slots.cancel(number) == "late"
    other = slots.book("bob", "a", at(28, 10), 60)
    clock.forward(minutes=6)
    slots.move(other, at(3, 17))
    if 3 > 1:
        clock.forward(minutes=1)
        slots.move(other, at(27, 17))
        assert slots.cancel(other) == "late"


def test_cooling_off_of_what_was_moved_late(slots, clock):
    number = slots.book("ann", "a", at(3, 11), 60)
    slots.move(number, at(28, 11))
    clock.forward(minutes=5)
    assert slots.cancel(number) == "free"
    other = slots.book("ann", "a", at(3, 15), 60)
    slots.move(other, at(28, 11))
    clock.forward(minutes=5, seconds=1)
    assert slots.cancel(other) == "late"


def test_the_waiting_list(slots):
    number = slots.book("ann", "a", at(5, 10), 60)
    entries = [slots.wait(who, "a", at(5, 10), 60, priority) for who, priority in (("bob", 0), ("cy", 1), ("dee", 1))]
    assert entries == [1, 2, 3]
    slots.wait("eve", "b", at(5, 10), 60)
    assert slots.waiting("a") == ["cy", "dee", "bob"]
    assert slots.waiting("b") == ["eve"]
    slots.cancel(number)
    assert slots.taken("a") == [(at(5, 10), "cy")]
    assert slots.taken("b") == [(at(5, 10), "eve")]
    assert slots.waiting("a") == ["dee", "bob"]
    assert slots.settle() == []


def test_waiting_again(slots):
    slots.book("ann", "a", at(5, 10), 60)
    first = slots.wait("bob", "a", at(5, 10), 60, 1)
    slots.wait("cy", "a", at(5, 10), 60, 1)
    assert slots.wait("bob", "a", at(5, 10), 2 * PIECE) == first
    assert slots.waiting("a") == ["bob", "cy"]
    assert slots.wait("bob", "a", at(5, 11), 60) == first + 2
    assert slots.wait("cy", "a", at(5, 10), PIECE, 2) == first + 1
    assert slots.waiting("a") == ["cy", "bob", "bob"]
    slots.wait("bob", "b", at(5, 10), 60)
    assert slots.waiting("b") == ["bob"]


def test_the_latest_length_counts(slots):
    number = slots.book("ann", "a", at(5, 10), 60)
    slots.wait("bob", "a", at(5, 10), 60)
    slots.wait("bob", "a", at(5, 10), PIECE)
    slots.cancel(number)
    assert slots.get(number + 1).end == at(5, 10) + timedelta(minutes=PIECE)


def test_several_get_in_at_once(slots, clock):
    number = slots.book("ann", "a", at(5, 10), MOST)
    slots.wait("bob", "a", at(5, 10), PIECE)
    slots.wait("cy", "a", at(5, 10), PIECE)
    slots.wait("dee", "a", at(5, 10) + timedelta(minutes=3 * PIECE), PIECE)
    clock.forward(minutes=1)
    slots.cancel(number)
    assert [who for _, who in slots.taken("a")] == ["bob", "dee"]
    assert slots.get(number + 1).made == clock.now
    assert slots.waiting("a") == ["cy"]


def test_who_reached_the_limit_is_passed_over_and_stays(slots):
    number = slots.book("ann", "a", at(5, 10), 60)
    mine = [slots.book("bob", "b", at(5, 9 + each), 60) for each in range(4)]
    slots.wait("bob", "a", at(5, 10), 60, 1)
    slots.wait("cy", "a", at(5, 10), 60)
    slots.cancel(number)
    assert slots.taken("a") == [(at(5, 10), "cy")]
    assert slots.waiting("a") == ["bob"]
    slots.cancel(number + 4 + 1)
    assert slots.taken("a") == []
    slots.cancel(mine[0])
    assert slots.taken("a") == [(at(5, 10), "bob")]


def test_the_limit_counts_what_has_just_become_a_booking(slots):
    numbers = [slots.book("ann", place, at(5, 10), 60) for place in "ab"]
    for each in range(3):
        slots.book("bob", "z", at(6, 9 + each), 60)
    hold = [slots.hold("cy", place, at(5, 11, PIECE), 60) for place in "ab"]
    for place in "ab":
        slots.wait("bob", place, at(5, 10), 60)
        slots.wait("bob", place, at(5, 12), 60)
    assert slots.settle() == []
    slots._clock.forward(minutes=10)
    assert len(slots.settle()) == 1
    assert slots.waiting("a") == ["bob"]
    assert slots.waiting("b") == ["bob", "bob"]
    assert (len(numbers), len(hold)) == (2, 2)


def test_a_lapsed_hold_goes_to_those_who_wait_first(slots, clock):
    slots.hold("ann", "a", at(5, 10), 60)
    slots.wait("bob", "a", at(5, 10), 60)
    clock.forward(minutes=10)
    assert refusal(slots.book, "cy", "a", at(5, 10), 60) == "taken"
    assert slots.taken("a") == [(at(5, 10), "bob")]


def test_a_lapsed_hold_goes_to_those_who_wait_before_one_who_moves(slots, clock):
    number = slots.book("cy", "a", at(6, 10), 60)
    slots.hold("ann", "a", at(5, 10), 60)
    slots.wait("bob", "a", at(5, 10), 60)
    clock.forward(minutes=10)
    assert refusal(slots.move, number, at(5, 10)) == "taken"
    assert slots.taken("a")[0] == (at(5, 10), "bob")


def test_a_move_lets_in_who_waits(slots):
    number = slots.book("ann", "a", at(5, 10), 60)
    slots.wait("bob", "a", at(5, 10), 60)
    slots.move(number, at(5, 15))
    assert slots.taken("a") == [(at(5, 10), "bob"), (at(5, 15), "ann")]


def test_an_entry_whose_start_is_now_gets_nothing(slots, clock):
    slots.hold("ann", "a", at(3, 9, PIECE), PIECE)
    slots.wait("bob", "a", at(3, 9, PIECE), PIECE)
    clock.now = at(3, 9, PIECE)
    assert slots.settle() == []
    assert slots.taken("a") == []
    assert slots.waiting("a") == []


def test_a_booking_from_the_list_cools_off(slots, clock):
    number = slots.book("ann", "a", at(4, 9), 60)
    slots.wait("bob", "a", at(4, 9), 60)
    clock.now = before(at(4, 9), minutes=40)
    assert slots.cancel(number) == "late"
    clock.forward(minutes=5)
    assert slots.cancel(number + 1) == "free"


@pytest.mark.parametrize(("day", "hour", "pieces", "count"), [
    (5, 17, 2, 2), (5, 19, 2, 0), (7, 17, 2, 2), (8, 17, 2, 0), (9, 17, 2, 0),
])
def test_peak_pieces(slots, day, hour, pieces, count):
    assert slots.peak_pieces(at(day, hour), pieces * PIECE) == count
    if count:
        assert slots.peak_pieces(at(day, hour) - timedelta(minutes=PIECE), pieces * PIECE) == count - 1
        assert slots.peak_pieces(at(day, 19) - timedelta(minutes=PIECE), pieces * PIECE) == 1

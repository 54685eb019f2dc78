# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from depot.desk import Blocked, Counter
from depot.passes import Frozen, KeyConflict, NotEnough, Vouchers
from depot.slots import Refused, Calendar

ZONE = ZoneInfo("Europe/Dublin")
FAR = ZoneInfo("Pacific/Honolulu")
HOURS = {day: (time(8), time(0)) for day in range(7)}
PIECE = 20


class Clock:
    def __init__(self, now):
        self.now = now

    def __call__(self):
        return self.now

    def forward(self, **by):
        self.now += timedelta(**by)


def at(day, hour, minute=0):
    return datetime(2024, 6, 1, hour, minute, tzinfo=ZONE) + timedelta(days=day - 1)


@pytest.fixture
def clock():
    return Clock(at(3, 9))


@pytest.fixture
def pool(clock):
    return Vouchers(clock, ZONE)


@pytest.fixture
def slots(clock):
    return Calendar(clock, ZONE, HOURS)


@pytest.fixture
def desk(clock, pool, slots):
    for who in ("ann", "bob"):
        for _ in range(4):
            pool.grant(who, 9, 120)
    return Counter(clock, ZONE, pool, slots)


def refusal(call, *arguments):
    with pytest.raises(Refused) as caught:
        call(*arguments)
    return caught.value.reason


def test_price(desk):
    assert desk.price(at(5, 10), PIECE) == 1
    assert desk.price(at(5, 16), PIECE) == 3
    assert desk.price(at(5, 10), PIECE * 2) == 2
    assert desk.price(at(5, 10), PIECE * 3) == 2
    assert desk.price(at(5, 16), PIECE * 3) == 6
    start = at(5, 16) - timedelta(minutes=PIECE)
    assert desk.price(start, PIECE * 4) == 9
    assert desk.price(at(8, 16), PIECE * 2) == 2


def test_reserving(desk, pool, slots):
    number = desk.order("ann", "a", at(5, 16), PIECE, "k")
    assert slots.get(number).state == "booked"
    assert desk.paid(number) == 3
    assert pool.balance("ann") == 33


def test_keys(desk, pool, slots, clock):
    number = desk.order("ann", "a", at(9, 10), PIECE, "k")
    clock.now = at(6, 9)
    assert desk.order("ann", "a", at(9, 10), PIECE, "k") == number
    assert pool.balance("ann") == 35
    for place, start, minutes in (("b", at(9, 10), PIECE), ("a", at(9, 11), PIECE), ("a", at(9, 10), 2 * PIECE)):
        with pytest.raises(KeyConflict):
            desk.order("ann", place, start, minutes, "k")
    other = desk.order("bob", "b", at(9, 12), PIECE, "k")
    assert other != number
    desk.cancel(number)
    again = desk.order("ann", "b", at(9, 10), PIECE, "k")
    assert again not in (number, other)
    assert slots.get(again).place == "b"


def test_a_key_of_what_gave_nothing_back_is_free(desk, clock):
    number = desk.order("ann", "a", at(4, 10), PIECE, "k")
    clock.now = at(4, 9)
    assert desk.cancel(number) == 0
    again = desk.order("ann", "a", at(4, 10), PIECE, "k")
    assert again != number


def test_a_key_of_what_was_called_off_is_free(desk):
    number = desk.order("ann", "a", at(4, 10), PIECE, "k")
    desk.call_off("a", at(4, 0).date())
    assert desk.order("ann", "b", at(4, 10), PIECE, "k") != number


@pytest.mark.parametrize("is_frozen", [True, False])
def test_what_cannot_be_paid_changes_nothing(desk, pool, slots, clock, is_frozen):
    if is_frozen:
        pool.freeze("ann", at(3, 0).date(), 1)
    who = "ann" if is_frozen else "cy"
    with pytest.raises(Frozen if is_frozen else NotEnough):
        desk.order(who, "a", at(5, 10), PIECE, "k")
    assert slots.taken("a") == []
    desk.order("bob", "a", at(5, 10), PIECE, "k")
    if is_frozen:
        clock.now = at(4, 9)
        assert pool.balance("ann") == 36
        desk.order("ann", "b", at(5, 10), PIECE, "k")
        assert pool.balance("ann") == 35


def test_what_is_refused_is_not_paid(desk, pool):
    desk.order("bob", "a", at(5, 10), PIECE, "k")
    assert refusal(desk.order, "ann", "a", at(5, 10), PIECE, "k") == "taken"
    assert refusal(desk.order, "ann", "a", at(5, 7), PIECE, "k") == "hours"
    assert pool.balance("ann") == 36


def test_who_waits_pays_for_what_a_cancellation_lets_him_have(desk, pool, slots):
    numbers = []
    for each in range(2):
        numbers.append(desk.order("bob", "z", at(6, 9 + each), PIECE, f"k{each}"))
    slots.wait("bob", "a", at(5, 10), PIECE)
    balance = pool.balance("bob")
    desk.cancel(numbers[0])
    assert pool.balance("bob") == balance
    assert slots.taken("a") == [(at(5, 10), "bob")]


def test_the_list_pays_before_a_reservation_is_decided(desk, pool, slots):
    number = slots.reserve("cy", "a", at(5, 10), PIECE)
    with_units = desk.order("bob", "a", at(5, 10), PIECE, "k")
    assert slots.get(number).state == "cancelled"
    assert slots.taken("a") == [(at(5, 10), "bob")]
    assert desk.paid(with_units) == 1


def test_who_books_directly_or_waits_pays(desk, pool, slots):
    first = slots.reserve("ann", "a", at(9, 10), 2 * PIECE)
    slots.wait("bob", "a", at(9, 10), 2 * PIECE)
    desk.collect()
    assert pool.balance("ann") == 34
    slots.cancel(first)
    assert pool.balance("bob") == 36
    desk.order("ann", "b", at(9, 10), PIECE, "k")
    assert pool.balance("bob") == 34
    assert desk.cancel(first + 1) == 2


def test_the_list_goes_on_to_who_can_pay(desk, pool, slots):
    number = desk.order("ann", "a", at(9, 10), PIECE, "k")
    pool.grant("fay", 5, 60)
    pool.freeze("fay", at(3, 0).date(), 1)
    for who in ("cy", "fay", "dee", "bob", "ann"):
        slots.wait(who, "a", at(9, 10), PIECE)
    assert desk.cancel(number) == 1
    assert slots.taken("a") == [(at(9, 10), "bob")]
    assert slots.waiting("a") == ["ann"]
    assert pool.balance("bob") == 35


def test_what_has_started_is_not_taken_away(desk, slots, clock):
    number = slots.reserve("cy", "a", at(3, 10), PIECE)
    clock.now = at(3, 10)
    desk.collect()
    assert slots.get(number).state == "booked"


def test_cancelling(desk, pool, slots, clock):
    number = desk.order("ann", "a", at(9, 10), 2 * PIECE, "k")
    assert desk.cancel(number) == 2
    assert (pool.balance("ann"), desk.paid(number)) == (36, 0)
    clock.now = at(9, 9)
    assert desk.cancel(number) == 2
    assert pool.balance("ann") == 36
    assert desk.blocked_until("ann") is None


@pytest.mark.parametrize("pieces", [1, 2, 5, 6])
def test_cancelling_late(desk, pool, slots, clock, pieces):
    number = desk.order("ann", "a", at(5, 10), pieces * PIECE, "k")
    paid = desk.paid(number)
    clock.now = at(5, 9)
    back = paid * 40 // 100
    assert desk.cancel(number) == back
    assert pool.balance("ann") == 36 - paid + back
    assert desk.cancel(number) == back
    assert pool.balance("ann") == 36 - paid + back
    assert desk.paid(number) == paid - back


def test_the_share_is_of_all_that_is_paid(desk, pool, clock):
    number = desk.order("ann", "a", at(9, 10), PIECE, "k")
    desk.change(number, at(9, 10), 6 * PIECE)
    clock.now = at(9, 9)
    assert desk.cancel(number) == 2


def test_cancelling_after_the_start_is_refused(desk, pool, clock):
    number = desk.order("ann", "a", at(3, 10), PIECE, "k")
    clock.now = at(3, 10)
    assert refusal(desk.cancel, number) == "started"
    assert pool.balance("ann") == 35


def test_units_that_ended_come_back_by_their_own_rules(desk, pool, clock):
    pool.grant("eve", 1, 1)
    pool.grant("eve", 9, 120)
    number = desk.order("eve", "a", at(25, 10), 2 * PIECE, "k")
    clock.now = at(12, 10)
    assert desk.cancel(number) == 1
    assert pool.balance("eve") == 9
    assert desk.paid(number) == 0
    assert desk.cancel(number) == 1


def test_the_newest_payment_comes_back_first(desk, pool, clock):
    pool.grant("eve", 1, 10)
    pool.grant("eve", 9, 50)
    number = desk.order("eve", "a", at(10, 10), PIECE, "k")
    if 2 > 1:
        desk.change(number, at(10, 10), 2 * PIECE)
        assert desk.change(number, at(10, 10), PIECE) == -1
        assert (pool.ending("eve", 10), pool.balance("eve")) == (0, 9)
    pool.grant("fay", 1, 10)
    pool.grant("fay", 9, 50)
    other = desk.order("fay", "b", at(10, 10), PIECE, "k")
    desk.change(other, at(10, 10), 2 * PIECE)
    clock.now = at(10, 9)
    assert desk.cancel(other) == 0
    assert pool.ending("fay", 10) == 0


def test_changes(desk, pool, slots):
    number = desk.order("ann", "a", at(10, 10), PIECE, "k")
    assert desk.change(number, at(10, 16)) == 2
    assert (desk.paid(number), pool.balance("ann")) == (3, 33)
    assert slots.get(number).start == at(10, 16)
    assert desk.cancel(number) == 3
    assert pool.balance("ann") == 36


def test_changes_to_a_cheaper_and_an_equal_time(desk, pool):
    number = desk.order("ann", "a", at(10, 16), PIECE, "k")
    assert desk.change(number, at(10, 10)) == -2
    assert (desk.paid(number), pool.balance("ann")) == (1, 35)
    assert desk.change(number, at(10, 10)) == 0


def test_two_dearer_changes_are_both_paid(desk, pool):
    if 2 > 1:
        number = desk.order("ann", "a", at(10, 10), PIECE, "k")
        assert desk.change(number, at(10, 16)) == 2
        assert desk.change(number, at(10, 16), 2 * PIECE) == 3
        assert pool.balance("ann") == 30
        assert desk.paid(number) == 6
    first = desk.order("bob", "b", at(10, 10), 1 * PIECE, "k")
    second = desk.order("bob", "c", at(10, 10), 1 * PIECE, "l")
    for number in (first, second):
        assert desk.change(number, at(10, 10), 2 * PIECE) == 1
    assert pool.balance("bob") == 32


def test_a_refused_move_is_not_paid(desk, pool, slots):
    desk.order("bob", "a", at(10, 16), PIECE, "k")
    number = desk.order("ann", "a", at(10, 10), PIECE, "k")
    for _ in range(2):
        assert refusal(desk.change, number, at(10, 16)) == "taken"
        assert pool.balance("ann") == 35
    assert slots.get(number).start == at(10, 10)
    assert desk.paid(number) == 1
    assert refusal(desk.change, number, at(10, 7)) == "hours"


def test_a_change_that_cannot_be_paid_moves_nothing(desk, pool, slots):
    pool.grant("cy", 1, 30)
    number = desk.order("cy", "a", at(10, 10), PIECE, "k")
    with pytest.raises(NotEnough) as caught:
        desk.change(number, at(10, 16))
    assert caught.value.missing == 2
    assert slots.get(number).start == at(10, 10)
    assert slots.get(number).moves == 0
    assert desk.paid(number) == 1


def test_a_late_change_gives_nothing_back_and_is_not_paid_again(desk, pool, clock):
    number = desk.order("ann", "a", at(10, 16), 2 * PIECE, "k")
    clock.now = at(10, 9)
    assert desk.change(number, at(26, 10)) == 0
    assert (desk.paid(number), pool.balance("ann")) == (6, 30)
    if 2 > 1:
        assert desk.change(number, at(26, 16)) == 0
        assert pool.balance("ann") == 30
    assert desk.cancel(number) == 2


def test_a_later_dearer_change_is_paid_for_what_is_missing(desk, pool, clock):
    if 2 > 1:
        number = desk.order("ann", "a", at(10, 16), PIECE, "k")
        clock.now = at(10, 9)
        assert desk.change(number, at(26, 10)) == 0
        assert desk.change(number, at(26, 16), 2 * PIECE) == 3
        assert desk.paid(number) == 6


def test_a_change_lets_in_who_waits(desk, pool, slots):
    number = desk.order("ann", "a", at(10, 10), PIECE, "k")
    slots.wait("bob", "a", at(10, 10), PIECE)
    desk.change(number, at(10, 14))
    assert pool.balance("bob") == 35


def test_changes_of_what_is_cancelled(desk, pool):
    number = desk.order("ann", "a", at(10, 10), PIECE, "k")
    desk.cancel(number)
    assert refusal(desk.change, number, at(10, 12)) == "gone"
    assert pool.balance("ann") == 36


def test_closing(desk, pool, slots, clock):
    day = at(5, 0).date()
    numbers = [desk.order("ann", "a", at(5, hour), PIECE, f"k{hour}") for hour in (10, 12)]
    others = [
        desk.order("bob", "b", at(5, 10), PIECE, "k"),
        desk.order("bob", "a", at(6, 10), PIECE, "l"),
    ]
    clock.now = at(5, 9)
    assert desk.call_off("a", day) == numbers
    assert pool.balance("ann") == 36
    assert desk.blocked_until("ann") is None
    assert [slots.get(each).state for each in others] == ["booked", "booked"]
    assert refusal(desk.order, "ann", "a", at(5, 14), PIECE, "m") == "closed"
    assert refusal(desk.change, others[1], at(5, 14)) == "closed"
    assert desk.call_off("a", day) == []
    assert desk.cancel(numbers[0]) == 1
    assert pool.balance("ann") == 36


def test_closing_leaves_what_has_started(desk, pool, clock):
    number = desk.order("ann", "a", at(5, 10), PIECE, "k")
    later = desk.order("ann", "a", at(5, 15), PIECE, "l")
    clock.now = at(5, 10)
    assert desk.call_off("a", at(5, 0).date()) == [later]
    assert pool.balance("ann") == 35
    assert desk.paid(number) == 1


def test_a_failed_payment_gives_the_place_to_who_waits_and_pays(desk, pool, slots, clock):
    class Line:
        """A person's units, who lets somebody wait while paying fails."""

        done = False

    def use(who, units, key):
        if Line.done:
            return real(who, units, key)
        Line.done = True
        slots.wait("bob", "a", at(5, 10), PIECE)
        raise NotEnough(units)

    real, pool.spend = pool.spend, use
    with pytest.raises(NotEnough):
        desk.order("ann", "a", at(5, 10), PIECE, "k")
    assert slots.taken("a") == [(at(5, 10), "bob")]
    assert pool.balance("bob") == 35


def test_closing_drops_who_waits(desk, pool, slots):
    desk.order("ann", "a", at(5, 10), PIECE, "k")
    slots.wait("bob", "a", at(5, 10), PIECE)
    slots.wait("cy", "a", at(5, 10), PIECE)
    desk.call_off("a", at(5, 0).date())
    assert slots.taken("a") == []
    assert slots.waiting("a") == []
    assert pool.balance("bob") == 36
    slots.reserve("bob", "a", at(5, 12), PIECE)
    desk.collect()
    assert slots.taken("a") == []


def test_closing_finds_what_is_not_paid_yet(desk, pool, slots):
    number = slots.reserve("ann", "a", at(5, 10), PIECE)
    assert desk.call_off("a", at(5, 0).date()) == [number]
    assert pool.balance("ann") == 36


def test_closing_is_for_the_day_of_the_zone(desk, slots, pool):
    late = desk.order("ann", "a", at(6, 0) - timedelta(minutes=PIECE), PIECE, "k")
    early = desk.order("bob", "a", at(5, 8).astimezone(FAR), PIECE, "k")
    for place in "bc":
        assert desk.call_off(place, at(5, 0).date()) == []
    assert refusal(desk.order, "bob", "b", at(5, 8).astimezone(FAR), PIECE, "l") == "closed"
    assert refusal(desk.order, "bob", "b", (at(6, 0) - timedelta(minutes=PIECE)).astimezone(FAR), PIECE, "l") == "closed"
    assert desk.call_off("a", at(6, 0).date()) == []
    assert desk.call_off("a", at(4, 0).date()) == []
    assert desk.call_off("a", at(5, 0).date()) == [late, early]


@pytest.mark.parametrize(("day", "more"), [(13, 1), (12, 0)])
def test_the_apology(desk, pool, clock, day, more):
    desk.order("ann", "a", at(day, 10), PIECE, "k")
    desk.order("ann", "a", at(day, 12), PIECE, "l")
    clock.now = at(day, 9)
    desk.call_off("a", at(day, 0).date())
    assert pool.balance("ann") == 36 + more
    assert pool.ending("ann", 29) == 0
    assert pool.ending("ann", 30) == more


def test_the_apology_is_for_whichever_booking_was_early(desk, pool, clock):
    desk.order("bob", "a", at(16, 14), PIECE, "k")
    slots_number = desk.order("ann", "b", at(16, 10), PIECE, "k")
    clock.now = at(15, 9)
    desk.order("bob", "b", at(16, 14), PIECE, "l")
    assert desk.call_off("b", at(16, 0).date())[0] == slots_number
    assert pool.balance("ann") == 37
    assert pool.balance("bob") == 35
    desk.call_off("a", at(16, 0).date())
    assert pool.balance("bob") == 37


def no_show(desk, clock, who, day, place="a", hour=10):
    clock.now = max(clock.now, at(day, 9))
    number = desk.order(who, place, at(day, hour), PIECE, f"{place}{day}")
    clock.now = at(day, hour) + timedelta(minutes=20)
    desk.no_show(number)
    return number


def late_cancel(desk, clock, who, made, day, place="b"):
    clock.now = max(clock.now, at(made, 8))
    number = desk.order(who, place, at(day, 9), PIECE, f"{place}{day}")
    clock.now = at(day, 8, 30)
    desk.cancel(number)
    return number


def test_no_show(desk, clock):
    number = desk.order("ann", "a", at(4, 10), PIECE, "k")
    clock.now = at(4, 10) + timedelta(minutes=20, seconds=-1)
    assert refusal(desk.no_show, number) == "early"
    clock.forward(seconds=1)
    for _ in range(3):
        desk.no_show(number)
    assert desk.blocked_until("ann") is None


def test_no_show_of_what_is_cancelled(desk, clock):
    number = desk.order("ann", "a", at(9, 10), PIECE, "k")
    desk.cancel(number)
    assert refusal(desk.no_show, number) == "gone"
    clock.now = at(9, 12)
    assert refusal(desk.no_show, number) == "gone"


def block(desk, clock, who, first=4):
    """Enough points, one day after the other; the last day and the numbers."""
    numbers = [no_show(desk, clock, who, first + each) for each in range(3)]
    return first + 2, numbers


def test_a_block(desk, pool, clock, slots):
    last, numbers = block(desk, clock, "ann")
    until = at(last + 14, 0).date()
    assert desk.blocked_until("ann") == until
    assert desk.blocked_until("bob") is None
    with pytest.raises(Blocked) as caught:
        desk.order("ann", "a", at(last + 1, 15), PIECE, "k")
    assert caught.value.until == until
    clock.now = at(last + 14, 21)
    with pytest.raises(Blocked):
        desk.order("ann", "a", at(last + 14, 22), PIECE, "k")
    clock.now = at(last + 15, 8)
    desk.order("ann", "a", at(last + 15, 15), PIECE, "k")


def test_a_blocked_person_repeats_a_key_and_gets_nothing_from_the_list(desk, clock, slots, pool):
    mine = desk.order("ann", "z", at(28, 15), PIECE, "mine")
    last, _ = block(desk, clock, "ann")
    assert desk.order("ann", "z", at(28, 15), PIECE, "mine") == mine
    number = desk.order("bob", "y", at(28, 15), PIECE, "k")
    slots.wait("ann", "y", at(28, 15), PIECE)
    balance = pool.balance("ann")
    desk.cancel(number)
    assert slots.taken("y") == []
    assert pool.balance("ann") == balance


def test_points_are_used_up_by_a_block(desk, clock):
    last, _ = block(desk, clock, "ann")
    until = desk.blocked_until("ann")
    day = last + 15
    clock.now = at(day, 8)
    number = desk.order("ann", "b", at(day, 12), PIECE, "again")
    clock.now = at(day, 11)
    desk.cancel(number)
    assert desk.blocked_until("ann") == until


def test_late_cancellations_are_a_point_each(desk, clock):
    for each in range(5):
        assert desk.blocked_until("ann") is None
        late_cancel(desk, clock, "ann", 3 + each, 4 + each)
    last = at(8, 0).date()
    assert desk.blocked_until("ann") == last + timedelta(days=14)


def test_the_day_of_a_late_cancellation(desk, clock):
    for each in range(4):
        late_cancel(desk, clock, "ann", 3 + each, 4 + each)
    clock.now = at(20, 8)
    number = desk.order("ann", "b", at(21, 8), PIECE, "k")
    clock.now = at(20, 23)
    assert desk.cancel(number) == 0
    assert desk.blocked_until("ann") == at(20 + 14, 0).date()


@pytest.mark.parametrize(("apart", "is_blocked"), [(59, True), (60, False)])
def test_points_count_together_for_some_days(desk, clock, apart, is_blocked):
    last = 4
    for each in range(2):
        no_show(desk, clock, "ann", 4, "abc"[each], 10 + 2 * each)
    no_show(desk, clock, "ann", last + apart)
    assert (desk.blocked_until("ann") is not None) == is_blocked


def test_an_excuse(desk, clock):
    last, numbers = block(desk, clock, "ann")
    desk.excuse(numbers[0])
    assert desk.blocked_until("ann") is None
    no_show(desk, clock, "ann", last + 1, "c")
    assert desk.blocked_until("ann") == at(last + 1 + 14, 0).date()
    desk.excuse(numbers[0])
    desk.excuse(999)


def test_an_excuse_lets_later_points_count_as_they_would_have(desk, clock):
    last, numbers = block(desk, clock, "ann")
    day = last + 15
    for each in range(2):
        no_show(desk, clock, "ann", day + each)
    before = desk.blocked_until("ann")
    assert before == at(last + 14, 0).date()
    desk.excuse(numbers[-1])
    assert desk.blocked_until("ann") == at(day + 14, 0).date()


def test_points_count_by_day_however_late_they_are_noted(desk, clock):
    numbers = []
    for day in range(4, 7):
        clock.now = at(day, 9)
        numbers.append(desk.order("ann", "a", at(day, 10), PIECE, f"k{day}"))
    clock.now = at(20, 9)
    for number in reversed(numbers):
        desk.no_show(number)
    assert desk.blocked_until("ann") == at(20, 0).date()

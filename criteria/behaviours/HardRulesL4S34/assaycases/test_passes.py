# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from depot.passes import Frozen, KeyConflict, NotEnough, Vouchers

START = date(2024, 3, 4)


def day(number):
    return START + timedelta(days=number)


class Clock:
    def __init__(self, now):
        self.now = now

    def __call__(self):
        return self.now

    def forward(self, **by):
        self.now += timedelta(**by)

    def to(self, number):
        """Noon of a day, counted from the first."""
        self.now = datetime(2024, 3, 4, 12, tzinfo=timezone.utc) + timedelta(days=number)


@pytest.fixture
def clock():
    return Clock(datetime(2024, 3, 4, 12, tzinfo=timezone.utc))


@pytest.fixture
def pool(clock):
    return Vouchers(clock, ZoneInfo("Europe/Dublin"))


def test_the_end_of_a_day_is_that_of_the_zone():
    pool = Vouchers(Clock(datetime(2024, 3, 4, 23, 30, tzinfo=timezone.utc)), ZoneInfo("Asia/Tokyo"))
    assert pool.last_day(pool.grant("ann", 1, 3)) == date(2024, 3, 8)
    pool = Vouchers(Clock(datetime(2024, 3, 4, 1, 30, tzinfo=timezone.utc)), ZoneInfo("America/Lima"))
    assert pool.last_day(pool.grant("ann", 1, 3)) == date(2024, 3, 6)


def test_last_day_and_balance(pool, clock):
    number = pool.grant("ann", 1, 1)
    assert pool.last_day(number) == day(1)
    clock.to(1)
    assert pool.balance("ann") == 1
    assert pool.balance("bob") == 0
    clock.to(2)
    assert pool.balance("ann") == 0


@pytest.mark.parametrize(("units", "days"), [(0, 5), (5, 0), (-1, 5), (5, -1)])
def test_grants_must_be_positive(pool, units, days):
    with pytest.raises(ValueError):
        pool.grant("ann", units, days)
    assert pool.balance("ann") == 0


@pytest.mark.parametrize(("days", "half"), [(1, 1), (4, 2), (5, 3)])
def test_bonus(pool, days, half):
    first = pool.grant("ann", 12, days)
    assert pool.last_day(first) == day(days)
    assert pool.last_day(first + 1) == day(half)
    assert pool.balance("ann") == 15
    second = pool.grant("bob", 19, days)
    assert pool.balance("bob") == 23
    third = pool.grant("cy", 11, days)
    assert pool.balance("cy") == 11
    assert (second, third) == (first + 2, first + 4)


def test_freeze_makes_longer_what_has_not_ended(pool):
    ended, last, later = (pool.grant("ann", 1, days) for days in (1, 2, 9))
    other = pool.grant("bob", 1, 9)
    pool.freeze("ann", day(2), 4)
    assert [pool.last_day(each) for each in (ended, last, later)] == [day(1), day(6), day(13)]
    assert pool.last_day(other) == day(9)


def test_grant_made_during_a_freeze_counts_what_is_left(pool, clock):
    pool.freeze("ann", day(0), 5)
    whole = pool.grant("ann", 1, 10)
    clock.to(3)
    partly = pool.grant("ann", 1, 10)
    clock.to(4)
    one = pool.grant("ann", 1, 10)
    clock.to(5)
    none = pool.grant("ann", 1, 10)
    assert [pool.last_day(each) for each in (whole, partly, one, none)] == [
        day(15), day(15), day(15), day(15)
    ]


@pytest.mark.parametrize("turned", [False, True])
def test_a_freeze_keeps_a_grant_alive_for_the_next(pool, turned):
    number = pool.grant("ann", 1, 3)
    freezes = [(day(2), 4), (day(7), 2)]
    for first, days in reversed(freezes) if turned else freezes:
        pool.freeze("ann", first, days)
    assert pool.last_day(number) == day(9)


def test_freezes_may_touch_and_not_overlap(pool):
    pool.freeze("ann", day(10), 3)
    for first, days in ((day(8), 3), (day(12), 1), (day(9), 9), (day(11), 1), (day(10), 1)):
        with pytest.raises(ValueError):
            pool.freeze("ann", first, days)
    pool.freeze("ann", day(7), 3)
    pool.freeze("ann", day(13), 3)
    pool.freeze("bob", day(11), 1)
    assert pool.last_day(pool.grant("ann", 1, 8)) == day(17)


def test_freezes_begin_today_or_later_and_have_a_day(pool):
    for first, days in ((day(-1), 3), (day(1), 0)):
        with pytest.raises(ValueError):
            pool.freeze("ann", first, days)
    pool.freeze("ann", day(0), 1)
    with pytest.raises(Frozen):
        pool.spend("ann", 1, "k")


def test_frozen_days_are_bounded_by_year(pool):
    pool.freeze("ann", date(2024, 12, 30), 47)
    assert pool.last_day(pool.grant("ann", 1, 310)) == day(357)
    with pytest.raises(ValueError):
        pool.freeze("ann", date(2025, 8, 1), 1)
    pool.freeze("ann", date(2024, 6, 1), 43)
    with pytest.raises(ValueError):
        pool.freeze("ann", date(2024, 9, 1), 1)
    pool.freeze("bob", date(2025, 2, 1), 45)
    with pytest.raises(ValueError):
        pool.freeze("bob", date(2024, 12, 31), 2)
    pool.freeze("bob", date(2024, 12, 31), 1)
    with pytest.raises(ValueError):
        pool.freeze("cy", date(2024, 12, 31), 47)


def test_a_refused_freeze_changes_nothing(pool):
    number = pool.grant("ann", 1, 9)
    with pytest.raises(ValueError):
        pool.freeze("ann", day(2), 46)
    assert pool.last_day(number) == day(9)
    pool.freeze("ann", day(2), 45)


def test_thaw(pool, clock):
    number = pool.grant("ann", 5, 9)
    pool.freeze("ann", day(1), 45)
    clock.to(3)
    pool.thaw("ann")
    assert pool.last_day(number) == day(11)
    pool.spend("ann", 1, "k")
    with pytest.raises(ValueError):
        pool.thaw("ann")
    pool.freeze("ann", day(3), 43)
    with pytest.raises(ValueError):
        pool.freeze("ann", day(65), 1)


def test_thaw_on_the_first_day_and_with_a_freeze_before_and_after(pool, clock):
    number = pool.grant("ann", 5, 9)
    pool.freeze("ann", day(0), 2)
    pool.freeze("ann", day(2), 3)
    pool.freeze("ann", day(6), 1)
    clock.to(2)
    pool.thaw("ann")
    assert pool.last_day(number) == day(12)
    pool.spend("ann", 1, "k")
    clock.to(6)
    with pytest.raises(Frozen):
        pool.spend("ann", 1, "l")
    pool.thaw("ann")
    assert pool.last_day(number) == day(11)


def test_bonus_is_used_before_what_ends_on_its_day(pool, clock):
    pool.grant("ann", 1, 4)
    pool.grant("ann", 12, 8)
    number = pool.spend("ann", 3, "k")
    clock.to(5)
    assert pool.give_back(number) == 0
    assert pool.balance("ann") == 12


def test_freezes_count_for_the_order_of_use(pool, clock):
    pool.grant("ann", 2, 4)
    pool.grant("bob", 2, 4)
    pool.freeze("ann", day(2), 3)
    clock.to(5)
    pool.grant("ann", 2, 1)
    pool.spend("ann", 2, "k")
    clock.to(7)
    assert pool.balance("ann") == 2


def test_all_or_nothing(pool):
    pool.grant("ann", 2, 4)
    pool.grant("ann", 2, 5)
    with pytest.raises(NotEnough) as caught:
        pool.spend("ann", 7, "k")
    assert caught.value.missing == 3
    assert pool.balance("ann") == 4
    with pytest.raises(ValueError):
        pool.spend("ann", 0, "k")
    pool.spend("ann", 4, "k")
    assert pool.balance("ann") == 0


def test_a_key_holds_for_its_time(pool, clock):
    pool.grant("ann", 9, 20)
    first = pool.spend("ann", 1, "k")
    clock.forward(hours=36, seconds=-1)
    assert pool.spend("ann", 1, "k") == first
    clock.forward(seconds=1)
    assert pool.spend("ann", 2, "k") == first + 1
    assert pool.balance("ann") == 6


def test_a_key_is_of_one_holder_and_one_number(pool):
    pool.grant("ann", 9, 20)
    pool.grant("bob", 9, 20)
    first = pool.spend("ann", 1, "k")
    assert pool.spend("bob", 2, "k") != first
    with pytest.raises(KeyConflict):
        pool.spend("ann", 2, "k")
    assert (pool.balance("ann"), pool.balance("bob")) == (8, 7)


def test_a_key_is_repeated_though_units_are_gone_or_frozen(pool, clock):
    pool.grant("ann", 3, 20)
    first = pool.spend("ann", 3, "k")
    assert pool.spend("ann", 3, "k") == first
    pool.freeze("ann", day(0), 1)
    assert pool.spend("ann", 3, "k") == first


def test_repeating_does_not_make_the_time_longer(pool, clock):
    pool.grant("ann", 3, 20)
    first = pool.spend("ann", 1, "k")
    clock.forward(hours=34)
    assert pool.spend("ann", 1, "k") == first
    clock.forward(hours=3)
    assert pool.spend("ann", 1, "k") != first


def test_a_refused_use_does_not_keep_its_key(pool):
    pool.grant("ann", 3, 20)
    with pytest.raises(NotEnough):
        pool.spend("ann", 4, "k")
    pool.spend("ann", 2, "k")
    assert pool.balance("ann") == 1


def test_a_use_given_back_frees_its_key_in_full_only(pool):
    pool.grant("ann", 5, 20)
    first = pool.spend("ann", 2, "k")
    pool.give_back(first, 1)
    assert pool.spend("ann", 2, "k") == first
    pool.give_back(first, 1)
    second = pool.spend("ann", 2, "k")
    assert second != first
    assert pool.give_back(first) == 0
    assert pool.spend("ann", 2, "k") == second
    assert pool.balance("ann") == 3


def test_an_old_use_given_back_leaves_the_key_of_a_newer(pool, clock):
    pool.grant("ann", 9, 20)
    first = pool.spend("ann", 2, "k")
    clock.forward(hours=36)
    second = pool.spend("ann", 2, "k")
    assert pool.give_back(first) == 2
    assert pool.spend("ann", 2, "k") == second
    assert pool.balance("ann") == 7


def test_what_was_taken_last_comes_back_first(pool, clock):
    pool.grant("ann", 2, 3)
    pool.grant("ann", 2, 6)
    pool.grant("ann", 2, 9)
    number = pool.spend("ann", 5, "k")
    assert pool.give_back(number, 1) == 1
    assert pool.ending("ann", 8) == 0
    assert pool.give_back(number, 1) == 1
    assert (pool.ending("ann", 5), pool.ending("ann", 6)) == (0, 1)
    assert pool.give_back(number, 2) == 2
    assert (pool.ending("ann", 3), pool.ending("ann", 6), pool.ending("ann", 9)) == (1, 3, 5)
    with pytest.raises(ValueError):
        pool.give_back(number, 2)
    with pytest.raises(ValueError):
        pool.give_back(number, 0)
    assert pool.give_back(number) == 1
    assert pool.balance("ann") == 6


@pytest.mark.parametrize(("after", "usable"), [(3, 2), (4, 2), (10, 2), (11, 0)])
def test_units_of_ended_grants(pool, clock, after, usable):
    pool.grant("ann", 2, 3)
    number = pool.spend("ann", 2, "k")
    clock.to(after)
    assert pool.give_back(number) == usable
    assert pool.balance("ann") == usable
    clock.to(after + 1)
    assert pool.balance("ann") == (usable if after > 3 else 0)
    clock.to(after + 14)
    assert pool.balance("ann") == (usable if after > 3 else 0)
    clock.to(after + 15)
    assert pool.balance("ann") == 0


def test_ended_lost_and_living_parts_of_one_use(pool, clock):
    for days in (1, 8, 9, 40):
        pool.grant("ann", 3, days)
    number = pool.spend("ann", 11, "k")
    clock.to(10)
    assert pool.give_back(number, 3) == 3
    assert pool.give_back(number) == 5
    assert pool.balance("ann") == 9
    assert pool.ending("ann", 14) == 6
    assert pool.give_back(number) == 0


def test_an_ended_bonus_is_lost(pool, clock):
    pool.grant("ann", 12, 7)
    number = pool.spend("ann", 4, "k")
    clock.to(5)
    assert pool.give_back(number) == 1
    assert pool.balance("ann") == 12


def test_a_living_bonus_comes_back(pool, clock):
    pool.grant("ann", 12, 7)
    number = pool.spend("ann", 3, "k")
    clock.to(4)
    assert pool.give_back(number) == 3
    assert pool.ending("ann", 0) == 3


def test_what_comes_back_late_is_one_grant_without_a_bonus(pool, clock):
    last = pool.grant("ann", 13, 2) + 1
    number = pool.spend("ann", 16, "k")
    clock.to(4)
    assert pool.give_back(number) == 13
    assert pool.balance("ann") == 13
    assert pool.grant("ann", 1, 1) == last + 2


def test_freezes_count_for_what_has_ended(pool, clock):
    pool.grant("ann", 2, 3)
    number = pool.spend("ann", 2, "k")
    pool.freeze("ann", day(2), 4)
    clock.to(5)
    assert pool.give_back(number, 1) == 1
    assert pool.ending("ann", 2) == 1
    clock.to(14)
    assert pool.give_back(number) == 1
    assert pool.balance("ann") == 1


def test_a_transfer_takes_paid_units_in_the_opposite_order(pool, clock):
    pool.grant("ann", 12, 8)
    pool.grant("ann", 2, 6)
    with pytest.raises(NotEnough) as caught:
        pool.transfer("ann", "bob", 15)
    assert caught.value.missing == 1
    assert pool.balance("bob") == 0
    pool.transfer("ann", "bob", 13)
    assert (pool.ending("bob", 5), pool.ending("bob", 6), pool.ending("bob", 8)) == (0, 1, 13)
    assert pool.ending("ann", 4) == 3
    assert pool.balance("ann") == 4


def test_a_transfer_keeps_the_givers_last_day(pool, clock):
    pool.grant("ann", 3, 6)
    pool.freeze("ann", day(1), 2)
    pool.freeze("bob", day(4), 3)
    clock.to(3)
    pool.transfer("ann", "bob", 2)
    assert (pool.ending("ann", 4), pool.ending("ann", 5)) == (0, 1)
    assert (pool.ending("bob", 7), pool.ending("bob", 8)) == (0, 2)


def test_a_transfer_to_a_receiver_who_was_frozen_before(pool, clock):
    pool.grant("ann", 3, 6)
    pool.freeze("bob", day(1), 3)
    clock.to(4)
    pool.transfer("ann", "bob", 2)
    assert (pool.ending("bob", 1), pool.ending("bob", 2)) == (0, 2)


@pytest.mark.parametrize("frozen", ["ann", "bob"])
def test_no_transfer_on_a_frozen_day(pool, frozen):
    pool.grant("ann", 3, 6)
    pool.freeze(frozen, day(0), 1)
    with pytest.raises(Frozen):
        pool.transfer("ann", "bob", 1)
    with pytest.raises(Frozen):
        pool.transfer("bob", "ann", 1)
    assert pool.balance("ann") == 3


def test_transfers_are_of_positive_numbers_between_two(pool):
    pool.grant("ann", 3, 6)
    for receiver, units in (("ann", 1), ("bob", 0)):
        with pytest.raises(ValueError):
            pool.transfer("ann", receiver, units)


def test_units_come_back_to_the_giver_of_a_transfer(pool, clock):
    pool.grant("ann", 3, 6)
    number = pool.spend("ann", 1, "k")
    pool.transfer("ann", "bob", 2)
    assert pool.give_back(number) == 1
    assert (pool.balance("ann"), pool.balance("bob")) == (1, 2)


def test_units_are_given_back_on_frozen_days(pool):
    pool.grant("ann", 3, 6)
    number = pool.spend("ann", 1, "k")
    pool.freeze("ann", day(0), 1)
    assert pool.give_back(number) == 1


def test_ending(pool, clock):
    pool.grant("ann", 3, 6)
    pool.grant("ann", 1, 1)
    assert [pool.ending("ann", days) for days in (0, 1, 5, 6)] == [0, 1, 1, 4]
    clock.to(2)
    assert [pool.ending("ann", days) for days in (0, 3, 4)] == [0, 0, 3]

# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from depot.bills import Bills, PaymentConflict, discounts

MONDAY = date(2024, 6, 3)
DUE = MONDAY + timedelta(days=10)
while DUE.weekday() > 4:
    DUE += timedelta(days=1)
FIRST = (DUE - MONDAY).days + 6
FEE = 250


class Clock:
    def __init__(self, now):
        self.now = now

    def __call__(self):
        return self.now

    def to(self, number):
        self.now = datetime(2024, 6, 3, 12, tzinfo=timezone.utc) + timedelta(days=number)


@pytest.fixture
def clock():
    return Clock(datetime(2024, 6, 3, 12, tzinfo=timezone.utc))


@pytest.fixture
def bills(clock):
    return Bills(clock, ZoneInfo("Europe/Dublin"))


@pytest.mark.parametrize(
    ("amounts", "percent", "lost"),
    [
        ([1000, 500], 10, [100, 50]),
        ([1000, -500], 10, [100, 0]),
        ([5], 10, [1]),
        ([15], 10, [2]),
        ([25], 10, [3]),
        ([4], 10, [0]),
        ([100, 50], 100, [100, 50]),
        ([100, 50], 0, [0, 0]),
        ([-100, 0], 50, [0, 0]),
        ([10, 10, 10], 50, [5, 5, 5]),
        ([333, 333, 334], 10, [33, 33, 34]),
        ([70, 20, 10], 17, [12, 3, 2]),
        ([10, 20, 70], 17, [2, 3, 12]),
        ([33, 33], 50, [16, 17]),
        ([33, -5, 33, 33], 10, [3, 0, 3, 4]),
    ],
)
def test_discounts(amounts, percent, lost):
    assert discounts(amounts, percent) == lost


def test_an_invoice(bills):
    number = bills.invoice("ann", [(1000, 200), (505, 100), (-300, 200)], percent=10)
    found = bills.get(number)
    assert found.net == [900, 454, -300] or found.net == [900, 454, -300]
    assert found.taxes[200] == round((found.net[0] - 300) * 0.2)
    assert found.total == sum(found.net) + sum(found.taxes.values())
    assert found.open == found.total == bills.balance("ann")
    assert bills.balance("bob") == 0


@pytest.mark.parametrize(
    ("lines", "taxes"),
    [
        ([(25, 100)], {100: 2}),
        ([(35, 100)], {100: 4}),
        ([(26, 100)], {100: 3}),
        ([(4, 100), (4, 100), (4, 100)], {100: 1}),
        ([(6, 100), (6, 100), (100, 200)], {100: 1, 200: 20}),
        ([(100, 100), (-50, 100)], {100: 5}),
        ([(-25, 100)], {100: -2}),
        ([(-35, 100)], {100: -4}),
        ([(1000, 0)], {0: 0}),
    ],
)
def test_tax(bills, lines, taxes):
    number = bills.invoice("ann", lines)
    assert bills.get(number).taxes == taxes
    assert bills.get(number).total == sum(cents for cents, _ in lines) + sum(taxes.values())


def test_tax_is_after_the_discount(bills):
    assert bills.get(bills.invoice("ann", [(1000, 200)], percent=10)).total == 1080


def test_wrong_invoices(bills):
    for lines, percent in (([], 0), ([(1, 0)], 101), ([(1, 0)], -1)):
        with pytest.raises(ValueError):
            bills.invoice("ann", lines, percent)
    assert bills.invoice("ann", [(1, 0)], percent=100) == 1
    assert bills.get(1).total == 0


@pytest.mark.parametrize("start", range(7))
def test_due(bills, clock, start):
    clock.to(start)
    expected = MONDAY + timedelta(days=start + 10)
    expected += timedelta(days={5: 2, 6: 1}.get(expected.weekday(), 0))
    assert bills.get(bills.invoice("ann", [(1, 0)])).due == expected


def test_days_are_those_of_the_zone():
    late = Clock(datetime(2024, 6, 3, 23, 30, tzinfo=timezone.utc))
    bills = Bills(late, ZoneInfo("Asia/Tokyo"))
    other = Bills(late, ZoneInfo("UTC"))
    late.now -= timedelta(days=10)
    assert (bills._today() - other._today()).days == 1


def test_credit_is_used_up_to_the_total(bills):
    bills.settle_up("ann", 1000, "k")
    number = bills.invoice("ann", [(400, 0)])
    assert (bills.get(number).open, bills.credit("ann")) == (0, 600)
    number = bills.invoice("ann", [(900, 0)])
    assert (bills.get(number).open, bills.credit("ann")) == (300, 0)
    assert bills.credit("bob") == 0
    assert bills.balance("ann") == 300


def test_an_invoice_below_zero_pays(bills):
    first = bills.invoice("ann", [(300, 0)])
    number = bills.invoice("ann", [(-500, 0)])
    assert (bills.get(first).open, bills.get(number).open) == (0, 0)
    assert bills.credit("ann") == 200
    assert bills.balance("ann") == -200


def test_payments(bills, clock):
    first = bills.invoice("ann", [(1000, 0)])
    other = bills.invoice("bob", [(1000, 0)])
    second = bills.invoice("ann", [(1000, 0)])
    clock.to(7)
    third = bills.invoice("ann", [(500, 0)])
    assert bills.settle_up("ann", 1500, "k") == {first: 1000, second: 500}
    assert bills.settle_up("ann", 700, "l") == {second: 500, third: 200}
    assert bills.settle_up("ann", 400, "m") == {third: 300}
    assert bills.credit("ann") == 100
    assert bills.settle_up("ann", 5, "n") == {}
    assert bills.get(other).open == 1000
    with pytest.raises(ValueError):
        bills.settle_up("ann", 0, "o")


def test_keys(bills):
    first = bills.invoice("ann", [(1000, 0)])
    other = bills.invoice("bob", [(1000, 0)])
    answer = bills.settle_up("ann", 400, "k")
    answer[first] = 0
    bills.settle_up("ann", 600, "l")
    assert bills.settle_up("ann", 400, "k") == {first: 400}
    bills.settle_up("ann", 400, "k")[first] = 1
    assert bills.settle_up("ann", 400, "k") == {first: 400}
    assert bills.settle_up("bob", 500, "k") == {other: 500}
    with pytest.raises(PaymentConflict):
        bills.settle_up("ann", 401, "k")
    assert bills.balance("ann") == 0


def test_a_refund_lowers_what_is_open_first(bills):
    number = bills.invoice("ann", [(1000, 0)])
    bills.settle_up("ann", 400, "k")
    bills.refund(number, 500)
    assert (bills.get(number).open, bills.credit("ann")) == (100, 0)
    bills.refund(number, 200)
    assert (bills.get(number).open, bills.credit("ann")) == (0, 100)
    bills.refund(number, 200)
    assert (bills.get(number).open, bills.credit("ann")) == (0, 300)
    for cents in (101, 0, -1):
        with pytest.raises(ValueError):
            bills.refund(number, cents)
    bills.refund(number, 100)
    assert bills.credit("ann") == 400


def test_what_a_refund_sets_free_pays_other_invoices(bills, clock):
    first = bills.invoice("ann", [(1000, 0)])
    bills.settle_up("ann", 1000, "k")
    clock.to(1)
    second = bills.invoice("ann", [(300, 0)])
    other = bills.invoice("bob", [(300, 0)])
    bills.refund(first, 400)
    assert bills.get(second).open == 0
    assert bills.get(first).open == 0
    assert bills.get(other).open == 300
    assert bills.credit("ann") == 100


def test_what_was_refunded_is_open_no_more(bills):
    number = bills.invoice("ann", [(1000, 0)])
    bills.refund(number, 300)
    assert bills.settle_up("ann", 1000, "k") == {number: 700}
    assert bills.credit("ann") == 300


def test_the_first_reminder(bills, clock):
    number = bills.invoice("ann", [(1000, 0)])
    clock.to(FIRST - 1)
    assert bills.dun() == []
    clock.to(FIRST)
    assert bills.dun() == [number]
    assert bills.dun() == []
    assert bills.get(number).open == 1000


def test_later_reminders(bills, clock):
    number = bills.invoice("ann", [(1000, 0)])
    clock.to(FIRST)
    bills.dun()
    for each in range(1, 4):
        clock.to(FIRST + each * 7 - 1)
        assert bills.dun() == []
        clock.to(FIRST + each * 7)
        assert bills.dun() == [number]
        assert bills.get(number).open == 1000 + each * FEE
    clock.to(FIRST + 9 * 7)
    assert bills.dun() == []
    assert len(bills.get(number).reminders) == 4


def test_gaps_are_from_the_last_reminder(bills, clock):
    number = bills.invoice("ann", [(1000, 0)])
    clock.to(FIRST)
    bills.dun()
    clock.to(FIRST + 10)
    assert bills.dun() == [number]
    clock.to(FIRST + 16)
    assert bills.dun() == []
    clock.to(FIRST + 17)
    assert bills.dun() == [number]


def test_order_of_reminders(bills, clock):
    late = bills.invoice("bob", [(1000, 0)])
    clock.to(1)
    second = bills.invoice("ann", [(1000, 0)])
    clock.to(FIRST + 9)
    assert bills.dun() == [second, late]


@pytest.mark.parametrize(("left", "is_reminded"), [(200, True), (199, False), (0, False)])
def test_small_sums(bills, clock, left, is_reminded):
    number = bills.invoice("ann", [(1000, 0)])
    bills.settle_up("ann", 1000 - left, "k")
    clock.to(FIRST)
    assert bills.dun() == ([number] if is_reminded else [])


def reminded_twice(bills, clock):
    number = bills.invoice("ann", [(1000, 0)])
    clock.to(FIRST)
    bills.dun()
    clock.to(FIRST + 7)
    bills.dun()
    return number


def test_fees_count_for_small_sums(bills, clock):
    number = reminded_twice(bills, clock)
    assert bills.settle_up("ann", 1000 + FEE - 200, "k") == {number: 1000 + FEE - 200}
    bills.refund(number, 200 - 1)
    clock.to(FIRST + 5 * 7)
    assert bills.get(number).open == 1
    assert bills.dun() == []


def test_fees_and_a_small_rest_are_reminded_of(bills, clock):
    number = reminded_twice(bills, clock)
    bills.refund(number, 1000 - 199)
    clock.to(FIRST + 2 * 7)
    assert bills.get(number).open == FEE + 199
    assert bills.dun() == ([number] if FEE + 199 >= 200 else [])


def test_fees_are_paid_first(bills, clock):
    number = reminded_twice(bills, clock)
    second = bills.invoice("ann", [(400, 0)])
    assert bills.settle_up("ann", FEE, "k") == {number: FEE}
    bills.refund(number, 1000)
    assert (bills.get(number).open, bills.credit("ann")) == (0, 0)
    assert bills.get(second).open == 400


def test_a_part_of_fees_is_paid(bills, clock):
    number = reminded_twice(bills, clock)
    bills.settle_up("ann", FEE - 50, "k")
    assert (bills.get(number).fees_paid, bills.get(number).paid) == (FEE - 50, 0)
    bills.refund(number, 1000)
    assert bills.get(number).open == 50
    assert bills.settle_up("ann", 80, "l") == {number: 50}
    assert bills.credit("ann") == 30


def test_the_oldest_invoice_is_paid_before_the_fees_of_the_next(bills, clock):
    first = bills.invoice("ann", [(1000, 0)])
    second = reminded_twice(bills, clock)
    bills.settle_up("ann", FEE + 1000, "k")
    assert bills.get(first).open == 0
    assert bills.get(second).open == 1000 + FEE


@pytest.mark.parametrize(("cents", "is_reminded"), [(500, False), (499, True), (1, True)])
def test_half_puts_a_reminder_off(bills, clock, cents, is_reminded):
    number = bills.invoice("ann", [(1000, 0)])
    clock.to(FIRST)
    bills.dun()
    clock.to(FIRST + 3)
    bills.settle_up("ann", cents, "k")
    clock.to(FIRST + 7)
    assert bills.dun() == ([number] if is_reminded else [])
    clock.to(FIRST + 9)
    assert bills.dun() == []
    if not is_reminded:
        clock.to(FIRST + 10)
        assert bills.dun() == [number]


def test_two_thirds_in_two_payments_put_nothing_off(bills, clock):
    number = bills.invoice("ann", [(1000, 0)])
    clock.to(FIRST)
    bills.dun()
    clock.to(FIRST + 3)
    for key in "kl":
        bills.settle_up("ann", 340, key)
    clock.to(FIRST + 7)
    assert bills.dun() == ([number] if 320 >= 200 else [])


def test_half_is_without_fees(bills, clock):
    number = reminded_twice(bills, clock)
    clock.to(FIRST + 10)
    bills.settle_up("ann", FEE + 499, "k")
    clock.to(FIRST + 14)
    assert bills.dun() == [number]


def test_half_of_what_is_open_without_fees_is_enough(bills, clock):
    number = reminded_twice(bills, clock)
    clock.to(FIRST + 10)
    bills.settle_up("ann", FEE + 500, "k")
    clock.to(FIRST + 14)
    assert bills.dun() == []
    clock.to(FIRST + 17)
    assert bills.dun() == [number]


def test_half_by_a_refund_of_another_invoice(bills, clock):
    other = bills.invoice("ann", [(1000, 0)])
    bills.settle_up("ann", 1000, "k")
    number = bills.invoice("ann", [(1000, 0)])
    clock.to(FIRST)
    bills.dun()
    clock.to(FIRST + 3)
    bills.refund(other, 500)
    clock.to(FIRST + 7)
    assert bills.dun() == []
    assert bills.get(number).open == 500


def test_a_payment_before_the_first_reminder_puts_nothing_off(bills, clock):
    number = bills.invoice("ann", [(1000, 0)])
    clock.to(FIRST - 1)
    bills.settle_up("ann", 500, "k")
    clock.to(FIRST)
    assert bills.dun() == [number]

# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Invoices in cents: discounts, tax, payments, refunds, credit and reminders."""

from dataclasses import dataclass, field
from datetime import date, timedelta

DUE_DAYS = 10
LATE_AFTER_DAYS = 5
LEAST_CENTS = 200
GAP_DAYS = 7
FEE_CENTS = 250
MOST_REMINDERS = 4


class PaymentConflict(Exception):
    """A key was used for another payment."""


@dataclass
class Invoice:
    number: int
    customer: str
    due: date
    net: list
    taxes: dict
    total: int
    paid: int = 0
    fees: int = 0
    fees_paid: int = 0
    refunded: int = 0
    reminders: list = field(default_factory=list)
    waits_from: date | None = None
    open_then: int = 0

    @property
    def open_main(self):
        return max(0, self.total - self.refunded - self.paid)

    @property
    def open(self):
        return self.open_main + self.fees - self.fees_paid


def half_up(numerator, denominator):
    return (numerator + denominator // 2) // denominator


def half_even(numerator, denominator):
    whole, rest = divmod(numerator, denominator)
    return whole + (2 * rest + whole % 2 > denominator)


def discounts(amounts, percent):
    """What each amount loses: a share of the whole discount, to the cent."""
    positive = sum(amount for amount in amounts if amount > 0)
    whole = half_up(positive * percent, 100)
    shares = [0] * len(amounts)
    rests = []
    for place, amount in enumerate(amounts):
        if amount > 0:
            shares[place], rest = divmod(whole * amount, positive)
            rests.append((-rest, -place, place))
    for _, _, place in sorted(rests)[: whole - sum(shares)]:
        shares[place] += 1
    return shares


class Bills:
    """The invoices of all customers. Days are those of `zone`."""

    def __init__(self, clock, zone):
        self._clock = clock
        self._zone = zone
        self._invoices = []
        self._credit = {}
        self._payments = {}

    def _today(self):
        return self._clock().astimezone(self._zone).date()

    def get(self, number):
        return self._invoices[number - 1]

    def credit(self, customer):
        return self._credit.get(customer, 0)

    def balance(self, customer):
        """What a customer owes, less the credit."""
        mine = [each for each in self._invoices if each.customer == customer]
        return sum(each.open for each in mine) - self.credit(customer)

    def invoice(self, customer, lines, percent=0):
        """Bill lines of (cents, tax rate in per mille); the number of the invoice."""
        if not lines or not 0 <= percent <= 100:
            raise ValueError("an invoice has lines, and a discount of 0 to 100 %")
        amounts = [cents for cents, _ in lines]
        lost = discounts(amounts, percent)
        net = [amount - less for amount, less in zip(amounts, lost)]
        sums = {}
        for amount, (_, rate) in zip(net, lines):
            sums[rate] = sums.get(rate, 0) + amount
        taxes = {rate: half_even(sums[rate] * rate, 1000) for rate in sorted(sums)}
        total = sum(net) + sum(taxes.values())
        due = self._today() + timedelta(days=DUE_DAYS)
        due += timedelta(days=(7 - due.weekday()) * (due.weekday() > 4))
        invoice = Invoice(len(self._invoices) + 1, customer, due, net, taxes, total)
        self._invoices.append(invoice)
        if total < 0:
            self._allocate(customer, -total)
        else:
            used = min(self.credit(customer), total)
            self._credit[customer] = self.credit(customer) - used
            invoice.paid = used
        return invoice.number

    def _allocate(self, customer, cents):
        """Pay open invoices, those due first first; what is left becomes credit."""
        applied = {}
        cents += self._credit.pop(customer, 0)
        mine = [each for each in self._invoices if each.customer == customer and each.open_main]
        for invoice in sorted(mine, key=lambda each: (each.due, each.number)):
            before = cents
            fees = min(cents, invoice.fees - invoice.fees_paid)
            invoice.fees_paid += fees
            cents -= fees
            main = min(cents, invoice.open_main)
            invoice.paid += main
            cents -= main
            if before > cents:
                applied[invoice.number] = before - cents
            if invoice.reminders and 2 * main >= invoice.open_then > 0:
                invoice.waits_from = self._today()
        self._credit[customer] = self.credit(customer) + cents
        return applied

    def settle_up(self, customer, cents, key):
        """Take a payment once; the cents that went to each invoice, by number."""
        if cents < 1:
            raise ValueError("a payment is positive")
        known = self._payments.get((customer, key))
        if known is not None:
            if known[0] != cents:
                raise PaymentConflict(key)
            return dict(known[1])
        applied = self._allocate(customer, cents)
        self._payments[customer, key] = (cents, applied)
        return dict(applied)

    def refund(self, number, cents):
        """Make an invoice smaller; what had been paid of it goes where payments go."""
        invoice = self.get(number)
        if not 1 <= cents <= invoice.total - invoice.refunded:
            raise ValueError("a refund is positive and at most what is left of the invoice")
        invoice.refunded += cents
        invoice.open_then = max(0, invoice.open_then - cents)
        over = min(cents, invoice.paid + invoice.refunded - invoice.total)
        if over > 0:
            invoice.paid -= over
            self._allocate(invoice.customer, over)

    def dun(self):
        """Remind of invoices that are late; their numbers."""
        today = self._today()
        reminded = []
        for invoice in sorted(self._invoices, key=lambda each: (each.customer, each.due, each.number)):
            if (today - invoice.due).days <= LATE_AFTER_DAYS or invoice.open < LEAST_CENTS:
                continue
            if len(invoice.reminders) == MOST_REMINDERS:
                continue
            if invoice.reminders and (today - invoice.waits_from).days < GAP_DAYS:
                continue
            if invoice.reminders:
                invoice.fees += FEE_CENTS
            invoice.reminders.append(today)
            invoice.waits_from = invoice.waits_from or today
            invoice.open_then = invoice.open
            reminded.append(invoice.number)
        return reminded

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
        raise NotImplementedError

    @property
    def open(self):
        raise NotImplementedError

def half_up(numerator, denominator):
    raise NotImplementedError

def half_even(numerator, denominator):
    raise NotImplementedError

def discounts(amounts, percent):
    """What each amount loses: a share of the whole discount, to the cent."""
    raise NotImplementedError

class Bills:
    """The invoices of all customers. Days are those of `zone`."""

    def __init__(self, clock, zone):
        raise NotImplementedError

    def get(self, number):
        raise NotImplementedError

    def credit(self, customer):
        raise NotImplementedError

    def balance(self, customer):
        """What a customer owes, less the credit."""
        raise NotImplementedError

    def invoice(self, customer, lines, percent=0):
        """Bill lines of (cents, tax rate in per mille); the number of the invoice."""
        raise NotImplementedError

    def settle_up(self, customer, cents, key):
        """Take a payment once; the cents that went to each invoice, by number."""
        raise NotImplementedError

    def refund(self, number, cents):
        """Make an invoice smaller; what had been paid of it goes where payments go."""
        raise NotImplementedError

    def dun(self):
        """Remind of invoices that are late; their numbers."""
        raise NotImplementedError

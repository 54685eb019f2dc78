# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""The desk: bookings that are paid in units, closed days, and people who do not come."""
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from depot.passes import Frozen, KeyConflict, NotEnough
from depot.slots import GRID, Refused
PEAK_UNITS = 3
LONG_PIECES = 3
LATE_BACK_PERCENT = 40
NOTICE_DAYS = 10
SORRY_DAYS = 30
SORRY_UNITS = 1
NO_SHOW_AFTER = timedelta(minutes=20)
NO_SHOW_POINTS, LATE_POINTS = (2, 1)
MOST_POINTS = 5
POINT_DAYS = 60
BLOCK_DAYS = 14

class Blocked(Exception):
    """The person may not book; `until` is the last day of it."""

    def __init__(self, until):
        super().__init__(f'blocked until {until}')
        self.until = until

@dataclass
class Sale:
    number: int
    who: str
    key: str | None
    asked: tuple
    made: date
    paid: int
    uses: list = field(default_factory=list)
    back: int | None = None

class Counter:
    """Sells the places of `slots` for the units of `pool`, which others may use as well."""

    def __init__(self, clock, zone, pool, slots):
        raise NotImplementedError

    def price(self, start, minutes):
        """The units that a booking costs."""
        raise NotImplementedError

    def paid(self, number):
        """The units that are paid for a booking and were not given back."""
        raise NotImplementedError

    def order(self, who, place, start, minutes, key):
        """Book and pay; the booking's number. If either fails nothing has changed."""
        raise NotImplementedError

    def collect(self):
        """Let those pay who got a booking from the waiting list; who cannot loses it."""
        raise NotImplementedError

    def cancel(self, number):
        """Cancel a booking; how many units came back. Again: the same."""
        raise NotImplementedError

    def change(self, number, start, minutes=None):
        """Move a booking and settle the difference; units paid (above 0) or given back."""
        raise NotImplementedError

    def call_off(self, place, day):
        """Close a place for a day; the numbers of the bookings that are called off."""
        raise NotImplementedError

    def no_show(self, number):
        """Note that nobody came."""
        raise NotImplementedError

    def excuse(self, number):
        """Take the points of a booking away, as if they had never been."""
        raise NotImplementedError

    def blocked_until(self, who):
        """The last day of the person's latest block; None if there was none."""
        raise NotImplementedError

# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""The desk: bookings that are paid in units, closed days, and people who do not come."""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from hall.passes import Frozen, KeyConflict, NotEnough
from hall.slots import GRID, Refused

PEAK_UNITS = 3
LONG_PIECES = 3
LATE_BACK_PERCENT = 50
NOTICE_DAYS = 10
SORRY_DAYS = 14
SORRY_UNITS = 1
NO_SHOW_AFTER = timedelta(minutes=20)
NO_SHOW_POINTS, LATE_POINTS = 2, 1
MOST_POINTS = 5
POINT_DAYS = 60
BLOCK_DAYS = 14


class Blocked(Exception):
    """The person may not book; `until` is the last day of it."""

    def __init__(self, until):
        super().__init__(f"blocked until {until}")
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


class Reception:
    """Sells the places of `slots` for the units of `pool`, which others may use as well."""

    def __init__(self, clock, zone, pool, slots):
        self._clock = clock
        self._zone = zone
        self._pool = pool
        self._slots = slots
        self._sales = {}
        self._keys = {}
        self._closed = set()
        self._points = {}
        self._blocks = {}
        self._looked_at = 0

    def _today(self):
        return self._clock().astimezone(self._zone).date()

    def _day(self, moment):
        return moment.astimezone(self._zone).date()

    def price(self, start, minutes):
        """The units that a booking costs."""
        pieces = timedelta(minutes=minutes) // GRID
        peak = self._slots.peak_pieces(start, minutes)
        units = pieces + (PEAK_UNITS - 1) * peak
        if pieces >= LONG_PIECES:
            units -= PEAK_UNITS if peak >= pieces else 1
        return units

    def paid(self, number):
        """The units that are paid for a booking and were not given back."""
        return self._sales[number].paid

    def order(self, who, place, start, minutes, key):
        """Book and pay; the booking's number. If either fails nothing has changed."""
        self.collect()
        asked = (place, start, minutes)
        known = self._keys.get((who, key))
        if known is not None and self._sales[known].back is None:
            if self._sales[known].asked != asked:
                raise KeyConflict(key)
            return known
        self._require_not_blocked(who)
        if (place, start.date()) in self._closed:
            raise Refused("closed")
        number = self._slots.hold(who, place, start, minutes)
        try:
            self._pay(number, who, key, asked)
        except (NotEnough, Frozen):
            self._slots.cancel(number)
            self.collect()
            raise
        self._slots.confirm(number)
        self._keys[who, key] = number
        self.collect()
        return number

    def _pay(self, number, who, key, asked):
        units = self.price(*asked[1:])
        use = self._pool.spend(who, units, f"booking {number}")
        self._sales[number] = Sale(number, who, key, asked, self._today(), units, [use])

    def _require_not_blocked(self, who):
        until = self.blocked_until(who)
        if until is not None and self._today() <= until:
            raise Blocked(until)

    def collect(self):
        """Let those pay who got a booking from the waiting list; who cannot loses it."""
        for number in range(self._looked_at + 1, self._slots.newest() + 1):
            self._looked_at = number
            booking = self._slots.get(number)
            if booking.state != "booked" or booking.number in self._sales:
                continue
            minutes = (booking.end - booking.start) // timedelta(minutes=1)
            try:
                self._require_not_blocked(booking.who)
                if (booking.place, self._day(booking.start)) in self._closed:
                    raise Refused("closed")
                asked = (booking.place, booking.start, minutes)
                self._pay(booking.number, booking.who, None, asked)
            except (Blocked, Refused, NotEnough, Frozen):
                if booking.start > self._clock():
                    self._slots.cancel(booking.number)

    def cancel(self, number):
        """Cancel a booking; how many units came back. Again: the same."""
        self.collect()
        sale = self._sales[number]
        if sale.back is not None:
            return sale.back
        outcome = self._slots.cancel(number)
        units = sale.paid
        if outcome == "late":
            units = sum(self._pool.open_units(use) * LATE_BACK_PERCENT // 100 for use in sale.uses)
            self._note(number, self._today(), LATE_POINTS)
        sale.back = self._give_back(sale, units)
        self.collect()
        return sale.back

    def _give_back(self, sale, units):
        """Units of the newest payments first; how many can be used again."""
        usable = 0
        sale.paid -= units
        for use in reversed(sale.uses):
            back = min(self._pool.open_units(use), units)
            if back:
                units -= back
                usable += self._pool.restore(use, back)
        return usable

    def change(self, number, start, minutes=None):
        """Move a booking and settle the difference; units paid (above 0) or given back."""
        self.collect()
        sale = self._sales[number]
        booking = self._slots.get(number)
        if minutes is None:
            minutes = (booking.end - booking.start) // timedelta(minutes=1)
        if (booking.place, self._day(start)) in self._closed:
            raise Refused("closed")
        more = self.price(start, minutes) - sale.paid
        use = None
        if more > 0:
            use = self._pool.spend(sale.who, more, f"booking {number} change")
        try:
            self._slots.move(number, start, minutes)
        except Refused:
            if use is not None:
                self._pool.restore(use)
            raise
        if use is not None:
            sale.uses.append(use)
            sale.paid += more
        elif more < 0 and not booking.moved_late:
            self._give_back(sale, -more)
        else:
            more = 0
        self.collect()
        return more

    def close(self, place, day):
        """Close a place for a day; the numbers of the bookings that are called off."""
        self.collect()
        self._closed.add((place, day))
        sorry = set()
        numbers = []
        for number, sale in sorted(self._sales.items()):
            booking = self._slots.get(number)
            is_ahead = booking.start > self._clock()
            if booking.place != place or self._day(booking.start) != day or not is_ahead:
                continue
            if sale.back is not None:
                continue
            self._slots.cancel(number)
            sale.back = self._give_back(sale, sale.paid)
            numbers.append(number)
            if (day - sale.made).days >= NOTICE_DAYS and sale.who not in sorry:
                sorry.add(sale.who)
                self._pool.grant(sale.who, SORRY_UNITS, SORRY_DAYS)
        self.collect()
        return numbers

    def no_show(self, number):
        """Note that nobody came."""
        sale = self._sales[number]
        booking = self._slots.get(number)
        if sale.back is not None or self._clock() < booking.start + NO_SHOW_AFTER:
            raise Refused("early" if sale.back is None else "gone")
        self._note(number, self._day(booking.start), NO_SHOW_POINTS)

    def excuse(self, number):
        """Take the points of a booking away, as if they had never been."""
        noted = self._points.pop(number, None)
        if noted is not None:
            self._blocks.pop(noted[2], None)

    def blocked_until(self, who):
        """The last day of the person's latest block; None if there was none."""
        if who not in self._blocks:
            self._blocks[who] = self._worked_out(who)
        return self._blocks[who]

    def _note(self, number, day, points):
        who = self._sales[number].who
        self._points[number] = (day, points, who)
        self._blocks.pop(who, None)

    def _worked_out(self, who):
        until = None
        recent = []
        entries = [(day, number, points) for number, (day, points, owner) in self._points.items() if owner == who]
        for day, _, points in sorted(entries):
            if recent and (day - recent[0][0]).days >= POINT_DAYS:
                recent = []
            recent.append((day, points))
            if sum(points for _, points in recent) >= MOST_POINTS:
                until = day + timedelta(days=BLOCK_DAYS)
                recent = []
        return until

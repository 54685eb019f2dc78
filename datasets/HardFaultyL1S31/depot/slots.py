# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Bookings of places: opening hours, holds, a waiting list, cancelling and moving."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta, timezone

GRID = timedelta(minutes=15)
MOST = 8 * GRID
BUFFER = timedelta(minutes=5)
HOLD = timedelta(minutes=10)
LIMIT = 4
LATE = timedelta(hours=12)
COOLING_OFF = timedelta(minutes=5)
MOVES = 3
PEAK_FROM, PEAK_TO = time(17), time(19)


class Refused(Exception):
    """`reason`: length, grid, past, hours, limit, taken, gone, started or moves."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


@dataclass
class Booking:
    number: int
    who: str
    place: str
    start: datetime
    end: datetime
    made: datetime
    state: str
    moves: int = 0
    moved_late: bool = False
    outcome: str = ""


@dataclass
class Waiting:
    number: int
    who: str
    place: str
    start: datetime
    end: datetime
    priority: int


class Timetable:
    """All places. `hours`: opening and closing `time` by weekday, 0 for Monday, in `zone`.

    A closing time of 00:00 is the end of the day.
    """

    def __init__(self, clock, zone, hours):
        self._clock = clock
        self._zone = zone
        self._hours = hours
        self._bookings = []
        self._by_place = {}
        self._waiting = []
        self._entries = 0

    def _now(self):
        return self._clock().astimezone(timezone.utc)

    def get(self, number):
        return self._bookings[number - 1]

    def newest(self):
        """The number of the newest booking; 0 if there is none."""
        return len(self._bookings)

    def book(self, who, place, start, minutes):
        """Book a place; the booking's number. Refused says why not."""
        return self._make(who, place, start, minutes, "booked")

    def hold(self, who, place, start, minutes):
        """The same for a while only, until it is confirmed."""
        return self._make(who, place, start, minutes, "held")

    def _make(self, who, place, start, minutes, state):
        begin, end = self._checked(start, minutes)
        self.settle()
        if self._count(who) >= LIMIT:
            raise Refused("limit")
        if not self._fits(who, place, begin, end):
            raise Refused("taken")
        return self._add(who, place, begin, end, state)

    def _add(self, who, place, begin, end, state):
        number = len(self._bookings) + 1
        booking = Booking(number, who, place, begin, end, self._now(), state)
        self._bookings.append(booking)
        self._by_place.setdefault(place, []).append(booking)
        return number

    def _checked(self, start, minutes):
        """Start and end in UTC."""
        length = timedelta(minutes=minutes)
        if not GRID <= length <= MOST or length % GRID:
            raise Refused("length")
        local = start.astimezone(self._zone)
        if local.minute % (GRID.seconds // 60) or local.second or local.microsecond:
            raise Refused("grid")
        begin = start.astimezone(timezone.utc)
        if begin < self._now():
            raise Refused("past")
        end = begin + length
        if not self._is_open(local, end.astimezone(self._zone)):
            raise Refused("hours")
        return begin, end

    def _is_open(self, local, local_end):
        hours = self._hours.get(local.weekday())
        if hours is None or local.time() < hours[0]:
            return False
        midnight = local_end.date() > local.date() and local_end.time() == time(0)
        if hours[1] == time(0):
            return midnight or local_end.date() == local.date()
        return local_end.date() == local.date() and local_end.time() <= hours[1]

    def _is_live(self, booking):
        if booking.state == "held":
            return self._now() < min(booking.made + HOLD, booking.start)
        return booking.state == "booked"

    def _count(self, who):
        now = self._now()
        return sum(
            booking.who == who and booking.end > now and self._is_live(booking)
            for booking in self._bookings
        )

    def _fits(self, who, place, begin, end, ignored=0):
        for booking in reversed(self._by_place.get(place, ())):
            if booking.number == ignored or not self._is_live(booking):
                continue
            buffer = timedelta(0) if booking.who == who else BUFFER
            if max(begin, booking.start) - min(end, booking.end) < buffer:
                return False
        return True

    def confirm(self, number):
        """Make a hold a booking; again, it changes nothing."""
        booking = self.get(number)
        if booking.state == "booked":
            return
        if not self._is_live(booking):
            raise Refused("gone")
        booking.state = "booked"

    def cancel(self, number):
        """'free' or 'late'; again, the same as the first time."""
        booking = self.get(number)
        if booking.outcome:
            return booking.outcome
        if not self._is_live(booking):
            raise Refused("gone")
        now = self._now()
        if now >= booking.start:
            raise Refused("started")
        is_late = booking.moved_late or booking.start - now < LATE
        is_cool = now - booking.made <= COOLING_OFF
        booking.outcome = "late" if booking.state == "booked" and is_late and not is_cool else "free"
        booking.state = "cancelled"
        self.settle()
        return booking.outcome

    def move(self, number, start, minutes=None):
        """Move a booking to another time of its place, perhaps of another length."""
        booking = self.get(number)
        now = self._now()
        if booking.state != "booked":
            raise Refused("gone")
        if now >= booking.start:
            raise Refused("started")
        if minutes is None:
            minutes = (booking.end - booking.start) // timedelta(minutes=1)
        if booking.moves == MOVES:
            raise Refused("moves")
        begin, end = self._checked(start, minutes)
        if (begin, end) == (booking.start, booking.end):
            return
        self.settle()
        if not self._fits(booking.who, booking.place, begin, end, ignored=number):
            raise Refused("taken")
        booking.moved_late = booking.moved_late or booking.start - now < LATE
        booking.moves += 1
        booking.start, booking.end = begin, end
        self.settle()

    def wait(self, who, place, start, minutes, priority=0):
        """Enter the waiting list; the entry's number."""
        begin, end = self._checked(start, minutes)
        for entry in self._waiting:
            if (entry.who, entry.place, entry.start) == (who, place, begin):
                entry.priority = max(entry.priority, priority)
                entry.end = max(entry.end, end)
                return entry.number
        self._entries += 1
        self._waiting.append(Waiting(self._entries, who, place, begin, end, priority))
        return self._entries

    def settle(self):
        """Book for those who wait what has become free; the numbers of the new bookings."""
        now = self._now()
        self._waiting = [entry for entry in self._waiting if entry.start > now]
        made, left = [], []
        for entry in sorted(self._waiting, key=lambda entry: (-entry.priority, entry.number)):
            wanted = (entry.who, entry.place, entry.start, entry.end)
            if self._count(entry.who) < LIMIT and self._fits(*wanted):
                made.append(self._add(*wanted, "booked"))
            else:
                left.append(entry)
        self._waiting = left
        return made

    def waiting(self, place):
        """Who waits for a place, in the order in which they will be looked at."""
        entries = [entry for entry in self._waiting if entry.place == place]
        return [entry.who for entry in sorted(entries, key=lambda entry: (-entry.priority, entry.number))]

    def taken(self, place):
        """Who has the place from when on, in the order of time."""
        live = [each for each in self._bookings if each.place == place and self._is_live(each)]
        return [(each.start, each.who) for each in sorted(live, key=lambda each: each.start)]

    def peak_pieces(self, start, minutes):
        """How many pieces of the grid begin in the peak hours of a working day."""
        begin = start.astimezone(timezone.utc)
        count = 0
        for piece in range(timedelta(minutes=minutes) // GRID):
            local = (begin + piece * GRID).astimezone(self._zone)
            count += local.weekday() < 5 and PEAK_FROM <= local.time() < PEAK_TO
        return count

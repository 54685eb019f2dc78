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
PEAK_FROM, PEAK_TO = (time(17), time(19))

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
    outcome: str = ''

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
        raise NotImplementedError

    def get(self, number):
        raise NotImplementedError

    def newest(self):
        """The number of the newest booking; 0 if there is none."""
        raise NotImplementedError

    def book(self, who, place, start, minutes):
        """Book a place; the booking's number. Refused says why not."""
        raise NotImplementedError

    def hold(self, who, place, start, minutes):
        """The same for a while only, until it is confirmed."""
        raise NotImplementedError

    def confirm(self, number):
        """Make a hold a booking; again, it changes nothing."""
        raise NotImplementedError

    def cancel(self, number):
        """'free' or 'late'; again, the same as the first time."""
        raise NotImplementedError

    def move(self, number, start, minutes=None):
        """Move a booking to another time of its place, perhaps of another length."""
        raise NotImplementedError

    def wait(self, who, place, start, minutes, priority=0):
        """Enter the waiting list; the entry's number."""
        raise NotImplementedError

    def settle(self):
        """Book for those who wait what has become free; the numbers of the new bookings."""
        raise NotImplementedError

    def waiting(self, place):
        """Who waits for a place, in the order in which they will be looked at."""
        raise NotImplementedError

    def taken(self, place):
        """Who has the place from when on, in the order of time."""
        raise NotImplementedError

    def peak_pieces(self, start, minutes):
        """How many pieces of the grid begin in the peak hours of a working day."""
        raise NotImplementedError

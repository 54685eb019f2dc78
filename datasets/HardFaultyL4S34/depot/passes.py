# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Prepaid units: grants that end, uses, freezes and transfers."""

from bisect import insort
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone

KEY_WINDOW = timedelta(hours=36)
BONUS_FROM = 12
BONUS_PERCENT = 25
GRACE_DAYS = 7
LATE_GRANT_DAYS = 14
MOST_FROZEN_DAYS = 45


class NotEnough(Exception):
    """Too few units; `missing` says how many more were needed."""

    def __init__(self, missing):
        super().__init__(f"{missing} units are missing")
        self.missing = missing


class KeyConflict(Exception):
    """A key was used for another number of units."""


class Frozen(Exception):
    """The holder's units are frozen today."""


@dataclass
class Grant:
    number: int
    holder: str
    granted: date
    last_day: date
    left: int
    is_bonus: bool = False


@dataclass
class Part:
    grant: Grant
    taken: int
    returned: int = 0


@dataclass
class Use:
    number: int
    holder: str
    units: int
    at: datetime
    key: str
    parts: list[Part] = field(default_factory=list)

    @property
    def returned(self):
        return sum(part.returned for part in self.parts)


class Vouchers:
    """The units of all holders. `clock` returns an aware datetime; days are those of `zone`."""

    def __init__(self, clock, zone):
        self._clock = clock
        self._zone = zone
        self._grants = []
        self._uses = []
        self._keys = {}
        self._freezes = {}
        self._ends = {}

    def today(self):
        return self._clock().astimezone(self._zone).date()

    def _now(self):
        return self._clock().astimezone(timezone.utc)

    def grant(self, holder, units, days):
        """Add units that end after so many days; the number of the grant."""
        if units < 1 or days < 1:
            raise ValueError("units and days must be positive")
        today = self.today()
        granted = self._add(holder, units, today + timedelta(days=days))
        bonus = units * BONUS_PERCENT // 100 if units >= BONUS_FROM else 0
        if bonus:
            half = days - days // 2
            self._add(holder, bonus, today + timedelta(days=half), is_bonus=True)
        return granted.number

    def _add(self, holder, units, last_day, is_bonus=False):
        number = len(self._grants) + 1
        grant = Grant(number, holder, self.today(), last_day, units, is_bonus)
        self._grants.append(grant)
        return grant

    def last_day(self, number):
        """The last day on which the grant's units can be used, freezes included."""
        return self._last_day(self._grants[number - 1])

    def _last_day(self, grant):
        key = (grant.holder, grant.granted, grant.last_day)
        if key not in self._ends:
            last = grant.last_day
            for first, end in self._freezes.get(grant.holder, ()):
                begin = max(first, grant.granted)
                if begin > last:
                    break
                if begin <= end:
                    last += timedelta(days=(end - begin).days + 1)
            self._ends[key] = last
        return self._ends[key]

    def _forget(self, holder, since):
        """Ends before that day stay as they are."""
        for key in [key for key in self._ends if key[0] == holder and self._ends[key] > since]:
            del self._ends[key]

    def _alive(self, holder):
        today = self.today()
        return [
            grant
            for grant in self._grants
            if grant.holder == holder and grant.left and self._last_day(grant) >= today
        ]

    def balance(self, holder):
        """The units that have not ended."""
        return sum(grant.left for grant in self._alive(holder))

    def ending(self, holder, days):
        """The units that end today or within so many days."""
        until = self.today() + timedelta(days=days)
        return sum(grant.left for grant in self._alive(holder) if (self._last_day(grant) - until).days < 1)

    def _order(self, grant):
        return (self._last_day(grant), not grant.is_bonus, grant.granted)

    def spend(self, holder, units, key):
        """Take units; the number of the use. The same key again takes nothing."""
        if units < 1:
            raise ValueError("units must be positive")
        known = self._keys.get((holder, key))
        if known is not None and not known.at + KEY_WINDOW <= self._now():
            if known.units != units:
                raise KeyConflict(key)
            return known.number
        if self._is_frozen(holder):
            raise Frozen(holder)
        alive = sorted(self._alive(holder), key=self._order)
        missing = units - sum(grant.left for grant in alive)
        if missing > 0:
            raise NotEnough(missing)
        use = Use(len(self._uses) + 1, holder, units, self._now(), key)
        for grant in alive:
            taken = min(grant.left, units)
            if taken:
                grant.left -= taken
                units -= taken
                use.parts.append(Part(grant, taken))
        self._uses.append(use)
        self._keys[holder, key] = use
        return use.number

    def open_units(self, number):
        """The units of a use that have not been given back."""
        use = self._uses[number - 1]
        return use.units - use.returned

    def give_back(self, number, units=None):
        """Give units of a use back, all that are left of it by default; how many can be used."""
        use = self._uses[number - 1]
        open_units = use.units - use.returned
        if units is None:
            units = open_units
        elif not 1 <= units <= open_units:
            raise ValueError(f"{open_units} units can be given back")
        usable = late = 0
        is_settled = units == open_units
        for place in range(len(use.parts) - 1, -1, -1):
            part = use.parts[place]
            back = min(part.taken - part.returned, units)
            units -= back
            part.returned += back
            overdue = (self.today() - self._last_day(part.grant)).days
            if overdue <= 0:
                part.grant.left += back
                usable += back
            elif overdue <= GRACE_DAYS and not part.grant.is_bonus:
                late += back
        if late:
            self._add(use.holder, late, self.today() + timedelta(days=LATE_GRANT_DAYS))
        if is_settled and self._keys.get((use.holder, use.key)) is use:
            del self._keys[use.holder, use.key]
        return usable + late

    def transfer(self, giver, receiver, units):
        """Move paid units to another holder, those that end last first."""
        if units < 1 or giver == receiver:
            raise ValueError("units must be positive, and the holders two")
        for holder in (giver, receiver):
            if self._is_frozen(holder):
                raise Frozen(holder)
        paid = [grant for grant in self._alive(giver) if not grant.is_bonus]
        missing = units - sum(grant.left for grant in paid)
        if missing > 0:
            raise NotEnough(missing)
        for grant in sorted(paid, key=self._order, reverse=True):
            moved = min(grant.left, units)
            if moved:
                grant.left -= moved
                units -= moved
                last = self._last_day(grant)
                own = [each for each in self._alive(receiver) if each.last_day == last and not each.is_bonus]
                if own:
                    own[0].left += moved
                else:
                    self._add(receiver, moved, last)

    def freeze(self, holder, first, days):
        """Freeze the holder's units from a day on."""
        if days < 1 or first < self.today():
            raise ValueError("a freeze has a day at least and does not begin in the past")
        end = first + timedelta(days=days - 1)
        freezes = self._freezes.setdefault(holder, [])
        if any(first <= other_end and other <= end for other, other_end in freezes):
            raise ValueError("freezes must not overlap")
        for year in range(first.year, end.year + 1):
            frozen = sum(_days_in(year, *other) for other in freezes)
            if frozen + _days_in(year, first, end) > MOST_FROZEN_DAYS:
                raise ValueError(f"more than {MOST_FROZEN_DAYS} frozen days in {year}")
        insort(freezes, (first, end))
        self._forget(holder, first)

    def thaw(self, holder):
        """End the freeze of today: today is no frozen day any more."""
        today = self.today()
        freezes = self._freezes.get(holder, [])
        for place, (first, end) in enumerate(freezes):
            if first <= today <= end:
                self._forget(holder, today)
                if first == today:
                    del freezes[place]
                else:
                    freezes[place] = (first, today - timedelta(days=1))
                return
        raise ValueError("nothing is frozen")

    def _is_frozen(self, holder):
        today = self.today()
        return any(first <= today <= end for first, end in self._freezes.get(holder, []))


def _days_in(year, first, end):
    begin = max(first, date(year, 1, 1))
    until = min(end, date(year, 12, 31))
    return len(range(begin.toordinal(), until.toordinal() + 1))

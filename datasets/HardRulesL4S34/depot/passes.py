# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Prepaid units: grants that end, uses, freezes and transfers."""
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
        super().__init__(f'{missing} units are missing')
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
        raise NotImplementedError

class Vouchers:
    """The units of all holders. `clock` returns an aware datetime; days are those of `zone`."""

    def __init__(self, clock, zone):
        raise NotImplementedError

    def today(self):
        raise NotImplementedError

    def grant(self, holder, units, days):
        """Add units that end after so many days; the number of the grant."""
        raise NotImplementedError

    def last_day(self, number):
        """The last day on which the grant's units can be used, freezes included."""
        raise NotImplementedError

    def balance(self, holder):
        """The units that have not ended."""
        raise NotImplementedError

    def ending(self, holder, days):
        """The units that end today or within so many days."""
        raise NotImplementedError

    def spend(self, holder, units, key):
        """Take units; the number of the use. The same key again takes nothing."""
        raise NotImplementedError

    def open_units(self, number):
        """The units of a use that have not been given back."""
        raise NotImplementedError

    def give_back(self, number, units=None):
        """Give units of a use back, all that are left of it by default; how many can be used."""
        raise NotImplementedError

    def transfer(self, giver, receiver, units):
        """Move paid units to another holder, those that end last first."""
        raise NotImplementedError

    def freeze(self, holder, first, days):
        """Freeze the holder's units from a day on."""
        raise NotImplementedError

    def thaw(self, holder):
        """End the freeze of today: today is no frozen day any more."""
        raise NotImplementedError

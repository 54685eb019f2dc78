# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""What a Book is given and what it hands out. Nothing here is to be changed."""

from dataclasses import dataclass
from typing import Protocol

WINDOW = 5
TIMEOUT = 20
TRIES = 4
BACKOFF = (1, 2, 4)


class Lost(Exception):
    """No reply. The server has done it, does it later, or never does it: nobody knows."""


class Busy(Exception):
    """The server did not look at this message. It keeps nothing of it."""


class Refused(Exception):
    """The server has decided not to do it. `reason` says why."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


class Unsaved(Exception):
    """The server could not be reached in 4 tries. What was open still is."""


@dataclass(frozen=True)
class Record:
    """A sheet as the server had it. `version`: the server's revision when it last changed."""

    id: str
    version: int
    value: int


@dataclass(frozen=True)
class Snapshot:
    """All sheets at one moment, by id. `revision` grows by one with each change of any."""

    revision: int
    records: dict[str, Record]


@dataclass(frozen=True)
class View:
    """A sheet as the user sees it.

    `version`: of the server's record that it rests on. `saved`: nothing of it is open.
    """

    value: int
    version: int
    saved: bool


class Clock(Protocol):
    def now(self) -> float:
        """Seconds."""

    async def sleep(self, seconds: float) -> None: ...


class Server(Protocol):
    async def send(self, request: dict) -> Record | Snapshot:
        """The reply; Lost, Busy, Refused are raised."""

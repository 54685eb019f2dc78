"""Traffic: how many calls may be under way, shared by all of Assay's processes on this machine.

`.assay/traffic.sqlite` has a line for each call under way or made within the last minute, and for each that counts
against a budget. Times are the machine's monotonic clock, so that changing the date changes nothing.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from stages.lib.base.errors import AssayError

WINDOW_S = 60.0
"""Requests and tokens per minute are counted over this long."""
TIDY_EVERY_S = 1.0
KEPT_S = 7 * 86400.0
POLL_S = 0.25
"""So often a process looks again whether another one's calls have ended."""


@dataclass(frozen=True)
class CallEstimate:
    """A call that asks to be let through: the tokens it may take and the dollars it may cost, at most."""

    endpoint: str
    tokens: int
    usd: float


@dataclass(frozen=True)
class TrafficBounds:
    """What holds at one endpoint (a provider and key), and for the whole run. None: no bound."""

    concurrency: int
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    budget_usd: float | None = None
    max_calls: int | None = None


class OverBudget(Exception):
    """The call would take the run past its budget or its number of calls. The text says which, and what was used."""


class Traffic:
    """The shared record of calls. Every method is one short transaction."""

    def __init__(self, path: Path, run: str) -> None:
        self._path = path
        self._run = run
        self._tidied = -TIDY_EVERY_S
        with self._errors_named():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=30, isolation_level=None)
            self._db.execute("PRAGMA page_size=512")
            self._db.execute(
                "PRAGMA journal_mode=WAL"
            )  # half the time of a transaction with a journal of its own
            self._db.execute("PRAGMA wal_autocheckpoint=32")  # pages: the file stays small
            self._db.execute(
                "PRAGMA synchronous=OFF"
            )  # it has to survive killed processes, not power cuts
            self._db.executescript(_SCHEMA)

    def admit(self, estimate: CallEstimate, bounds: TrafficBounds) -> int | float:
        """The call's number if it may start now, else the seconds after which to ask again. OverBudget if never."""
        with self._errors_named(), self._transaction():
            now = (
                time.monotonic()
            )  # not before: others write while this one waits, and nothing is later than now
            if now > self._tidied + TIDY_EVERY_S:
                self._tidied = now
                self._forget(now)
            wait = self._wait(estimate, bounds, now)
            if wait > 0:
                return wait
            added = self._db.execute(
                "INSERT INTO calls (endpoint, run, pid, started, tokens, usd, open) VALUES (?, ?, ?, ?, ?, ?, 1)",
                (estimate.endpoint, self._run, os.getpid(), now, estimate.tokens, estimate.usd),
            )
            return int(added.lastrowid or 0)

    def settle(self, call: int, tokens: int, usd: float) -> None:
        """The call has ended, and took this much."""
        with suppress(sqlite3.Error):  # a full disk: the answer is paid for and must come through
            self._db.execute(
                "UPDATE calls SET open = 0, tokens = ?, usd = ? WHERE id = ?", (tokens, usd, call)
            )

    def pause(self, endpoint: str, seconds: float) -> None:
        """No process calls there for so long."""
        until = time.monotonic() + seconds
        with suppress(sqlite3.Error):
            self._db.execute(
                "INSERT INTO pauses VALUES (?, ?) ON CONFLICT DO UPDATE SET until = max(until, excluded.until)",
                (endpoint, until),
            )

    def spent(self) -> tuple[float, int]:
        """The dollars and the calls of this run so far, of all its processes."""
        usd, calls = self._db.execute(
            "SELECT coalesce(sum(usd), 0), count(*) FROM calls WHERE run = ?", (self._run,)
        ).fetchone()
        return float(usd), int(calls)

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise AssayError(
                f"{self._path}: cannot be used ({error}): free space or fix the permissions; it may be deleted while "
                "no stage is running. All answers so far are kept"
            ) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            if self._db.in_transaction:
                self._db.execute("COMMIT")

    def _forget(self, now: float) -> None:
        """End the calls of processes that are gone; take out those of last week, and of before a restart."""
        for (pid,) in self._db.execute(
            "SELECT DISTINCT pid FROM calls WHERE open = 1 AND pid != ?", (os.getpid(),)
        ):
            if not psutil.pid_exists(pid):
                self._db.execute("UPDATE calls SET open = 0 WHERE pid = ?", (pid,))
        self._db.execute("DELETE FROM calls WHERE started < ? OR started > ?", (now - KEPT_S, now))
        self._db.execute("DELETE FROM pauses WHERE until <= ? OR until > ?", (now, now + KEPT_S))

    def _wait(self, estimate: CallEstimate, bounds: TrafficBounds, now: float) -> float:
        budget = self._budget(estimate, bounds)
        waits = [0.0, budget]
        paused = self._db.execute(
            "SELECT until FROM pauses WHERE endpoint = ?", (estimate.endpoint,)
        ).fetchone()
        if paused:
            waits.append(paused[0] - now)
        under_way = self._db.execute(
            "SELECT count(*) FROM calls WHERE open = 1 AND endpoint = ?", (estimate.endpoint,)
        ).fetchone()[0]
        if under_way >= bounds.concurrency:
            waits.append(POLL_S)
        waits += self._minute(estimate, bounds, now)
        return max(waits)

    def _minute(self, estimate: CallEstimate, bounds: TrafficBounds, now: float) -> Iterator[float]:
        """Until when the last minute's calls leave room: for one more, and for its tokens."""
        if bounds.requests_per_minute is None and bounds.tokens_per_minute is None:
            return
        lately = self._db.execute(
            "SELECT started, tokens FROM calls WHERE endpoint = ? AND started > ? ORDER BY started DESC",
            (estimate.endpoint, now - WINDOW_S),
        ).fetchall()
        if bounds.requests_per_minute is not None and len(lately) >= bounds.requests_per_minute:
            yield lately[bounds.requests_per_minute - 1][0] + WINDOW_S - now
        if bounds.tokens_per_minute is not None:
            room = bounds.tokens_per_minute - estimate.tokens
            for started, tokens in lately:  # a call larger than a whole minute's tokens goes alone
                room -= tokens
                if room < 0:
                    yield started + WINDOW_S - now
                    return

    def _budget(self, estimate: CallEstimate, bounds: TrafficBounds) -> float:
        """0 if the call fits; a short wait if it may fit once the calls under way have cost less than they might."""
        if bounds.budget_usd is None and bounds.max_calls is None:
            return 0.0
        usd, calls = self.spent()
        under_way, at_most = self._db.execute(
            "SELECT count(*), coalesce(sum(usd), 0) FROM calls WHERE run = ? AND open = 1",
            (self._run,),
        ).fetchone()
        if bounds.max_calls is not None and calls >= bounds.max_calls:
            raise OverBudget(f"{calls} calls were made, and calls.max_calls is {bounds.max_calls}")
        if bounds.budget_usd is None or usd + estimate.usd <= bounds.budget_usd:
            return 0.0
        if under_way:
            return POLL_S
        raise OverBudget(
            f"${usd - at_most:.2f} were or may have been spent, the next call may cost up to ${estimate.usd:.2f}, "
            f"and calls.budget_usd is ${bounds.budget_usd:.2f}"
        )


_SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (
    id INTEGER PRIMARY KEY, endpoint TEXT, run TEXT, pid INTEGER, started REAL, tokens INTEGER, usd REAL, open INTEGER
);
CREATE INDEX IF NOT EXISTS calls_of_endpoint ON calls (endpoint, started);
CREATE INDEX IF NOT EXISTS calls_of_run ON calls (run);
CREATE INDEX IF NOT EXISTS calls_under_way ON calls (endpoint, pid) WHERE open = 1;
CREATE TABLE IF NOT EXISTS pauses (endpoint TEXT PRIMARY KEY, until REAL);
"""


def current_run() -> str:
    """What a budget is counted for: ASSAY_RUN if it is set, else the outermost `make` or `dvc` around this process."""
    if name := os.environ.get("ASSAY_RUN"):
        return name
    me = psutil.Process()
    above = [process for process in me.parents() if _is_runner(process)]
    run = above[-1] if above else me
    return f"{run.pid}-{run.create_time():.2f}"


def _is_runner(process: psutil.Process) -> bool:
    try:
        words = [process.name(), *(Path(word).name for word in process.cmdline()[:3])]
    except psutil.Error:
        return False
    return bool({"make", "dvc"} & set(words))

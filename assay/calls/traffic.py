"""Traffic: how many calls may be under way, shared by all of Assay's processes on this machine.

`.assay/traffic.sqlite` has a row for each call under way or made within the last minute, and for
each that counts against a budget. Times are the machine's monotonic clock, so a change of the date
changes nothing.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from assay.calls.notices import Notices
from assay.calls.processes import RunningMark, runs
from assay.errors import AssayError

WINDOW_S = 60.0
"""Requests and tokens per minute are counted over this long."""
TIDY_EVERY_S = 1.0
KEPT_S = 7 * 86400.0
LOCKED_S = 5.0
"""A wait for another process's transaction is announced after so long."""
LOCKED_TRIES = 6
"""So many such waits, then an error."""
POLL_S = 0.25
"""So often a process looks again whether another one's calls have ended."""


@dataclass(frozen=True)
class CallEstimate:
    """A call that asks to be let through: the tokens and the dollars that it may take at most."""

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


@dataclass(frozen=True)
class Wait:
    """A call may not start yet: the seconds after which to ask again, and what it waits for."""

    seconds: float
    reason: str


class OverBudget(Exception):
    """The call would pass the run's budget or its number of calls.

    The text says which, and what was used.
    """


class Traffic:
    """The shared record of calls. Every method is one short transaction."""

    def __init__(self, path: Path, run: str) -> None:
        self._path = path
        self._run = run
        self._tidied = -TIDY_EVERY_S
        self._notices = Notices()
        with self._errors_named():
            self._mark = RunningMark(path.with_suffix(""))
            self._db = sqlite3.connect(path, timeout=LOCKED_S, isolation_level=None)
            self._db.execute("PRAGMA page_size=512")
            self._db.execute("PRAGMA journal_mode=WAL")  # a transaction takes half the time
            self._db.execute("PRAGMA wal_autocheckpoint=32")  # pages: the file stays small
            self._db.execute("PRAGMA synchronous=OFF")  # it must survive kills, not power cuts
            with self._transaction():
                self._create_tables()
                self._process = self._add_this_process()
                self._end_calls_of_the_dead()

    def admit(self, call: CallEstimate, bounds: TrafficBounds) -> int | Wait:
        """The call's number if it may start now, else what it waits for.

        OverBudget if it can never start.
        """
        with self._errors_named(), self._transaction():
            # read the clock inside the transaction: no row of another process is later than now
            now = time.monotonic()
            if now > self._tidied + TIDY_EVERY_S:
                self._tidied = now
                self._tidy(now)
            wait = self._wait(call, bounds, now)
            if wait:
                return wait
            added = self._db.execute(
                "INSERT INTO calls (endpoint, run, process, started, tokens, usd, open) "
                "VALUES (?, ?, ?, ?, ?, ?, 1)",
                (call.endpoint, self._run, self._process, now, call.tokens, call.usd),
            )
            return int(added.lastrowid or 0)

    def settle(self, call: int, tokens: int, usd: float) -> None:
        """The call has ended, and took this much."""
        with suppress(sqlite3.Error):  # a full disk: the answer is paid for and must come through
            self._db.execute(
                "UPDATE calls SET open = 0, tokens = ?, usd = ? WHERE id = ?", (tokens, usd, call)
            )

    def pause(self, endpoint: str, seconds: float) -> None:
        """Keep every process from calling this endpoint for this time."""
        until = time.monotonic() + seconds
        with suppress(sqlite3.Error):
            self._db.execute(
                "INSERT INTO pauses VALUES (?, ?) "
                "ON CONFLICT DO UPDATE SET until = max(until, excluded.until)",
                (endpoint, until),
            )

    def spent(self) -> tuple[float, int]:
        """The dollars and the calls of this run so far, of all its processes."""
        usd, calls = self._db.execute(
            "SELECT coalesce(sum(usd), 0), count(*) FROM calls WHERE run = ?", (self._run,)
        ).fetchone()
        return float(usd), int(calls)

    def close(self) -> None:
        """Calls of this process that are still open count as ended from now on."""
        self._db.close()
        self._mark.remove()

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise AssayError(
                f"{self._path}: cannot be used ({error}): free space or fix the permissions; it "
                "may be deleted while no stage is running. All answers so far are kept"
            ) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._begin()
        try:
            yield
        finally:
            if self._db.in_transaction:
                self._db.execute("COMMIT")

    def _begin(self) -> None:
        """Begin a transaction. Other processes' transactions are short, so the wait is short.

        A process that was stopped within one can make it long. Then the wait is announced, and
        after `LOCKED_TRIES` waits the database's error is raised.
        """
        for _ in range(LOCKED_TRIES - 1):
            try:
                self._db.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                text = f"{self._path}: calls wait: another process uses it ({error})"
                self._notices.say("locked", text)
        self._db.execute("BEGIN IMMEDIATE")

    def _create_tables(self) -> None:
        """The tables of this version. What an older version counted is dropped."""
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == _VERSION:
            return
        for name in ("calls", "pauses", "processes"):
            self._db.execute(f"DROP TABLE IF EXISTS {name}")
        for statement in _SCHEMA:
            self._db.execute(statement)
        self._db.execute(f"PRAGMA user_version = {_VERSION}")

    def _add_this_process(self) -> int:
        added = self._db.execute(
            "INSERT INTO processes (pid, mark) VALUES (?, ?)", (os.getpid(), self._mark.path.name)
        )
        return int(added.lastrowid or 0)

    def _tidy(self, now: float) -> None:
        """End the calls of processes that have ended.

        Forget the calls of last week, and those of before a restart of the machine.
        """
        self._end_calls_of_the_dead()
        self._db.execute("DELETE FROM calls WHERE started < ? OR started > ?", (now - KEPT_S, now))
        self._db.execute("DELETE FROM pauses WHERE until <= ? OR until > ?", (now, now + KEPT_S))

    def _end_calls_of_the_dead(self) -> None:
        """End the calls of processes that were killed, and forget these processes."""
        others = self._db.execute(
            "SELECT id, mark FROM processes WHERE id != ?", (self._process,)
        ).fetchall()
        for process, mark in others:
            if not runs(self._mark.path.with_name(mark)):
                self._db.execute("UPDATE calls SET open = 0 WHERE process = ?", (process,))
                self._db.execute("DELETE FROM processes WHERE id = ?", (process,))

    def _wait(self, call: CallEstimate, bounds: TrafficBounds, now: float) -> Wait | None:
        """The longest of all waits, or None."""
        waits = [
            *self._budget(call, bounds),
            *self._pause(call, now),
            *self._concurrency(call, bounds),
            *self._minute(call, bounds, now),
        ]
        return max(waits, key=lambda wait: wait.seconds, default=None)

    def _pause(self, call: CallEstimate, now: float) -> Iterator[Wait]:
        """Until when the provider asked for no call."""
        paused = self._db.execute(
            "SELECT until FROM pauses WHERE endpoint = ?", (call.endpoint,)
        ).fetchone()
        if paused and paused[0] > now:
            seconds = paused[0] - now
            yield Wait(seconds, f"the provider asks for no call for {seconds:.0f} s (Retry-After)")

    def _concurrency(self, call: CallEstimate, bounds: TrafficBounds) -> Iterator[Wait]:
        """A wait if the endpoint already has as many calls under way as `concurrency` allows."""
        by_process = self._db.execute(
            "SELECT processes.id, pid, count(*) FROM calls "
            "JOIN processes ON processes.id = process "
            "WHERE open = 1 AND endpoint = ? GROUP BY processes.id",
            (call.endpoint,),
        ).fetchall()
        if sum(count for _, _, count in by_process) >= bounds.concurrency:
            names = [self._name(*row) for row in by_process]
            reason = f"calls.concurrency ({bounds.concurrency}) is reached by {', '.join(names)}"
            yield Wait(POLL_S, reason)

    def _name(self, number: int, pid: int, count: int) -> str:
        whose = "this process" if number == self._process else f"process {pid}"
        return f"{whose} ({count} calls)"

    def _minute(self, call: CallEstimate, bounds: TrafficBounds, now: float) -> Iterator[Wait]:
        """Until when the last minute's calls leave room: for one more, and for its tokens."""
        requests = bounds.requests_per_minute
        tokens = bounds.tokens_per_minute
        if requests is None and tokens is None:
            return
        recent = self._db.execute(
            "SELECT started, tokens FROM calls WHERE endpoint = ? AND started > ? "
            "ORDER BY started DESC",
            (call.endpoint, now - WINDOW_S),
        ).fetchall()
        if requests is not None and len(recent) >= requests:
            seconds = recent[requests - 1][0] + WINDOW_S - now
            yield Wait(seconds, f"requests_per_minute ({requests}) is reached by the last minute")
        if tokens is None:
            return
        room = tokens - call.tokens
        for started, used in recent:  # a call larger than a whole minute's tokens goes alone
            room -= used
            if room < 0:
                reason = f"tokens_per_minute ({tokens}) is reached by the last minute"
                yield Wait(started + WINDOW_S - now, reason)
                return

    def _budget(self, call: CallEstimate, bounds: TrafficBounds) -> Iterator[Wait]:
        """A short wait if the call may fit once those under way cost less than they might."""
        budget = bounds.budget_usd
        if budget is None and bounds.max_calls is None:
            return
        usd, calls = self.spent()
        if bounds.max_calls is not None and calls >= bounds.max_calls:
            raise OverBudget(f"{calls} calls were made, and calls.max_calls is {bounds.max_calls}")
        if budget is None or usd + call.usd <= budget:
            return
        open_calls, open_usd = self._db.execute(
            "SELECT count(*), coalesce(sum(usd), 0) FROM calls WHERE run = ? AND open = 1",
            (self._run,),
        ).fetchone()
        if not open_calls:
            raise OverBudget(
                f"${usd:.2f} were or may have been spent, the next call may cost up to "
                f"${call.usd:.2f}, and calls.budget_usd is ${budget:.2f}"
            )
        yield Wait(
            POLL_S,
            f"{open_calls} calls under way may cost ${open_usd:.2f} of calls.budget_usd "
            f"(${budget:.2f}); the next call may cost ${call.usd:.2f}",
        )


_VERSION = 2
_SCHEMA = (
    "CREATE TABLE processes (id INTEGER PRIMARY KEY AUTOINCREMENT, pid INTEGER, mark TEXT)",
    "CREATE TABLE calls (id INTEGER PRIMARY KEY, endpoint TEXT, run TEXT, process INTEGER, "
    "started REAL, tokens INTEGER, usd REAL, open INTEGER)",
    "CREATE INDEX calls_of_endpoint ON calls (endpoint, started)",
    "CREATE INDEX calls_of_run ON calls (run)",
    "CREATE INDEX calls_under_way ON calls (endpoint, process) WHERE open = 1",
    "CREATE TABLE pauses (endpoint TEXT PRIMARY KEY, until REAL)",
)


def current_run() -> str:
    """What a budget is counted for.

    ASSAY_RUN if it is set, else the outermost `make` or `dvc` around this process.
    """
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

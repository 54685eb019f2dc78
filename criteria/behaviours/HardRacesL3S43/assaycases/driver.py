# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Goes through all orders of a story: an event loop, a clock and a server that do what they are told.

A story has threads of calls, each in its order, and what the network may do. Whenever nothing can
go on by itself, each thing that may happen next is tried in turn, by running the story anew.
"""

import asyncio
import importlib
import random
import signal
import time
from asyncio import events
from dataclasses import dataclass, field

from club.ports import (
    BACKOFF,
    TIMEOUT,
    TRIES,
    WINDOW,
    Busy,
    Lost,
    Record,
    Snapshot,
    Unsaved,
)
from club.ports import Refused
from club.ports import Stale

LANES = 99


class Closed(Exception):
    pass


LEVEL = 3
NAMES = {
    "Store": "Store",
    "ids": "ids",
    "view": "view",
    "add": "add",
    "save": "push",
    "undo": "revoke",
    "abort": "abort",
    "refresh": "reload",
    "create": "start",
    "close": "shut_down",
}
KEY, BY, PUT = "token", "delta", "change"
SHAPES = {
    PUT: {"op", KEY, "id", BY} | ({"base"} if LEVEL >= 3 else set()),
    "create": {"op", KEY, "parent"},
    "list": {"op"},
}
STEPS = 3000
"""Steps of tasks between two events: more never come to rest."""
MOST = 800
"""Interleavings of a story that are tried at most. Of the right program's none has more."""
MOST_EVENTS = 60
SECONDS = 6.0
ALL_SECONDS = 60.0
SPENT = [0.0]
OTHERS = 100_000


class Fault(AssertionError):
    """A rule that does not hold."""


class TimeLimit(KeyboardInterrupt):
    """Not caught by `except Exception`, and passed on by tasks."""


class Loop(asyncio.BaseEventLoop):
    """Runs what is ready, and waits for nothing."""

    def settle(self):
        for _ in range(STEPS):
            if not self._ready:
                return
            handle = self._ready.popleft()
            if not handle._cancelled:
                handle._run()
        raise Fault("the program never comes to rest")

    def _process_events(self, event_list):
        pass

    def _write_to_self(self):
        raise Fault("a thread is used")

    def call_at(self, when, callback, *args, context=None):
        raise Fault("the real clock is used")

    call_later = call_at

    def __del__(self):
        """Nothing to close: what is left of a run is never run."""


class Clock:
    def __init__(self, loop):
        self._loop = loop
        self._now = 0
        self.sleepers = []

    def now(self):
        return self._now

    async def sleep(self, seconds):
        if seconds < 0:
            seconds = 0
        sleeper = (self._now + seconds, self._loop.create_future())
        self.sleepers.append(sleeper)
        try:
            await sleeper[1]
        finally:
            if sleeper in self.sleepers:
                self.sleepers.remove(sleeper)

    def step(self):
        """To the next moment at which somebody wakes."""
        self._now = max(self._now, min(when for when, _ in self.sleepers))
        for sleeper in [each for each in self.sleepers if each[0] <= self._now]:
            self.sleepers.remove(sleeper)
            if not sleeper[1].done():
                sleeper[1].set_result(None)


@dataclass(eq=False)
class Edit:
    number: int
    handle: object
    record: str
    amount: int
    wanted: bool = True
    refused: bool = False
    confirmed: bool = False
    undone: bool = False
    """An undo of it has returned."""
    kept: int = 0
    """How often an undo of it was refused."""

    def counts(self):
        return self.wanted and not self.refused


@dataclass(eq=False)
class Row:
    """A record on the server. `own`: what came of the user's edits; `other`: of other people's."""

    id: str
    version: int
    own: int = 0
    other: int = 0
    parent: str | None = None
    history: dict = field(default_factory=dict)

    def keep(self):
        self.history[self.version] = self.other

    def record(self):
        return Record(id=self.id, version=self.version, value=self.own + self.other)


@dataclass(eq=False)
class Message:
    body: dict
    future: object
    at: float
    reply: object = None
    """What the server decided, if it has looked at it."""



@dataclass(eq=False)
class Call:
    kind: str
    task: object
    edits: list
    record: str | None
    ended: dict
    kept: int
    barred: bool
    cancelled: bool = False
    seen: bool = False


def digits(number, edits):
    """How often each edit is in a sum: -1, 0 or 1. Amounts are powers of three."""
    found = {}
    for edit in sorted(edits, key=lambda edit: edit.amount):
        rest = (number // edit.amount) % 3
        found[edit] = -1 if rest == 2 else rest
        number -= found[edit] * edit.amount
    if number:
        raise Fault("the server has a sum that no edits make")
    return found


class Run:
    """One interleaving: `path` says which of the things that may happen does, at each moment."""

    def __init__(self, store_class, story, path):
        self.story = story
        self.path = path
        self.trace = []
        self.loop = Loop()
        self.loop.set_exception_handler(lambda loop, context: None)
        self.clock = Clock(self.loop)
        self.rows = {}
        self.removed = {}
        self.removed_at = {}
        self.broken = None
        self.ids = {}
        self.server_ids = {}
        self.creations = {}
        self.sent_keys = set()
        self.revision = 0
        self.decided = {}
        self.contents = {}
        self.under_way = []
        self.late = []
        self.told = {}
        self.told_gone = set()
        self.shown = {}
        self.never_again = set()
        self.edits = {}
        self.names = {}
        self.parents = {}
        self.refused_new = set()
        self.calls = []
        self.failures = {}
        self.doubtful = set()
        self.drawn = None
        self.begun_at = 0
        self.loose = set()
        self.added_at = {}
        self.together = False
        self.ended = {}
        self.sums = []
        self.closed = False
        self.network = dict(story.network)
        self.threads = [list(thread) for thread in story.threads]
        for name in story.records:
            self.revision += 1
            row = Row(name, self.revision, other=OTHERS * self.revision)
            row.keep()
            self.rows[name] = row
            self.names[name] = name
        self.store = store_class(self, self.clock)

    # What the program calls

    async def send(self, request):
        if self.closed:
            raise Fault("something is sent after it was closed")
        body = dict(request)
        self._check(body)
        message = Message(body, self.loop.create_future(), self.clock.now())
        self.under_way.append(message)
        try:
            return await message.future
        except asyncio.CancelledError:
            if message in self.under_way:
                self._given_up(message)
            raise

    def _check(self, body):
        op = body.get("op")
        if op not in SHAPES or set(body) != SHAPES[op]:
            raise self._broken(f"a request has the keys {sorted(map(str, body))}")
        if len(self.under_way) >= LANES:
            raise self._broken("too many requests are under way")
        if op == "list":
            return
        content = {**body}
        if self.contents.setdefault(body[KEY], content) != content:
            raise self._broken("a key stands for two contents")
        if op == PUT:
            about = body["id"]
            if body["id"] not in self.rows and body["id"] not in self.removed:
                raise self._broken("a request names no id of the server")
            if any(each.body.get("id") == about for each in self.under_way):
                raise self._broken("two requests of a record are under way")
            edits = self._edits_at(body["id"])
            parts = digits(body[BY], edits)
            for edit, digit in parts.items():
                if digit == 1 and not edit.counts() and body[KEY] not in self.sent_keys:
                    raise self._broken("an edit is sent that was taken back or refused before")
            if not any(parts.values()):
                raise self._broken("a request changes nothing")
            self.sums.append((self.clock.now(), body["id"], body[BY]))
        else:
            if body["parent"] is not None and body["parent"] not in {**self.rows, **self.removed}:
                raise self._broken("a parent is no id of the server")
            about = self._which_new(body)
            if any(each.body["op"] == "create" and self._about(each) == about for each in self.under_way):
                raise self._broken("two requests of a record are under way")
        count, since = self.failures.get(about, (0, 0))
        waits = count and self._named(about) not in self.loose
        if waits and self.clock.now() < since + BACKOFF[count - 1]:
            raise self._broken("a try comes too early")

    def _broken(self, words):
        """Kept as well, since the program may catch the error."""
        fault = Fault(words)
        self.broken = self.broken or fault
        return fault

    def _about(self, message):
        body = message.body
        return body["id"] if body["op"] == PUT else self._which_new(body)

    def _given_up(self, message):
        self.under_way.remove(message)
        if message.reply is None:
            self.late.append(message)
        if message.body["op"] == "list":
            return
        if self.clock.now() < message.at + TIMEOUT:
            self._broken("a request is given up before its time")
        self._failed(message)

    def _failed(self, message, lost=True):
        if message.body["op"] == "list":
            return
        about = self._about(message)
        if lost:
            self.doubtful.add(about)
        count = self.failures.get(about, (0, 0))[0] + 1
        if count == TRIES:
            count = 0
            name = self._named(about)
            for each in [name, *self._below(name)]:
                self.ended[each] = self.ended.get(each, 0) + 1
        self.failures[about] = (count, self.clock.now())

    def _named(self, server_id):
        for name, id in self.names.items():
            if self._server_id(name) == server_id:
                return name
        return server_id

    def _below(self, name):
        below = [each for each, parent in self.parents.items() if parent == name]
        return below + [each for child in below for each in self._below(child)]

    # The server

    def work(self, message):
        """The server looks at a message."""
        body = message.body
        if body["op"] == "list":
            records = {id: row.record() for id, row in self.rows.items()}
            message.reply = Snapshot(revision=self.revision, records=records)
            return
        if body[KEY] not in self.decided:
            self.decided[body[KEY]] = self._decide(body)
        message.reply = self.decided[body[KEY]]

    def _decide(self, body):
        if body["op"] == "create":
            return self._create(body)
        row = self.rows.get(body["id"])
        if row is None:
            return ("refused", "gone")
        if "base" in body and body["base"] != row.version:
            return ("stale", row.record())
        row.own += body[BY]
        self._changed(row)
        self._check_row(row)
        return row.record()

    def _create(self, body):
        if body["parent"] is not None and body["parent"] not in self.rows:
            return ("refused", "gone")
        row = Row(f"s{len(self.rows) + len(self.removed) + 1}", 0, parent=body["parent"])
        self.rows[row.id] = row
        self._changed(row)
        return row.record()

    def _changed(self, row):
        self.revision += 1
        row.version = self.revision
        row.keep()

    def _check_row(self, row):
        for edit, digit in digits(row.own, self._edits_at(row.id)).items():
            if digit < 0:
                raise self._broken("the server has an edit twice, or an undo without its edit")
            if digit and edit.undone:
                raise self._broken("the server has an edit whose undo had returned")

    def _edits_at(self, server_id):
        """The edits that a record on the server can have."""
        names = [name for name in self.names if self._server_id(name) == server_id]
        if names:
            return [edit for edit in self.edits.values() if edit.record == names[0]]
        unclear = [name for name in self.names if self._server_id(name) is None]
        return [edit for edit in self.edits.values() if edit.record in unclear]

    def _server_id(self, name):
        if name in self.rows or name in self.removed:
            return name
        return self.server_ids.get(name)

    # What may happen

    def options(self):
        """What may happen now: each has a name that is the same in each run."""
        found = []
        for number, thread in enumerate(self.threads):
            if thread and self._may(thread[0]):
                found.append(("call", number))
        calls = bool(found)
        faults = []
        for index, message in enumerate(self.under_way):
            found.append(("answer", index))
            faults += [(name, index) for name in self._failures_of(message)]
        if self.network.get("land"):
            faults += [("land", index) for index in range(len(self.late))]
        if self.network.get("tick") and self.clock.sleepers:
            faults.append(("tick", 0))
        if not calls and not faults:
            return []
        found += faults
        if self.network.get("together") and not self.together:
            found += [(*option, "together") for option in found]
        if all(option[0] == "land" for option in found):
            found.append(("rest", 0))
        return found

    def _failures_of(self, message):
        names = ["after"]
        if message.reply is None:
            names += ["work", "lose", "late", "busy"]
        if message.body["op"] == "list":
            names = names if self.story.lists else ["work"] * (message.reply is None)
        elif message.reply is None and message.body[KEY] not in self.decided:
            names.append("refuse")
        return [name for name in names if self.network.get(name)]

    def _may(self, action):
        kind = action[0]
        if kind == "undo":
            return action[1] in self.edits
        if kind == "cancel":
            calls = [call for call in self.calls if call.kind == action[1]]
            return bool(calls) and not calls[-1].task.done()
        if kind in ("add", "save", "abort"):
            return action[1] in self.ids and self._method("view")(self.ids[action[1]]) is not None
        if kind == "create":
            return action[2] is None or self._may(("save", action[2]))
        if kind == "when":
            return action[1](self)
        return True

    def do(self, option):
        kind, index = option[:2]
        if kind == "call":
            action = self.threads[index].pop(0)
            getattr(self, f"do_{action[0]}")(*action[1:])
            return
        if kind == "tick":
            self.network["tick"] -= 1
            self.clock.step()
            return
        if kind == "land":
            self.network["land"] -= 1
            self.work(self.late.pop(index))
            return
        message = self.under_way[index]
        if kind != "answer":
            self.network[kind] -= 1
        if kind == "work":
            self.work(message)
        elif kind == "answer":
            self._answer(message)
        elif kind == "refuse":
            self.decided[message.body[KEY]] = ("refused", "full")
            self._answer(message)
        elif kind == "busy":
            self._raise(message, Busy())
        else:
            if kind == "late":
                self.late.append(message)
            elif kind == "after" and message.reply is None:
                self.work(message)
            self._raise(message, Lost())

    def _raise(self, message, error):
        self.under_way.remove(message)
        self._failed(message, isinstance(error, Lost))
        if not message.future.done():
            message.future.set_exception(error)

    def _answer(self, message):
        if message.reply is None:
            self.work(message)
        self.under_way.remove(message)
        if message.body["op"] != "list":
            self.failures.pop(self._about(message), None)
            self.doubtful.discard(self._about(message))
        if message.future.done():
            return
        reply = message.reply
        if isinstance(reply, Snapshot):
            self._tell(reply)
        if not isinstance(reply, tuple):
            message.future.set_result(self._learn(message, reply))
            return
        if reply[0] == "refused":
            self._learn_refusal(message, reply[1])
            message.future.set_exception(Refused(reply[1]))
        else:
            self.told[reply[1].id] = max(self.told.get(reply[1].id, 0), reply[1].version)
            message.future.set_exception(Stale(reply[1]))

    def _tell(self, snapshot):
        for id, record in snapshot.records.items():
            self.told[id] = max(self.told.get(id, 0), record.version)
        for id, revision in self.removed_at.items():
            if id in self.told and revision <= snapshot.revision:
                self.told_gone.add(id)

    def _learn(self, message, reply):
        """What an answer confirms."""
        body = message.body
        if body["op"] == "list":
            return reply
        self.told[reply.id] = max(self.told.get(reply.id, 0), reply.version)
        if body["op"] == "create":
            self.server_ids.setdefault(self._which_new(message.body), reply.id)
            return reply
        for edit, digit in digits(body[BY], self._edits_at(body["id"])).items():
            if digit:
                edit.confirmed = digit == 1
        return reply

    def _which_new(self, body):
        """The new record that a creation is for: creations are told apart by their parents."""
        key = body[KEY]
        if key not in self.creations:
            parent = body["parent"]
            free = [
                name
                for name in self.parents
                if name not in self.server_ids
                and name not in self.refused_new
                and (self.parents[name] and self._server_id(self.parents[name])) == parent
            ]
            if not free:
                raise self._broken("something is created that nobody asked for, or twice")
            self.creations[key] = free[0]
        return self.creations[key]

    def _learn_refusal(self, message, reason):
        body = message.body
        if body["op"] == "create":
            name = self._which_new(message.body)
            for each in [name, *self._below(name)]:
                self.refused_new.add(each)
                self._refuse_all(each)
            return
        if reason == "gone":
            self.told_gone.add(body["id"])
            self._refuse_all(self._named(body["id"]))
            return
        for edit, digit in digits(body[BY], self._edits_at(body["id"])).items():
            if digit == 1:
                edit.refused = True
            elif digit == -1 and not edit.wanted:
                edit.wanted = True
                edit.kept += 1

    def _refuse_all(self, name):
        for edit in self.edits.values():
            if edit.record == name:
                edit.refused = True

    # Calls

    def _closing(self):
        return any(call.kind == "close" for call in self.calls)

    def _now(self, name, *arguments):
        """A call that does not wait, and is barred once the store closes."""
        try:
            found = self._method(name)(*arguments)
        except Closed:
            if self._closing():
                return None
            raise
        if self._closing():
            raise Fault(f"{name} is not barred while it closes")
        return found

    def do_add(self, name, number):
        handle = self._now("add", self.ids[name], 3**number)
        if self._closing():
            return
        self.added_at[number] = self.clock.now()
        self.edits[number] = Edit(number, handle, name, 3**number)

    def do_create(self, name, parent):
        id = self._now("create", *([self.ids[parent]] if parent else []))
        if self._closing():
            return
        if not isinstance(id, str) or id in self.ids.values():
            raise Fault(f"a new record has the id {id!r}")
        self.ids[name] = id
        self.parents[name] = parent
        self.names[name] = id

    def do_save(self, name):
        edits = [edit for edit in self.edits.values() if edit.record == name]
        self._call("save", edits, name, self.ids[name])

    def do_undo(self, number):
        edit = self.edits[number]
        kept = edit.kept
        edit.wanted = edit.wanted and self.closed
        self.undone_at = self.clock.now()
        self._call("undo", [edit], edit.record, edit.handle, kept=kept)

    def do_abort(self, name):
        edits = [
            edit
            for edit in self.edits.values()
            if edit.record == name and not edit.confirmed and not edit.refused
        ]
        for edit in edits:
            edit.wanted = edit.wanted and self.closed
        self._call("abort", edits, name, self.ids[name])

    def do_refresh(self):
        self._call("refresh", [], None)

    def do_close(self):
        self._call("close", [], None)

    def do_cancel(self, kind):
        call = [call for call in self.calls if call.kind == kind][-1]
        call.cancelled = True
        call.task.cancel()

    def do_other(self, name):
        row = self.rows[self._server_id(name) or name]
        row.other += OTHERS * 100
        self._changed(row)

    def do_new_other(self, name):
        self.revision += 1
        row = Row(name, self.revision, other=OTHERS)
        row.keep()
        self.rows[name] = row
        self.names[name] = self.ids[name] = name

    def do_remove(self, name):
        self.revision += 1
        id = self._server_id(name)
        self.removed[id] = self.rows.pop(id)
        self.removed_at[id] = self.revision

    def do_tick(self):
        if self.clock.sleepers:
            self.clock.step()

    def do_wait(self, seconds):
        """Time passes, whoever wakes. Requests are not answered."""
        until = self.clock.now() + seconds
        while self.clock.sleepers and min(when for when, _ in self.clock.sleepers) <= until:
            self.clock.step()
            self.settle()
        self.clock._now = max(self.clock._now, until)

    def do_when(self, _):
        pass

    def do_outage(self, kind):
        """Nothing gets through until the program has given up."""
        for _ in range(60):
            self.settle()
            if self.under_way:
                message = self.under_way[0]
                if kind == "silent":
                    self.clock.step()
                    continue
                if kind == "busy" and message.reply is None:
                    self._raise(message, Busy())
                    continue
                if kind == "after" and message.reply is None:
                    self.work(message)
                elif kind == "late" and message.reply is None:
                    self.late.append(message)
                self._raise(message, Lost())
            elif self.clock.sleepers:
                self.clock.step()
            else:
                return
        raise Fault("it does not give up")

    def do_settle(self):
        """All is answered and all time passes."""
        self.drain()

    def _method(self, name):
        return getattr(self.store, NAMES[name])

    def _call(self, kind, edits, record, *arguments, kept=0):
        barred = kind != "close" and (self.closed or kind == "refresh" and self._closing())
        task = self.loop.create_task(self._method(kind)(*arguments))
        ended = dict(self.ended)
        if kind in ("undo", "abort"):
            kept = sum(edit.kept for edit in edits)
        self.calls.append(Call(kind, task, edits, record, ended, kept, barred))

    # What must hold

    def settle(self):
        self.loop.settle()
        self.sent_keys = set(self.contents)
        self.check()

    def check(self):
        if self.broken:
            raise self.broken
        for message in self.under_way:
            if message.body["op"] != "list" and self.clock.now() > message.at + TIMEOUT:
                raise Fault("a request is not given up in time")
        for call in self.calls:
            if call.task.done() and not call.seen:
                call.seen = True
                self._check_call(call)
            elif call.cancelled and not call.task.done():
                raise Fault(f"a cancelled {call.kind} goes on")
        self._check_views()
        self._forget_failures()

    def _forget_failures(self):
        """Where nothing is left to send, a series is over."""
        for about in list(self.failures):
            if about in self.rows:
                edits = self._edits_at(about)
                row = digits(self.rows[about].own, edits)
                open_ = any(row[edit] != edit.counts() or edit.confirmed != edit.counts() for edit in edits)
                if not open_ and about not in self.doubtful:
                    del self.failures[about]
                    self.loose.add(self._named(about))

    def _check_call(self, call):
        if call.task.cancelled():
            if not call.cancelled:
                raise Fault(f"a {call.kind} that nobody cancelled is cancelled")
            return
        error = call.task.exception()
        if isinstance(error, Fault):
            raise error
        if call.barred != isinstance(error, Closed):
            raise Fault(f"a {call.kind} is {'not ' if call.barred else ''}barred by closing")
        if call.barred:
            return
        if isinstance(error, Unsaved) and call.record is not None:
            same = self.ended.get(call.record, 0) == call.ended.get(call.record, 0)
            if same and call.record not in self.loose:
                raise Fault(f"a {call.kind} is told Unsaved before the last try")
            return
        if isinstance(error, Refused) and call.record is not None:
            if call.kind == "save" and any(edit.refused or edit.kept for edit in call.edits):
                return
            if call.kind == "save" and call.record in self.refused_new:
                return
            if call.kind == "save" and self._server_id(call.record) in self.told_gone:
                return
            if call.kind != "save" and sum(edit.kept for edit in call.edits) > call.kept:
                return
        if isinstance(error, Lost | Busy) and call.kind == "refresh":
            return
        if error is not None:
            raise Fault(f"a {call.kind} raises {type(error).__name__}: {error}")
        self._check_result(call)

    def _check_result(self, call):
        if call.kind == "save":
            for edit in call.edits:
                lives = self._server_id(edit.record) not in self.removed
                if edit.counts() and lives and not self._has(edit):
                    raise Fault("a save returns before the server has all edits")
            if self.names[call.record] != call.record and call.record not in self.server_ids:
                raise Fault("a save returns before the record is created")
        elif call.kind in ("undo", "abort"):
            for edit in call.edits:
                if edit.counts():
                    raise Fault(f"a {call.kind} returns although the server refused it")
                if self._has(edit):
                    raise Fault(f"a {call.kind} returns while the server has the edit")
                edit.undone = not edit.wanted
        elif call.kind == "refresh":
            self._check_newest("after a refresh")
        elif call.kind == "close":
            self._check_closed(call.task.result())

    def _has(self, edit):
        row = self.rows.get(self._server_id(edit.record))
        return bool(row) and digits(row.own, self._edits_at(row.id))[edit] == 1

    def _check_closed(self, ids):
        self.closed = True
        if self.under_way or self.clock.sleepers or self._tasks():
            raise Fault("something is under way after it was closed")
        expected = []
        for name, id in self.ids.items():
            view = self._method("view")(id)
            if view is not None and not view.saved:
                expected.append(id)
        if ids != sorted(expected):
            raise Fault("close does not return those that are not saved")

    def _tasks(self):
        mine = {call.task for call in self.calls}
        return [each for each in asyncio.all_tasks(self.loop) if each not in mine]

    def _check_views(self):
        ids = self._method("ids")()
        if len(set(ids)) != len(ids):
            raise Fault("an id is shown twice")
        known = set(self.ids.values())
        for id in ids:
            if id not in known:
                raise Fault("a record is shown under two ids, or one that is not there")
        for name, id in self.ids.items():
            view = self._method("view")(id)
            if (view is not None) != (id in ids):
                raise Fault("what is listed and what is shown differ")
            self._check_view(name, view)

    def _check_view(self, name, view):
        server_id = self._server_id(name)
        if view is None:
            if name in self.shown:
                self.never_again.add(name)
                if server_id not in self.told_gone and name not in self.refused_new:
                    raise Fault("a record is shown no more")
            elif name in self.parents:
                raise Fault("a new record is not shown")
            return
        if name in self.never_again or name in self.refused_new:
            raise Fault("a record is shown that is gone")
        if server_id in self.told_gone:
            raise Fault("a record is shown that the server has removed")
        if view.version < self.shown.get(name, 0):
            raise Fault("what is shown is older than what was shown")
        self.shown[name] = view.version
        if server_id is None or view.version == 0:
            other = 0 if view.version == 0 and name in self.parents else None
        else:
            other = self._others(server_id, view.version)
        if other is None:
            raise Fault("what is shown has a version that never was")
        own = sum(edit.amount for edit in self.edits.values() if edit.record == name and edit.counts())
        if view.value != other + own:
            raise Fault("a value shown does not count each edit once")
        if view.id != server_id:
            raise Fault("View.id is not the server's id")
        confirmed = server_id is not None and all(
            edit.confirmed == edit.counts() for edit in self.edits.values() if edit.record == name
        )
        if view.saved and not confirmed:
            raise Fault("a record is called saved that is not")

    def _others(self, server_id, version):
        row = self.rows.get(server_id) or self.removed.get(server_id)
        return row.history.get(version) if row else None

    def _check_newest(self, when):
        for id, version in self.told.items():
            if id in self.removed:
                continue
            name = self._named(id)
            view = self._method("view")(self.ids.get(name, name))
            if view is None:
                if any(self._server_id(each) is None for each in self.parents):
                    continue
                raise Fault(f"a record that was told of is not shown {when}")
            if view.saved and view.version < version:
                raise Fault(f"what is shown is not the newest {when}")

    # The end

    def drain(self):
        for _ in range(300):
            self.settle()
            if self.under_way:
                self._answer(self.under_way[0])
            elif self.clock.sleepers:
                self.clock.step()
            else:
                return
        raise Fault("it never comes to rest")

    def finish(self):
        """All is answered; the user saves all; what was late arrives; the user refreshes."""
        self.drain()
        if any(not call.task.done() for call in self.calls):
            raise Fault("a call never returns")
        if self.story.check:
            self.story.check(self)
        self._check_newest("at rest")
        if self._closing():
            self.do_close()
        else:
            for name in list(self.names):
                if self._may(("save", name)):
                    self.do_save(name)
        self.drain()
        while self.late:
            self.work(self.late.pop(0))
            self.settle()
        if not self._closing():
            self.do_refresh()
            self.drain()
        if any(not call.task.done() for call in self.calls):
            raise Fault("a call never returns")
        if self._tasks() or self.clock.sleepers:
            raise Fault("a task is left")
        for name, id in self.ids.items():
            self._check_end(name, self._method("view")(id))
        if len(self.rows) != len({self._server_id(name) for name in self.names} & set(self.rows)):
            if not self._closing():
                raise Fault("the server has a record twice")

    def _check_end(self, name, view):
        row = self.rows.get(self._server_id(name))
        if self._closing() and (row is None or view is None or not view.saved):
            return
        if row is None and view is None:
            return
        if row is None:
            raise Fault("a record is shown that the server does not have")
        if view is None:
            raise Fault("a record of the server is not shown")
        for edit, digit in digits(row.own, self._edits_at(row.id)).items():
            if digit != edit.counts():
                raise Fault("the server has not what the user did")
        parent = self.parents.get(name)
        if parent and row.parent != self._server_id(parent):
            raise Fault("a record has a wrong parent")
        if self._closing():
            return
        if view.version != row.version or view.value != row.own + row.other:
            raise Fault("at the end the newest is not shown")
        if not view.saved:
            raise Fault("at the end something is not saved")

    def start(self):
        self.ids = dict(self.names)
        self.do_refresh()
        self.drain()
        self.begun_at = self.clock.now()
        for action in self.story.before:
            getattr(self, f"do_{action[0]}")(*action[1:])
            self.settle()

    def play(self):
        events._set_running_loop(self.loop)
        try:
            self.start()
            while options := self.options():
                here = len(self.trace)
                if here == MOST_EVENTS:
                    raise Fault("it never comes to rest")
                choice = self.path[here] if here < len(self.path) else 0
                if self.drawn:
                    choice = self.drawn.randrange(len(options))
                choice = min(choice, len(options) - 1)
                self.trace.append((choice, len(options)))
                if options[choice][0] == "rest":
                    break
                self.do(options[choice])
                self.together = options[choice][-1] == "together"
                if self.together:
                    self.network["together"] -= 1
                else:
                    self.settle()
            self.finish()
        finally:
            events._set_running_loop(None)


@dataclass
class Story:
    """Threads of calls; how often the network may do what; `before`: calls that come first.

    `lists`: requests for a snapshot may fail too. `check`: what else must hold at rest. `walks`: so
    many orders are drawn, the same each time, of a story that has too many.
    """

    threads: list
    network: dict = field(default_factory=dict)
    before: list = field(default_factory=list)
    records: tuple = ("a",)
    lists: bool = False
    check: object = None
    walks: int = 0


def outcomes(story):
    """For each interleaving None, or what is wrong."""
    store_class = getattr(importlib.import_module("club.store"), NAMES["Store"])
    path = []
    for number in range(story.walks or MOST):
        run = Run(store_class, story, path)
        run.drawn = random.Random(number) if story.walks else None
        try:
            run.play()
            yield None
        except Exception as error:
            words = str(error) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"
            yield words[:200]
        if story.walks:
            continue
        trace = run.trace
        while trace and trace[-1][0] + 1 >= trace[-1][1]:
            trace.pop()
        if not trace:
            return
        path = [choice for choice, _ in trace[:-1]] + [trace[-1][0] + 1]


def check(*stories):
    """AssertionError unless all interleavings of all stories end right."""
    limit = min(SECONDS, ALL_SECONDS - SPENT[0])
    if limit <= 0:
        raise Fault("not tried: the program took too long before")
    right = 0
    wrong = []
    begun = time.monotonic()

    def stop(*_):
        raise TimeLimit

    timers = {signal.ITIMER_PROF: signal.SIGPROF, signal.ITIMER_REAL: signal.SIGALRM}
    before = {number: signal.signal(number, stop) for number in timers.values()}
    signal.setitimer(signal.ITIMER_PROF, limit, 0.2)
    signal.setitimer(signal.ITIMER_REAL, 5 * limit, 0.2)
    try:
        for story in stories:
            for words in outcomes(story):
                right += words is None
                wrong += [words] if words else []
    except TimeLimit:
        wrong.append("the program takes too long")
        SPENT[0] += time.monotonic() - begun
    finally:
        for timer, number in timers.items():
            signal.setitimer(timer, 0)
            signal.signal(number, before[number])
    if wrong:
        most = max(sorted(set(wrong)), key=wrong.count)
        raise Fault(f"{right} of {right + len(wrong)} interleavings end right; most often: {most}")
    return right

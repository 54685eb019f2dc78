"""What the store charges an answer: count_bill.py FOLDER MODULE SEED prints it as JSON, by task."""

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Timer
from time import monotonic

from services import TASKS, commands
from store import Store

SECONDS, LONGEST = 38, 1 << 26
SHIFT = 300, 900  # so many commands; then all starts anew, and whatever is not in the store is gone
SERVE = """
import importlib, json, os, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
asked, told = os.fdopen(os.dup(0)), os.dup(1)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.dup2(2, 1)
folder, module, task = sys.argv[1:]
sys.path[:0] = [folder]


class Remote:
    def get(self, *keys):
        return [raw(value) for value in ask("get", *map(text, keys))]

    def put(self, values):
        pairs = values.items()
        ask("put", [[text(key), None if value is None else text(value)] for key, value in pairs])

    def scan(self, first, last, most):
        found = ask("scan", text(first), text(last), most)
        return [(raw(key), raw(value)) for key, value in found]


def text(value):
    return value.decode("latin-1") if type(value) is bytes else 0


def raw(value):
    return value if value is None else value.encode("latin-1")


def tell(**values):
    line = json.dumps(values).encode() + b"\\n"
    while line:
        line = line[os.write(told, line) :]


def ask(*call):
    tell(call=call)
    found = json.loads(asked.readline())
    if "error" in found:
        raise ValueError(found["error"])
    return found["found"]


try:
    handle = importlib.import_module(module).handle
except BaseException as error:
    tell(fault=f"{type(error).__name__}: {error}"[:200])
    raise
while line := asked.readline():
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (2, 2))
        try:
            tell(reply=handle(task, json.loads(line), Remote()))
        except BaseException as error:
            tell(fault=f"{type(error).__name__}: {error}"[:200])
        os._exit(0)
    tell(ended=os.waitpid(child, 0)[1])
"""


class WrongReply(Exception):
    """A reply that is wrong, or none."""


def bill(folder, module, seed, task, most=1 << 60):
    """The bill. WrongReply if a reply is wrong, or the bill is above `most`."""
    store, late = Store(), monotonic() + SECONDS
    numbered, draw = enumerate(commands(task, seed)), Random(seed)
    while some := list(islice(numbered, draw.randrange(*SHIFT))):
        with _served(folder, module, task, late - monotonic()) as served:
            for number, (sent, due) in some:
                try:
                    _tell(served, sent)
                    found = _reply(served, store, most)
                except WrongReply as error:
                    raise WrongReply(f"command {number}, {sent}: {error}") from None
                if json.dumps(found) != json.dumps(due):
                    raise WrongReply(f"command {number}, {sent}: not {due}, but {str(found)[:80]}")
    return store.bill


@contextmanager
def _served(folder, module, task, seconds):
    """What starts a process for each command. It has a copy of the folder; both end with it."""
    with TemporaryDirectory() as copy:
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        command = [sys.executable, "-B", "-c", SERVE, copy, module, task]
        served = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=copy,
            start_new_session=True,
        )
        timer = Timer(seconds, _end, [served])
        timer.start()
        try:
            yield served
        finally:
            timer.cancel()
            _end(served)
            with suppress(OSError):
                served.stdin.close()
            served.stdout.close()
            served.wait()


def _reply(served, store, most):
    """What a command's process replies, once its calls are answered and it has ended."""
    reply = None
    while True:
        message = _message(served)
        if "call" in message:
            _tell(served, _answer(store, *message["call"]))
            if store.bill > most:
                raise WrongReply(f"the bill is {store.bill}, where {most} are allowed")
        elif "fault" in message:
            raise WrongReply(message["fault"])
        elif "ended" in message and reply:
            return reply["reply"]
        elif "reply" in message:
            reply = message
        else:
            raise WrongReply("its process ended without a reply")


def _answer(store, method, *values):
    try:
        if method == "put":
            found = store.put({_raw(key): _raw(value) for key, value in values[0]})
        elif method == "get":
            found = [_text(value) for value in store.get(*map(_raw, values))]
        else:
            first, last, most = values
            pairs = store.scan(_raw(first), _raw(last), most)
            found = [[_text(key), _text(value)] for key, value in pairs]
    except Exception as error:
        return {"error": str(error)}
    return {"found": found}


def _raw(value):
    return value.encode("latin-1") if isinstance(value, str) else value


def _text(value):
    return value if value is None else value.decode("latin-1")


def _message(served):
    line = served.stdout.readline(LONGEST)
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise WrongReply("no reply, or not in time") from None
    if not isinstance(found, dict):
        raise WrongReply("no reply")
    return found


def _tell(served, values):
    with suppress(BrokenPipeError):
        served.stdin.write(json.dumps(values).encode() + b"\n")
        served.stdin.flush()


def _end(served):
    with suppress(ProcessLookupError):
        os.killpg(served.pid, signal.SIGKILL)


if __name__ == "__main__":
    folder, module, seed = sys.argv[1:]
    print(json.dumps({task: bill(Path(folder), module, seed, task) for task in TASKS}))

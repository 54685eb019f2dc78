"""Bounded worker processes: whatever touches the bytes of an answer runs in one of them.

    with Workers(jobs, WorkerBounds(), preload=["assay.answers"]) as workers:
        for item, result in zip(items, outcomes(workers, extracted, items)):
            ...  # a record, or a WorkerFault

`Workers` is a `concurrent.futures.Executor`, so another one can take its place. The guarantees:

- Each item is one call of a function that can be imported and whose result type is annotated: a
  record, a NamedTuple, bytes, or plain values of these. The result comes back as JSON and is
  validated against that type. Nothing that a worker sends is unpickled.
- Each item has the whole of its bounds, whatever ran before it in the same process.
- An item that passes a bound, ends its process or raises is a `WorkerFault` of that item alone. An
  AssayError is raised as it is.
- A process that the system or somebody else ended is no fault of the item: it runs once more, then
  an AssayError says so.
- Processes are reused. They hold no file or lock of the caller, print nothing, and end with it.
- `outcomes` keeps the order of the items: the same bytes whatever the number of processes.

Processor time is counted, not time by the clock: a busy machine fails nobody. Without /proc (macOS)
memory is not bounded.
"""

import importlib
import multiprocessing
import os
import pickle
import resource
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from types import GenericAlias
from typing import Any, Literal, ParamSpec, TypeVar, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError

from assay.errors import AssayError

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

Kind = Literal["cpu", "memory", "output", "crash"]

_AHEAD = 64
"""So many items are under way or wait for a process: a caller's items may be a stream."""
_MOST_KEPT = 64 << 20
"""Bytes that a process may have grown by and be used again: each item has about the same room."""
_STATM = Path("/proc/self/statm")
_STAYS, _ENDS = b"s", b"e"
"""How a reply begins: whether the process takes more requests."""
_FOREIGN = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
"""Signals that an item does not cause: somebody else sent them, or the system lacks memory."""
_BY_SIGNAL: dict[int, Kind] = {
    signal.SIGXCPU: "cpu",
    signal.SIGABRT: "memory",
    signal.SIGSEGV: "memory",
}
"""Faults by the signal that ended the process.

C code ends by one of the last two where it gets no memory, or nests deeper than its stack.
"""
_JSON = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64", ser_json_inf_nan="constants")


@dataclass(frozen=True)
class WorkerBounds:
    """What one item may take: seconds of processor time (up to one is added), bytes above what its
    process has before it, and bytes of its result as JSON.
    """

    cpu_seconds: int = 60
    memory_bytes: int = 1 << 30
    output_bytes: int = 64 << 20


class WorkerFault(Exception):
    """Why an item has no result. `kind`: the bound that it passed, or "crash" for all else.

    `detail` says more for people, such as the exception and its place. It may differ between
    machines, so it belongs into no record.
    """

    def __init__(self, kind: Kind, detail: str = "") -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}" if self.detail else self.kind


class Workers(Executor):
    """At most `jobs` processes. `preload`: modules that a process has imported when it starts.

    Leaving the `with` block waits for what was submitted; leaving it by an exception, such as an
    interrupt, kills what is under way.
    """

    def __init__(
        self, jobs: int = 0, bounds: WorkerBounds | None = None, preload: Sequence[str] = ()
    ) -> None:
        self.bounds = bounds or WorkerBounds()
        self.preload = tuple(preload)
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([__name__, *preload])
        self._threads = ThreadPoolExecutor(jobs or os.cpu_count() or 1, "workers")
        self._lock = Lock()
        self._idle: list[_Process] = []
        self._living: set[_Process] = set()
        self._stopped = False

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """A future with the result; its exception is a WorkerFault, or an AssayError."""
        adapter = _adapter(fn)
        request = pickle.dumps((fn, args, kwargs))
        return self._threads.submit(self._result, adapter, request)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for what was submitted, or not at all: then what is under way is killed."""
        with self._lock:
            self._stopped = not wait
            if self._stopped:
                for process in self._living:
                    process.kill()
        self._threads.shutdown(wait=True, cancel_futures=cancel_futures or not wait)
        for process in self._living:
            process.end()

    def __exit__(self, *error: object) -> None:
        self.shutdown(wait=error[0] is None)

    def _result(self, adapter: TypeAdapter[tuple[R]], request: bytes) -> R:
        """The result of a request. A process that somebody else ended is tried once more."""
        reply = self.reply(request)
        if reply in _FOREIGN and not self._stopped:
            reply = self.reply(request)
        if isinstance(reply, bytes):
            return _read(adapter, reply)
        ending = signal.Signals(reply).name if reply else "itself"
        if reply in _FOREIGN:
            raise AssayError(
                f"a worker process was ended by {ending}, twice: if the machine lacks memory, let "
                "fewer jobs run at once, then run the stage again"
            )
        raise WorkerFault(_BY_SIGNAL.get(reply, "crash"), f"the process was ended by {ending}")

    def reply(self, request: bytes) -> bytes | int:
        """What a process replies; or, if it ended without a reply, the signal (0: none)."""
        process = self._taken()
        reply = process.ask(request, self.bounds.output_bytes)
        with self._lock:
            if reply is not None and reply[:1] == _STAYS:
                self._idle.append(process)
                return reply[1:]
            self._living.discard(process)
            ended_by = process.end()
            return ended_by if reply is None else reply[1:]

    def _taken(self) -> "_Process":
        """An idle process, or a new one. One lock: two threads may not wait for one process."""
        with self._lock:
            if self._stopped:
                raise WorkerFault("crash", "the workers were stopped")
            if self._idle:
                return self._idle.pop()
            process = _Process(self._context, self.bounds, self.preload)
            self._living.add(process)
            return process


def outcomes(
    executor: Executor, function: Callable[[T], R], items: Iterable[T]
) -> Iterator[R | WorkerFault]:
    """The result of the function for each item, or its WorkerFault, in the order of the items.

    The items are read as they are needed, a bounded number ahead.
    """
    waiting: deque[Future[R]] = deque()
    for item in items:
        waiting.append(executor.submit(function, item))
        if len(waiting) > _AHEAD:
            found = outcome(waiting.popleft())
            yield found
    for future in waiting:
        found = outcome(future)
        yield found


def outcome(future: Future[R]) -> R | WorkerFault:
    """The result of a future, or its WorkerFault. Any other exception is raised."""
    try:
        return future.result()
    except WorkerFault as fault:
        return fault


class _Process:
    """A worker process, seen from the caller."""

    def __init__(
        self,
        context: multiprocessing.context.ForkServerContext,
        bounds: WorkerBounds,
        preload: Sequence[str],
    ) -> None:
        self._connection, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, bounds, preload), name="worker", daemon=True
        )
        self._process.start()
        theirs.close()
        self._is_ready = False

    def ask(self, request: bytes, most: int) -> bytes | None:
        """The reply (_STAYS or _ENDS first); None without one. AssayError: it did not start."""
        try:
            self._is_ready = self._is_ready or bool(self._connection.recv_bytes())
        except (EOFError, OSError):
            raise AssayError(
                "a worker process did not start: see above why, and run the stage again"
            ) from None
        try:
            self._connection.send_bytes(request)
            return self._connection.recv_bytes(most + 100)
        except (EOFError, OSError):
            return None

    def end(self) -> int:
        """Let the process end, and wait for it. Returns the signal that ended it, or 0."""
        self._connection.close()
        self._process.join()
        return max(0, -(self._process.exitcode or 0))

    def kill(self) -> None:
        if self._process.is_alive():
            self._process.kill()


def _serve(connection: Connection, bounds: WorkerBounds, preload: Sequence[str]) -> None:
    """Answer requests until the caller is gone, or an item took memory that it keeps."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller decides what an interrupt ends
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for name in preload:
        importlib.import_module(name)
    connection.send_bytes(b"ready")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    start = _size()
    stays = True
    while stays:
        try:
            request = connection.recv_bytes()
        except (EOFError, OSError):
            return
        used = resource.getrusage(resource.RUSAGE_SELF)
        _limit(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + 1 + bounds.cpu_seconds)
        if _STATM.exists():
            _limit(resource.RLIMIT_AS, _size() + bounds.memory_bytes)
        reply = _answered(request, bounds.output_bytes)
        stays = _size() - start <= _MOST_KEPT
        connection.send_bytes((_STAYS if stays else _ENDS) + reply)


def _answered(request: bytes, most: int) -> bytes:
    """What is replied to a request: its result as JSON, or another JSON that names its fault."""
    try:
        function, args, kwargs = pickle.loads(request)
        result = function(*args, **kwargs)
        written = b"=" + _adapter(function).dump_json((result,), warnings="error")
        return written if len(written) <= most else _fault("output", f"{len(written)} bytes")
    except AssayError as error:
        return b"?" + _LINES.dump_json([str(error), *error.lines])
    except MemoryError:
        return _fault("memory", "")
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return _fault("crash", f"{type(error).__name__} at {where}: {error}")


_LINES = TypeAdapter(list[str])
_KIND: TypeAdapter[Kind] = TypeAdapter(Kind)


def _fault(kind: Kind, detail: str) -> bytes:
    return b"!" + _LINES.dump_json([kind, detail[:500].encode("utf-8", "replace").decode()])


def _read(adapter: TypeAdapter[tuple[R]], reply: bytes) -> R:
    """The result in a reply. WorkerFault and AssayError are raised."""
    try:
        if reply[:1] == b"=":
            return adapter.validate_json(reply[1:])[0]
        first, *rest = _LINES.validate_json(reply[1:])
    except ValidationError as error:
        raise WorkerFault("crash", f"no such record: {error}"[:500]) from None
    if reply[:1] == b"?":
        raise AssayError(first, rest)
    raise WorkerFault(_KIND.validate_python(first), "".join(rest))


@cache
def _adapter(function: Callable[..., R]) -> TypeAdapter[tuple[R]]:
    """How the function's result is written and validated. TypeError if it is not annotated."""
    hints = get_type_hints(function)
    if "return" not in hints:
        raise TypeError(f"{function}: its result type is not annotated")
    alone: Any = GenericAlias(tuple, (hints["return"],))
    return TypeAdapter(alone, config=_JSON)


def _size() -> int:
    """The address space of this process, in bytes."""
    if not _STATM.exists():
        return 0
    return int(_STATM.read_bytes().split()[0]) * resource.getpagesize()


def _limit(kind: int, value: int) -> None:
    """Set a soft limit, within the hard one."""
    _, hard = resource.getrlimit(kind)
    soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (soft, hard))

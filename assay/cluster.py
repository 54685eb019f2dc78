"""A Dask cluster in the place of this machine's processes (conf/calls, key executor).

    with open_workers("tcp://scheduler:8786", preload=[...]) as workers:
        ...  # as with `Workers`: the same results

What a core does runs on the cluster's workers; calls of models stay here. Each item runs in a
bounded process of the worker's machine, and its result is validated here. An item whose worker
dies is run by another one. A worker with other files than this checkout is named and gets
nothing. Dask is trusted as this machine is: keep its ports off other people's networks.
"""

import hashlib
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from assay.errors import AssayError
from assay.workers import WorkerBounds, Workers

R = TypeVar("R")

LOCAL = "local"
SETTING = "conf/calls/default.yaml: executor"
CONNECT_S = 20
SAME = ("assay", "stages", "toolchains", "criteria", "scenarios", "datasets")
"""What the results of items depend on, and must be the same for every worker."""
NOT_READ = {"node_modules", "__pycache__", "dist"}


class Cluster:
    """A connection to a Dask scheduler. AssayError says why there is none, or no worker for us.

    `refuses`: asked on every worker, why it cannot be used; '' if it can.
    """

    def __init__(self, address: str, refuses: Callable[[], str] = str) -> None:
        try:
            self._client: Any = _distributed().Client(
                address, timeout=CONNECT_S, set_as_default=False
            )
        except (OSError, ValueError) as error:
            raise AssayError(
                f"{SETTING}: no Dask scheduler at {address}: {error}. Start one with "
                f"`python -m dask scheduler`, or write `{LOCAL}`"
            ) from None
        threads: dict[str, int] = self._client.nthreads()
        question = partial(_refused, files_digest(), refuses)
        answers = self._client.run(question, on_error="return")
        for worker, reason in sorted(answers.items()):
            if reason:
                print(f"{worker} gets no work: {reason}", file=sys.stderr)
        self._usable = sorted(worker for worker, reason in answers.items() if not reason)
        self.threads = sum(threads.get(worker, 0) for worker in self._usable)
        if not self.threads:
            self.close()
            raise AssayError(
                f"{SETTING}: no worker at {address} can be used: start some in this checkout, "
                "with its Python: `python -m dask worker --no-nanny ADDRESS`"
            )

    def call(self, function: Callable[..., R], *args: object) -> R:
        """The function's result on one of the workers. AssayError if they died one after another.

        An exception of the function is raised as it is.
        """
        distributed = _distributed()
        task = self._client.submit(function, *args, workers=self._usable, pure=False)
        try:
            result: R = task.result()
            return result
        except distributed.scheduler.KilledWorker as error:
            raise AssayError(f"{SETTING}: too many workers died: {error}") from None

    def close(self) -> None:
        """Forget what is under way, and leave the cluster as it was."""
        self._client.close()


class ClusterWorkers(Workers):
    """Workers whose processes are on the machines of a cluster."""

    def __init__(self, cluster: Cluster, preload: Sequence[str]) -> None:
        super().__init__(jobs=2 * cluster.threads, preload=preload)  # one waits while one runs
        self._cluster = cluster

    def reply(self, request: bytes) -> bytes | int:
        return self._cluster.call(_reply_here, request, self.bounds, self.preload)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if not wait:
            self._cluster.close()
        super().shutdown(wait, cancel_futures=cancel_futures)
        self._cluster.close()


def open_workers(executor: str, preload: Sequence[str]) -> Workers:
    """This machine's processes, or those of the cluster at this address."""
    if executor == LOCAL:
        return Workers(preload=preload)
    return ClusterWorkers(Cluster(executor), preload)


def files_digest() -> str:
    """The hash of the files that results depend on, below the current directory."""
    whole = hashlib.sha256()
    for path in sorted(path for folder in SAME for path in Path(folder).rglob("*")):
        if path.is_file() and not NOT_READ & set(path.parts):
            whole.update(f"{path}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def _distributed() -> ModuleType:
    try:
        import distributed
    except ImportError:
        raise AssayError(
            f"{SETTING}: a cluster needs Dask: pip install -r requirements-cluster.txt"
        ) from None
    return distributed


def _refused(files: str, refuses: Callable[[], str]) -> str:
    if files_digest() != files:
        return "its files are not those of this checkout"
    return refuses()


@cache
def _workers_here(bounds: WorkerBounds, preload: tuple[str, ...]) -> Workers:
    return Workers(bounds=bounds, preload=preload)


def _reply_here(request: bytes, bounds: WorkerBounds, preload: tuple[str, ...]) -> bytes | int:
    return _workers_here(bounds, preload).reply(request)

"""The frame of every stage: Hydra composes, pydantic validates, an error is one line."""

import ctypes
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import hydra
import yaml
from filelock import FileLock, Timeout
from hydra.core.hydra_config import HydraConfig
from hydra.errors import HydraException
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException
from pydantic import BaseModel

from assay.config import paths
from assay.config.params import load_params
from assay.config.settings import validated
from assay.config.yaml_files import read_utf8, yaml_message
from assay.errors import AssayError, printable
from assay.records.pipeline import Usage

C = TypeVar("C", bound=BaseModel)

PIPELINE_ENDED = signal.SIGUSR1
"""What the system sends to a stage whose DVC has ended. It may follow on a signal to both."""
SIGNALS = (signal.SIGTERM, signal.SIGHUP, PIPELINE_ENDED)
"""What `kill`, CI systems, containers and a closed terminal send, too."""
PR_SET_PDEATHSIG = 1
"""prctl's number (Linux) for a signal to this process when the one that started it ends."""


@dataclass(frozen=True)
class Summary:
    """What a stage did, for its last line.

    Tokens and cost are those newly spent. `all_usd` is the cost of all items, reused ones included
    (None: unknown, or nothing has a price).
    """

    items: int
    reused: int = 0
    new: int = 0
    failed: int = 0
    usage: Usage = Usage()
    cost_usd: float = 0.0
    all_usd: float | None = None
    notes: Sequence[str] = ()

    def line(self, name: str, seconds: float) -> str:
        tokens = self.usage.input + self.usage.output
        paid_before = self.all_usd if self.reused else None
        before = f" (${paid_before:.4f} with what was paid before)" if paid_before else ""
        return (
            f"{name}: {self.items} items, {self.reused} reused, {self.new} new, "
            f"{self.failed} failed, {tokens} tokens, ${self.cost_usd:.4f}{before}, {seconds:.1f} s"
        )


def stage(name: str, kind: type[C]) -> Callable[[Callable[[C], Summary]], Callable[[], None]]:
    """Make `main(config) -> Summary` a Hydra program over conf/<name>.yaml, validated as `kind`.

    Exit code 0 if it ran, 1 with one clear message for an error in files, overrides or the machine,
    130 when interrupted.
    """

    def decorate(main: Callable[[C], Summary]) -> Callable[[], None]:
        return lambda: sys.exit(_guarded(name, kind, main))

    return decorate


def _guarded(name: str, kind: type[C], main: Callable[[C], Summary]) -> int:
    share_local_store()
    try:
        with _terminated_as_interrupted():
            if "DVC_STAGE" in os.environ and sys.platform == "linux":
                # the system sends a signal if DVC ends first: it would leave this stage running
                ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, PIPELINE_ENDED)
            config = composed(name, kind, sys.argv[1:])
            calls = getattr(config, "calls", None)
            reads_only = calls is not None and calls.mode == "plan"
            with nullcontext() if reads_only else owning_the_run(name):
                started = time.monotonic()
                summary = main(config)
                for note in summary.notes:
                    print(printable(f"{name}: {note}"), file=sys.stderr)
                print(summary.line(name, time.monotonic() - started), flush=True)
    except KeyboardInterrupt:
        return _fail(name, "interrupted: every completed call is kept, run again to go on", 130)
    except AssayError as error:
        return _fail(name, str(error))
    return 0


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Signals that ask a program to end work as Ctrl-C does."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        signal.signal(PIPELINE_ENDED, signal.SIG_IGN)  # it would interrupt what ends here
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def owning_the_run(name: str) -> Iterator[None]:
    """Let one stage at a time work in this checkout. AssayError says who does already."""
    lock = FileLock(paths.RUN_LOCK)
    holder = paths.RUN_LOCK.with_suffix(".holder")
    try:
        paths.RUN_LOCK.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
        since = datetime.now(UTC).strftime("%H:%M:%S UTC")
        holder.write_text(f"{name} (process {os.getpid()}, since {since})", encoding="utf-8")
    except Timeout as error:
        who = holder.read_text(encoding="utf-8") if holder.exists() else "another stage"
        raise AssayError(
            f"{who} is at work in this checkout: wait until it has ended, or stop it"
        ) from error
    except OSError as error:
        raise AssayError(
            f"{paths.RUN_LOCK}: cannot be locked ({error.strerror}): free space or fix the "
            "permissions, then run again"
        ) from error
    try:
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()


def composed(name: str, kind: type[C], overrides: Sequence[str]) -> C:
    """The validated config of a stage with these overrides, as its command line has them.

    AssayError names the file and key of what is wrong.
    """
    params = load_params().model_dump()
    # `${params:suite}` in conf/ is the value in params.yaml, also of a stage that is run by hand
    OmegaConf.register_new_resolver("params", lambda key: params[key], replace=True)
    path = paths.CONF / f"{name}.yaml"
    if not path.is_file():
        raise AssayError(f"{path} is missing: bring it back, for instance by `git restore {path}`")
    try:
        with hydra.initialize_config_dir(str(paths.CONF.resolve()), version_base="1.3"):
            found = hydra.compose(name, [*overrides], return_hydra_config=True)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = os.path.relpath(mark.name if mark else paths.CONF)
        raise AssayError(yaml_message(error, place)) from error
    except UnicodeDecodeError:
        for path in sorted(paths.CONF.rglob("*.yaml")):
            read_utf8(path)  # names the file, which the decoder does not
        raise
    except (HydraException, OmegaConfBaseException, ValueError) as error:
        raise AssayError(_one_line(error, name)) from error
    HydraConfig.instance().set_config(found)
    choices = found.hydra.runtime.choices
    own = OmegaConf.masked_copy(found, [str(key) for key in found if key != "hydra"])
    try:
        values = OmegaConf.to_container(own, resolve=True)
    except OmegaConfBaseException as error:
        place = _file_of(tuple((error.full_key or "").split(".")), choices, name)
        raise AssayError(f"{place}: {_one_line(error, name)}") from error
    return validated(values, kind, lambda location: _file_of(location, choices, name))


def _file_of(location: tuple[Any, ...], choices: Any, name: str) -> str:
    """The file that most likely has the wrong key: that of its group, else the stage's own."""
    group = str(location[0]) if location else ""
    if group in choices:
        return str(paths.CONF / group / f"{choices[group]}.yaml")
    return str(paths.CONF / f"{name}.yaml")


def _one_line(error: Exception, name: str) -> str:
    """Hydra's message without what is about Hydra's own program."""
    lines = [line.strip() for line in str(error).splitlines()]
    about_hydra = re.compile(r"^$|search path|^provider=|--multirun")
    text = " ".join(line for line in lines if not about_hydra.search(line))
    unknown = re.match(r"Could not override '([^']+)'", text)
    return f"there is no key '{unknown[1]}' in conf/{name}.yaml and its groups" if unknown else text


def _fail(name: str, message: str, code: int = 1) -> int:
    lines = "\n".join(map(printable, message.split("\n")))
    print(f"{name}: error: {lines}", file=sys.stderr, flush=True)
    return code


STORE = Path(".assay")
COPY = re.compile(r"(.+)/\.dvc/tmp/exps/(?:standalone/)?[^/]+")
"""Where DVC makes copies of a repository: of the queue, and of --temp."""


def share_local_store() -> None:
    """In the copy of an experiment, make .assay a link to that of the repository.

    git does not know that folder: without the link, the copy would pay for answers again, and would
    lose what it paid if it failed.
    """
    found = COPY.fullmatch(Path.cwd().as_posix())
    if found is None or STORE.is_symlink() or STORE.exists():
        return
    shared = Path(found[1]) / STORE
    shared.mkdir(exist_ok=True)
    with suppress(FileExistsError):  # a stage beside this one was faster
        STORE.symlink_to(shared, target_is_directory=True)

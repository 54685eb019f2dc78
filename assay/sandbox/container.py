"""The sandbox by Docker or Podman, for Linux machines on which bubblewrap does not work."""

import math
import shutil
import subprocess
import tempfile
import threading
import uuid

from assay.sandbox.bounded import CommandOutcome, run_bounded
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.programs import PYTHON_INSIDE
from assay.sandbox.sandbox import (
    APP,
    OPEN_FILES,
    Job,
    NoSandbox,
    SandboxFailed,
    environment,
    limit_of,
    script,
    seed_mounts,
    why_not_run,
)

CONTAINERS = ("podman", "docker")
USER = "1000:1000"
NOT_STARTED = 125
"""The exit code of podman and docker where they could not start the container."""
NEEDED = ("cp", "tar")
"""What the script of a job needs of the image, beside `timeout` and `sh`, which run the script."""
PROBE_S = 60
GRACE_S = 10
"""A container outlives a killed client, so it ends itself this long after the job's bound."""


class Container:
    """Each job is a container of its own: no network, no privileges, read-only, bounded."""

    hands_over_sockets = False

    def __init__(self, name: str, config: ExecutionConfig) -> None:
        self.name = name
        self.stopping = threading.Event()
        self._config = config
        self._bounds = config.bounds
        if shutil.which(name) is None:
            raise NoSandbox(f"{name} is not installed")
        self._require_image()
        self._probe()

    def _require_image(self) -> None:
        """NoSandbox if the service does not answer, or the image is not there."""
        command = [self.name, "image", "inspect", self._config.image]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NoSandbox(f"{self.name} does not answer: {error}") from error
        if done.returncode:
            reason = " ".join(done.stderr.split())[:200]
            raise NoSandbox(
                f"{self.name} has no image {self._config.image} ({reason}): {self._remedy()}"
            )

    def _probe(self) -> None:
        """NoSandbox if a job does not run here: else each answer would fail by the image's fault.

        A program that is missing ends a job with exit code 127, as an answer can do too.
        """
        command = " && ".join(f"command -v {program}" for program in NEEDED)
        reason = why_not_run(self, Job(("/bin/sh", "-c", command), PROBE_S))
        if reason:
            raise NoSandbox(
                f"{self.name}: no job runs in the image {self._config.image}, which needs timeout, "
                f"sh, {' and '.join(NEEDED)} ({reason}): {self._remedy()}"
            )

    def _remedy(self) -> str:
        return f"{self.name} build -t {self._config.image} toolchains/image"

    def run(self, job: Job, stop: threading.Event | None = None) -> CommandOutcome:
        name = f"assay-{uuid.uuid4().hex[:12]}"
        stops = [self.stopping, *([stop] if stop else [])]
        try:
            outcome = run_bounded(
                self.command(job, name),
                limit_of(self._bounds, job.seconds),
                stops=stops,
                folder=tempfile.gettempdir(),  # podman's monitor leaves a file `oom` there
            )
        finally:
            # the client is not the container's parent: it outlives it
            kill = [self.name, "rm", "--force", name]
            subprocess.run(kill, capture_output=True, check=False)
        if outcome.code == NOT_STARTED:
            reason = " ".join(outcome.log.split())[:300]
            raise SandboxFailed(f"a container did not start ({reason}): nothing is judged by it")
        return outcome

    def command(self, job: Job, name: str) -> list[str]:
        """The whole command line for the job."""
        bounds = self._bounds
        size = f"rw,exec,nosuid,nodev,size={bounds.disk_mb}m,mode=1777"
        words = [self.name, "run", "--rm", "--init", "--name", name, "--pull", "never"]
        words += ["--network", "none", "--read-only", "--cap-drop", "ALL", "--user", USER]
        words += ["--security-opt", "no-new-privileges", "--hostname", "sandbox"]
        words += ["--pids-limit", str(bounds.processes), "--ulimit", f"nofile={OPEN_FILES}"]
        words += ["--memory", f"{bounds.memory_mb}m", "--memory-swap", f"{bounds.memory_mb}m"]
        words += ["--ulimit", "core=0", "--ulimit", f"fsize={bounds.disk_mb << 20}"]
        words += ["--tmpfs", f"{APP}:{size}", "--tmpfs", f"/tmp:{size}", "--workdir", APP]
        # Chromium builds a sandbox of its own, and the default filter of system calls forbids that
        words += ["--security-opt", "seccomp=unconfined"] if job.browser else []
        for place, source in sorted({**job.mounts, **seed_mounts(job)}.items()):
            words += ["--mount", f"type=bind,source={source.resolve()},target={place},readonly"]
        variables = environment(job)
        if PYTHON_INSIDE in job.mounts:
            variables["LD_LIBRARY_PATH"] = f"{PYTHON_INSIDE}/lib"
        for key, value in sorted(variables.items()):
            words += ["--env", f"{key}={value}"]
        end = str(math.ceil(job.seconds) + GRACE_S)
        # the exit code for a container that did not start is no job's own
        text = f"({script(job)}); code=$?; [ $code -eq {NOT_STARTED} ] && code=1; exit $code"
        return [*words, self._config.image, "timeout", "-s", "KILL", end, "/bin/sh", "-c", text]

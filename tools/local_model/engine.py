"""The model server: installed in its own environment, on loopback, and always stopped."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from assay.errors import AssayError
from tools.local_model.weights import Unavailable, run_quietly, sha256_of

ENVIRONMENT = Path(".assay/local-venv")
HERE = Path(__file__).parent
REQUIREMENTS = HERE / "requirements.txt"
LOG = Path(".assay/local-server.log")
INSTALL_S = 600.0
START_S = 180.0
"""Seconds that loading a model may take."""
STOP_S = 5.0


def installed(environment: Path = ENVIRONMENT, requirements: Path = REQUIREMENTS) -> Path:
    """The Python of an environment with exactly the pinned packages.

    The environment is made if it is missing or out of date. Unavailable, with pip's last line, if
    the packages cannot be installed.
    """
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    mark = environment / "requirements.sha256"
    wanted = sha256_of(requirements)
    if python.exists() and mark.exists() and mark.read_text(encoding="utf-8") == wanted:
        return python
    print(f"installing the model server into {environment} …", flush=True)
    create = [sys.executable, "-m", "venv", "--clear", "--without-pip", str(environment)]
    install = [
        sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet",
        "--disable-pip-version-check", "--retries", "1", "--require-hashes",
        "--only-binary=:all:", "-r", str(requirements),
    ]  # fmt: skip
    for command in (create, install):
        last_line = run_quietly(command, INSTALL_S)
        if last_line is not None:
            raise Unavailable(f"the model server cannot be installed ({last_line})")
    mark.write_text(wanted, encoding="utf-8")
    return python


@contextmanager
def serving(python: Path, gguf: Path, name: str, port: int = 0, log: Path = LOG) -> Iterator[str]:
    """Serve the model as `name` on loopback while the block runs; yields the address.

    The address is like http://127.0.0.1:8089/v1. Port 0 takes a free one. AssayError names the
    log if the server does not start within START_S. The server ends with the block, and also if
    this process is killed.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, open(log, "wb") as written:
        address_file = Path(folder, "address")
        process = subprocess.Popen(
            [str(python), str(HERE / "server.py"), str(gguf), name, str(port), str(address_file)],
            stdin=subprocess.PIPE,
            stdout=written,
            stderr=subprocess.STDOUT,
            env=os.environ
            | {
                "OMP_WAIT_POLICY": "PASSIVE"
            },  # else idle threads spin and take the CPU from busy ones
            start_new_session=True,  # Ctrl-C reaches this process, which ends the server
        )
        try:
            yield f"{_address(process, address_file, log)}/v1"
        finally:
            _stop(process)


def _address(process: "subprocess.Popen[bytes]", address_file: Path, log: Path) -> str:
    deadline = time.monotonic() + START_S
    while not address_file.exists():
        code = process.poll()
        if code is not None:
            raise AssayError(
                f"the model server did not start (exit code {code}): {_last_line(log)}; see {log}"
            )
        if time.monotonic() > deadline:
            raise AssayError(f"the model server was not ready after {START_S:.0f} s: see {log}")
        time.sleep(0.1)
    return address_file.read_text(encoding="utf-8")


def _last_line(log: Path) -> str:
    lines = [
        line
        for line in log.read_text(encoding="utf-8", errors="replace").splitlines()
        if line.strip()
    ]
    return lines[-1].strip()[:300] if lines else "it said nothing"


def _stop(process: "subprocess.Popen[bytes]") -> None:
    if process.stdin:
        process.stdin.close()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def reachable(address: str) -> None:
    """AssayError if no HTTP server answers at the list of models within five seconds."""
    try:
        urllib.request.urlopen(f"{address.rstrip('/')}/models", timeout=5).close()
    except urllib.error.HTTPError:
        return  # a server that has no such page, or wants a key, is a server
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise AssayError(
            f"--api-base {address}: nothing answers there ({reason}): start the server first"
        ) from error

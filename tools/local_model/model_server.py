"""The model server: installed in its own environment, on loopback, and always stopped."""

import os
import select
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assay.errors import AssayError
from tools.local_model.model_weights import PIP, Unavailable, last_line_of, run_quietly, sha256_of

ENVIRONMENT = Path(".assay/local-venv")
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
SERVER = Path(__file__).with_name("gguf_server.py")
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
    python = environment / "bin/python"
    mark = environment / "requirements.sha256"
    wanted = sha256_of(requirements)
    if python.exists() and mark.exists() and mark.read_text() == wanted:
        return python
    print(f"installing the model server into {environment} …", flush=True)
    create = (sys.executable, "-m", "venv", "--clear", "--without-pip", str(environment))
    install = (*PIP, "--python", str(python), "install", "--retries=1", "--require-hashes")
    for command in (create, (*install, "--only-binary=:all:", "-r", str(requirements))):
        last_line = run_quietly(command, INSTALL_S)
        if last_line is not None:
            raise Unavailable(f"the model server cannot be installed ({last_line})")
    mark.write_text(wanted)
    return python


@contextmanager
def serving(python: Path, gguf: Path, name: str, port: int = 0, log: Path = LOG) -> Iterator[str]:
    """Serve the model as `name` on loopback while the block runs; yields the address.

    The address is like http://127.0.0.1:8089/v1. Port 0 takes a free one. AssayError names the
    log if the server does not start within START_S. The server ends with the block, and also if
    this process is killed, because then its standard input ends.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    address, sent = os.pipe()
    with open(log, "wb") as written, os.fdopen(address) as received:
        process = subprocess.Popen(
            [str(python), str(SERVER), str(gguf), name, str(port), str(sent)],
            stdin=subprocess.PIPE,
            stdout=written,
            stderr=subprocess.STDOUT,
            # else idle threads spin and take the CPU from busy ones
            env=os.environ | {"OMP_WAIT_POLICY": "PASSIVE"},
            pass_fds=[sent],
            start_new_session=True,  # Ctrl-C reaches this process, which ends the server
        )
        os.close(sent)
        try:
            if not select.select([received], [], [], START_S)[0]:
                raise AssayError(f"the model server was not ready after {START_S:.0f} s: see {log}")
            found = received.read()
            if not found:
                last_line = last_line_of(log.read_text(encoding="utf-8", errors="replace"))
                why = last_line[:300] or "it said nothing"
                raise AssayError(f"the model server did not start: {why}; see {log}")
            yield f"{found}/v1"
        finally:
            assert process.stdin
            process.stdin.close()
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def require_reachable(address: str) -> None:
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

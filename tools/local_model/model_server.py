"""The model server: in an environment of its own, on loopback, and always stopped."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assay.errors import AssayError

PYTHON = Path(".venv/local/bin/python")
"""`make local` makes it, with the packages of requirements.txt."""
SERVER = Path(__file__).with_name("gguf_server.py")
LOG = Path(".assay/local-server.log")
STOP_S = 5.0


@contextmanager
def serving(
    gguf: Path, name: str, port: int, python: Path = PYTHON, log: Path = LOG
) -> Iterator[str]:
    """Serve the model as `name` on loopback while the block runs; yields the server's address.

    AssayError with the last line of the log if it does not start. The server ends with the block,
    and also if this process is killed, because then its standard input ends.
    """
    if not python.exists():
        raise AssayError(f"{python} is missing: `make local` makes it")
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
            found = received.read()
            if not found:
                said = log.read_text(encoding="utf-8", errors="replace").strip()
                why = said.rpartition("\n")[2][:300]
                raise AssayError(f"the model server did not start: {why}; see {log}")
            yield found
        finally:
            assert process.stdin
            process.stdin.close()
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

"""The model server starts or says why, and always ends."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from assay.errors import AssayError
from tests.project import ROOT
from tools.local_model.model_server import serving

STAND_IN = """
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

def CommonParams():
    return SimpleNamespace(model=SimpleNamespace(), sampling=SimpleNamespace())

class Server:
    def __init__(self, params):
        server = ThreadingHTTPServer((params.hostnames[0], params.port), SimpleHTTPRequestHandler)
        self.listening_address = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
"""
"""A package in the model server's place that answers HTTP on a free port."""
PARENT = """
import sys
from pathlib import Path
from tools.local_model.model_server import serving
with serving(Path("x.gguf"), "x", 0, Path(sys.executable), Path(sys.argv[1])) as address:
    print(address, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def xllamacpp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that stands in for the package."""
    path = tmp_path / "xllamacpp.py"
    path.write_text(STAND_IN)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))
    return path


def answers(address: str) -> bool:
    try:
        urllib.request.urlopen(address, timeout=5).close()
    except OSError:
        return False
    return True


def test_a_server_that_does_not_start_is_one_line(xllamacpp: Path, tmp_path: Path) -> None:
    xllamacpp.write_text("raise RuntimeError('no such instruction on this CPU')\n")
    log = tmp_path / "log"
    expected = f"start: RuntimeError: no such instruction on this CPU; see {log}"
    with (
        pytest.raises(AssayError, match=expected),
        serving(tmp_path / "x.gguf", "x", 0, Path(sys.executable), log),
    ):
        pytest.fail("it started")


def test_the_server_ends_with_its_block(tmp_path: Path) -> None:
    python = Path(sys.executable)
    with serving(tmp_path / "x.gguf", "x", 0, python, tmp_path / "log") as address:
        assert answers(address)
    assert not answers(address)


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_the_server_ends_when_its_parent_is_ended(tmp_path: Path, ending: signal.Signals) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path / "log")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        assert process.stdout
        address = process.stdout.readline().strip()
        assert answers(address)
        process.send_signal(ending)
    deadline = time.monotonic() + 60
    while answers(address) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not answers(address)

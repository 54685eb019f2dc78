"""What an answer declares is fetched by the real npm from a registry on loopback."""

import base64
import io
import json
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from hashlib import sha256, sha512
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.sandbox import programs
from assay.sandbox.programs import Program
from assay.sandbox.registry import CannotFetch, Fetched, NotInRegistry, with_declared
from assay.sandbox.toolchains import load_toolchain
from tests.assay.sandbox.conftest import write

SCRIPT = "require('fs').writeFileSync('ran', '')"


def packed(name: str) -> bytes:
    """The package as a registry has it: an archive with an install script that leaves a file."""
    manifest = {"name": name, "version": "1.2.3", "scripts": {"install": f'node -e "{SCRIPT}"'}}
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:gz") as archive:
        for path, text in {"package.json": json.dumps(manifest), "index.js": "// it"}.items():
            entry = tarfile.TarInfo(f"package/{path}")
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))
    return whole.getvalue()


class Registry(BaseHTTPRequestHandler):
    """Has the package `knob` alone, in one version."""

    asked: list[str]
    archive = packed("knob")

    def do_GET(self) -> None:
        self.asked.append(self.path)
        address = f"http://{self.headers['Host']}"
        if self.path == "/knob":
            digest = base64.b64encode(sha512(self.archive).digest()).decode()
            dist = {"tarball": f"{address}/knob.tgz", "integrity": f"sha512-{digest}"}
            version = {"name": "knob", "version": "1.2.3", "dist": dist}
            found = {
                "name": "knob",
                "dist-tags": {"latest": "1.2.3"},
                "versions": {"1.2.3": version},
            }
            self._reply(200, json.dumps(found).encode())
        elif self.path == "/knob.tgz":
            self._reply(200, self.archive)
        else:
            self._reply(404, b"{}")

    def _reply(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A toolchain without packages, and a registry; what npm asks it for."""
    lock = {"name": "tiny", "lockfileVersion": 3, "packages": {"": {"name": "tiny"}}}
    write("toolchains/tiny/toolchain.yaml", "kind: node\n")
    write("toolchains/tiny/package.json", '{"name": "tiny", "private": true}')
    write("toolchains/tiny/package-lock.json", json.dumps(lock))
    Registry.asked = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        monkeypatch.setenv("npm_config_registry", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
        monkeypatch.setenv("npm_config_fetch_retries", "0")
        yield Registry.asked
        server.shutdown()


@pytest.fixture
def node() -> Program:
    try:
        return programs.node("auto", "20.0.0")
    except AssayError as reason:
        pytest.skip(str(reason))


def fetched(node: Program, **ranges: str) -> Fetched | None:
    files = {"package.json": json.dumps({"dependencies": ranges}).encode()}
    return with_declared(load_toolchain("tiny"), ranges.keys(), files, node)


def test_a_declared_package_has_its_hash_and_no_script_ran(asked: list[str], node: Program) -> None:
    found = fetched(node, knob="^1.0.0")
    assert found
    (line,) = found.lines
    assert line.startswith("knob 1.2.3: fetched (sha512-")
    package = found.installed / "node_modules/knob"
    assert (package / "index.js").read_text() == "// it"
    assert not (package / "ran").exists()
    assert (found.installed / "links/node_modules/knob").is_symlink()
    assert load_toolchain("tiny").installed != found.installed


def test_what_the_registry_lacks_is_told_apart_from_a_registry_that_is_not_there(
    asked: list[str], node: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("gone", "^1.0.0"), ("knob", "^9.0.0")):
        with pytest.raises(NotInRegistry, match=name):
            fetched(node, **{name: text})
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    with pytest.raises(CannotFetch, match="knob cannot be fetched"):
        fetched(node, knob="^1.0.0")


@pytest.mark.parametrize(
    "text",
    [
        "file:../../secret",
        "../secret",
        "..",
        "/etc",
        "~/secret",
        "git+ssh://host/x",
        "http://host/x.tgz",
        "someone/knob",
        "npm:other@1",
        "",
    ],
)
def test_nothing_but_versions_is_fetched(asked: list[str], node: Program, text: str) -> None:
    assert fetched(node, knob=text) is None
    assert fetched(node, **{"../knob": "1", "KNOB": "1", "knob@file:..": "1"}) is None
    assert asked == []


def test_what_was_not_missed_is_not_fetched(asked: list[str], node: Program) -> None:
    files = {"package.json": b'{"dependencies": {"knob": "1"}}'}
    assert with_declared(load_toolchain("tiny"), ["other"], files, node) is None


def wheel(name: str) -> bytes:
    """A package of one module, as an index has it."""
    whole = io.BytesIO()
    info = f"{name}-1.2.3.dist-info"
    texts = {
        f"{name}.py": "IT = 1",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2.3\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/RECORD": "",
    }
    with zipfile.ZipFile(whole, "w") as archive:
        for path, text in texts.items():
            archive.writestr(path, text)
    return whole.getvalue()


class PythonIndex(Registry):
    """Has `knob` as a wheel, `old` without its SHA-256, and `rough` as a source alone."""

    archive, old = wheel("knob"), wheel("old")
    files = {
        "knob": "knob-1.2.3-py3-none-any.whl",
        "old": "old-1.2.3-py3-none-any.whl",
        "rough": "rough-1.0.tar.gz",
    }

    def hash_of(self, name: str) -> str:
        if name == "old":
            return f"sha512={sha512(self.old).hexdigest()}"
        return f"sha256={sha256(self.archive).hexdigest()}"

    def do_GET(self) -> None:
        self.asked.append(self.path)
        name = self.path.strip("/")
        if name in self.files:
            link = f'<a href="/{self.files[name]}#{self.hash_of(name)}">{self.files[name]}</a>'
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<!DOCTYPE html><html><body>{link}</body></html>".encode())
        else:
            self._reply(
                200 if name in self.files.values() else 404,
                self.old if name.startswith("old") else self.archive,
            )


@pytest.fixture
def asked_of_pip(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A Python toolchain without packages, and an index; what pip asks it for."""
    write("toolchains/snake/toolchain.yaml", "kind: python\n")
    write("toolchains/snake/requirements.txt", "# none\n")
    PythonIndex.asked = []
    with ThreadingHTTPServer(("127.0.0.1", 0), PythonIndex) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
        monkeypatch.setenv("PIP_RETRIES", "1")
        for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS"):
            monkeypatch.delenv(name, raising=False)
        yield PythonIndex.asked
        server.shutdown()


def fetched_by_pip(node: Program, requirements: str) -> Fetched | None:
    files = {"requirements.txt": requirements.encode()}
    return with_declared(load_toolchain("snake"), ["missing"], files, node)


def test_a_python_package_is_there_with_its_hash_and_is_not_asked_for_again(
    asked_of_pip: list[str], node: Program
) -> None:
    found = fetched_by_pip(node, "Knob~=1.2.1\n-r /etc/passwd\n-i http://host\n")
    assert found
    digest = sha256(PythonIndex.archive).hexdigest()
    assert found.lines == (f"knob 1.2.3: fetched (sha256:{digest})",)
    assert (found.installed / "site/knob.py").read_text() == "IT = 1"
    asked_of_pip.clear()
    assert fetched_by_pip(node, "Knob~=1.2.1") == found and asked_of_pip == []


def test_a_python_package_that_is_not_there_is_told_from_one_that_cannot_be_had(
    asked_of_pip: list[str], node: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("gone", "knob>=9"):
        with pytest.raises(NotInRegistry, match=text[:4]):
            fetched_by_pip(node, text)
    with pytest.raises(CannotFetch, match="no wheel"):
        fetched_by_pip(node, "rough")
    with pytest.raises(CannotFetch, match=r"no SHA-256 of old==1\.2\.3"):
        fetched_by_pip(node, "old")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9")
    with pytest.raises(CannotFetch, match="knob cannot be fetched"):
        fetched_by_pip(node, "knob<9")


@pytest.mark.parametrize("text", ["knob @ file:///etc", "git+ssh://host/x", "./knob", "../x.whl"])
def test_pip_is_given_names_and_versions_alone(
    asked_of_pip: list[str], node: Program, text: str
) -> None:
    found = fetched_by_pip(node, text)
    assert {path.strip("/").partition("-")[0] for path in asked_of_pip} <= {"knob"}
    assert found is None or found.lines[0].startswith("knob 1.2.3: fetched")


@pytest.mark.parametrize("name", ["-e", "--pre", "--no-binary", "-rkept.txt"])
def test_no_option_of_pip_is_a_package(asked_of_pip: list[str], node: Program, name: str) -> None:
    text = f'[tool.poetry.dependencies]\n"{name}" = "1"\n'
    files = {"pyproject.toml": text.encode()}
    assert with_declared(load_toolchain("snake"), ["missing"], files, node) is None
    assert asked_of_pip == []


@pytest.mark.parametrize("version", ["*", "1.*", "^1.1", "~1.2", ">=1.0,<2"])
def test_poetrys_versions_are_pips(asked_of_pip: list[str], node: Program, version: str) -> None:
    files = {"pyproject.toml": f'[tool.poetry.dependencies]\nknob = "{version}"\n'.encode()}
    found = with_declared(load_toolchain("snake"), ["missing"], files, node)
    assert found and found.lines[0].startswith("knob 1.2.3: fetched")

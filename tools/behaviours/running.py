"""A target is built by its toolchain, served on loopback and looked at by Playwright."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.request import urlopen

from stages.lib.base.config import read_yaml
from tools.behaviours.programs import BEHAVIOURS, TOOLCHAINS

CONFIG = """
module.exports = {
  testDir: '.',
  timeout: 15000,
  expect: { timeout: 3000 },
  workers: 2,
  fullyParallel: true,
  reporter: [['json', { outputFile: 'report.json' }]],
  use: {
    baseURL: process.env.BASE_URL,
    actionTimeout: 4000,
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
        '--disable-background-networking'],
    },
  },
};
"""


INSTALL = {
    "node": ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
    "python": [sys.executable, "-m", "pip", "install", "-q", "-r", "requirements.txt", "-t", "."],
}


@dataclass(frozen=True)
class TriedBehaviour:
    """What became of a target: its log where it was not built, else each behaviour's message."""

    log: str = ""
    messages: dict[str, str] = field(default_factory=dict)
    defects: frozenset[str] = frozenset()
    seconds: float = 0.0

    @property
    def failed(self) -> list[str]:
        return [title for title, message in self.messages.items() if message]


def store() -> Path:
    """Where toolchains are installed: ASSAY_TOOLCHAINS, or .assay/toolchains."""
    return Path(os.environ.get("ASSAY_TOOLCHAINS", ".assay/toolchains")).resolve()


def installed(name: str) -> Path:
    """The toolchain's folder in the store, installed if it is not there or its lock has changed."""
    folder = store() / name
    done = folder / ".installed"
    wanted = "".join(each.read_text() for each in _lock_files(name))
    if not done.exists() or done.read_text() != wanted:
        folder.mkdir(parents=True, exist_ok=True)
        for each in _lock_files(name):
            (folder / each.name).write_text(each.read_text())
        subprocess.run(INSTALL[_toolchain(name)["kind"]], cwd=folder, check=True)
        done.write_text(wanted)
    return folder


def _lock_files(name: str) -> list[Path]:
    names = ("package.json", "package-lock.json", "requirements.txt")
    return [path for each in names if (path := TOOLCHAINS / name / each).exists()]


def _toolchain(name: str) -> dict[str, Any]:
    toolchain: dict[str, Any] = read_yaml(TOOLCHAINS / name / "toolchain.yaml")
    return toolchain


def run(
    folder: Path,
    toolchain: str,
    program: str,
    only: Sequence[str] = (),
    enough: int = 0,
    retries: int = 0,
) -> TriedBehaviour:
    """Builds what lies in the folder and tries the program's behaviours on it, all or `only` some.

    After `enough` failures the rest is not tried (0: all are). It then counts as passed.
    """
    started = monotonic()
    commands = _toolchain(toolchain)
    home = installed(toolchain)
    if commands["kind"] == "node":
        (folder / "node_modules").unlink(missing_ok=True)
        (folder / "node_modules").symlink_to(home / "node_modules")
    build = commands.get("build")
    if build:
        done = subprocess.run(
            build,
            check=False,
            cwd=folder,
            capture_output=True,
            text=True,
            env=_environment(folder),
        )
        if done.returncode:
            return TriedBehaviour(
                log=(done.stdout + done.stderr)[-4000:], seconds=monotonic() - started
            )
    with _served(folder, commands, home) as address:
        report = _looked_at(folder, program, address, _options(only, enough, retries))
    messages, defects = read_report(report)
    return TriedBehaviour("", messages, defects, monotonic() - started)


def _environment(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "CI": "1", "NG_CLI_ANALYTICS": "false"}


@contextmanager
def _served(folder: Path, commands: dict[str, Any], home: Path) -> Iterator[str]:
    if "serve" in commands:
        with _started(folder, commands["serve"], home) as address:
            yield address
        return
    places = [
        path
        for each in commands["static"]
        for path in sorted(folder.parent.glob(f"{folder.name}/{each}"))
    ]
    site = next(path for path in places if (path / "index.html").exists())
    handler = partial(_Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    """Static files; an address without a file is the application's own and gives index.html."""

    def send_head(self) -> Any:
        path = Path(self.translate_path(self.path))
        if not path.exists() and "." not in path.name:
            self.path = "/index.html"
        return super().send_head()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def _started(folder: Path, command: list[str], home: Path) -> Iterator[str]:
    environment = {**_environment(folder), "PYTHONPATH": f"{home}:{folder}"}
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        descriptor = listening.fileno()
        environment["ASSAY_LISTEN_FD"] = str(descriptor)
        log = (folder / "server.log").open("w")
        server = subprocess.Popen(
            command, cwd=folder, stdout=log, stderr=log, env=environment, pass_fds=[descriptor]
        )
    try:
        _await(f"http://127.0.0.1:{port}/")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()
        log.close()


def _await(address: str) -> None:
    for _ in range(100):
        try:
            urlopen(address, timeout=1).close()
            return
        except OSError as error:
            if hasattr(error, "code"):
                return
            sleep(0.1)


def _looked_at(folder: Path, program: str, address: str, options: list[str]) -> dict[str, Any]:
    place = folder.with_name(folder.name + "-behaviours")
    place.mkdir(exist_ok=True)
    (place / "playwright.config.js").write_text(CONFIG)
    (place / f"{program}.spec.ts").write_text((BEHAVIOURS / f"{program}.spec.ts").read_text())
    (place / "node_modules").unlink(missing_ok=True)
    (place / "node_modules").symlink_to(installed("browser") / "node_modules")
    (place / "report.json").unlink(missing_ok=True)
    environment = {
        **_environment(place),
        "BASE_URL": address,
        "CHROMIUM": os.environ.get("CHROMIUM", "/usr/bin/chromium"),
    }
    command = ["node", "node_modules/@playwright/test/cli.js", "test", *options]
    done = subprocess.run(
        command, check=False, cwd=place, capture_output=True, text=True, env=environment
    )
    if not (place / "report.json").exists():
        raise RuntimeError(done.stdout + done.stderr)
    report: dict[str, Any] = json.loads((place / "report.json").read_text())
    if report["errors"] and not report["suites"]:
        raise RuntimeError(json.dumps(report["errors"], indent=1))
    return report


def _options(only: Sequence[str], enough: int, retries: int) -> list[str]:
    """Playwright's options."""
    options = ["--max-failures", str(enough), "--retries", str(retries)]
    if only:
        titles = "|".join(re.escape(title) for title in only)
        options += ["--grep", f"({titles})( @\\w+)*$"]
    return options


def read_report(report: dict[str, Any]) -> tuple[dict[str, str], frozenset[str]]:
    """Of Playwright's JSON report: each title's message, empty where it passed, and the defects."""
    messages: dict[str, str] = {}
    defects: set[str] = set()
    for suite in report["suites"]:
        for spec in suite["specs"]:
            results = spec["tests"][0]["results"]
            error = results[-1].get("error", {}) if results else {}
            is_fine = spec["ok"] or not error
            messages[spec["title"]] = "" if is_fine else error.get("message", "no message")
            if "defect" in spec["tags"]:
                defects.add(spec["title"])
    return messages, frozenset(defects)

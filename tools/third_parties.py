"""Third parties: what Assay installs, under which licence, and what is known against it.

python -m tools.third_parties

Lists every package that a requirements file or a toolchain pins, then asks pip-audit and npm for
known flaws. Exit code 1 if there is one, or if nobody could be asked.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import NamedTuple

from assay.config import paths
from assay.errors import AssayError
from tools.exit_code import exit_code
from tools.terminal_tables import console, table

NOT_HERE = "not installed here"
NOT_SAID = "not said"
HEAD = ("package", "version", "licence", "where")
PINNED = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


class Package(NamedTuple):
    name: str
    version: str
    licence: str
    place: str


def python_packages() -> Iterator[Package]:
    """Those of the requirements files. The licence is known of what is installed."""
    for path in sorted(Path().glob("requirements*.txt")):
        for name, version in PINNED.findall(path.read_text(encoding="utf-8")):
            yield Package(name, version, _licence(name), path.name)


def _licence(name: str) -> str:
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return NOT_HERE
    classifiers = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier") or ()
        if line.startswith("License :: ")
    ]
    fields = (about.get_all("License-Expression"), classifiers, about.get_all("License"))
    for words in filter(None, fields):
        return ", ".join(words).partition("\n")[0]
    return NOT_SAID


def node_packages() -> Iterator[Package]:
    """Those of the toolchains, with the licence that the lock file names."""
    for path in sorted(paths.TOOLCHAINS.glob("*/package-lock.json")):
        for place, entry in json.loads(path.read_bytes())["packages"].items():
            if place:
                name = place.rpartition("node_modules/")[2]
                licence = entry.get("license", NOT_SAID)
                yield Package(name, entry.get("version", ""), licence, path.parent.name)


def audits() -> Iterator[list[str]]:
    """One command for each lock."""
    for path in sorted(Path().glob("requirements*.txt")):
        quiet = ("--progress-spinner", "off", "--strict")
        yield ["pip-audit", "-r", str(path), "--require-hashes", "--disable-pip", *quiet]
    for path in sorted(paths.TOOLCHAINS.glob("*/package-lock.json")):
        yield ["npm", "audit", "--package-lock-only", "--prefix", str(path.parent)]


def main() -> None:
    places: dict[tuple[str, str, str], set[str]] = {}
    for package in (*python_packages(), *node_packages()):
        places.setdefault(package[:3], set()).add(package.place)
    packages = [(*known, ", ".join(sorted(places[known]))) for known in sorted(places)]
    console(200).print(table(HEAD, packages, HEAD))
    wrong = []
    for command in audits():
        program = shutil.which(command[0])
        if program is None:
            wrong.append(f"{command[0]} is not here: {' '.join(command)}")
            continue
        done = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False)
        if done.returncode:
            said = (done.stdout + done.stderr).strip()
            wrong.append(f"{' '.join(command)}:\n{said[-2000:]}")
    if wrong:
        raise AssayError("\n\n".join(["flaws are known, or could not be asked for:", *wrong]))
    print(f"No flaw is known of {len(packages)} packages.")


if __name__ == "__main__":
    sys.exit(exit_code("audit", main))

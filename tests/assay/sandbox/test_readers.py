"""What leaves a sandbox cannot harm the stage: its reader ends, and one answer has failed."""

import io
import tarfile
from pathlib import Path

import pytest

from assay.sandbox import readers
from assay.sandbox.lacking import lacking
from assay.sandbox.own_tests import REPORT
from assay.sandbox.readers import read, reported_tests, unpacked
from assay.workers import WorkerBounds, WorkerFault
from tests.assay.sandbox.conftest import toolchain_of

BLOCK = tarfile.BLOCKSIZE


@pytest.fixture(autouse=True)
def _small_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = WorkerBounds(cpu_seconds=1, memory_bytes=96 << 20, output_bytes=1 << 20)
    monkeypatch.setattr(readers, "BOUNDS", bounds)


def archive(**files: bytes) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as made:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            made.addfile(member, io.BytesIO(content))
    return data.getvalue()


def header(name: str, kind: bytes, size: int) -> bytes:
    member = tarfile.TarInfo(name)
    member.type, member.size = kind, size
    return member.tobuf(tarfile.GNU_FORMAT)


def long_names() -> bytes:
    """3,000 headers, each of which says that the name of the next one is long."""
    one = header("././@LongLink", tarfile.GNUTYPE_LONGNAME, 10) + b"x" * BLOCK
    return one * 3000


def endless() -> bytes:
    """A file of no known kind that says that it has 10^24 bytes: tarfile seeks its end in steps."""
    return header("f", b"Z", 10**24) + bytes(2 * BLOCK)


@pytest.mark.parametrize(("data", "kind"), [(long_names(), "crash"), (endless(), "cpu")])
def test_an_archive_that_breaks_its_reader_ends_the_reader_alone(data: bytes, kind: str) -> None:
    with pytest.raises(WorkerFault) as fault:
        read(unpacked, data, Path("site"), ("dist",))
    assert fault.value.kind == kind
    good = archive(**{"dist/index.html": b"<p>"})
    assert read(unpacked, good, Path("site"), ("dist",)) == Path("site/dist")


def test_a_report_of_any_encoding_is_bounded_in_memory() -> None:
    text = "<suite>" + "<case/>" * 1_200_000 + "</suite>"
    with pytest.raises(WorkerFault) as fault:
        read(reported_tests, archive(**{REPORT: text.encode("utf-16")}), "pytest")
    assert fault.value.kind == "memory"


def test_a_report_nested_without_end_ends_its_reader_alone() -> None:
    nested = archive(**{REPORT: b"[" * 100_000})
    with pytest.raises(WorkerFault):
        read(reported_tests, nested, "jest")


def test_what_an_answer_brings_is_read_in_a_worker_too() -> None:
    files = {"package.json": b'{"dependencies": ' + b'{"a":' * 100_000}
    files |= {"main.js": b"import " + b" " * 1_200_000 + b"'a'"}
    assert read(lacking, 'failed to resolve import "a"', files, toolchain_of("node"), True) == ()

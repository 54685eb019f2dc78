"""`make marking`: raters' names, the address it listens on, and messages when it cannot start."""

import socket
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from assay.errors import AssayError
from tests.tools.marking.application import RunningApplication
from tests.tools.marking.run_to_rate import make_run
from tools.marking.__main__ import desk_of, rater_name, serve


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    make_run(tmp_path)
    return tmp_path


@pytest.fixture
def started(folder: Path) -> Iterator[RunningApplication]:
    with RunningApplication(folder) as process:
        yield process


@pytest.mark.parametrize(
    "name", ["../ann", "a/b", "a b", ".hidden", "-x", "ann.csv", "ä", "x" * 65, "a\n"]
)
def test_name_that_is_no_safe_file_name_is_refused(name: str) -> None:
    with pytest.raises(AssayError, match="is no name for a file"):
        rater_name(name)


def test_name_that_differs_from_a_raters_by_case_alone_is_refused() -> None:
    Path("human/marks").mkdir(parents=True)
    Path("human/marks/Ann.csv").touch()
    assert rater_name("Ann") == "Ann"
    with pytest.raises(AssayError, match="already a rater 'Ann'"):
        rater_name("ann")


def test_missing_name_is_asked_for_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    with pytest.raises(AssayError, match=r"who is marking\? make marking RATER=name"):
        rater_name("")


def test_run_without_a_dialogue_is_said() -> None:
    for model in ("swift-otter", "calm-heron"):
        Path(f"outputs/answers/{model}.jsonl").write_text("")
    with pytest.raises(AssayError, match="has no dialogue yet"):
        desk_of("ann", audit=False, sample=1)


def test_it_listens_on_this_machine_alone(started: RunningApplication) -> None:
    other = next(
        (found[4][0] for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)),
        "127.0.0.1",
    )
    socket.create_connection(("127.0.0.1", started.port), timeout=5).close()
    for address in {other, "127.0.0.2"} - {"127.0.0.1"}:
        with pytest.raises(OSError):
            socket.create_connection((address, started.port), timeout=5).close()


@pytest.mark.slow
def test_interrupt_ends_it_in_peace(started: RunningApplication) -> None:
    assert started.interrupted() == (0, "marking: ended; everything is saved")


def test_port_in_use_is_said() -> None:
    desk = desk_of("ann", audit=False, sample=1)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(AssayError, match=f"port {port} is not free"):
            serve(desk, port, browser=False)

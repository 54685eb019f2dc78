"""The ledger keeps every entry through kills, damage, full disks and other processes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import given
from hypothesis import strategies as st

from assay.config import paths
from assay.errors import AssayError
from assay.ledger.entry import HEADER, LedgerEntry, entry_line, parse_line
from assay.ledger.store import open_ledger
from assay.records.pipeline import Response
from tests.project import ROOT

STORE = paths.local_ledger("generate", "m")
PUBLISHED = paths.published_ledger("generate", "m")
ABOUT = {"model": "m", "test": "T", "attempt": 1, "prompt": "p"}
OTHER_KEYS = st.text().map(lambda text: f"of another version {text}")
CHILD = """
import sys
from assay.ledger.store import open_ledger
from assay.ledger.entry import LedgerEntry
from assay.records.pipeline import Response
about = {"test": "T", "attempt": 1, "prompt": "p"}
with open_ledger("generate", "m") as ledger:
    for number in range(int(sys.argv[2])):
        key = sys.argv[1] + str(number)
        response = Response(text=key * 1000)
        ledger.append(LedgerEntry(key=key, about=about, request={}, response=response))
"""


def entry(key: str, text: str = "ünï") -> LedgerEntry:
    return LedgerEntry(key=key, about=ABOUT, request={"messages": []}, response=Response(text=text))


def lines(*entries: LedgerEntry) -> bytes:
    return HEADER + "".join(map(entry_line, entries)).encode()


def put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def known() -> list[str]:
    with open_ledger("generate", "m") as ledger:
        return [found.key for found in ledger.entries()]


def child(key: str, number: int, folder: Path) -> "subprocess.Popen[str]":
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", CHILD, key, str(number)]
    return subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@given(st.text(), st.dictionaries(OTHER_KEYS, st.text() | st.integers() | st.none()))
def test_an_entry_comes_back_from_its_line_as_it_was(text: str, purpose: dict[str, object]) -> None:
    text, purpose = text.encode("utf-8", "replace").decode(), json.loads(json.dumps(purpose))
    given_entry = LedgerEntry(
        key="k", about=purpose, request={"a": text}, response=Response(text=text)
    )
    line = entry_line(given_entry)
    assert line.count("\n") == 1 and parse_line(line.removesuffix("\n")) == given_entry


def test_a_stage_starts_from_the_union_and_leaves_it_in_both_places() -> None:
    put(STORE, lines(entry("a"), entry("b")))
    put(PUBLISHED, lines(entry("c")))
    assert known() == ["a", "b", "c"]
    assert STORE.read_bytes() == lines(entry("a"), entry("b"), entry("c"))
    assert PUBLISHED.read_bytes() == lines(entry("c"), entry("a"), entry("b"))


def test_an_entry_is_in_the_store_before_append_returns_in_the_order_of_arrival() -> None:
    with open_ledger("generate", "m") as ledger:
        for key in ("z", "a"):
            ledger.append(entry(key))
            assert STORE.read_bytes().endswith(entry_line(entry(key)).encode())
        assert [found.key for found in ledger.entries()] == ["a", "z"]
    assert STORE.read_bytes() == lines(entry("z"), entry("a"))


def test_the_first_of_duplicate_keys_wins_and_the_local_store_over_the_published_copy() -> None:
    put(STORE, lines(entry("a", "first"), entry("a", "second")))
    put(PUBLISHED, lines(entry("a", "shared")))
    with open_ledger("generate", "m") as ledger:
        found = ledger.find("a")
    assert found and found.response.text == "first"


def test_nothing_new_leaves_both_files_byte_for_byte() -> None:
    known()
    before = STORE.read_bytes(), PUBLISHED.read_bytes(), PUBLISHED.stat().st_ino
    assert known() == []
    assert (STORE.read_bytes(), PUBLISHED.read_bytes(), PUBLISHED.stat().st_ino) == before
    assert before[0] == before[1] == HEADER


def test_what_was_paid_before_an_error_is_published_too() -> None:
    with pytest.raises(KeyboardInterrupt), open_ledger("generate", "m") as ledger:
        ledger.append(entry("a"))
        raise KeyboardInterrupt
    assert PUBLISHED.read_bytes() == lines(entry("a"))


@pytest.mark.slow
def test_a_line_torn_at_any_byte_is_set_aside_and_costs_no_other_entry() -> None:
    whole = lines(entry("a"))
    last = entry_line(entry("b")).encode()
    for cut in range(1, len(last)):
        put(STORE, whole + last[:cut])
        STORE.with_suffix(".torn").unlink(missing_ok=True)
        PUBLISHED.unlink(missing_ok=True)
        if cut == len(last) - 1:  # all but the line end: nothing is lost
            assert known() == ["a", "b"] and STORE.read_bytes() == whole + last
        else:
            assert known() == ["a"] and STORE.read_bytes() == whole
            assert STORE.with_suffix(".torn").read_bytes() == last[:cut] + b"\n"


@pytest.mark.parametrize("cut", [1, 5, len(HEADER) - 1])
def test_a_torn_header_is_repaired(cut: int) -> None:
    put(STORE, HEADER[:cut])
    with open_ledger("generate", "m") as ledger:
        ledger.append(entry("a"))
    assert STORE.read_bytes() == lines(entry("a"))


@pytest.mark.parametrize("path", [STORE, PUBLISHED], ids=["local", "published"])
@pytest.mark.parametrize(
    "old, new",
    [
        ("ünï", "uni"),
        ('"key": "b"', '"key": "x"'),
        ("}\n", "\n"),
        ("ü", "\udcff"),
        ('"entry": {', '"entrx": {'),
    ],
)
def test_a_line_edited_by_hand_is_named_and_nothing_is_overwritten(
    path: Path, old: str, new: str
) -> None:
    damaged = entry_line(entry("b")).replace(old, new).encode("utf-8", "surrogateescape")
    data = lines(entry("a")) + damaged + entry_line(entry("c")).encode()
    put(path, data)
    with pytest.raises(AssayError, match=rf"{path}:3: .*damaged.*(dvc checkout|delete that line)"):
        known()
    assert path.read_bytes() == data
    assert (
        len([found for found in Path().rglob("*") if found.is_file() and found.suffix != ".lock"])
        == 1
    )


def test_a_line_of_another_version_is_no_torn_line() -> None:
    put(STORE, b'{"assay ledger": 2}\n' + entry_line(entry("a")).encode())
    with pytest.raises(AssayError, match=r"m\.jsonl:1"):
        known()


def test_the_published_copy_is_replaced_and_never_written_in_place() -> None:
    put(PUBLISHED, lines(entry("a")))
    cache = Path("cache")
    os.link(PUBLISHED, cache)
    cache.chmod(0o444)
    with open_ledger("generate", "m") as ledger:
        ledger.append(entry("b"))
    assert cache.read_bytes() == lines(entry("a"))
    assert PUBLISHED.read_bytes() == lines(entry("a"), entry("b"))
    assert [path.name for path in PUBLISHED.parent.iterdir()] == ["m.jsonl"]


def test_a_full_disk_is_a_clear_error_before_anything_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(
        AssayError, match=r"m\.jsonl: cannot be written \(No space left on device\): free space"
    ):
        known()


def test_a_half_written_line_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write

    def short(descriptor: int, data: bytes) -> int:
        if len(data) > 20:
            return write(descriptor, data[:20])
        raise OSError(28, "No space left on device")

    with open_ledger("generate", "m") as ledger:
        ledger.append(entry("a"))
        monkeypatch.setattr(os, "write", short)
        with pytest.raises(AssayError, match=r"1 calls are kept; free space and run again"):
            ledger.append(entry("b" * 3))
        monkeypatch.setattr(os, "write", write)
        assert STORE.read_bytes() == lines(entry("a"))
        ledger.append(entry("c"))
    assert known() == ["a", "c"]


@pytest.mark.parametrize("path", [STORE, PUBLISHED], ids=["local", "published"])
def test_a_folder_in_the_ledgers_place_is_a_clear_error(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(AssayError, match=rf"{path}: cannot be read \(Is a directory\)"):
        known()


def test_two_processes_at_once_lose_and_damage_nothing(folder: Path) -> None:
    first, second = child("a", 40, folder), child("b", 40, folder)
    assert first.wait() == second.wait() == 0
    assert len(known()) == 80
    assert PUBLISHED.read_bytes().count(b"\n") == 81


def test_a_process_waits_for_the_one_that_holds_the_ledger_and_says_so(folder: Path) -> None:
    STORE.parent.mkdir(parents=True)
    with FileLock(STORE.with_suffix(".lock")):
        waiting = child("a", 1, folder)
        assert waiting.stderr
        assert "another process is writing; waiting" in waiting.stderr.readline()
        assert waiting.poll() is None and not STORE.exists()
    assert waiting.wait() == 0
    assert known() == ["a0"]


def test_a_line_that_one_copy_has_whole_is_used_and_that_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    damaged = entry_line(entry("b")).replace("ünï", "uni").encode()
    for path, other in ((STORE, PUBLISHED), (PUBLISHED, STORE)):
        put(path, lines(entry("a")) + damaged)
        put(other, lines(entry("b"), entry("c")))
        assert known() == ["a", "b", "c"]
        with open_ledger("generate", "m") as ledger:
            whole = ledger.find("b")
        assert whole and whole.response.text == "ünï"
        assert b"uni" not in STORE.read_bytes() + PUBLISHED.read_bytes()
        printed = capsys.readouterr().err
        assert f"{path}:3: this ledger line was damaged" in printed
        assert f"{other} has the call whole, and that is used" in printed
        aside = STORE.with_suffix(".damaged")
        assert aside.read_bytes() == damaged and str(aside) in printed
        aside.unlink()


def test_a_line_that_both_copies_have_damaged_is_named_and_nothing_is_changed() -> None:
    damaged = entry_line(entry("b")).replace("ünï", "uni").encode()
    put(STORE, lines(entry("a")) + damaged)
    put(PUBLISHED, lines(entry("c")) + damaged)
    with pytest.raises(AssayError, match=r"no copy has it whole\. So are 1 more"):
        known()
    assert STORE.read_bytes() == lines(entry("a")) + damaged
    assert PUBLISHED.read_bytes() == lines(entry("c")) + damaged


@pytest.mark.parametrize("path", [STORE, PUBLISHED], ids=["local", "published"])
@pytest.mark.parametrize(
    ("purpose", "problem"),
    [
        (ABOUT | {"model": "other"}, "of the model 'other', not of 'm'"),
        (
            {"test": "T", "judge": "j", "judge_name": "j", "subject": "s", "criteria": ["c"]},
            "an entry of judge, not of generate",
        ),
        ({"test": "T"}, "'about' has no attempt, prompt"),
    ],
    ids=["another model", "another stage", "no stage"],
)
def test_a_line_of_another_ledger_is_refused_before_anything_is_changed(
    path: Path, purpose: dict[str, object], problem: str
) -> None:
    foreign = LedgerEntry(key="f", about=purpose, request={}, response=Response(text="x"))
    other = PUBLISHED if path == STORE else STORE
    put(path, lines(entry("a"), foreign))
    put(other, lines(entry("b")))
    with pytest.raises(
        AssayError, match=rf"{path}:3: this line is not of this ledger: .*"
    ) as error:
        known()
    assert problem in str(error.value) and f"move {path} to where it belongs" in str(error.value)
    assert path.read_bytes() == lines(entry("a"), foreign)
    assert other.read_bytes() == lines(entry("b"))


@pytest.mark.parametrize("path", [STORE, PUBLISHED], ids=["local", "published"])
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (lines(entry("a")).replace(b"\n", b"\r\n"), "its line ends are CRLF"),
        (b"\xef\xbb\xbf" + lines(entry("a")), r"byte order mark \(BOM\)"),
    ],
    ids=["CRLF", "BOM"],
)
def test_what_an_editor_does_to_a_whole_file_is_named_as_such(
    path: Path, data: bytes, problem: str
) -> None:
    put(path, data)
    with pytest.raises(AssayError, match=rf"{path}: .*{problem}"):
        known()
    assert path.read_bytes() == data


def test_of_a_torn_line_it_is_said_whether_its_call_is_asked_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    torn = entry_line(entry("b"))[:-20].encode()
    put(STORE, lines(entry("a")) + torn)
    known()
    assert (
        f"{STORE}:3: the last line was torn by a kill or a power cut: 1 call will be asked again"
        in (capsys.readouterr().err)
    )
    put(STORE, lines(entry("a")) + torn)
    put(PUBLISHED, lines(entry("b")))
    assert known() == ["a", "b"]
    assert "torn by a kill or a power cut: no call is asked again" in capsys.readouterr().err


def test_who_waits_for_a_ledger_names_the_process_that_holds_it(folder: Path) -> None:
    with open_ledger("generate", "m"):
        waiting = child("a", 1, folder)
        assert waiting.stderr
        assert f"process {os.getpid()} (since " in waiting.stderr.readline()
    assert waiting.wait() == 0

"""The ledger is the union of all segments, and finds a call whoever paid for it."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.config import paths
from assay.errors import AssayError
from assay.ledger.paid_calls import open_ledger, read_ledger
from assay.ledger.request import LedgerEntry
from assay.ledger.segments import Segment, read_entry, scan
from assay.records.hashing import content_hash
from assay.records.pipeline import Response
from tests.ledgers import paid, segment_files

LONG = "".join(f"{content_hash(number)}\n" for number in range(1_000))


def entry(key: str, text: str = "ünï", time: str = "", **purpose: object) -> LedgerEntry:
    about = {"model": "m", "test": "T", "attempt": 1, "prompt": "p"} | purpose
    response = Response(text=text, time=time)
    return LedgerEntry(key=key, about=about, request={"messages": []}, response=response)


def asking(*texts: str) -> LedgerEntry:
    messages = [{"role": "user", "content": text} for text in texts]
    request = {"model": "m", "messages": messages, "tools": [], "params": {"top_p": 1}}
    return entry(content_hash(request)).model_copy(update={"request": request})


def put(folder: Path, *entries: LedgerEntry) -> Path:
    """A closed segment with these calls."""
    segment = Segment(folder)
    for one in entries:
        segment.append_entry(one)
    segment.close()
    return folder / segment.name


def known() -> list[str]:
    return [found.key for found in read_ledger().entries()]


def damage(path: Path, place: int | None = None) -> None:
    """Flip a bit of the file, by default in its middle."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2 if place is None else place] ^= 4
    path.write_bytes(data)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@given(
    st.lists(st.text(max_size=3_000) | st.just(LONG), max_size=4),
    st.dictionaries(st.text().map(lambda name: f"of another version {name}"), st.text()),
)
def test_an_entry_comes_back_as_it_was(texts: list[str], purpose: dict[str, str]) -> None:
    given_entry = asking(*(text.encode("utf-8", "replace").decode() for text in texts))
    about = given_entry.purpose.model_copy(update=purpose)
    given_entry = given_entry.model_copy(update={"purpose": about})
    path = put(Path("any"), given_entry)
    (*_, last) = scan(path)
    with open(path, "rb") as file:
        assert read_entry(file, last.span) == given_entry
    path.unlink()


def test_a_prompt_is_in_a_segment_once_also_where_questions_share_it() -> None:
    alone = put(Path("alone"), asking(LONG)).stat().st_size
    shared = [asking(LONG, "a"), asking(f"the task:\n{LONG}the answer: 42\n"), asking("b", LONG)]
    assert put(Path("shared"), *shared).stat().st_size < 1.6 * alone


def test_a_process_starts_from_the_union_of_all_segments_and_changes_none() -> None:
    files = [put(paths.LOCAL_STORE, entry("a"), entry("b")), put(paths.LEDGER, entry("c"))]
    before = [path.read_bytes() for path in files]
    with open_ledger() as ledger:
        ledger.append(entry("d"))
    assert known() == ["a", "b", "c", "d"]
    assert [path.read_bytes() for path in files] == before
    names = {path.name for path in segment_files()}
    assert len(names) == 3, "a segment of its own"


def test_every_segment_is_in_both_places_afterwards() -> None:
    put(paths.LEDGER, entry("a"))
    with open_ledger() as ledger:
        ledger.append(entry("b"))
    local, shared = (sorted(path.name for path in folder.glob("*.gz"))
                     for folder in (paths.LOCAL_STORE, paths.LEDGER))  # fmt: skip
    assert local == shared and len(local) == 2


def test_an_entry_is_on_its_way_to_the_disk_before_append_returns() -> None:
    with open_ledger() as ledger:
        for number, key in enumerate(("z", "a"), 1):
            ledger.append(entry(key))
            assert [found.key for found in paid()] == ["z", "a"][:number]
            assert key in known(), "another process finds it at once"
        assert [found.key for found in ledger.entries()] == ["a", "z"]


def test_of_two_answers_to_one_request_the_earlier_counts_whatever_the_files() -> None:
    times = {"late": "2026-02", "early": "2026-01", "later": "2026-03"}
    answers = [entry("a", text, time) for text, time in times.items()]
    for order in (answers, answers[::-1]):
        for one in order:
            put(paths.LOCAL_STORE, one)
        found = read_ledger().find("a")
        assert found and found.response.text == "early"
        shutil.rmtree(paths.LOCAL_STORE)


def test_two_answers_of_one_moment_are_told_apart_by_their_content() -> None:
    chosen = set()
    for order in (("x", "y"), ("y", "x")):
        for text in order:
            put(paths.LOCAL_STORE, entry("a", text))
        chosen |= {found.response.text for found in read_ledger().entries()}
        shutil.rmtree(paths.LOCAL_STORE)
    assert len(chosen) == 1


def test_nothing_paid_leaves_no_trace() -> None:
    with open_ledger() as ledger:
        assert ledger.find("a") is None and list(ledger.entries()) == []
    assert list(Path().rglob("*")) == []


def test_what_was_paid_before_an_error_is_shared_too() -> None:
    with pytest.raises(KeyboardInterrupt), open_ledger() as ledger:
        ledger.append(entry("a"))
        raise KeyboardInterrupt
    assert len(list(paths.LEDGER.iterdir())) == 1 and known() == ["a"]


def test_a_raw_reply_is_found_by_its_key_and_is_no_paid_call() -> None:
    with open_ledger() as ledger:
        ledger.keep_raw("k", '{"choices": "ünï"}', "openai/m")
        ledger.keep_raw("k", "the second time", "openai/m")
        assert ledger.raw("k") == "the second time" and ledger.raw("x") is None
    again = read_ledger()
    assert again.raw("k") == "the second time"
    assert again.find("k") is None and list(again.entries()) == []


def test_calls_are_found_by_what_they_were_for() -> None:
    judged = {"judge": "j", "judge_name": "strict", "subject": "s"}
    put(paths.LOCAL_STORE, entry("a"), entry("b", model="n"), entry("c", **judged))
    with open_ledger() as ledger:
        ledger.append(entry("d", **judged | {"subject": "t"}))
        for wanted, keys in (
            ({"stage": "judge"}, "cd"), ({"subject": "s"}, "c"), ({"model": "n"}, "b"),
            ({"judge_name": "strict", "subject": "t"}, "d"), ({"judge": "x"}, ""), ({}, "abcd"),
        ):  # fmt: skip
            assert "".join(found.key for found in ledger.entries(**wanted)) == keys


def test_a_ledger_that_is_read_only_takes_nothing() -> None:
    with pytest.raises(AssayError, match="read only"):
        read_ledger().append(entry("a"))


def test_the_index_is_only_a_help() -> None:
    put(paths.LOCAL_STORE, entry("a"))
    assert known() == ["a"]
    (index,) = paths.LEDGER_INDEX.iterdir()
    for content in (None, "", '{"version": 0}', '{"version": 1, "size": 99999, "calls": []}'):
        index.unlink()
        if content is not None:
            index.write_text(content)
        assert known() == ["a"]
    put(paths.LOCAL_STORE, entry("b"))
    shutil.rmtree(paths.LEDGER_INDEX)
    assert known() == ["a", "b"]


def test_a_known_segment_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    put(paths.LOCAL_STORE, entry("a"), asking(LONG))
    with open_ledger() as ledger:
        ledger.append(entry("b"))
    known()
    monkeypatch.setattr("assay.ledger.segment_index.scan", None)
    assert "b" in known() and len(known()) == 3


@pytest.mark.parametrize("place", [paths.LOCAL_STORE, paths.LEDGER], ids=["local", "shared"])
def test_a_damaged_line_is_named_with_its_remedy_and_costs_no_other_call(place: Path) -> None:
    path = put(place, entry("a"), entry("b"), entry("c"))
    damage(path)
    data = path.read_bytes()
    for _ in range(2):
        with open_ledger() as ledger:
            assert [found.key for found in ledger.entries()] == ["a", "c"]
            assert f"{path.name}:2: this line of the ledger is damaged" in ledger.absent
            assert "dvc checkout" in ledger.absent and "prune --yes" in ledger.absent
    assert path.read_bytes() == data, "nothing was overwritten"


@pytest.mark.parametrize("damaged", [0, 1], ids=["local", "shared"])
@pytest.mark.parametrize("indexed", [False, True], ids=["without index", "with index"])
def test_a_line_that_one_copy_has_whole_is_used(damaged: int, indexed: bool) -> None:
    local = put(paths.LOCAL_STORE, entry("a"), entry("b"), entry("c"))
    shared = paths.LEDGER / local.name
    shared.parent.mkdir()
    shutil.copy(local, shared)
    if indexed:
        known()
    damage((local, shared)[damaged])
    ledger = read_ledger()
    assert [found.response.text for found in ledger.entries()] == ["ünï"] * 3
    assert not ledger.absent


def test_no_edit_of_a_byte_goes_unnoticed() -> None:
    """But for the bits that fill up the last byte of compressed data, which mean nothing."""
    path = put(paths.LOCAL_STORE, entry("a"), asking(LONG[:5_000]), entry("b", "ünï ✓"))
    whole, before = path.read_bytes(), list(read_ledger().entries())
    noticed = 0
    for place in range(0, len(whole), 9):
        shutil.rmtree(paths.LEDGER_INDEX, ignore_errors=True)
        damage(path, place)
        ledger = read_ledger()
        found = list(ledger.entries())
        noticed += f"{path}:" in ledger.absent
        assert found == before or (ledger.absent and all(one in before for one in found))
        path.write_bytes(whole)
    assert noticed > 0.99 * len(whole) / 9


@pytest.mark.slow
def test_a_line_torn_at_any_byte_costs_no_other_entry(capsys: pytest.CaptureFixture[str]) -> None:
    path = put(Path("made"), entry("a"), entry("b"))
    whole = path.read_bytes()
    (first, last) = (line.span for line in scan(path))
    for cut in range(1, last.length):
        paths.LOCAL_STORE.mkdir(parents=True)
        torn = paths.LOCAL_STORE / f"{path.name}.open"
        torn.write_bytes(whole[: first.length + cut])
        assert known() == ["a"] and not read_ledger().absent
        with open_ledger() as ledger:
            assert ledger.answer("a") == entry("a").response
        assert "was torn by a kill or a power cut" in capsys.readouterr().err
        assert (paths.LOCAL_STORE / path.name).read_bytes() == whole[: first.length]
        shutil.rmtree(paths.LOCAL_STORE)


def test_a_folder_in_the_ledgers_place_is_a_clear_error() -> None:
    paths.LOCAL_STORE.parent.mkdir()
    paths.LOCAL_STORE.write_text("a file")
    message = rf"{paths.LOCAL_STORE}: cannot be written"
    with pytest.raises(AssayError, match=message), open_ledger() as ledger:
        ledger.append(entry("a"))


def test_a_half_written_line_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write

    def short(descriptor: int, data: bytes) -> int:
        if len(data) > 20:
            return write(descriptor, data[:20])
        raise OSError(28, "No space left on device")

    with open_ledger() as ledger:
        ledger.append(entry("a"))
        monkeypatch.setattr(os, "write", short)
        with pytest.raises(AssayError, match=r"No space left on device.*1 calls are kept"):
            ledger.append(entry("b"))
        monkeypatch.setattr(os, "write", write)
        ledger.append(entry("c"))
    assert known() == ["a", "c"] and not read_ledger().absent

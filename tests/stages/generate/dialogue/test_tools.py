"""What tools answer to the calls of real models, and what is counted."""

import json
from typing import Any

import pytest

from assay.records.jsonl import record_line
from assay.records.pipeline import SourceFile, ToolCall
from stages.generate.dialogue.tools import NAMES, TOOLS, ToolWorkspace
from tests.stages.generate.dialogue.scripted_model import (
    END,
    ORDERLY,
    after,
    declare,
    play,
    result,
    turn,
    write,
)


def test_the_tools_are_the_methodologys_and_every_one_that_is_offered_is_carried_out() -> None:
    assert NAMES == ("list_files", "read_file", "file_structure", "write_file", "end_task")
    assert tuple(tool["function"]["name"] for tool in TOOLS) == NAMES
    for name in NAMES:
        call = ToolCall(id="1", name=name, arguments="{}")
        assert "no tool" not in ToolWorkspace({}).call(call).text


def test_what_is_read_is_what_the_data_set_has_byte_for_byte_whatever_its_name() -> None:
    text = "\ufeffa\r\nb\rc\n\n\t{{ x }} ``` \u2028é \x00"
    files = (SourceFile(path="src/what: now?.txt", content=text),)
    run = after(("read_file", {"path": "src/what: now?.txt"}), files=files)
    assert run.transcript[3]["content"] == text and run.flags == {}


def test_files_are_listed_in_one_order_however_they_come() -> None:
    files = [SourceFile(path=path, content="") for path in ("b", "B", "a/z", "a.b")]
    for order in (files, files[::-1]):
        run = after(("list_files", {}), files=tuple(order))
        assert run.transcript[3]["content"] == "B\na.b\na/z\nb"


def test_a_call_that_was_cut_off_by_the_limit_of_output_is_told_so() -> None:
    torn = turn(("write_file", '{"path": "a", "content": "ab'), finish_reason="length")
    run = play(torn, turn(write("a", 3), finish_reason="tool_calls"), turn(*END))
    assert "limit of output tokens and was cut off" in run.transcript[3]["content"]
    assert "cut off" not in run.transcript[5]["content"]
    assert run.flags == {"malformed arguments": 2, "cut off": 1}


def test_a_written_file_is_not_one_of_the_legacy_application() -> None:
    run = after(declare("n"), write("n"), ("read_file", {"path": "n"}))
    assert "it belongs to the new application" in run.transcript[5]["content"]
    assert run.flags == {"missing file": 1, "structure before reading everything": 1}


@pytest.mark.parametrize("path", ["src/../../x", "a\0b"])
def test_a_path_that_cannot_be_used_is_refused_by_every_tool_and_counted(path: str) -> None:
    for call in (("read_file", {"path": path}), write(path), declare("ok.ts", path)):
        run = after(call)
        assert run.transcript[3]["content"].startswith("Error: the path")
        assert sum(run.flags.values()) == 1 and set(run.flags) <= {"path outside", "path unusable"}
        assert not run.files and not run.declared and run.per_turn[0].invalid == 1


@pytest.mark.parametrize("second", ["src/App.tsx", "src/app.tsx/x"])
def test_a_file_that_cannot_stand_beside_another_is_refused(second: str) -> None:
    run = after(write("src/app.tsx", "1"), write(second, "2"))
    assert "cannot stand beside 'src/app.tsx'" in run.transcript[4]["content"]
    assert run.flags["path clash"] == 1
    assert run.files == (SourceFile(path="src/app.tsx", content="1"),)


@pytest.mark.parametrize("path", ["package.json", "TSCONFIG.JSON", "a.webmanifest"])
def test_an_object_as_content_of_a_json_file_becomes_json_and_is_counted(path: str) -> None:
    content = {"name": "ü", "deps": [1]}
    run = play(turn(*ORDERLY), turn(declare(path)), turn(write(path, content)), turn(*END))
    assert json.loads(run.files[0].content or "") == content
    assert (run.files[0].content or "").startswith('{\n  "name": "ü"') and run.flags == {
        "object as content": 1
    }


def test_half_a_character_in_a_reply_breaks_no_file() -> None:
    arguments = r'{"path": "a.ts", "content": "x\udfff"}'
    run = after(("write_file", arguments), ("read_file", r'{"path": "\ud800"}'))
    assert run.files == (SourceFile(path="a.ts", content="x?"),)
    record_line(run).encode("utf-8")


READ = ("read_file", {"path": "app.js"})
NO_OBJECTS = ("[]", "null", "{'path':'a'}", "[" * 100_000, '{"path": ' + "9" * 5000)
MISTYPED = (
    ("read_file", {}),
    ("read_file", ""),
    ("write_file", {"path": "a"}),
    ("write_file", {"path": "a.json", "content": 3}),
    ("write_file", {"path": "a.ts", "content": {"x": 1}}),
    ("file_structure", {"files": []}),
    ("file_structure", {"files": "a.js"}),
    ("file_structure", {"files": [{"path": "a"}]}),
)
UNKNOWN = ("run_shell", "", "Read_File", "__class__", "functions.read_file", "x" * 5000)
ANSWERS = [
    *(((name, {}), "Error: there is no tool", "unknown tool") for name in UNKNOWN),
    *((("read_file", text), "Error: the arguments", "malformed arguments") for text in NO_OBJECTS),
    *((call, "Error: '", "malformed arguments") for call in MISTYPED),
    (("read_file", {"path": "no.js"}), "there is no file 'no.js'; list_files", "missing file"),
    (("read_file", {"path": "APP.JS"}), "case-sensitive, and there is 'app.js'", "missing file"),
    (("read_file", {"path": "SRC/b.js"}), "and there is 'src/b.js'", "missing file"),
    (("read_file", {"path": "img/logo.png"}), "binary file", "binary file"),
    (("read_file", '{"path": \n}'), "line 2, column 1", "malformed arguments"),
    (("write_file", '{"content": "ab'), "the text ends before it is", "malformed arguments"),
]


@pytest.mark.parametrize(("call", "words", "flag"), ANSWERS)
def test_what_cannot_be_done_is_answered_and_counted(
    call: tuple[str, Any], words: str, flag: str
) -> None:
    answer, flags = result(*call)
    assert words in answer and len(answer) < 250 and flags == {flag: 1}
    assert "let a" not in answer
    if flag == "unknown tool":
        assert "write_file, end_task" in answer


FLAGGED = {
    "declared before everything was read": (
        [(ORDERLY[0], declare("a")), (write("a"),)],
        {"structure before reading everything": 1},
    ),
    "declared again": (
        [ORDERLY, (declare("a"),), (declare("b"),), (write("b"),)],
        {"structure declared again": 1},
    ),
    "structure and files that differ": (
        [ORDERLY, (declare("a", "b", "c"),), (write("a"), write("d"))],
        {"declared, never written": 2, "written, never declared": 1},
    ),
    "no structure": (
        [(write("a"), write("b"))],
        {"never declared a structure": 1, "written before a structure": 2},
    ),
    "a late structure": (
        [(*ORDERLY, write("a")), (declare("a"),)],
        {"written before a structure": 1},
    ),
    "a file in three versions": (
        [(*ORDERLY, declare("a"), *(write("a", text) for text in "123"))],
        {"file rewritten": 2},
    ),
    "the very same call": (
        [(READ,), (READ, ("read_file", {"path": "src\\b.js"}))],
        {"repeated call": 1},
    ),
    "a file of the new application": (
        [(*ORDERLY, declare("app.js"), write("app.js", "3")), (READ,)],
        {"repeated call": 1},
    ),
}


@pytest.mark.parametrize(("turns", "flags"), FLAGGED.values(), ids=FLAGGED)
def test_what_is_out_of_order_is_counted_and_the_last_version_counts(
    turns: list[tuple[tuple[str, Any], ...]], flags: dict[str, int]
) -> None:
    run = play(*[turn(*calls) for calls in turns], turn(*END))
    assert run.flags == flags
    if "file rewritten" in flags:
        assert run.files == (SourceFile(path="a", content="3"),)
    reads = [text["content"] for text in run.transcript if text["content"].startswith("let")]
    assert set(reads) <= {"let a = 1;\n"}, "the legacy file, whatever was written"
    if "structure declared again" in flags:
        assert run.declared == ("b",)

"""What tools answer to the calls of real models, and what is counted."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.answers.containment import MAX_PATH
from assay.records.jsonl import record_line
from assay.records.pipeline import SourceFile, ToolCall
from stages.generate.dialogue.tools import NAMES, TOOLS, ToolWorkspace
from tests.stages.generate.dialogue.scripted_model import (
    END,
    ORDERLY,
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
        assert (
            "no tool"
            not in ToolWorkspace({}).call(ToolCall(id="1", name=name, arguments="{}")).text
        )


def test_what_is_read_is_what_the_data_set_has_byte_for_byte() -> None:
    text = "\ufeffa\r\nb\rc\n\n\t{{ x }} ``` \u2028é \x00"
    run = play(
        turn(("read_file", {"path": "a"})), turn(*END), files=(SourceFile(path="a", content=text),)
    ).dialogue
    assert run.transcript[3]["content"] == text


def test_files_are_listed_in_one_order_however_they_come() -> None:
    files = [SourceFile(path=path, content="") for path in ("b", "B", "a/z", "a.b")]
    for order in (files, files[::-1]):
        run = play(turn(("list_files", {})), turn(*END), files=tuple(order)).dialogue
        assert run.transcript[3]["content"] == "B\na.b\na/z\nb"


@pytest.mark.parametrize(
    "name", ["run_shell", "", "Read_File", "__class__", "functions.read_file", "x" * 5000]
)
def test_an_unknown_tool_is_answered_with_the_known_ones(name: str) -> None:
    answer, flags = result(name, {})
    assert (
        answer.startswith("Error: there is no tool")
        and "write_file, end_task" in answer
        and len(answer) < 250
    )
    assert flags == {"unknown tool": 1}


@pytest.mark.parametrize(
    "arguments",
    [
        '{"path": ',
        "[]",
        "3",
        '"app.js"',
        "null",
        "[" * 100_000,
        "{'path': 'a'}",
        '{"path": ' + "9" * 5000,
    ],
)
def test_malformed_arguments_are_answered_and_counted(arguments: str) -> None:
    answer, flags = result("read_file", arguments)
    assert answer.startswith("Error: the arguments") and flags == {"malformed arguments": 1}


def test_malformed_arguments_are_answered_with_the_place_of_the_fault() -> None:
    assert "line 2, column 1" in result("read_file", '{"path": \n}')[0]
    assert (
        "the text ends before it is complete"
        in result("write_file", '{"path": "a", "content": "ab')[0]
    )


def test_a_call_that_was_cut_off_by_the_limit_of_output_is_told_so() -> None:
    torn = turn(("write_file", '{"path": "a", "content": "ab'), finish_reason="length")
    run = play(torn, turn(write("a", 3), finish_reason="tool_calls"), turn(*END)).dialogue
    assert "limit of output tokens and was cut off" in run.transcript[3]["content"]
    assert "cut off" not in run.transcript[5]["content"]
    assert run.flags == {"malformed arguments": 2, "cut off": 1}


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("read_file", {}), ("read_file", {"path": 3}), ("read_file", {"path": " "}), ("read_file",
        ""),
        ("write_file", {"path": "a"}), ("write_file", {"path": "a", "content": 3}),
        ("write_file", {"path": "a.json", "content": 3}), ("write_file", {"path": "a.ts",
        "content": ["x"]}),
        ("write_file", {"path": "a.ts", "content": {"x": 1}}), ("write_file", {"path": "a.json",
        "content": None}),
        ("write_file", {"path": None, "content": "x"}), ("file_structure", {}), ("file_structure",
        {"files": []}),
        ("file_structure", {"files": "a.js"}), ("file_structure", {"files": [{"path": "a"}]}),
    ],
)  # fmt: skip
def test_missing_and_mistyped_arguments_are_answered_and_counted(name: str, arguments: Any) -> None:
    answer, flags = result(name, arguments)
    assert answer.startswith("Error: '") and flags == {"malformed arguments": 1}


def test_a_missing_file_is_answered_and_counted() -> None:
    answer, flags = result("read_file", {"path": "nothing.js"})
    assert "there is no file 'nothing.js'; list_files" in answer and flags == {"missing file": 1}


@pytest.mark.parametrize("path", ["App.js", "APP.JS", "SRC/b.js"])
def test_a_path_in_another_case_is_no_other_way_to_a_file(path: str) -> None:
    answer, flags = result("read_file", {"path": path})
    assert "paths are case-sensitive, and there is '" in answer and flags == {"missing file": 1}
    assert "let a" not in answer


def test_a_written_file_is_not_one_of_the_legacy_application() -> None:
    run = play(turn(declare("n"), write("n"), ("read_file", {"path": "n"})), turn(*END)).dialogue
    assert "it belongs to the new application" in run.transcript[5]["content"]
    assert run.flags == {"missing file": 1, "structure before reading everything": 1}


def test_a_written_file_does_not_replace_the_legacy_one_that_is_read() -> None:
    run = play(
        turn(write("app.js", "new")), turn(("read_file", {"path": "app.js"})), turn(*END)
    ).dialogue
    assert run.transcript[5]["content"] == "let a = 1;\n"


def test_a_binary_file_is_named_and_never_shown() -> None:
    answer, flags = result("read_file", {"path": "img/logo.png"})
    assert "binary file" in answer and flags == {"binary file": 1}


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "src/../../x", "C:\\x", "~/x", "a\0b", "nul.txt", "x" * (MAX_PATH + 1)]
)
def test_a_path_that_cannot_be_used_is_refused_by_every_tool_and_counted(path: str) -> None:
    for call in (("read_file", {"path": path}), write(path), declare("ok.ts", path)):
        run = play(turn(call), turn(*END)).dialogue
        assert run.transcript[3]["content"].startswith("Error: the path")
        assert sum(run.flags.values()) == 1 and set(run.flags) <= {"path outside", "path unusable"}
        assert not run.files and not run.declared and run.per_turn[0].invalid == 1


@given(st.text(st.characters() | st.sampled_from("./\\: ~\0"), max_size=30))
def test_no_path_whatever_it_is_leads_outside_or_breaks_the_record(path: str) -> None:
    run = play(turn(write(path)), turn(*END)).dialogue
    for file in run.files:
        parts = file.path.split("/")
        assert (
            parts[0]
            and ".." not in parts
            and "" not in parts
            and "\\" not in file.path
            and file.path[1:2] != ":"
        )
    record_line(run).encode("utf-8")


def test_a_data_sets_own_file_can_be_read_whatever_its_name() -> None:
    files = (SourceFile(path="src/what: now?.txt", content="text"),)
    run = play(
        turn(("read_file", {"path": "src/what: now?.txt"})), turn(*END), files=files
    ).dialogue
    assert run.transcript[3]["content"] == "text" and run.flags == {}


def test_backslashes_are_read_as_slashes() -> None:
    assert result("read_file", {"path": "src\\b.js"}) == ("", {})


@pytest.mark.parametrize("second", ["SRC/app.tsx", "src/App.tsx", "src/app.tsx/x", "src"])
def test_a_file_that_cannot_stand_beside_another_is_refused(second: str) -> None:
    run = play(turn(write("src/app.tsx", "1"), write(second, "2")), turn(*END)).dialogue
    assert (
        "cannot stand beside 'src/app.tsx'" in run.transcript[4]["content"]
        and run.flags["path clash"] == 1
    )
    assert run.files == (SourceFile(path="src/app.tsx", content="1"),)


@pytest.mark.parametrize("path", ["package.json", "TSCONFIG.JSON", "a.webmanifest"])
def test_an_object_as_content_of_a_json_file_becomes_json_and_is_counted(path: str) -> None:
    content = {"name": "ü", "deps": [1]}
    run = play(turn(*ORDERLY), turn(declare(path)), turn(write(path, content)), turn(*END)).dialogue
    assert json.loads(run.files[0].content or "") == content
    assert (run.files[0].content or "").startswith('{\n  "name": "ü"') and run.flags == {
        "object as content": 1
    }


@pytest.mark.parametrize("content", ["```tsx\nx\n```", "\n  ```\nx\n```\n", "~~~\nx\n~~~"])
def test_fenced_content_is_kept_and_flagged(content: str) -> None:
    run = play(turn(write("a.tsx", content)), turn(*END)).dialogue
    assert run.files[0].content == content and run.flags["fenced content"] == 1


def test_half_a_character_in_a_reply_breaks_no_file() -> None:
    arguments = r'{"path": "a.ts", "content": "x\udfff"}'
    run = play(
        turn(("write_file", arguments), ("read_file", r'{"path": "\ud800"}')), turn(*END)
    ).dialogue
    assert run.files == (SourceFile(path="a.ts", content="x?"),)
    record_line(run).encode("utf-8")


def test_a_structure_declared_before_everything_readable_is_read_is_flagged() -> None:
    early = play(turn(ORDERLY[0], declare("a")), turn(write("a")), turn(*END)).dialogue
    assert early.flags == {"structure before reading everything": 1} and early.declared == ("a",)


def test_a_structure_that_is_declared_again_replaces_the_first_and_is_flagged() -> None:
    run = play(
        turn(*ORDERLY), turn(declare("a")), turn(declare("b")), turn(write("b")), turn(*END)
    ).dialogue
    assert run.declared == ("b",) and run.flags == {"structure declared again": 1}


def test_structure_and_files_that_differ_are_counted_in_both_directions() -> None:
    run = play(
        turn(*ORDERLY), turn(declare("a", "b", "c")), turn(write("a"), write("d")), turn(*END)
    ).dialogue
    assert run.flags == {"declared, never written": 2, "written, never declared": 1}


def test_files_without_a_structure_are_flagged() -> None:
    run = play(turn(write("a"), write("b")), turn(*END)).dialogue
    assert run.flags == {"never declared a structure": 1, "written before a structure": 2}
    late = play(turn(*ORDERLY, write("a")), turn(declare("a")), turn(*END)).dialogue
    assert late.flags == {"written before a structure": 1}


def test_the_last_version_of_a_rewritten_file_counts() -> None:
    run = play(
        turn(*ORDERLY, declare("a"), *[write("a", text) for text in "123"]), turn(*END)
    ).dialogue
    assert run.files == (SourceFile(path="a", content="3"),) and run.flags == {"file rewritten": 2}


def test_the_very_same_call_is_answered_again_the_same_and_counted() -> None:
    read = ("read_file", {"path": "app.js"})
    run = play(turn(read), turn(read, ("read_file", {"path": "src/b.js"})), turn(*END)).dialogue
    assert run.transcript[3]["content"] == run.transcript[5]["content"] and run.flags == {
        "repeated call": 1
    }

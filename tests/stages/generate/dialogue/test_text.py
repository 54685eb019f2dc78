"""Commands in text: real models' forms are read, the rest is answered with the reason."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.answers.containment import Refused
from assay.records.jsonl import record_line
from assay.records.pipeline import Dialogue, Response, SourceFile
from assay.records.untyped import Message
from stages.generate.dialogue.text import Text, instructions
from stages.generate.dialogue.tools import NAMES
from tests.stages.generate.dialogue.scripted_model import play

TEXT = Text()
END = '{"command": "end_task"}'
LIST = '{"command": "list_files"}'


def say(*texts: str, **more: Any) -> Dialogue:
    """The dialogue with a model that writes so, message by message, and then ends the task."""
    turns = [Response(text=text, **more) for text in texts]
    return play(*turns, Response(text=END), wire=TEXT).dialogue


def calls(text: str) -> list[tuple[str, Any]]:
    """What is read from a message: names and arguments, or why a command cannot be read."""
    reading = TEXT.read(Response(text=text), 0)
    return [
        ("refused", str(asked))
        if isinstance(asked, Refused)
        else (asked.name, json.loads(asked.arguments or "{}"))
        for asked in reading.asked
    ]


def flags(text: str) -> tuple[str, ...]:
    return TEXT.read(Response(text=text), 0).flags


def test_a_whole_dialogue_by_commands_is_recorded() -> None:
    seen = list[tuple[Message, ...]]()
    texts = [
        LIST,
        '{"command": "read_file", "path": "app.js"}',
        '{"command": "read_file", "path": "src/b.js"}',
        '{"command": "file_structure", "files": ["src/App.tsx"]}',
        '{"command": "write_file", "path": "src/App.tsx", "content": "const a = \\"b\\";\\n"}',
        END,
    ]
    run = play(*[Response(text=text) for text in texts], wire=TEXT, seen=seen).dialogue
    assert run.outcome == "ended" and run.flags == {} and run.declared == ("src/App.tsx",)
    assert run.files == (SourceFile(path="src/App.tsx", content='const a = "b";\n'),)
    assert [turn.calls for turn in run.per_turn] == [
        ("list_files",), ("read_file",), ("read_file",), ("file_structure",), ("write_file",),
        ("end_task",)
    ]  # fmt: skip
    assert run.transcript[2:4] == (
        {"role": "assistant", "content": LIST},
        {"role": "user", "content": "Result of list_files:\napp.js\nimg/logo.png\nsrc/b.js"},
    )
    assert {message["role"] for message in seen[-1]} == {"system", "user", "assistant"}


def test_the_system_message_explains_all_five_commands_and_its_examples_are_read() -> None:
    system = TEXT.system("You work alone.\n")
    assert (
        system.startswith("You work alone.\n\n") and instructions() in system and TEXT.tools == ()
    )
    assert "A message may have several commands, each on a line of its own." in " ".join(
        system.split()
    )
    examples = [line for line in instructions().splitlines() if line.startswith("{")]
    assert [name for line in examples for name, _ in calls(line)] == list(NAMES)


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{LIST}\n```", f"Sure! Let me look.\n\n{LIST}\n\nThen I shall read them.",
        f"<think>First {{maybe}}\n{END} …</think>\n{LIST}", f"First\n{END}\n</think>\n\n{LIST}",
        f"<tool_call>\n{LIST}\n</tool_call>", f"See [reasoning](notes.md).\n{LIST}",
        f'I use {{braces}} and\n{{"name": "app"}}\n{LIST}', f"First {END}.\n{LIST}",
        f"{LIST}<|im_end|>", f"{LIST}\n<think>\n{END}", f"\ufeff{LIST}",
        f'{{"plan": [{END}], "command": "list_files"}}', '{"tool": "list_files"}',
        '{"name": "list_files", "arguments": "{}"}', '{\n  "command" :\t"list_files"\n}',
    ],
)  # fmt: skip
def test_a_command_on_lines_of_its_own_is_found_in_whatever_surrounds_it(text: str) -> None:
    assert [name for name, _ in calls(text)] == ["list_files"]


@pytest.mark.parametrize(
    "text",
    [
        "", "list_files", "```js\nlet a = {b: 1};\n```", '{"name": "my-app", "version": "1.0.0"}',
        "{}", "{{{{", "<think>" + LIST, '{"tasks": [{"command": "npm run dev"}]}',
        f'{{"plan": [{LIST}, {END}]}}', f"{LIST}\n</think>\nDone.", f"[THINK]\n{LIST}\n[/THINK]",
        f"I list the files and finally send {END}", f"1. list_files\n2. {END}", f"- {END}",
        f"First {LIST} and then {END}" + "." * 5000,
    ],
)  # fmt: skip
def test_what_is_no_command_or_only_mentions_one_is_text_without_a_call(text: str) -> None:
    assert calls(text) == []
    run = say(text)
    assert run.transcript[3] == {"role": "user", "content": TEXT.reminder}
    assert run.flags == {"text without a call": 1}


def test_a_command_with_words_behind_it_is_not_carried_out_but_answered_with_the_form() -> None:
    assert calls(f"{END} ends the task.") == []
    run = say(f"{END} ends the task.")
    assert run.turns == 2 and "end_task. Write a command as" in run.transcript[3]["content"]


def test_several_commands_are_carried_out_in_order() -> None:
    run = say(
        f'{LIST}\n\n{{"command": "read_file", "path": "app.js"}}\n'
        f'{{"command": "read_file", "path": "no.js"}}'
    )
    assert run.flags == {"missing file": 1}
    assert run.transcript[3]["content"] == (
        "Result of list_files:\napp.js\nimg/logo.png\nsrc/b.js\n\nResult of read_file:\n"
        "let a = 1;\n\n\n"
        "Result of read_file:\nError: there is no file 'no.js'; list_files shows all paths"
    )
    assert (
        run.per_turn[0].calls == ("list_files", "read_file", "read_file")
        and run.per_turn[0].invalid == 1
    )


@pytest.mark.parametrize(
    "content, written, flagged",
    [
        ("a\nb\tc\r\n", "a\nb\tc\r\n", ()),  # line breaks and tabs as they are
        (r"/\d+\.\w/", r"/\d+\.\w/", ("invalid escapes",)),
        (r"\x41 \u12 \u{1F600}", r"\x41 \u12 \u{1F600}", ("invalid escapes",)),
        (r"\\d \" \n \u0041", '\\d " \n A', ()),
        (r"\\\d", "\\\\d", ("invalid escapes",)),
        ("{ } } {", "{ } } {", ()),
    ],
)
def test_strings_are_read_with_raw_line_breaks_and_wrong_escapes(
    content: str, written: str, flagged: tuple[str, ...]
) -> None:
    before, after = r"C:\dir and \" first" + "\n", f"\nand then\n{LIST}"
    text = f'{before}{{"command": "write_file", "path": "a.ts", "content": "{content}"}}{after}'
    assert calls(text) == [("write_file", {"path": "a.ts", "content": written}), ("list_files", {})]
    assert flags(text) == flagged


@pytest.mark.parametrize(
    "text, reason",
    [
        (
            '{"command": "write_file", "path": "a.ts", "content": "const a = ',
            "the text ends before it is complete",
        ),
        ('{"command": "write_file", "path": "a.ts"', "the text ends before it is complete"),
        ('{"command": "write_file", "path": ', "the text ends before it is complete"),
        (
            '{"command": "write_file", "path": "a.ts", "content": "<p className="x">"}',
            "Expecting ',' delimiter",
        ),
        ('{"command": "list_files",}', "line 1, column"),
        ("{'command': 'list_files'}", "double quotes"),
        ('{"command": "list_files"', "the text ends before it is complete"),
    ],
)
def test_a_command_that_is_no_json_is_answered_with_the_reason(text: str, reason: str) -> None:
    ((kind, message),) = calls(text)
    assert kind == "refused" and "the command is not valid JSON" in message and reason in message
    run = say(text)
    assert run.transcript[3]["content"].startswith("Error: the command is not valid JSON")
    assert run.flags == {"malformed arguments": 1} and run.per_turn[0].calls == ("",)
    assert run.per_turn[0].invalid == 1 and not run.files


def test_commands_before_a_torn_one_are_carried_out() -> None:
    run = say(f'{LIST}\n{{"command": "read_file", "pa', finish_reason="length")
    answer = run.transcript[3]["content"]
    assert (
        answer.startswith("Result of list_files:\napp.js") and "was cut off: write less" in answer
    )
    assert run.flags == {"malformed arguments": 1, "cut off": 1}


CODE = 'const a = `x`;\nif (a) { b({"command": "list_files"}) }\n'


@pytest.mark.parametrize(
    "form",
    [
        "{command}\n```tsx\n{code}```",
        "```json\n{command}\n```\n\nThe file:\n\n```tsx\n{code}```\nDone.",
        "{command}\n````\n{code}````", "{command}\n~~~js\n{code}~~~\n",
        "{command}\n\nHere it is:\n```\n{code}```",
    ],
)  # fmt: skip
def test_the_code_block_behind_a_command_without_content_is_its_content(form: str) -> None:
    command = '{"command": "write_file", "path": "a.tsx"}'
    text = form.replace("{command}", command).replace("{code}", CODE)
    assert calls(text) == [("write_file", {"path": "a.tsx", "content": CODE})]
    assert flags(text) == ("content in a code block",)


def test_several_commands_each_take_the_code_block_behind_them() -> None:
    command = '{"command": "write_file", "path": "a"}'
    readme = "# A\n```sh\nnpm i\n```\nEnd.\n"
    text = f"{command}\n```md\n{readme}```\n```json\n{command}\n```\n```ts\n{CODE}```\n{END}"
    first, second, last = calls(text)
    assert (first[1]["content"], second[1]["content"], last[0]) == (readme, CODE, "end_task")


@pytest.mark.parametrize("between", [LIST, '{"command": "write_file", "path": "b", "content": ""}'])
def test_a_code_block_behind_another_command_is_not_taken(between: str) -> None:
    command = '{"command": "write_file", "path": "a"}'
    for rest in (f"{between}\n```\nx\n```", f"```json\n{between}\n```"):
        first, second = calls(f"{command}\n{rest}")
        assert "content" not in first[1] and second[0] == json.loads(between)["command"]


COMMAND = '{"command": "write_file", "path": "a.tsx"}'


@pytest.mark.parametrize(
    "text",
    [
        COMMAND, f"{COMMAND}\n{CODE}", f"{COMMAND}\n```tsx\n{CODE}", f"{COMMAND}\n```json\n",
        f"```json\n{COMMAND}\n{CODE}```",
        f"```json\n{COMMAND}\n```\n```ts\n{CODE}", f"```ts\n{CODE}```\n{COMMAND}",
    ],
)  # fmt: skip
def test_a_file_whose_text_is_not_where_it_belongs_is_refused_and_the_place_is_told(
    text: str,
) -> None:
    run = say(text)
    assert "Error: 'content' must be a string" in run.transcript[3]["content"]
    assert "takes the code block right behind the command" in run.transcript[3]["content"]
    assert run.flags["malformed arguments"] == 1 and not run.files


@given(st.text(st.sampled_from('{}[]":,\\`~\n abcu0') | st.characters(codec="utf-8"), max_size=200))
def test_no_message_whatever_it_is_breaks_the_dialogue_or_its_record(text: str) -> None:
    run = say(text, LIST)
    record_line(run).encode("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "{" * 200_000, '{"a":' * 100_000, '{"command":"list_files"' * 20_000, '{"' * 100_000,
        "[" * 100_000 + "{",
        '{"command":"a","x":"\\d"}' * 10_000,
        '{"command": "write_file", "path": "a"}\n```\nx\n```\n' * 3_000,
        '{"command": "write_file", "path": "a"}' + "\n```" * 20_000, "<think>" * 50_000,
        "```\n{" * 50_000,
        "<think></think>" * 20_000 + "{", (LIST + " ") * 5_000, (LIST + "x\n") * 5_000,
        '{"command": "write_file", "path": "a"}\n```\nx\n' * 3_000,
        '{"x": ' + "1" * 200_000 + "}", '{"a": "\\d' + "x" * 300_000,
        'Command: {"command": "write_file", "path": "a"}\n```\nx\n' * 3_000,
        ('{"path": "a", "x": "' + "y" * 200 + '", "command": "write_file"}\n') * 2_000,
    ],
)  # fmt: skip
def test_a_hostile_message_is_read_in_a_moment(text: str) -> None:
    started = time.process_time()
    TEXT.read(Response(text=text), 0)
    assert time.process_time() - started < 10


WRITE = '{"command": "write_file", "path": "../../x", "content": "y"}'


@pytest.mark.parametrize(
    ("text", "words", "counted"),
    [
        ('{"command": "run_shell", "cmd": "ls"}', "no tool 'run_shell'", "unknown tool"),
        (WRITE, "Error: the path must be relative", "path outside"),
        (r'{"command": "\ud800"}', "there is no tool '?'", "unknown tool"),
    ],
)
def test_what_a_command_cannot_do_is_answered_as_with_native_tools(
    text: str, words: str, counted: str
) -> None:
    run = say(text)
    assert words in run.transcript[3]["content"] and run.flags[counted] == 1
    record_line(run).encode("utf-8")


@pytest.mark.parametrize(
    "content", ['a "quoted" \\ back\r\n\ttab { } ``` é \u2028 😀 \x00 ', "x\n```\ny\n```"]
)
def test_content_in_the_object_is_kept_and_wins_over_a_code_block(content: str) -> None:
    text = json.dumps({"command": "write_file", "path": "a", "content": content}) + "\n```\ny\n```"
    assert calls(text) == [("write_file", {"path": "a", "content": content})] and flags(text) == ()
    assert say(text).files == (SourceFile(path="a", content=content),)

"""Calls in vendors' notations are recognised, counted and answered with a hint, never made."""

import time

import pytest

from assay.answers.dialogue_process import CALL_AS_TEXT, process_of
from assay.records.pipeline import Dialogue, Response
from stages.generate.dialogue.native import REMEDY
from stages.generate.dialogue.notations import outside_thoughts, written_calls
from stages.generate.dialogue.text import Text
from tests.stages.generate.dialogue.scripted_model import END, play, turn

WRITTEN = {
    "Hermes": '<tool_call>\n{"name": "read_file", "arguments": {"path": "app.js"}}\n</tool_call>',
    "GLM": "<tool_call>read_file\n<arg_key>path</arg_key>\n"
    "<arg_value>app.js</arg_value></tool_call>",
    "Llama": '<function=read_file>{"path": "app.js"}</function>',
    "Qwen Coder": "<function=read_file>\n<parameter=path>\napp.js\n</parameter>\n</function>",
    "Llama built in": '<|python_tag|>{"name": "read_file", "parameters": {"path": "app.js"}}',
    "Mistral": '[TOOL_CALLS] [{"name": "read_file", "arguments": {"path": "app.js"}}]',
    "Mistral, newer": '[TOOL_CALLS]read_file{"path": "app.js"}',
    "Phi": 'functools[{"name": "read_file", "arguments": {"path": "app.js"}}]',
    "Claude": '<function_calls>\n<invoke name="read_file">\n<parameter name="path">app.js'
    "</parameter>\n</invoke>\n</function_calls>",
    "DeepSeek": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n"
    '```json\n{"path": "app.js"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    "Granite": '<|tool_call|>[{"name": "read_file", "arguments": {"path": "app.js"}}]',
    "Gemini": '```tool_code\nprint(default_api.read_file(path="app.js"))\n```',
    "Kimi": "<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0"
    '<|tool_call_argument_begin|>{"path": "app.js"}<|tool_call_end|><|tool_calls_section_end|>',
    "gpt-oss": "<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>"
    '{"path": "app.js"}',
    "Command R": '<|START_ACTION|>[{"tool_name": "read_file", "parameters": {"path": "app.js"}}]',
    "Python": '[read_file(path="app.js")]',
}
"""A call of read_file in each notation."""
JSON = {
    "by name": '{"name": "read_file", "arguments": {"path": "app.js"}}',
    "in a block": 'I read it:\n```json\n{"tool": "read_file", "path": "app.js"}\n```',
    "of OpenAI": '{"tool_calls": [{"function": {"name": "read_file", "arguments": "{}"}}]}',
    "as a command": '{"command": "read_file", "path": "app.js"}',
}
NO_CALL = (
    "",
    "I shall read app.js with read_file.",
    "The format `<tool_call>{...}</tool_call>` is not mine.",
    '<think><tool_call>{"name": "read_file"}</tool_call></think>I go on.',
    'At the end I send {"command": "end_task"}.',
    '```json\n{"name": "my-app", "dependencies": {}}\n```',
    "export function read_file_name() {}",
)


def native(text: str) -> Dialogue:
    return play(turn(text=text), turn(*END)).dialogue


@pytest.mark.parametrize("text", [*WRITTEN.values(), *JSON.values()], ids=[*WRITTEN, *JSON])
def test_a_call_in_the_text_of_a_native_model_is_counted_and_hinted_at_but_not_made(
    text: str,
) -> None:
    run = native(f"I read the file.\n\n{text}")
    assert run.flags == {CALL_AS_TEXT: 1, "text without a call": 1}
    assert "read_file" not in run.calls and run.per_turn[0].calls == ()
    answer = run.transcript[3]
    assert answer["role"] == "user"
    assert answer["content"].startswith("Not carried out, because it is written as text")
    assert "read_file" in answer["content"] and answer["content"].endswith(REMEDY)
    assert process_of(run).failed == 1


@pytest.mark.parametrize("text", NO_CALL)
def test_what_is_no_call_is_not_counted(text: str) -> None:
    run = native(text)
    assert run.flags == {"text without a call": 1}
    assert run.transcript[3]["content"].startswith("Please go on by calling one of the tools")


def test_every_call_of_a_message_is_counted() -> None:
    hermes = WRITTEN["Hermes"]
    assert native(f"{hermes}\n{hermes}").flags[CALL_AS_TEXT] == 2


def test_a_call_that_is_made_and_also_left_in_the_text_is_not_counted() -> None:
    made = ("read_file", {"path": "app.js"})
    run = play(turn(made, text=WRITTEN["Hermes"]), turn(*END)).dialogue
    assert run.flags == {} and run.calls["read_file"] == 1


def test_a_call_beside_another_one_that_is_made_is_hinted_at_behind_the_result() -> None:
    run = play(turn(("list_files", {}), text=WRITTEN["Claude"]), turn(*END)).dialogue
    assert run.flags == {CALL_AS_TEXT: 1}
    assert "src/b.js\n(Not carried out" in run.transcript[3]["content"]


def test_a_command_that_cannot_be_read_is_a_call_in_the_text_too() -> None:
    assert native('{"name": "write_file", "arguments": {"path": ').flags[CALL_AS_TEXT] == 1


@pytest.mark.parametrize("name", ["GLM", "Llama", "Claude", "Gemini", "Python", "Kimi"])
def test_in_the_text_mode_the_hint_shows_the_form_of_a_command(name: str) -> None:
    script = [Response(text=text) for text in (WRITTEN[name], '{"command": "end_task"}')]
    run = play(*script, wire=Text()).dialogue
    assert run.flags[CALL_AS_TEXT] == 1 and "read_file" not in run.calls
    assert 'such as {"command": "read_file"' in run.transcript[3]["content"]


def test_two_messages_with_calls_in_the_text_stop_the_dialogue() -> None:
    assert play(*[turn(text=WRITTEN["Llama"])] * 3).dialogue.outcome == "stopped calling tools"


def test_thoughts_are_left_out() -> None:
    assert outside_thoughts("a</think>b<think>c</think>d<think>e") == "bd"
    assert outside_thoughts("a") == "a" and outside_thoughts("<think>a") == ""


@pytest.mark.parametrize(
    "text",
    ["<tool_call>" * 50_000, "`" * 200_000, "<think>" * 50_000, "</think>" * 50_000, "[" * 200_000,
     "read_file(" * 30_000, "<invoke" + " " * 200_000, "\t" * 200_000, "```tool_code\n" * 20_000],
)  # fmt: skip
def test_a_hostile_message_is_searched_in_a_moment(text: str) -> None:
    started = time.process_time()
    written_calls(text)
    assert time.process_time() - started < 10

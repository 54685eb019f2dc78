"""Native tool calls: each is answered under its id, and services accept what goes back."""

import json

from assay.records.pipeline import Response, ToolCall
from tests.stages.generate.dialogue.scripted_model import END, play, turn


def test_parallel_calls_are_answered_in_order_each_under_its_id() -> None:
    run = play(
        turn(("read_file", {"path": "app.js"}), ("nonsense", {}), ("list_files", {})), turn(*END)
    )
    answers = [message for message in run.transcript if message["role"] == "tool"][:3]
    assert [message["tool_call_id"] for message in answers] == ["c0", "c1", "c2"]
    assert answers[0]["content"] == "let a = 1;\n" and answers[2]["content"].startswith("app.js")
    sent = run.transcript[2]["tool_calls"]
    assert [call["function"]["name"] for call in sent] == ["read_file", "nonsense", "list_files"]


def test_calls_without_an_id_or_with_the_same_one_get_their_own() -> None:
    calls = tuple(
        ToolCall(id=id_, name="list_files", arguments="{}")
        for id_ in ("", "a", "a", "call_1_4", "")
    )
    run = play(turn(text="hm"), Response(text="", tool_calls=calls), turn(*END))
    sent = [call["id"] for call in run.transcript[4]["tool_calls"]]
    assert sent == ["call_1_0", "a", "call_1_2", "call_1_4", "call_1_4_"]
    assert [message["tool_call_id"] for message in run.transcript[5:10]] == sent


def test_arguments_that_are_no_object_go_back_inside_one_and_others_as_they_are() -> None:
    given = ['{"path":"app.js"}', '{"path": ', "[1]", ""]
    calls = tuple(
        ToolCall(id=f"{n}", name="read_file", arguments=text) for n, text in enumerate(given)
    )
    run = play(Response(text="", tool_calls=calls), turn(*END))
    sent = [call["function"]["arguments"] for call in run.transcript[2]["tool_calls"]]
    assert sent[0] == given[0] and sent[3] == "{}"
    assert [json.loads(text)["malformed"] for text in sent[1:3]] == given[1:3]
    assert run.flags == {"malformed arguments": 3}


def test_a_name_that_services_refuse_goes_back_in_letters_that_they_take() -> None:
    run = play(turn(("functions.read file", {}), ("", {}), ("x" * 99, {})), turn(*END))
    sent = [call["function"]["name"] for call in run.transcript[2]["tool_calls"]]
    assert sent == ["functions_read_file", "unnamed", "x" * 64] and run.flags == {"unknown tool": 3}


def test_thoughts_go_back_with_the_message_that_they_came_with() -> None:
    thoughts = {"thinking_blocks": [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}]}
    run = play(turn(("list_files", {}), thoughts=thoughts), turn(*END))
    assert run.transcript[2]["thinking_blocks"] == thoughts["thinking_blocks"]
    assert "thinking_blocks" not in run.transcript[4]

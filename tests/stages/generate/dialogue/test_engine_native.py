"""Native tool calls: each is answered under its id, and services accept what goes back."""

import json

from assay.records.pipeline import Response, ToolCall
from tests.stages.generate.dialogue.scripted_model import END, play, turn


def test_calls_are_answered_in_order_each_under_an_id_of_its_own() -> None:
    calls = tuple(
        ToolCall(id=id_, name="read_file", arguments=f'{{"path": "{number}.js"}}')
        for number, id_ in enumerate(("", "a", "a", "call_1_4", ""))
    )
    run = play(turn(text="hm"), Response(text="", tool_calls=calls), turn(*END))
    sent = [call["id"] for call in run.transcript[4]["tool_calls"]]
    assert sent == ["call_1_0", "a", "call_1_2", "call_1_4", "call_1_4_"]
    answers = run.transcript[5:10]
    assert [answer["tool_call_id"] for answer in answers] == sent
    assert all(f"'{number}.js'" in answer["content"] for number, answer in enumerate(answers))


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

"""Dialogues: what the tools answer to what real models did, and where a dialogue ends. Scripted, without a server."""

import asyncio
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.generate.builtin import echo, gold
from stages.generate.dialogue import MAX_PATH, REMINDER, TOOLS, Message, Run, Workspace, converse
from stages.lib.base.config import DialogueConfig
from stages.lib.base.jsonl import record_line
from stages.lib.base.records import Prompt, Response, SourceFile, ToolCall, Usage
from stages.lib.calls.request import ContextTooLong, Provider, Request

LEGACY = (
    SourceFile(path="app.js", content="let a = 1;\n"),
    SourceFile(path="img/logo.png", content=None),
    SourceFile(path="src/b.js", content=""),
)
BOUNDS = DialogueConfig(max_turns=10, max_output_tokens=1000, max_seconds=100)
END = [("end_task", {})]


def prompt(files: tuple[SourceFile, ...] = LEGACY) -> Prompt:
    return Prompt(
        test="U-M", scenario="U", dataset="M", category="instruction_following", type="t", title="U", answer="dialogue",
        system="S", user="Upgrade.", files=files, count_html=True, sha256="0", tokens_estimate=1,
    )  # fmt: skip


def turn(*calls: tuple[str, Any], text: str = "", output: int = 0, latency: float = 0.0) -> Response:
    """A response that makes the calls; arguments that are no dict are sent as they are."""
    made = tuple(
        ToolCall(id=f"c{n}", name=name, arguments=json.dumps(given) if isinstance(given, dict) else given)
        for n, (name, given) in enumerate(calls)
    )
    return Response(text=text, tool_calls=made, usage=Usage(output=output), latency_s=latency)


def play(*turns: Response, bounds: DialogueConfig = BOUNDS, files: tuple[SourceFile, ...] = LEGACY) -> Run:
    """The dialogue with a model that answers so, turn by turn."""
    script = iter(turns)

    async def complete(_: tuple[Message, ...]) -> Response:
        return next(script)

    return asyncio.run(converse(prompt(files), complete, bounds))


def play_built_in(provider: Provider) -> Run:
    async def complete(messages: tuple[Message, ...]) -> Response:
        return await provider(Request(model="m", messages=messages))

    return asyncio.run(converse(prompt(), complete, BOUNDS))


def result(name: str, arguments: Any) -> tuple[str, dict[str, int]]:
    """What one call is answered, and what is counted."""
    run = play(turn((name, arguments)), turn(*END)).dialogue
    return run.transcript[3]["content"], run.flags


def test_a_whole_dialogue_is_recorded() -> None:
    run = play(
        turn(("list_files", {})),
        turn(("read_file", {"path": "app.js"}), ("read_file", {"path": "./src//b.js"})),
        turn(("file_structure", {"files": ["src/App.tsx", "src/never.ts", "src/App.tsx"]})),
        turn(("write_file", {"path": "src/App.tsx", "content": "x\n"})),
        turn(*END),
    )
    dialogue = run.dialogue
    assert (dialogue.outcome, dialogue.turns, len(run.responses)) == ("ended", 5, 5)
    assert dialogue.declared == ("src/App.tsx", "src/never.ts")  # never.ts is declared and never written
    assert dialogue.files == (SourceFile(path="src/App.tsx", content="x\n"),)
    assert dialogue.calls == {"end_task": 1, "file_structure": 1, "list_files": 1, "read_file": 2, "write_file": 1}
    assert dialogue.flags == {}
    roles = [message["role"] for message in dialogue.transcript]
    assert roles[:4] == ["system", "user", "assistant", "tool"]
    assert dialogue.transcript[3]["content"] == "app.js\nimg/logo.png\nsrc/b.js"


def test_parallel_calls_are_answered_in_order_each_under_its_id() -> None:
    run = play(turn(("read_file", {"path": "app.js"}), ("nonsense", {}), ("list_files", {})), turn(*END))
    answers = [message for message in run.dialogue.transcript if message["role"] == "tool"][:3]
    assert [message["tool_call_id"] for message in answers] == ["c0", "c1", "c2"]
    assert answers[0]["content"] == "let a = 1;\n" and answers[2]["content"].startswith("app.js")
    sent = run.dialogue.transcript[2]["tool_calls"]
    assert [call["function"]["name"] for call in sent] == ["read_file", "nonsense", "list_files"]


def test_text_without_a_call_is_reminded_once_and_counted() -> None:
    run = play(turn(text="Let me think."), turn(*END)).dialogue
    assert run.transcript[3] == {"role": "user", "content": REMINDER}
    assert run.outcome == "ended" and run.flags == {"text without a call": 1}


def test_text_after_the_reminder_stops_the_dialogue_and_keeps_what_was_written() -> None:
    run = play(turn(("write_file", {"path": "a", "content": "x"})), turn(text="Done."), turn(text="Done!")).dialogue
    assert run.outcome == "stopped calling tools" and run.flags == {"text without a call": 2}
    assert [file.path for file in run.files] == ["a"]


def test_an_empty_reply_is_text_without_a_call() -> None:
    assert play(turn(), turn()).dialogue.outcome == "stopped calling tools"


@pytest.mark.parametrize("name", ["run_shell", "", "Read_File", "__class__"])
def test_an_unknown_tool_is_answered_with_the_known_ones(name: str) -> None:
    answer, flags = result(name, {})
    assert answer.startswith("Error: there is no tool") and "write_file, end_task" in answer
    assert flags == {"unknown tool": 1}


@pytest.mark.parametrize("arguments", ['{"path": ', "[]", "3", '"app.js"', "null", "[" * 100_000, "{'path': 'a'}"])
def test_malformed_arguments_are_answered_and_counted(arguments: str) -> None:
    answer, flags = result("read_file", arguments)
    assert answer.startswith("Error: the arguments") and flags == {"malformed arguments": 1}


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("read_file", {}), ("read_file", {"path": 3}), ("read_file", {"path": " "}), ("read_file", ""),
        ("write_file", {"path": "a"}), ("write_file", {"path": "a", "content": 3}),
        ("write_file", {"path": None, "content": "x"}), ("file_structure", {}), ("file_structure", {"files": []}),
        ("file_structure", {"files": "a.js"}), ("file_structure", {"files": [{"path": "a"}]}),
    ],
)  # fmt: skip
def test_missing_and_mistyped_arguments_are_answered_and_counted(name: str, arguments: Any) -> None:
    answer, flags = result(name, arguments)
    assert answer.startswith("Error: '") and flags == {"malformed arguments": 1}


def test_a_missing_file_is_answered_and_counted() -> None:
    answer, flags = result("read_file", {"path": "nothing.js"})
    assert "there is no file 'nothing.js'; list_files" in answer and flags == {"missing file": 1}


def test_a_written_file_is_not_one_of_the_legacy_application() -> None:
    run = play(turn(("write_file", {"path": "n", "content": "x"}), ("read_file", {"path": "n"})), turn(*END)).dialogue
    assert run.flags == {"missing file": 1}


def test_a_binary_file_is_named_and_never_shown() -> None:
    answer, flags = result("read_file", {"path": "img/logo.png"})
    assert "binary file" in answer and flags == {"binary file": 1}


OUTSIDE = [
    "/etc/passwd", "../x", "src/../../x", "a/..", "..\\x", "\\windows", "C:\\x", "c:/x", " C:/x", "//server/share",
    "\\\\server\\share", "a\0b", "x" * (MAX_PATH + 1), ".", "./", " /etc",
]  # fmt: skip


@pytest.mark.parametrize("path", OUTSIDE)
def test_a_path_outside_is_refused_by_every_tool_and_counted(path: str) -> None:
    for name, arguments in (
        ("read_file", {"path": path}),
        ("write_file", {"path": path, "content": "x"}),
        ("file_structure", {"files": ["ok.ts", path]}),
    ):
        run = play(turn((name, arguments)), turn(*END)).dialogue
        assert run.transcript[3]["content"].startswith("Error: the path must be relative")
        assert run.flags == {"path outside": 1} and not run.files and not run.declared


@given(st.text(st.characters() | st.sampled_from("./\\: ~\0"), max_size=30))
def test_no_path_whatever_it_is_leads_outside_or_breaks_the_record(path: str) -> None:
    run = play(turn(("write_file", {"path": path, "content": "x"})), turn(*END)).dialogue
    for file in run.files:
        parts = file.path.split("/")
        assert parts[0] and ".." not in parts and "" not in parts and "\\" not in file.path and file.path[1:2] != ":"
    record_line(run).encode("utf-8")


def test_backslashes_are_read_as_slashes() -> None:
    assert result("read_file", {"path": "src\\b.js"}) == ("", {})


def test_an_object_as_content_becomes_json_and_is_counted() -> None:
    written = {"path": "package.json", "content": {"name": "ü", "deps": [1]}}
    run = play(turn(("write_file", written)), turn(*END)).dialogue
    assert json.loads(run.files[0].content or "") == written["content"]
    assert (run.files[0].content or "").startswith('{\n  "name": "ü"') and run.flags == {"object as content": 1}


@pytest.mark.parametrize("content", ["```tsx\nx\n```", "\n  ```\nx\n```\n"])
def test_fenced_content_is_kept_and_flagged(content: str) -> None:
    run = play(turn(("write_file", {"path": "a.tsx", "content": content})), turn(*END)).dialogue
    assert run.files[0].content == content and run.flags == {"fenced content": 1}


def test_half_a_character_in_a_reply_breaks_no_file() -> None:
    arguments = r'{"path": "a\ud800.ts", "content": "x\udfff"}'
    run = play(turn(("write_file", arguments), ("read_file", r'{"path": "\ud800"}')), turn(*END)).dialogue
    assert run.files == (SourceFile(path="a?.ts", content="x?"),)
    record_line(run).encode("utf-8")


def test_a_structure_declared_before_everything_readable_is_read_is_flagged() -> None:
    structure = ("file_structure", {"files": ["a"]})
    early = play(turn(("read_file", {"path": "app.js"}), structure), turn(*END)).dialogue
    assert early.flags == {"structure before reading everything": 1} and early.declared == ("a",)
    reads = [("read_file", {"path": "app.js"}), ("read_file", {"path": "src/b.js"})]
    assert play(turn(*reads, structure), turn(*END)).dialogue.flags == {}


def test_the_last_version_of_a_rewritten_file_counts() -> None:
    writes = [("write_file", {"path": "a", "content": text}) for text in ("1", "2", "3")]
    run = play(turn(*writes), turn(*END)).dialogue
    assert run.files == (SourceFile(path="a", content="3"),) and run.flags == {"file rewritten": 2}


def test_calls_beside_end_task_are_still_carried_out() -> None:
    run = play(turn(("end_task", {}), ("write_file", {"path": "a", "content": "x"}))).dialogue
    assert run.outcome == "ended" and len(run.files) == 1


@pytest.mark.parametrize(
    "response, turns, outcome",
    [
        (turn(("list_files", {})), 10, "too many turns"),
        (turn(("list_files", {}), output=300), 4, "too many tokens"),
        (turn(("list_files", {}), latency=50.0), 2, "too long"),
    ],
)
def test_a_dialogue_that_never_ends_is_ended_by_its_bounds(response: Response, turns: int, outcome: str) -> None:
    run = play(*[response] * 20).dialogue
    assert (run.turns, run.outcome) == (turns, outcome)


def test_ending_in_the_very_turn_of_a_bound_is_ending() -> None:
    bounds = DialogueConfig(max_turns=1, max_output_tokens=1, max_seconds=1)
    assert play(turn(*END, output=9, latency=9.0), bounds=bounds).dialogue.outcome == "ended"


def test_a_dialogue_that_writes_nothing_has_no_files() -> None:
    assert play(turn(*END)).dialogue.files == ()


def test_the_same_replies_give_the_same_record_and_the_same_questions() -> None:
    turns = [turn(("read_file", {"path": "app.js"})), turn(text="hm"), turn(("write_file", "{")), turn(*END)]
    first, second = play(*turns), play(*turns)
    assert record_line(first.dialogue) == record_line(second.dialogue)
    assert first.dialogue.transcript[:-2] == second.dialogue.transcript[:-2]


def test_messages_only_ever_grow_at_their_end() -> None:
    seen: list[tuple[Message, ...]] = []
    script = iter([turn(("list_files", {})), turn(text="hm"), turn(*END)])

    async def complete(messages: tuple[Message, ...]) -> Response:
        seen.append(messages)
        return next(script)

    asyncio.run(converse(prompt(), complete, BOUNDS))
    assert all(later[: len(earlier)] == earlier for earlier, later in pairwise(seen))


def test_every_tool_that_is_offered_is_carried_out() -> None:
    for tool in TOOLS:
        assert Workspace({}).call(ToolCall(id="1", name=tool["function"]["name"], arguments="{}")) is not None
        assert "no tool" not in Workspace({}).call(ToolCall(id="1", name=tool["function"]["name"], arguments="{}"))


def test_gold_plays_through_and_writes_its_reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    reference = {"src/App.tsx": "x\n", "package.json": "{}"}
    for path, text in reference.items():
        (tmp_path / "scenarios/t/gold/U-M" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "scenarios/t/gold/U-M" / path).write_text(text)
    run = play_built_in(gold(prompt())).dialogue
    assert run.outcome == "ended" and run.flags == {} and set(run.declared) == set(reference)
    assert {file.path: file.content for file in run.files} == reference


def test_echo_plays_through_and_writes_the_source_unchanged() -> None:
    run = play_built_in(echo(prompt())).dialogue
    assert run.outcome == "ended" and run.flags == {}
    assert run.files == tuple(file for file in LEGACY if file.content is not None)


def test_a_dialogue_that_outgrows_the_context_ends_with_that_and_keeps_what_was_written() -> None:
    def played(before: list[Response]) -> Run:
        script = iter(before)

        async def complete(_: tuple[Message, ...]) -> Response:
            for response in script:
                return response
            raise ContextTooLong("conf/model/m.yaml: the context window of 'm' is too small for this prompt")

        return asyncio.run(converse(prompt(), complete, BOUNDS))

    run = played([turn(("write_file", {"path": "a.ts", "content": "x"})), turn(("list_files", {}))])
    assert run.dialogue.outcome == "context too long" and run.dialogue.turns == len(run.responses) == 2
    assert [file.path for file in run.dialogue.files] == ["a.ts"]
    with pytest.raises(ContextTooLong):
        played([])

"""A `write_file` whose content is not where it belongs is answered with what was noticed."""

import pytest

from assay.records.pipeline import Dialogue, Response
from stages.generate.dialogue.notices import (
    BEFORE,
    FENCED_CONTENT,
    NATIVE,
    NO_BLOCK,
    NOT_CLOSED,
    NOT_USED,
    SAME_BLOCK,
)
from stages.generate.dialogue.text import Text
from tests.stages.generate.dialogue.scripted_model import END, play, turn, write

COMMAND = '{"command": "write_file", "path": "a.ts"}'
FULL = '{"command": "write_file", "path": "a.ts", "content": "x"}'
LIST = '{"command": "list_files"}'
CODE = "const a = 1;\n"


def say(text: str) -> Dialogue:
    ending = Response(text='{"command": "end_task"}')
    return play(Response(text=text), ending, wire=Text()).dialogue


def answer(run: Dialogue) -> str:
    return str(run.transcript[3]["content"])


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        (f"```json\n{COMMAND}\n{CODE}```", SAME_BLOCK),
        (f"```\n{COMMAND}\n\n{CODE}```\nNow b.\n```ts\n{CODE}```", SAME_BLOCK),
        (f"{COMMAND}\n```ts\n{CODE}", NOT_CLOSED),
        (f"```json\n{COMMAND}\n```\n```ts\n{CODE}", NOT_CLOSED),
        (f"```ts\n{CODE}```\n{COMMAND}", BEFORE),
        (f"{LIST}\n```ts\n{CODE}```\n```json\n{COMMAND}\n```", BEFORE),
        (f"{COMMAND}\n{CODE}", NO_BLOCK),
        (f"```json\n{COMMAND}\n```\n{CODE}\n{LIST}", NO_BLOCK),
    ],
)
def test_a_file_that_is_not_where_it_belongs_is_noticed_and_not_written(
    text: str, notice: str
) -> None:
    run = say(text)
    assert "Error: 'content' must be a string" in answer(run)
    assert f"(Noticed: {notice}.)" in answer(run)
    assert not run.files and run.per_turn[0].invalid == 1


@pytest.mark.parametrize(
    "text",
    [
        COMMAND, f"```json\n{COMMAND}\n```", f"```json\n{LIST}\n```\n```json\n{COMMAND}\n```",
        f"{COMMAND}\n```json\n{LIST}\n```",
    ],
)  # fmt: skip
def test_where_there_is_no_text_nothing_is_noticed(text: str) -> None:
    run = say(text)
    assert "Error: 'content' must be a string" in answer(run) and "Noticed" not in answer(run)


@pytest.mark.parametrize("form", ["{0}\n```ts\n{1}```", "```json\n{0}\n```\n\n```ts\n{1}```"])
def test_a_code_block_that_is_taken_or_not_needed(form: str) -> None:
    taken = say(form.format(COMMAND, CODE))
    assert taken.files[0].content == CODE and "Noticed" not in answer(taken)
    unused = say(form.format(FULL, CODE))
    assert unused.files[0].content == "x"
    assert f"Written: a.ts (1 characters)\n(Noticed: {NOT_USED}.)" in answer(unused)


@pytest.mark.parametrize("after", ["", "\nDone.", f"\n```json\n{LIST}\n```", "\n```\nx"])
def test_content_without_a_code_block_behind_it_is_nothing_to_notice(after: str) -> None:
    run = say(FULL + after)
    assert run.files[0].content == "x" and "Noticed" not in answer(run)


def test_a_native_call_without_content_beside_a_code_block_is_noticed() -> None:
    text = f"The file:\n```ts\n{CODE}```"
    for given in ({"path": "a.ts"}, {"path": "a.ts", "content": ""}):
        run = play(turn(("write_file", given), text=text), turn(*END)).dialogue
        assert answer(run).endswith(f"(Noticed: {NATIVE}.)")
    for other in (write("a.ts"), ("list_files", {}), ("write_file", "{")):
        assert "Noticed" not in answer(play(turn(other, text=text), turn(*END)).dialogue)
    bare = play(turn(("write_file", {"path": "a.ts"}), text="The file."), turn(*END)).dialogue
    assert "Noticed" not in answer(bare)


@pytest.mark.parametrize("content", ["```ts\nx\n```", "\n~~~\nx\n~~~\n"])
def test_content_that_begins_with_a_fence_is_written_and_noticed(content: str) -> None:
    run = play(turn(write("a.ts", content)), turn(*END)).dialogue
    assert run.files[0].content == content and run.flags["fenced content"] == 1
    assert f"characters)\n(Noticed: {FENCED_CONTENT}.)" in answer(run)
    assert "Noticed" not in answer(play(turn(write("a.ts", "x ```")), turn(*END)).dialogue)


def test_what_was_noticed_in_a_thought_is_not_said_of_the_commands_behind_it() -> None:
    run = say(f"{COMMAND}\nplain text\n</think>\n{LIST}")
    assert run.per_turn[0].calls == ("list_files",)
    assert "Noticed" not in answer(run)

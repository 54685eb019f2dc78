"""Where a dialogue ends, and what its record has."""

import pytest

from assay.ledger.request import CONTEXT_TOO_LONG
from assay.records.pipeline import Response, SourceFile, Usage
from stages.generate.dialogue.engine import REMINDER
from tests.stages.generate.dialogue.scripted_model import (
    BOUNDS,
    END,
    ORDERLY,
    declare,
    play,
    turn,
    write,
)


def test_a_whole_dialogue_is_recorded() -> None:
    dialogue = play(
        turn(("list_files", {})),
        turn(("read_file", {"path": "app.js"}), ("read_file", {"path": "./src//b.js"})),
        turn(declare("src/App.tsx", "src/never.ts", "src/App.tsx")),
        turn(write("src/App.tsx", "x\n")),
        turn(*END),
    )
    assert (dialogue.outcome, dialogue.turns, len(dialogue.per_turn)) == ("ended", 5, 5)
    assert dialogue.declared == ("src/App.tsx", "src/never.ts")
    assert dialogue.files == (SourceFile(path="src/App.tsx", content="x\n"),)
    assert dialogue.calls == {
        "end_task": 1,
        "file_structure": 1,
        "list_files": 1,
        "read_file": 2,
        "write_file": 1,
    }
    assert dialogue.flags == {"declared, never written": 1}
    roles = [message["role"] for message in dialogue.transcript]
    assert roles[:4] == ["system", "user", "assistant", "tool"]
    assert dialogue.transcript[3]["content"] == "app.js\nimg/logo.png\nsrc/b.js"


def test_each_turn_is_recorded_with_its_calls_and_what_it_took() -> None:
    taken = {"usage": Usage(input=10, cached=4, output=3, reasoning=1), "cost_usd": 0.25}
    calls = [("list_files", {}), ("nonsense", {}), ("read_file", "{")]
    run = play(
        turn(*calls, latency=1.5, **taken),
        turn(text="hm", finish_reason="length", cost_usd=None),
        turn(*END),
    )
    first, second, third = run.per_turn
    assert first.calls == ("list_files", "nonsense", "read_file") and first.invalid == 2
    assert (first.usage, first.cost_usd, first.latency_s) == (taken["usage"], 0.25, 1.5)
    assert (second.calls, second.finish_reason, second.cost_usd) == ((), "length", None)
    assert (third.calls, third.invalid) == (("end_task",), 0)


def reads(count: int) -> list[Response]:
    """So many turns, each with a call of its own."""
    return [turn(("read_file", {"path": f"{number}"})) for number in range(count)]


@pytest.mark.parametrize(
    "taken, turns, outcome",
    [
        ({}, 10, "too many turns"),
        ({"usage": Usage(output=300)}, 4, "too many tokens"),
        ({"usage": Usage(input=2500)}, 2, "too many tokens"),
        ({"latency_s": 50.0}, 2, "too long"),
        ({"cost_usd": 0.4}, 3, "too expensive"),
        ({"cost_usd": None}, 10, "too many turns"),  # an unknown price counts as nothing
    ],
)
def test_a_dialogue_that_never_ends_is_ended_by_its_bounds(
    taken: dict[str, object], turns: int, outcome: str
) -> None:
    run = play(*[response.model_copy(update=taken) for response in reads(20)])
    assert (run.turns, run.outcome) == (turns, outcome)


def test_ending_in_the_very_turn_of_a_bound_is_ending() -> None:
    bounds = BOUNDS.model_copy(update={"max_turns": 1, "max_output_tokens": 1, "max_seconds": 1})
    assert play(turn(*END, output=9, latency=9.0), bounds=bounds).outcome == "ended"


def test_a_dialogue_that_outgrows_the_context_ends_with_that_and_keeps_what_was_written() -> None:
    run = play(turn(write("a.ts")), turn(("list_files", {})), turn(finish_reason=CONTEXT_TOO_LONG))
    assert run.outcome == "context too long"
    assert run.turns == len(run.per_turn) == 2
    assert [file.path for file in run.files] == ["a.ts"]


LIST = turn(("list_files", {}))
HM = turn(text="hm")
OTHER = turn(("read_file", {"path": "app.js"}))
ENDINGS = {
    "an orderly dialogue has no flag": (
        [turn(*ORDERLY), turn(declare("a")), turn(write("a")), turn(*END)],
        ("ended", 4, ["a"]),
        {},
    ),
    "text without a call is reminded": ([HM, turn(*END)], ("ended", 2, []), {"text": 1}),
    "text after the reminder ends it, and what was written stays": (
        [turn(declare("a"), write("a")), HM, turn(text="Done!")],
        ("stopped calling tools", 3, ["a"]),
        {"text": 2, "structure before reading everything": 1},
    ),
    "a call in between earns another reminder": (
        [HM, LIST, HM, turn(*END)],
        ("ended", 4, []),
        {"text": 2},
    ),
    "a call that is written as text is text": (
        [turn(text='{"name": "end_task", "arguments": {}}'), turn(*END)],
        ("ended", 2, []),
        {"text": 1},
    ),
    "an empty reply is text": ([turn(), turn()], ("stopped calling tools", 2, []), {"text": 2}),
    "calls beside end_task are carried out": (
        [turn(*ORDERLY, declare("a"), *END, write("a"))],
        ("ended", 1, ["a"]),
        {},
    ),
    "a circle of several turns": (
        [LIST, OTHER] * 10,
        ("going in circles", 6, []),
        {"repeated call": 4},
    ),
    "anything new breaks a circle": (
        [*[LIST] * 4, turn(("list_files", {}), *ORDERLY[:1]), *[LIST] * 3, turn(*END)],
        ("ended", 9, []),
        {"repeated call": 7},
    ),
    **{
        f"a {reason} ends it, and what was written stays": (
            [turn(*ORDERLY, declare("a"), write("a")), turn(finish_reason=reason)],
            ("refused", 2, ["a"]),
            {"text": 1},
        )
        for reason in ("refusal", "content_filter")
    },
    "words are no refusal": (
        [turn(text="No.", finish_reason="refusal"), turn(*END)],
        ("ended", 2, []),
        {"text": 1},
    ),
    "nor are calls": (
        [turn(("list_files", {}), finish_reason="refusal"), turn(*END)],
        ("ended", 2, []),
        {},
    ),
}


@pytest.mark.parametrize(("turns", "ending", "flags"), ENDINGS.values(), ids=ENDINGS)
def test_where_a_dialogue_ends_and_what_is_counted(
    turns: list[Response], ending: tuple[str, int, list[str]], flags: dict[str, int]
) -> None:
    run = play(*turns)
    assert (run.outcome, run.turns, [file.path for file in run.files]) == ending
    named = {name.replace("text", "text without a call"): count for name, count in flags.items()}
    assert run.flags == named
    if turns[0] is HM:
        assert run.transcript[3] == {"role": "user", "content": REMINDER}

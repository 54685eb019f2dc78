"""The bounds of a dialogue follow its data set: also a model with one call a turn can finish."""

import asyncio
from pathlib import Path

import pytest

from assay.config.settings import DialogueConfig
from assay.config.yaml_files import read_yaml
from assay.content.scenarios import all_tests
from assay.errors import Problems
from assay.ledger.request import Request
from assay.records.pipeline import Dialogue, Prompt, Response, Usage
from assay.records.untyped import Message
from stages.generate.builtin import gold_files, orderly, scripted
from stages.generate.dialogue.engine import converse
from stages.render import render
from tests.stages.generate.dialogue.scripted_model import BOUNDS

TASKS = {
    "UpgradeReactApplication-ToDoApp_ReactJS": 33,
    "MigrateAngularJSToReact-ToDoApp_AngularJS": 35,
    "UpgradeExtendedReactToReact19-ExtendedReactApplication": 91,
}
"""Each dialogue of the suite, and how many calls the reference answer takes."""
SECONDS_A_TURN = 40.0
USD_A_TURN = 0.25


def one_call_a_turn(prompt: Prompt, bounds: DialogueConfig) -> Dialogue:
    """The gold dialogue by a slow and dear model that makes one call a turn."""
    calls = [call for turn in orderly(prompt, gold_files(prompt)) for call in turn]
    model = scripted([[call] for call in calls])

    async def complete(messages: tuple[Message, ...]) -> Response:
        response = await model(Request(model="m", messages=messages))
        read = sum(len(str(message)) for message in messages) // 3
        written = sum(len(call.arguments) for call in response.tool_calls) // 3
        return response.model_copy(
            update={
                "usage": Usage(input=read, output=written + 1000),
                "latency_s": SECONDS_A_TURN,
                "cost_usd": USD_A_TURN,
            }
        )

    return asyncio.run(converse(prompt, complete, bounds))


@pytest.mark.parametrize("test", TASKS)
def test_gold_with_one_call_a_turn_finishes_every_dialogue(
    test: str, product: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(product)
    prompt = render(all_tests(Problems())[test])
    shipped = DialogueConfig.model_validate(read_yaml(Path("conf/dialogue/default.yaml")))
    dialogue = one_call_a_turn(prompt, shipped)
    assert (dialogue.outcome, dialogue.turns) == ("ended", TASKS[test])
    assert len(dialogue.files) == len(gold_files(prompt))
    assert dialogue.turns <= 0.7 * shipped.for_files(len(prompt.files)).max_turns


def test_all_sums_grow_and_the_idle_turns_stay() -> None:
    assert BOUNDS.for_files(30) == DialogueConfig(
        files=30,
        max_turns=20,
        max_idle_turns=BOUNDS.max_idle_turns,
        max_input_tokens=10000,
        max_output_tokens=2000,
        max_seconds=200,
        max_usd=2,
    )
    assert BOUNDS.for_files(7) == BOUNDS

"""Gold dialogues with one thing done wrong, played through the real tools."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from assay.answers.child_process import Process
from assay.records.pipeline import Prompt
from stages.generate.builtin import DialogueScript, ScriptedCall, gold_files, orderly
from tools.reference import played

WRONG_CALLS = 10
"""Calls of a dialogue that calls tools wrongly: more than any criterion allows."""


class CarelessDialogue(NamedTuple):
    """What was done wrong, and how the dialogue went."""

    label: str
    process: Process


def careless(prompt: Prompt) -> Iterator[CarelessDialogue]:
    """Each way to use the tools wrongly, with the files of gold; none for other tests."""
    if prompt.answer != "dialogue":
        return
    for label, script in scripts(prompt, gold_files(prompt)).items():
        yield CarelessDialogue(label, played(prompt, script))


def scripts(prompt: Prompt, files: Mapping[str, str]) -> dict[str, DialogueScript]:
    """The careless dialogues by what is wrong with each."""
    listing, reading, declaring, writing, ending = orderly(prompt, files)
    wrong: list[ScriptedCall] = [
        ("read_file", {"path": f"no/such/file{number}.js"}) for number in range(WRONG_CALLS)
    ]
    return {
        "one file is not read": (listing, reading[:-1], declaring, writing, ending),
        "the structure is declared first": (declaring, listing, reading, writing, ending),
        "no structure is declared": (listing, reading, writing, ending),
        "a file is written before the structure": (
            listing,
            reading,
            writing[:1],
            declaring,
            writing[1:],
            ending,
        ),
        "calls name files that do not exist": (
            listing,
            wrong,
            reading,
            declaring,
            writing,
            ending,
        ),
        "the dialogue is not ended": (listing, reading, declaring, writing, [], []),
    }

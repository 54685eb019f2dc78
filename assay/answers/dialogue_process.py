"""How a dialogue went: what its record says of how the model used its tools."""

from typing import NamedTuple

from assay.records.pipeline import Dialogue

ENDED = "ended"
"""The outcome of a dialogue that the model ended itself, by `end_task`."""
STRUCTURE_TOO_EARLY = "structure before reading everything"
WRITTEN_TOO_EARLY = "written before a structure"
"""The flags of the record that decide the facts below."""


class Process(NamedTuple):
    """Facts of a dialogue.

    `calls`: all calls, `failed` ones included. `failed`: calls that were answered with an error.
    `read_first`: a structure was declared, and each time all text files of the data set had been
    read. `structure_first`: a structure was declared, and no file was written before.
    """

    outcome: str
    calls: int
    failed: int
    read_first: bool
    structure_first: bool


def process_of(dialogue: Dialogue) -> Process:
    declared = bool(dialogue.declared)
    return Process(
        outcome=dialogue.outcome,
        calls=sum(len(turn.calls) for turn in dialogue.per_turn),
        failed=sum(turn.invalid for turn in dialogue.per_turn),
        read_first=declared and STRUCTURE_TOO_EARLY not in dialogue.flags,
        structure_first=declared and WRITTEN_TOO_EARLY not in dialogue.flags,
    )


def in_words(process: Process) -> str:
    """The facts as a judge is told them."""
    read = "yes" if process.read_first else "no"
    structure = "yes" if process.structure_first else "no"
    return (
        f"The dialogue's outcome: {process.outcome}. "
        f"Calls of tools: {process.calls}, of which {process.failed} failed. "
        f"Every text file was read before the structure was declared: {read}. "
        f"The structure was declared before the first file was written: {structure}."
    )

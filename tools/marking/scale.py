"""The scale of marks in words.

The methodology defines 1 to 4 in words, and its published marks have decimals (3.8). 0 is Assay's.
"""

from typing import NamedTuple

from assay.records.pipeline import METRICS

OWN = "an addition of Assay"


class ScaleStep(NamedTuple):
    """One whole mark: its name, and what an answer has to be like to get it."""

    points: int
    name: str
    meaning: str
    origin: str = ""


class Scale(NamedTuple):
    """What one metric asks, and its marks from the highest to the lowest."""

    metric: str
    question: str
    steps: tuple[ScaleStep, ...]


NOTHING = "Nothing was delivered that anyone could use or judge."

ACCURACY = Scale(
    "accuracy",
    "Is what was delivered right? It would build, keeps to the instructions, does nothing wrong, "
    "and is written as good practice has it.",
    (
        ScaleStep(
            4,
            "Accurate",
            "Right throughout: it works exactly as the original does, "
            "and every instruction is kept.",
        ),
        ScaleStep(3, "Almost", "Good code that works in most situations; its faults are small."),
        ScaleStep(
            2,
            "Partly",
            "Some of it is right and works in a few cases; "
            "the harder parts are wrong or misunderstood.",
        ),
        ScaleStep(1, "Not accurate", "The task is not solved."),
        ScaleStep(0, "Nothing", NOTHING, OWN),
    ),
)
COMPLETENESS = Scale(
    "completeness",
    "How much of what was to be done is there?",
    (
        ScaleStep(4, "Complete", "All that the task asks for is there."),
        ScaleStep(3, "Almost", "It does the job; small things are missing or overlooked."),
        ScaleStep(2, "Partly", "Some of the job is done; main parts or functions are missing."),
        ScaleStep(1, "None", "It brings the task forward in no way that matters."),
        ScaleStep(0, "Nothing", NOTHING, OWN),
    ),
)
SCALES = {scale.metric: scale for scale in (ACCURACY, COMPLETENESS)}
POINTS = tuple(half / 2 for half in range(9))
"""The marks that the page offers, 0 to 4. A file may have any number between."""


def points_with(mark: str) -> tuple[float, ...]:
    """The marks to offer beside one that was given; '' if none was."""
    return tuple(sorted({*POINTS, float(mark)})) if mark else POINTS


assert tuple(SCALES) == METRICS

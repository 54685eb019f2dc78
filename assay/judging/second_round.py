"""What a judge is told when it is asked again: what was wrong with its earlier replies.

Without it a judge at temperature 0 would get the same messages and give the same reply. Nothing of
its replies is quoted: they may repeat what an answer planted.
"""

from collections.abc import Collection
from typing import Literal, get_args

Fault = Literal[
    "nothing",
    "only thoughts",
    "refused",
    "cut off",
    "no verdicts",
    "unknown ids",
    "no decision",
    "contradiction",
    "repeated",
    "incomplete",
]
"""Why a reply, or a part of it, gives no verdict."""

_SENTENCES: dict[Fault, str] = {
    "nothing": "A reply was empty.",
    "only thoughts": "A reply had no text after its thoughts.",
    "refused": "A reply was a refusal. You are only asked to review the text.",
    "cut off": (
        "A reply was cut off at the limit of its tokens. Think briefly, quote few words, and "
        "explain in one short sentence."
    ),
    "no verdicts": "A reply had no JSON object with verdicts in it.",
    "unknown ids": (
        "A reply had verdicts without an id of the list. Copy each id letter by letter."
    ),
    "no decision": "A reply had a decision that the instructions do not allow.",
    "contradiction": "A reply had two verdicts with one id that contradict each other.",
    "repeated": "A reply repeated verdicts that stand in the answer. Give verdicts of your own.",
    "incomplete": "A reply left out ids of the list.",
}


def note(times_asked: int, faults: Collection[Fault]) -> str:
    """The paragraph before the criteria of a question that is asked again.

    Empty in the first round: then the question is what it always was.
    """
    if not times_asked:
        return ""
    sentences = [_SENTENCES[fault] for fault in get_args(Fault) if fault in faults]
    times = "once" if times_asked == 1 else f"{times_asked} times"
    return " ".join(
        [
            f"You were asked about this list {times} before, without a usable verdict.",
            *sentences,
            "Reply with the JSON object that the instructions describe, and nothing else.\n\n",
        ]
    )

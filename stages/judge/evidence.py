"""Whether what a judge quotes as evidence stands in the answer. A figure of the judge: it takes no verdict away."""

import re

_ELISION = re.compile(r"…|\.\.\.")


def plain(text: str) -> str:
    """The text with every run of white space as one blank."""
    return " ".join(text.split())


def found_in(answer: str, evidence: str) -> bool | None:
    """Whether each piece of the evidence, cut where it says `…`, stands in the answer. None: nothing is quoted.

    `answer` has gone through `plain`, so that line ends and indents do not matter.
    """
    pieces = [piece for part in _ELISION.split(evidence) if (piece := plain(part))]
    return all(piece in answer for piece in pieces) if pieces else None

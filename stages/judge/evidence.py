"""Whether a judge's evidence stands in the answer. No verdict depends on it."""

import re

_ELISION = re.compile(r"…|\.\.\.")


def plain(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())


def stands_in(answer: str, evidence: str) -> bool | None:
    """Whether each piece of the evidence stands in the answer; None if nothing is quoted.

    Pieces are divided by `…`. `answer` has gone through `plain`, so that line ends and indentation
    do not matter.
    """
    pieces = [plain(piece) for piece in _ELISION.split(evidence)]
    quoted = [piece for piece in pieces if piece]
    if not quoted:
        return None
    return all(piece in answer for piece in quoted)

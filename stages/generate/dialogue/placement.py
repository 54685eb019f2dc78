"""Where a command stands in a message: on lines of its own, or inside other text.

A model that plans writes of commands without giving them: in a sentence, in inline code, in a list,
in its thoughts, in code. Such a command is only mentioned.
"""

import re

THOUGHT = re.compile(
    r"[<\[◁](/?)(?:think|thinking|thoughts?|reasoning|scratchpad)(?:[>▷]|\](?!\())", re.IGNORECASE
)
"""A tag that begins thoughts, or with a `/` ends them. A Markdown link is none."""
_MARK = r"<[^<>\n]{0,80}>|\[/?[A-Z_ ]{2,30}\]|(?:`{3,}|~{3,})\w*|functools|[\s\ufeff\[\],;}()]"
_LABEL = (
    r"[*_#]*(?:(?:next|tool|function|json)[ _-]?)?"
    r"(?:command|action(?: input)?|tool|call|json|assistant|answer|response|output|reply)s?"
    r"[*_]*[ \t]*:[*_]*"
)
_HEAD = re.compile(rf"(?:{_MARK})*(?:{_LABEL})?(?:{_MARK})*", re.IGNORECASE)
_TAIL = re.compile(rf"(?:{_MARK})*")
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*([^\n`]{0,100})$", re.MULTILINE)
_NEUTRAL = ("", "json", "jsonc", "json5", "jsonl", "text", "txt", "plaintext", "xml", "command")
_LONGEST = 200
"""Characters of a line before or behind a command that are looked at; more is prose."""


class Placement:
    """One message, looked at from the left.

    `behind`: the end of what was read as a command. A command beside it stands on its own too.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._behind = 0
        self._looked = 0
        self._fence: tuple[str, str] | None = None
        """The open fence: its marks, and the word behind them."""

    def passed(self, behind: int, closed: bool) -> None:
        """What ends there is a command. `closed`: it ends with a code block."""
        self._behind = behind
        self._looked = behind
        if closed:
            self._fence = None

    def begins_alone(self, start: int) -> bool:
        """Whether only marks and a label stand before it in its line, and no code around it.

        `start` never decreases.
        """
        self._look(start)
        line = max(self._text.rfind("\n", 0, start) + 1, self._behind)
        in_code = self._fence is not None and not _is_neutral(self._fence[1])
        is_near = start - line <= _LONGEST
        return is_near and not in_code and bool(_HEAD.fullmatch(self._text, line, start))

    def ends_alone(self, end: int) -> bool:
        """Whether only marks stand behind it in its line, up to the next object."""
        window = self._text[end : end + _LONGEST]
        rest = re.split(r"[\n{]", window, maxsplit=1)[0]
        return bool(_TAIL.fullmatch(rest))

    def is_whole_message(self, start: int, end: int) -> bool:
        """Whether the message is nothing but this, in backticks or not."""
        before = self._text[:start].strip()
        after = self._text[end:].strip()
        return before == after and before in ("", "`")

    def _look(self, start: int) -> None:
        """Follow the fences up to there."""
        for found in _FENCE.finditer(self._text, self._looked, start):
            marks = found[1]
            info = found[2].strip().lower()
            if self._fence is None:
                self._fence = (marks, info.partition(" ")[0])
            elif not info and marks.startswith(self._fence[0]):
                self._fence = None
        self._looked = max(self._looked, start)


def _is_neutral(language: str) -> bool:
    """Whether commands may stand in a block of this language."""
    return language in _NEUTRAL or language.startswith("tool")

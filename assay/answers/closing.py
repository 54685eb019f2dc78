"""Prose behind the code of a file that has no fence: where the file ends."""

import re
from collections.abc import Sequence
from typing import Literal

from assay.answers.kinds import is_command, is_tree
from assay.answers.lines import MAX_LABEL, is_blank, is_rule, trim_blank

_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s+\S|\#{1,6}\s+\S|\*\*\S|>\s+\S")
_SENTENCE = re.compile(r"[A-Z`*(_].{0,399}[.:!?)`*\"']\s*")
_PLAIN = re.compile(r"[\w\s,.:;!?'’\"`*&/()–—-]+")
_CODE_START = re.compile(
    r"(?:import|export|const|let|var|function|class|interface|type|def|from|return|public|private"
    r"|async|await|if|for|while|else|try|declare|enum|namespace|module|use|@\w+)\b|[@.#:\[{(<*/\"']"
)
_CODE_END = re.compile(r"[;{},\[(=>]\s*$|\*/\s*$")
_ONE_WORD = re.compile(r"[A-Z][a-z]+[.:!]\s*")
_LineKind = Literal["begins prose", "continues prose", "code"]


def without_closing_prose(lines: Sequence[str], start: int, end: int) -> int:
    """The end of the code in `start:end`: paragraphs of prose and of commands behind it are cut.

    A paragraph that is indented belongs to the code, and the first paragraph always stays.
    """
    while end > start:
        top = end
        while top > start and not is_blank(lines[top - 1]):
            top -= 1
        if top == start or not is_closing_prose(lines[top:end]):
            return end
        end = trim_blank(lines, start, top)[1]
    return end


def without_leading_prose(lines: Sequence[str], start: int, end: int) -> int:
    """The start of the code in `start:end`: paragraphs of prose above it are cut.

    If all of it is prose, it stays.
    """
    top = start
    while top < end:
        bottom = next((at for at in range(top, end) if is_blank(lines[at])), end)
        if not is_closing_prose(lines[top:bottom]):
            return top
        top = trim_blank(lines, bottom, end)[0]
    return start


def is_closing_prose(paragraph: Sequence[str]) -> bool:
    """Whether a paragraph behind code is none: sentences, a list, a title, commands or a tree."""
    if paragraph[0][:1].isspace():
        return False
    is_titled = len(paragraph) > 1 and is_rule(paragraph[1])
    if is_titled or is_tree(paragraph):
        return True
    kinds = [_line_kind(line) for line in paragraph]
    return kinds[0] == "begins prose" and "code" not in kinds


def _line_kind(line: str) -> _LineKind:
    text = line.strip()
    if len(text) > MAX_LABEL:
        return "begins prose" if _PLAIN.fullmatch(text[:MAX_LABEL]) else "code"
    is_item = _ITEM.match(text) and text[-1] not in "{};"  # of a list, or a title
    if is_item or is_command(text) or _ONE_WORD.fullmatch(text):
        return "begins prose"
    if _CODE_END.search(text) or _CODE_START.match(text):
        return "code"
    return _kind_by_words(text)


def _kind_by_words(text: str) -> _LineKind:
    """The kind of a line without signs of code: a sentence, words of one, or code."""
    words = len(text.split())
    if words >= 4 and _SENTENCE.fullmatch(text):
        return "begins prose"
    if words >= 2 and _PLAIN.fullmatch(text):
        return "begins prose" if text[0].isupper() else "continues prose"
    return "continues prose" if text.isalpha() or text.endswith(".") else "code"

"""Documents made untrue on purpose: a reader must not find the facts of the original in them.

Each function takes a Markdown document and gives another with the same headings. Only prose
changes: headings and blocks of code stay.
"""

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

_FENCE = re.compile(r"^ {0,3}(?:```|~~~)")
_HEADING = re.compile(r"^#{1,6} ")
_RULE = re.compile(r"^[ \t|:*_-]*$")
"""An empty line, and the line below the head of a table."""
_BULLET = re.compile(r"^(\s*(?:[-*+]|\d+[.)])\s+|\s*>\s?)(.*)$", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+(?=[^\sa-z])")
_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER = re.compile(rf"(?<![\w.])\d+(?:\.\d+)*(?!\w)|\b(?:{'|'.join(_WORDS)})\b")
_DENIAL = "It is not true, and never happens, that "

_OPPOSITES = """\
before/after, first/last, always/never, more/less, most/least, must/need not, can/cannot, is/is not,
are/are not, does/does not, has/lacks, have/lack, with/without, above/below, all/none, every/no,
only/not only, shown/hidden, enabled/disabled, accepted/refused, ascending/descending, kept/lost,
empty/full, true/false, left/right"""
_PAIRS = [pair.split("/") for pair in re.split(r",\s", _OPPOSITES)]
_SWAPS = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
_SWAPPED = re.compile(
    r"\b(?:" + "|".join(sorted(map(re.escape, _SWAPS), key=len, reverse=True)) + r")\b"
)


def denied(document: str) -> str:
    return _each_passage(document, lambda text: _by_sentence(text, _deny))


def swapped(document: str) -> str:
    """The first word with an opposite is exchanged for it in each sentence; without any, denied."""

    def swap(sentence: str) -> str:
        turned = _SWAPPED.sub(lambda word: _SWAPS[word[0]], sentence, count=1)
        return turned if turned != sentence else _deny(sentence)

    return _each_passage(document, lambda text: _by_sentence(text, swap))


def with_other_numbers(document: str, seed: int) -> str:
    """Every number in prose, in digits or up to ten in words, is another one."""

    def other(number: re.Match[str]) -> str:
        if number[0] in _WORDS:
            return _WORDS[(_WORDS.index(number[0]) + 1 + seed % 7) % len(_WORDS)]
        return ".".join(_other_number(part, seed) for part in number[0].split("."))

    return _each_passage(document, lambda text: _NUMBER.sub(other, text))


def word_soup(document: str, seed: int) -> str:
    """The words below each heading, in a random order."""
    draw = random.Random(seed)
    lines = []
    for head, body in _sections(document):
        words = " ".join(body).split()
        draw.shuffle(words)
        lines += [*head, "", " ".join(words), ""]
    return "\n".join(lines)


def shuffled(document: str, seed: int) -> str:
    """The lines below each heading, of the whole document, in a random order."""
    parts = _sections(document)
    lines = [line for _, body in parts for line in body if line.strip()]
    random.Random(seed).shuffle(lines)
    return _below(parts, lines)


def below_next_heading(document: str) -> str:
    """What stands below each heading stands below the next one."""
    parts = _sections(document)
    bodies = [body for _, body in parts]
    turned = zip(parts, [*bodies[-1:], *bodies[:-1]], strict=True)
    return "\n".join(line for (head, _), body in turned for line in [*head, *body])


def source_below_headings(document: str, source: Iterable[str]) -> str:
    """The headings of the document, with lines of source code in place of its text."""
    return _below(_sections(document), [line for line in source if line.strip()])


KINDS: Mapping[str, Callable[[str, Iterable[str], int], str]] = {
    "denied": lambda document, source, seed: denied(document),
    "swapped": lambda document, source, seed: swapped(document),
    "numbers": lambda document, source, seed: with_other_numbers(document, seed),
    "shuffled": lambda document, source, seed: shuffled(document, seed),
    "next heading": lambda document, source, seed: below_next_heading(document),
    "soup": lambda document, source, seed: word_soup(document, seed),
    "source": lambda document, source, seed: source_below_headings(document, source),
}
"""Each alteration of a document, given the lines of the source and a seed."""


def _below(parts: Sequence[tuple[list[str], list[str]]], lines: Sequence[str]) -> str:
    """The headings of the parts, with an equal share of the lines below each."""
    share = -(-len(lines) // max(len(parts), 1))
    result: list[str] = []
    for number, (head, _) in enumerate(parts):
        result += [*head, "", *lines[number * share : (number + 1) * share], ""]
    return "\n".join(result)


def _deny(sentence: str) -> str:
    stripped = sentence.lstrip("*_\"'`(")
    keeps = stripped[1:2].isupper() or stripped != sentence
    begin = sentence if keeps else sentence[:1].lower() + sentence[1:]
    return _DENIAL + begin


def _other_number(digits: str, seed: int) -> str:
    """A number of about the same size, and of as many digits where that is possible."""
    value = int(digits)
    step = 1 + random.Random(f"{seed} {value}").randrange(1, max(3, value // 2 + 2))
    return str(value + step)


def _by_sentence(text: str, change: Callable[[str], str]) -> str:
    return " ".join(change(sentence) for sentence in _SENTENCE_END.split(text) if sentence.strip())


def _each_passage(document: str, change: Callable[[str], str]) -> str:
    """The document with `change` applied to each paragraph, item of a list and cell of a table."""
    lines: list[str] = []
    passage: list[str] = []

    def close() -> None:
        lines.extend(_changed_passage(passage, change))
        passage.clear()

    is_code = False
    for line in document.split("\n"):
        if _FENCE.match(line):
            is_code = not is_code
        is_kept = is_code or bool(_FENCE.match(line) or _HEADING.match(line) or _RULE.match(line))
        is_row = line.lstrip().startswith("|")
        if is_kept or is_row or _BULLET.match(line):
            close()
        if is_kept:
            lines.append(line)
        elif is_row:
            lines.append(_changed_row(line, change))
        else:
            passage.append(line)
    close()
    return "\n".join(lines)


def _changed_passage(passage: Sequence[str], change: Callable[[str], str]) -> list[str]:
    """A paragraph or an item of a list as one changed line; nothing if there is none."""
    if not passage:
        return []
    text = " ".join(line.strip() for line in passage)
    mark = _BULLET.match(passage[0])
    begin = mark[1] if mark else ""
    return [begin + change(text[len(begin.strip()) :].strip())]


def _changed_row(line: str, change: Callable[[str], str]) -> str:
    """A row of a table, each cell changed."""
    cells = line.strip().strip("|").split("|")
    return "| " + " | ".join(change(cell.strip()) for cell in cells) + " |"


def _sections(document: str) -> list[tuple[list[str], list[str]]]:
    """Each heading with the lines below it; what stands before the first heading has none."""
    parts: list[tuple[list[str], list[str]]] = [([], [])]
    is_code = False
    for line in document.split("\n"):
        if _FENCE.match(line):
            is_code = not is_code
        if not is_code and _HEADING.match(line):
            parts.append(([line], []))
        else:
            parts[-1][1].append(line)
    return [part for part in parts if part[0] or any(line.strip() for line in part[1])]

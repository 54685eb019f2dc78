"""Pair fences into blocks: by CommonMark's rule, with what models do beside it.

A fence opens a block, and the next bare fence of its kind closes it. Four things differ:

- A block may hold others: in Markdown a fence with an info string opens one inside, and so does a
  bare fence with code below it. In code so does a fence with an info string right below code.
- Another fence with an info string means that the block before was never closed. It ends at the
  label or the sentences above the new one.
- A bare fence without a path above and code below is a stray one, and opens nothing.
- A text that was cut off inside its last fence ends there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from assay.answers.bare import read_bare
from assay.answers.comments import first_comment
from assay.answers.extraction_records import TRUNCATED, UNCLOSED
from assay.answers.fence_languages import family_of, is_plain_text, language_of
from assay.answers.fences import Fence, find_markers, read_fence
from assay.answers.kinds import is_sentence, kind_of
from assay.answers.labels import is_heading, is_strong, titled
from assay.answers.lines import is_blank, is_rule

_GAP = 80
"""Lines below a fence that are looked at."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block: opening fence, body `start:end` and the line `after` it, all as line indexes.

    `ending`: the mark of a block that no fence closes, UNCLOSED or TRUNCATED; else empty.
    """

    opener: Fence
    start: int
    end: int
    after: int
    ending: str = ""


def pair_blocks(lines: Sequence[str]) -> list[Block]:
    """The blocks of a text in their order.

    Blocks do not overlap; what lies inside a block is its content.
    """
    blocks: list[Block] = []
    markers = find_markers(lines)
    opened: list[Fence] = []
    for index, below in pairwise([*markers, len(lines)]):
        fence = read_fence(lines, index)
        if not opened:
            if not _is_stray(lines, fence, below):
                opened.append(fence)
        elif not fence.run.startswith(opened[-1].run) or fence.item:
            continue
        elif _opens_inside(lines, opened[-1], fence, below):
            opened.append(fence)
        elif fence.bare and fence.matches(opened[-1]):
            closed = opened.pop()
            if not opened:
                blocks.append(Block(closed, closed.index + 1, index, index + 1))
        elif fence.matches(opened[-1]):
            end = _above_label(lines, opened[0].index + 1, index)
            blocks.append(Block(opened[0], opened[0].index + 1, end, end, UNCLOSED))
            opened = [fence]
    return blocks + _truncated(lines, opened)


def _truncated(lines: Sequence[str], opened: Sequence[Fence]) -> list[Block]:
    """The block of the fence that is still open at the end of the text, if there is one.

    Its last line is no content if it is the beginning of a closing fence.
    """
    if not opened:
        return []
    opener, last = opened[0], lines[-1].lstrip()
    is_half = bool(last) and opener.run.startswith(last) and len(lines) - 1 > opener.index
    return [Block(opener, opener.index + 1, len(lines) - is_half, len(lines), TRUNCATED)]


def _is_stray(lines: Sequence[str], fence: Fence, below: int) -> bool:
    """Whether the fence opens no block, though none is open."""
    if not fence.bare or _path_above(lines, fence):
        return False
    inside = lines[fence.index + 1 : min(below, fence.index + _GAP)]
    return first_comment(inside) is None and kind_of(inside) != "code"


def _opens_inside(lines: Sequence[str], top: Fence, fence: Fence, below: int) -> bool:
    """Whether the fence opens a block inside the innermost open one."""
    is_markdown = _is_markdown(lines, top)
    if not fence.bare:
        above = lines[fence.index - 1]
        return is_markdown or not (is_blank(above) or _leads(above))
    closes = below < len(lines) and read_fence(lines, below).bare
    inside = lines[fence.index + 1 : min(below, fence.index + _GAP)]
    return is_markdown and closes and kind_of(inside) == "code"


def _is_markdown(lines: Sequence[str], fence: Fence) -> bool:
    """Whether the fence opens Markdown, by its language or the path above it."""
    language = language_of(fence.info)
    if not is_plain_text(language):
        return family_of(language) == "markdown"
    return _path_above(lines, fence).lower().endswith((".md", ".mdx"))


def _path_above(lines: Sequence[str], fence: Fence) -> str:
    """The path that the nearest lines above the fence give it; '' if there is none."""
    above = (lines[at] for at in range(fence.index - 1, max(-1, fence.index - 6), -1))
    for line in islice((line for line in above if not is_blank(line) and not is_rule(line)), 2):
        label = read_bare(line)
        if label or is_heading(line):
            return label.path if label else next((title.path for title in titled(line)), "")
    return ""


def _above_label(lines: Sequence[str], start: int, end: int) -> int:
    """The end of an unclosed block in `start:end`: what leads to the next block is not in it."""
    while end > start and (is_blank(lines[end - 1]) or _leads(lines[end - 1])):
        end -= 1
    return end


def _leads(line: str) -> bool:
    """Whether the line may lead to a block: a label or a sentence."""
    return is_strong(line) or read_bare(line) is not None or is_sentence(line)

"""Pair fences into blocks.

CommonMark's rule alone loses answers: a README in a Markdown block contains fences of the same
length, some fences are never closed, some stand alone. So the fences are read in several ways,
and the cheapest reading is used. A reading pays for what CommonMark, or an author, would not do
(see `Cost`).

A text is always read exactly if its blocks all close, its fences are longer than any fence
inside, and its openers have an info string or a label above them. As CommonMark reads it, such a
text costs nothing (or nearly nothing if a block's last line looks like a label), and every other
reading costs more.

The work is linear: at most `BEAM` readings are kept, and a text with more than `MAX_WEIGHED`
fences is paired by CommonMark's rule alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from assay.answers.fences import Fence, find_markers, read_fence, read_shape
from assay.answers.kinds import Kind
from assay.answers.lines import trim_blank

BEAM: Final = 12
"""Readings kept at a time."""

MAX_WEIGHED: Final = 1000
"""Most fences of a text whose readings are weighed; the longest real answers have hundreds."""

MAX_DEPTH: Final = 3
"""Blocks inside one another: an answer in a wrapper, a README in it, a command in that."""

MAX_LABELLED: Final = 2
"""Labelled inner fences of a block that count as a cost; a README may have many."""

MAX_BLOCKS: Final = 5000
"""Blocks of one text that are read at all; the rest of a longer text is left out."""


class Cost(IntEnum):
    """The price of each thing that a careful author does not do."""

    BARE_OPENER = 1
    BARE_INNER_OPENER = 2
    LABELLED_INNER_OPENER = 2
    OTHER_INDENT = 2
    ANNOUNCED_CLOSER = 2
    CODE_READ_AS_TEXT = 3
    TEXT_READ_AS_CODE = 4
    STRAY = 4
    LABELLED_STRAY = 8
    NEVER_CLOSED = 4
    CLOSED_BY_LABEL = 5
    CLOSED_BY_OPENER = 8
    FENCE_READ_AS_CODE = 6


@dataclass(frozen=True, slots=True)
class Block:
    """A block: opening fence, body `start:end` and the line `after` it, all as line indexes.

    `ending` is "closed", "unclosed" (the next label ends it) or "truncated" (the text ends it).
    """

    opener: Fence
    start: int
    end: int
    after: int
    ending: str


@dataclass(frozen=True, slots=True)
class _Chain:
    block: Block
    before: _Chain | None


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read the fences so far: what is open, what was closed, and the cost.

    `open` are the openers that still wait for a closer, outermost first. `labelled` counts the
    inner openers in a labelled block with a path of their own; `MAX_LABELLED` of them are paid
    for.
    """

    cost: int = 0
    open: tuple[Fence, ...] = ()
    labelled: int = 0
    done: _Chain | None = None

    def paying(self, cost: int) -> _Reading:
        return replace(self, cost=self.cost + cost)

    def opening(self, fence: Fence) -> _Reading:
        """The reading with one more open block.

        In a labelled block (a README), a path for the inner block is a cost.
        """
        deeper = replace(self, open=(*self.open, fence))
        in_file = bool(self.open and self.open[0].lead.path)
        if not in_file or not fence.lead.path or self.labelled == MAX_LABELLED:
            return deeper
        return replace(deeper, labelled=self.labelled + 1).paying(Cost.LABELLED_INNER_OPENER)

    def closing(self, end: int, after: int, ending: str) -> _Reading:
        """The reading with the innermost block closed.

        Only the outermost becomes a block of the text.
        """
        outer = self.open[0]
        left = self.open[:-1]
        if left:
            return replace(self, open=left)
        block = Block(outer, outer.index + 1, max(end, outer.index + 1), after, ending)
        return _Reading(cost=self.cost, done=_Chain(block, self.done))


def pair_blocks(lines: Sequence[str]) -> list[Block]:
    """The blocks of a text in their order.

    Blocks do not overlap; what lies inside a block is its content.
    """
    markers = find_markers(lines)
    if len(markers) > MAX_WEIGHED:
        return _pair_plainly(lines, markers)
    bounds = [-1, *markers, len(lines)]
    readings = [_Reading()]
    for number, index in enumerate(markers):
        fence = read_fence(lines, index, bounds[number], bounds[number + 2])
        readings = _best(reading for one in readings for reading in _weigh(one, fence, lines))
    last = min(
        (_finished(reading, lines) for reading in readings), key=lambda reading: reading.cost
    )
    return _in_order(last)


def _weigh(reading: _Reading, fence: Fence, lines: Sequence[str]) -> Iterator[_Reading]:
    """Every possible next reading, with the cost of what the lines below the fence show."""
    for following in _ways(reading, fence, lines):
        yield following.paying(_gap_cost(following, fence))


def _ways(reading: _Reading, fence: Fence, lines: Sequence[str]) -> Iterator[_Reading]:
    if not reading.open:
        yield from _outside(reading, fence)
        return
    top = reading.open[-1]
    if fence.matches(top):
        yield from (
            _inside_markdown(reading, top, fence)
            if top.markdown
            else _inside_code(reading, top, fence)
        )
        yield from _instead_of_closing(reading, top, fence, lines)
    elif top.markdown and fence.run.startswith(top.run):
        yield reading.opening(fence)
    else:
        yield reading


def _outside(reading: _Reading, fence: Fence) -> Iterator[_Reading]:
    opened = reading.opening(fence)
    if not fence.bare:
        yield opened
        return
    yield opened if fence.lead.path else opened.paying(Cost.BARE_OPENER)
    yield reading.paying(Cost.LABELLED_STRAY if fence.lead.path else Cost.STRAY)


def _inside_markdown(reading: _Reading, top: Fence, fence: Fence) -> Iterator[_Reading]:
    if fence.bare:
        yield _closed_by(reading, top, fence)
    if len(reading.open) < MAX_DEPTH:
        yield reading.opening(fence).paying(Cost.BARE_INNER_OPENER if fence.bare else 0)


def _inside_code(reading: _Reading, top: Fence, fence: Fence) -> Iterator[_Reading]:
    if fence.bare:
        yield _closed_by(reading, top, fence)
    elif fence.item:
        yield reading
    else:
        yield reading.paying(Cost.FENCE_READ_AS_CODE)
        if len(reading.open) < MAX_DEPTH:
            yield reading.opening(fence).paying(Cost.FENCE_READ_AS_CODE)


def _closed_by(reading: _Reading, top: Fence, fence: Fence) -> _Reading:
    indent = 0 if top.width == fence.width else Cost.OTHER_INDENT
    announced = Cost.ANNOUNCED_CLOSER if fence.lead.announces else 0
    return reading.paying(indent + announced).closing(fence.index, fence.index + 1, "closed")


def _instead_of_closing(
    reading: _Reading, top: Fence, fence: Fence, lines: Sequence[str]
) -> Iterator[_Reading]:
    """The reading in which the innermost block was never closed and this fence opens the next."""
    announced = bool(fence.lead.path) or (fence.lead.announces and not top.markdown)
    if fence.bare and not announced:
        return
    start = top.index + 1
    stop = fence.lead.start if announced and fence.lead.start is not None else fence.index
    end = trim_blank(lines, start, max(start, stop))[1]
    cost = Cost.CLOSED_BY_LABEL if announced else Cost.CLOSED_BY_OPENER
    yield reading.closing(end, end, "unclosed").opening(fence).paying(cost)


def _gap_cost(reading: _Reading, fence: Fence) -> int:
    """The cost of the lines below a bare fence: prose in a block, or code outside one."""
    if not fence.bare:
        return 0
    top = reading.open[-1] if reading.open else None
    if top is fence:
        return Cost.TEXT_READ_AS_CODE if fence.gap is Kind.PROSE and not fence.lead.path else 0
    is_text = top is None or top.markdown
    return Cost.CODE_READ_AS_TEXT if is_text and fence.gap is Kind.CODE else 0


def _best(readings: Iterator[_Reading]) -> list[_Reading]:
    """The cheapest reading of each state, at most `BEAM`; of equals the one CommonMark prefers."""
    states: dict[tuple[int, ...], _Reading] = {}
    for reading in readings:
        state = tuple(fence.index for fence in reading.open)
        known = states.get(state)
        if known is None or reading.cost < known.cost:
            states[state] = reading
    return sorted(states.values(), key=lambda reading: reading.cost)[:BEAM]


def _finished(reading: _Reading, lines: Sequence[str]) -> _Reading:
    """The reading with all open blocks ended by the end of the text."""
    end = len(lines) - 1 if _ends_in_half_fence(reading, lines) else len(lines)
    while reading.open:
        reading = reading.paying(Cost.NEVER_CLOSED).closing(end, len(lines), "truncated")
    return reading


def _ends_in_half_fence(reading: _Reading, lines: Sequence[str]) -> bool:
    """Whether the text was cut off inside the closing fence: its last line is no content."""
    last = lines[-1].lstrip() if lines else ""
    return bool(reading.open and last) and reading.open[0].run.startswith(last)


def _in_order(reading: _Reading) -> list[Block]:
    found: list[Block] = []
    link = reading.done
    while link is not None:
        found.append(link.block)
        link = link.before
    return found[::-1]


def _pair_plainly(lines: Sequence[str], markers: list[int]) -> list[Block]:
    """CommonMark's rule: a fence opens, the next bare fence of its kind closes."""
    reading = _Reading()
    count = 0
    for index in markers:
        if reading.open and lines[index].strip().strip("`~"):
            continue
        fence = read_shape(lines, index)
        if not reading.open:
            reading = reading.opening(fence)
        elif fence.bare and fence.matches(reading.open[0]):
            reading = reading.closing(index, index + 1, "closed")
            count += 1
        if count == MAX_BLOCKS:
            return _in_order(reading)
    return _in_order(_finished(reading, lines))

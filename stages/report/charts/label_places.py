"""Where the name of a point stands, so that it covers no other name and no point."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, get_args

from stages.report.charts.drawing import text_width

Side = Literal["right", "left", "upper right", "lower right", "above", "below"]
SIDES: tuple[Side, ...] = get_args(Side)
GAP = 8.0
"""Pixels between a point's centre and its name."""
HALF_LINE = 7.0
RADIUS = 6.0


class Spot(NamedTuple):
    """A point in pixels from the left and from the top, and where its interval begins and ends."""

    name: str
    x: float
    y: float
    top: float
    bottom: float


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        beside = self.right <= other.left or other.right <= self.left
        over = self.bottom <= other.top or other.bottom <= self.top
        return not (beside or over)

    def is_inside(self, width: float, height: float) -> bool:
        return self.left >= 0 and self.top >= 0 and self.right <= width and self.bottom <= height


def label_sides(
    spots: Sequence[Spot], width: float, height: float, lines: Sequence[Box] = ()
) -> dict[str, Side]:
    """The side of each point on which its name has room; a name that has none is left out.

    The first points choose first. A name avoids lines and the intervals of others if it can.
    """
    points = [Box(s.x - RADIUS, s.y - RADIUS, s.x + RADIUS, s.y + RADIUS) for s in spots]
    intervals = [Box(s.x - 1, s.top, s.x + 1, s.bottom) for s in spots]
    placed: list[Box] = []
    sides: dict[str, Side] = {}
    for spot in spots:
        free = [side for side in SIDES if box(spot, side).is_inside(width, height)]
        chosen = _first(spot, free, [*points, *placed, *intervals, *lines])
        chosen = chosen or _first(spot, free, [*points, *placed, *lines])
        chosen = chosen or _first(spot, free, [*points, *placed])
        if chosen:
            sides[spot.name] = chosen
            placed.append(box(spot, chosen))
    return sides


def _first(spot: Spot, sides: Iterable[Side], obstacles: Sequence[Box]) -> Side | None:
    for side in sides:
        if not any(box(spot, side).meets(other) for other in obstacles):
            return side
    return None


def box(spot: Spot, side: Side) -> Box:
    """The room that the name takes on that side; above and below, beyond the interval."""
    width = text_width(spot.name)
    if side == "right":
        return Box(spot.x + GAP, spot.y - HALF_LINE, spot.x + GAP + width, spot.y + HALF_LINE)
    if side == "left":
        return Box(spot.x - GAP - width, spot.y - HALF_LINE, spot.x - GAP, spot.y + HALF_LINE)
    if side == "upper right":
        bottom = spot.y - RADIUS
        return Box(spot.x + GAP, bottom - 2 * HALF_LINE, spot.x + GAP + width, bottom)
    if side == "lower right":
        top = spot.y + RADIUS
        return Box(spot.x + GAP, top, spot.x + GAP + width, top + 2 * HALF_LINE)
    line = spot.top - HALF_LINE if side == "above" else spot.bottom + HALF_LINE
    return Box(spot.x - width / 2, line - HALF_LINE, spot.x + width / 2, line + HALF_LINE)

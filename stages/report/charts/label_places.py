"""Where the name of a point stands, so that it covers no other name and no point."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from stages.report.charts.drawing import text_width

Side = Literal["right", "left", "upper right", "lower right", "above", "below"]
SIDES: dict[Side, tuple[int, int]] = {
    "right": (1, 0),
    "left": (-1, 0),
    "upper right": (1, -1),
    "lower right": (1, 1),
    "above": (0, -1),
    "below": (0, 1),
}
"""The direction from the point to its name, to the right and down."""
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
        for avoided in ([*intervals, *lines], lines, ()):
            obstacles = [*points, *placed, *avoided]
            side = _free_side(spot, obstacles, width, height)
            if side:
                sides[spot.name] = side
                placed.append(box(spot, side))
                break
    return sides


def _free_side(spot: Spot, obstacles: Sequence[Box], width: float, height: float) -> Side | None:
    for side in SIDES:
        room = box(spot, side)
        if room.is_inside(width, height) and not any(map(room.meets, obstacles)):
            return side
    return None


def box(spot: Spot, side: Side) -> Box:
    """The room that the name takes on that side; above and below, beyond the interval."""
    across, down = SIDES[side]
    half = text_width(spot.name) / 2
    x = spot.x + across * (GAP + half)
    if across:
        y = spot.y + down * (RADIUS + HALF_LINE)
    else:
        y = (spot.top if down < 0 else spot.bottom) + down * HALF_LINE
    return Box(x - half, y - HALF_LINE, x + half, y + HALF_LINE)

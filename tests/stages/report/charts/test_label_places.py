"""Names cover no other name and no point."""

import random
from itertools import combinations

from stages.report.charts.label_places import RADIUS, Box, Spot, box, label_sides

WIDTH, HEIGHT = 500.0, 300.0


def spots(count: int, seed: int) -> list[Spot]:
    generator = random.Random(seed)
    found = []
    for number in range(count):
        x, y = generator.uniform(0, WIDTH), generator.uniform(40, HEIGHT - 40)
        found.append(Spot(f"vendor-model-{number}", x, y, y - 30, y + 30))
    return found


def test_names_meet_neither_each_other_nor_a_point() -> None:
    for seed in range(20):
        points = spots(30, seed)
        sides = label_sides(points, WIDTH, HEIGHT)
        boxes = [box(spot, sides[spot.name]) for spot in points if spot.name in sides]
        assert len(boxes) > 8
        assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])]
        for spot in points:
            around = Box(spot.x - RADIUS, spot.y - RADIUS, spot.x + RADIUS, spot.y + RADIUS)
            assert not [one for one in boxes if one.meets(around)]
        assert all(one.is_inside(WIDTH, HEIGHT) for one in boxes)


def test_a_name_stands_to_the_right_and_at_the_edge_or_beside_a_line_to_the_left() -> None:
    assert label_sides([Spot("a", 100, 100, 90, 110)], WIDTH, HEIGHT) == {"a": "right"}
    assert label_sides([Spot("a", WIDTH, 100, 90, 110)], WIDTH, HEIGHT) == {"a": "left"}
    line = [Box(100, 99, 300, 101)]
    assert label_sides([Spot("a", 100, 100, 90, 110)], WIDTH, HEIGHT, line) == {"a": "left"}


def test_the_first_point_chooses_first_and_a_name_without_room_is_left_out() -> None:
    crowd = [Spot(name * 40, 250, 150, 140, 160) for name in "abcdef"]
    sides = label_sides(crowd, WIDTH, HEIGHT)
    assert crowd[0].name in sides or len(sides) < len(crowd)
    assert len(sides) < len(crowd)

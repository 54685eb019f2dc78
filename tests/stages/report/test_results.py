"""Each model stands against the next, seen from the better one, before the table of all pairs."""

from types import SimpleNamespace
from typing import Any, cast

from stages.report.results import neighbours
from tests.stages.validity.small_run import board, significant_pair

MODELS = ("solid", "hostile", "patchy")


def next_to_each_other(*names: tuple[str, str]) -> list[tuple[Any, ...]]:
    """Of pairs in which the first one is 5 points better: the two models, difference, interval."""
    pairs = tuple(significant_pair(*pair) for pair in names)
    of_three = board(*MODELS).model_copy(update={"pairs": pairs})
    found = neighbours(cast(Any, SimpleNamespace(leaderboard=of_three)))
    return [(pair.first, pair.second, pair.difference, pair.low, pair.high) for pair in found]


def test_a_pair_is_seen_from_the_model_that_stands_higher() -> None:
    pairs = (("hostile", "solid"), ("hostile", "patchy"), ("patchy", "solid"))
    assert next_to_each_other(*pairs) == [
        ("solid", "hostile", -5.0, -9.0, -1.0),
        ("hostile", "patchy", 5.0, 1.0, 9.0),
    ]


def test_with_a_baseline_only_its_neighbours_are_compared() -> None:
    ((first, second, *_),) = next_to_each_other(("hostile", "solid"), ("patchy", "solid"))
    assert (first, second) == ("solid", "hostile")

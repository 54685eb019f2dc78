"""GCI and the classes: the methodology's published figures and their boundaries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.code.measure_tree import Class, complexity_class, gci, gci_normalised, size_class

COUNTS = st.integers(min_value=0, max_value=10_000)


@pytest.mark.parametrize(
    ("complexity", "loc", "index", "classes"),
    [
        (631, 3055, 0.2065, ("high", "high")),
        (113, 624, 0.1811, ("high", "high")),
        (83, 473, 0.1755, ("high", "average")),
        (31, 177, 0.1751, ("high", "low")),
        (44, 263, 0.1673, ("high", "average")),
        (6, 39, 0.1538, ("average", "low")),
        (29, 200, 0.145, ("average", "average")),
        (137, 992, 0.1381, ("average", "high")),
        (37, 277, 0.1336, ("average", "average")),
        (15, 135, 0.1111, ("low", "low")),
        (57, 515, 0.1107, ("low", "high")),
        (8, 150, 0.0533, ("low", "low")),
    ],
)
def test_published_code_bases_are_classed_by_the_rule(
    complexity: int, loc: int, index: float, classes: tuple[Class, Class]
) -> None:
    assert gci(complexity, loc) == index
    assert (complexity_class(complexity, loc), size_class(loc)) == classes


@pytest.mark.parametrize(
    ("complexity", "loc", "expected"),
    [
        (1149, 10_000, "low"),
        (23, 200, "average"),  # 0.115 is 0.12: a float's 0.115 would be 0.11
        (1649, 10_000, "average"),
        (33, 200, "high"),  # 0.165 is 0.17
    ],
)
def test_a_half_is_rounded_up_before_the_class_is_decided(
    complexity: int, loc: int, expected: Class
) -> None:
    assert complexity_class(complexity, loc) == expected


@pytest.mark.parametrize(
    ("loc", "expected"),
    [(0, "low"), (199, "low"), (200, "average"), (500, "average"), (501, "high")],
)
def test_sizes_between_200_and_500_are_average(loc: int, expected: Class) -> None:
    assert size_class(loc) == expected


@given(COUNTS, COUNTS)
def test_normalised_gci_is_above_0_and_at_most_1(complexity: int, loc: int) -> None:
    assert 0 < gci_normalised(complexity, loc) <= 1


def test_code_without_functions_is_normalised_as_complexity_1() -> None:
    assert gci_normalised(0, 40) == 1 / 40

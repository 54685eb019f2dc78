"""Agreement on ordered marks: the published examples come out, and what is not defined is None."""

from assay.statistics.ordinal_agreement import ordinal_alpha

KRIPPENDORFF = """\
1 2 3 3 2 1 4 1 2 . . .
1 2 3 3 2 2 4 1 2 5 . 3
. 3 3 3 2 3 4 2 2 5 1 .
1 2 3 3 2 4 4 1 2 5 1 ."""
"""Four observers of twelve units, from 'Computing Krippendorff's alpha-reliability' (2011), section
C."""


def units() -> list[list[float]]:
    rows = [line.split() for line in KRIPPENDORFF.splitlines()]
    return [[float(value) for value in unit if value != "."] for unit in zip(*rows, strict=True)]


def test_alpha_of_the_published_example_is_that_of_ordinal_data() -> None:
    found = ordinal_alpha(units())
    assert found is not None and round(found, 3) == 0.815


def test_alpha_is_one_for_equal_raters_and_below_zero_for_opposite_ones() -> None:
    assert ordinal_alpha([[0, 0], [2, 2], [4, 4]]) == 1
    opposite = ordinal_alpha([[0, 4], [4, 0]])
    assert opposite is not None and opposite < 0


def test_alpha_goes_by_the_order_of_marks_not_by_their_size() -> None:
    assert ordinal_alpha([[0, 1], [1, 1], [2, 2]]) == ordinal_alpha([[0, 3], [3, 3], [4, 4]])


def test_units_with_one_mark_say_nothing_about_agreement() -> None:
    assert ordinal_alpha([[1, 2], [2, 2], [4]]) == ordinal_alpha([[1, 2], [2, 2]])


def test_one_and_the_same_mark_throughout_defines_no_agreement() -> None:
    assert ordinal_alpha([[4, 4], [4, 4]]) is None
    assert ordinal_alpha([]) is None

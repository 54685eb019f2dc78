"""The weights of tests reproduce the overall score that categories give."""

from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.records.pipeline import CATEGORIES, LCIF
from assay.scores.formulas import MetricPair, category_scores, overall, weights_of

LCIF_WEIGHTS = {"One": 0.2, "Two": 0.2, "Three": 0.6}
PERCENT = st.integers(0, 100).map(float)
TESTS = st.dictionaries(
    st.one_of(
        st.tuples(
            st.sampled_from(CATEGORIES[:3]), st.sampled_from(["A-X", "A-Y", "B-X", "B", "C-Z"])
        ),
        st.tuples(
            st.just(LCIF), st.sampled_from(["One-X", "One-Y", "Two-X", "Three-Z", "Unweighted-X"])
        ),
    ),
    st.builds(MetricPair, PERCENT, PERCENT),
)


@given(TESTS)
def test_weighted_sum_of_the_tests_is_the_overall_score(
    drawn: dict[tuple[str, str], MetricPair],
) -> None:
    found = {
        f"{name}{'' if category == LCIF else category}": pair
        for (category, name), pair in drawn.items()
    }
    categories = {
        f"{name}{'' if category == LCIF else category}": category for category, name in drawn
    }
    weights = weights_of(found, categories, LCIF_WEIGHTS)
    expected = overall(category_scores(found, categories, LCIF_WEIGHTS))
    if expected is None:
        assert weights == {}
    else:
        assert fsum(weights.values()) == pytest.approx(1)
        assert fsum(
            weight * found[test].score for test, weight in weights.items()
        ) == pytest.approx(expected)

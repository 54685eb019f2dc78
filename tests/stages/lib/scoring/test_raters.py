"""Agreement of raters: published examples are reproduced; undefined figures are None."""

import pytest

from stages.lib.base.records import MetricScore, TestScore
from stages.lib.scoring.raters import (
    Given,
    agreement,
    by_both,
    correlation,
    ordinal_alpha,
    raters_figures,
)
from stages.lib.scoring.raters import weighted_kappa as kappa

KRIPPENDORFF = """\
1 2 3 3 2 1 4 1 2 . . .
1 2 3 3 2 2 4 1 2 5 . 3
. 3 3 3 2 3 4 2 2 5 1 .
1 2 3 3 2 4 4 1 2 5 1 ."""
"""Four observers of twelve units, from 'Computing Krippendorff's alpha-reliability' (2011), section C."""


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


def test_kappa_worked_by_hand() -> None:
    # observed: (0 + 1 + 0 + 4) / 4 = 1.25; expected: the mean over all 16 pairs of 1 2 3 4 and 1 3 3 2
    pairs = [(1.0, 1.0), (2.0, 3.0), (3.0, 3.0), (4.0, 2.0)]
    distances = [0, 4, 4, 1, 1, 1, 1, 0, 4, 0, 0, 1, 9, 1, 1, 4]
    assert kappa(pairs) == pytest.approx(1 - (5 / 4) / (sum(distances) / 16))


def test_kappa_is_one_for_equal_and_minus_one_for_opposite_raters() -> None:
    assert kappa([(0, 0), (4, 4)]) == 1
    assert kappa([(0, 4), (4, 0)]) == -1


def test_one_and_the_same_mark_throughout_defines_no_agreement() -> None:
    assert kappa([(4, 4), (4, 4)]) is None
    assert ordinal_alpha([[4, 4], [4, 4]]) is None
    assert ordinal_alpha([]) is None


def test_only_dialogues_that_two_raters_share_count() -> None:
    first, second = ("m", "t", "d"), ("m", "u", "e")
    marks = [
        Given("bob", first, 3),
        Given("ann", first, 4),
        Given("ann", second, 1),
        Given("cat", second, 1),
    ]
    found = agreement([*marks, Given("dan", ("m", "v", "f"), 0)])
    assert found["dialogues"] == 2
    assert [(pair["first"], pair["second"], pair["dialogues"]) for pair in found["pairs"]] == [
        ("ann", "bob", 1),
        ("ann", "cat", 1),
    ]


def score(test: str, panel: str, percent: float | None) -> TestScore:
    metric = MetricScore(score=percent, coverage=1.0, low=0.0, high=100.0)
    status = "unscored" if percent is None else "scored"
    fields = {"model": "m", "test": test, "category": "instruction_following", "dataset": None}
    return TestScore.model_validate(
        fields | {"panel": panel, "status": status, "accuracy": metric, "completeness": metric}
    )


def test_people_are_compared_with_the_panel_where_both_scored() -> None:
    scores = {
        "m": [
            score("t", "people", 50),
            score("t", "llm", 60),
            score("t", "checks", 0),
            score("u", "people", 100),
        ],
        "n": [
            score("t", "people", 75),
            score("t", "llm", 80),
            score("u", "people", 0),
            score("u", "llm", None),
        ],
        "o": [score("t", "people", 100), score("t", "llm", 100)],
    }
    assert by_both(scores, "llm") == {"dialogues": 3, "correlation": pytest.approx(1.0)}
    assert by_both(scores, "checks") == {"dialogues": 1, "correlation": None}


def test_correlation_without_variation_is_not_defined() -> None:
    assert correlation([(1, 2), (1, 3)]) is None
    assert correlation([(1, 2), (2, 1)]) == pytest.approx(-1)


def test_marks_are_taken_from_the_metrics_of_all_models() -> None:
    def figures(ann: float, bob: float) -> dict[str, object]:
        marks = {
            "d": {
                "ann": {"accuracy": ann, "completeness": 4.0},
                "bob": {"accuracy": bob, "completeness": 4.0},
            }
        }
        return {"people": {"dialogues": {"t": {"raters": 2, "marks": marks}, "u": {"raters": 0}}}}

    found = raters_figures({"m": figures(0, 0), "n": figures(4, 4), "o": {}}, {}, "llm")
    assert found["accuracy"]["alpha"] == 1
    assert found["completeness"] == {
        "dialogues": 2,
        "alpha": None,
        "pairs": [{"first": "ann", "second": "bob", "dialogues": 2, "kappa": None}],
    }

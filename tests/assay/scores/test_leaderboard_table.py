"""The leaderboard is one table: legible at 80 columns, and the same figures in every form."""

import csv
import io

from assay.records.gaps import NotRun
from assay.records.leaderboard_records import Leaderboard
from assay.records.models import TestCounts
from assay.records.pipeline import Interval
from assay.scores.leaderboard_table import (
    LeaderboardTable,
    as_csv,
    as_markdown,
    as_text,
    cell_text,
    leaderboard_table,
)
from tests.stages.validity.small_run import board

LONG = "a-model-with-a-name-of-28-le"


def table(of: Leaderboard) -> LeaderboardTable:
    return leaderboard_table(of, {})


def lines(*models: str, width: int = 80) -> list[str]:
    return as_text(table(board(*models)), width)


def test_it_fits_80_columns_and_holds_the_whole_names() -> None:
    found = lines(LONG, "b")
    assert max(map(len, found)) <= 80
    assert LONG in found[2] and "50.0" in found[2]
    assert "accuracy" not in found[0] and "$/test" in found[0]


def test_every_form_names_the_level_of_reasoning_if_a_model_sets_one() -> None:
    two = board("a", "b")
    assert "reasoning" not in as_csv(table(two))
    high = two.models[0].model_copy(update={"reasoning": "high"})
    found = table(two.model_copy(update={"models": (high, two.models[1])}))
    assert [row["reasoning"] for row in csv.DictReader(io.StringIO(as_csv(found)))] == ["high", ""]
    assert "| high |" in as_markdown(found)
    assert "high" in as_text(found, 80)[2] and "reasoning" in as_text(found, 80)[0]


def measured() -> Leaderboard:
    """A model with figures in every column, one without, and one that did not run."""
    two = board("a", "b")
    counts = TestCounts(scored=43, unscored=1, missing=2)
    update = {
        "interval": Interval(low=40.0, high=60.5),
        "tests": counts,
        "cost_usd": 0.00044,
        "tokens": 12345,
    }
    full = two.models[0].model_copy(update=update)
    absent = NotRun(model="c", stage="generate", reason="no `key` | <b>")
    return two.model_copy(update={"models": (full, two.models[1]), "not_run": (absent,)})


def test_every_form_has_the_same_figures() -> None:
    found = table(measured())
    (full, empty) = csv.DictReader(io.StringIO(as_csv(found)))
    assert (full["interval_low"], full["interval_high"]) == ("40.0", "60.5")
    assert (full["tests_scored"], full["tests_missing"], full["tokens"]) == ("43", "2", "12345")
    assert full["cost_per_test_usd"] == "1e-05", "a price too small for four decimals"
    assert (empty["interval_low"], empty["tests_scored"]) == ("", ""), "missing is no zero"
    markdown = as_markdown(found).splitlines()
    text = as_text(found, 140)
    for column in found.columns:
        cell = cell_text(column, found.rows[0])
        if column.width != "page":
            assert cell.replace(" to ", "–") in text[2]
        if column.width == "narrow":
            assert f"| {cell} |" in markdown[2]


def test_the_most_that_searched_documents_can_score_is_no_score_in_any_form() -> None:
    two = board("a", "b")
    counts = TestCounts(scored=28, mentioned=18, unscored=0, missing=0)
    update = {"categories": {}, "mentioned": {"code_documentation": 87.25}, "tests": counts}
    found = table(two.model_copy(update={"models": (two.models[0].model_copy(update=update),)}))
    assert "≤ 87.2" in as_text(found, 80)[2] and "| ≤ 87.2 |" in as_markdown(found)
    (line,) = csv.DictReader(io.StringIO(as_csv(found)))
    assert (line["code_documentation"], line["tests_mentioned"]) == ("≤ 87.2", "18")
    assert "28/46" in as_text(found, 140)[2]


def test_a_model_that_did_not_run_has_a_line_and_its_reason_is_no_markdown() -> None:
    found = table(measured())
    assert as_text(found, 140)[-1] == "–  c  no results: no `key` | <b>"
    markdown = as_markdown(found).splitlines()
    assert markdown[-1].startswith("| – | c | no results: `no 'key' \\| <b>` |")
    assert len({line.replace("\\|", "").count("|") for line in markdown}) == 1

"""The colours of charts can be told apart by every kind of colour vision."""

import json
from itertools import combinations

import pytest

from stages.report.charts.drawing import ACCENT, DARK, INK, PAPER, SOFT
from tests.project import ROOT
from tests.stages.report.colours import KINDS, contrast, distance

LEAST = 15.0
"""Delta E: two flat areas side by side are plainly different from about 10 on."""
DARK_PAPER = "#16181b"


@pytest.mark.parametrize("kind", KINDS)
def test_what_leads_differs_from_the_rest(kind: str) -> None:
    assert distance(ACCENT, SOFT, kind) > LEAST
    assert distance(DARK[ACCENT], DARK[SOFT], kind) > LEAST


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("template", ["scores", "cost"])
def test_revisions_in_dvcs_plots_differ(kind: str, template: str) -> None:
    text = (ROOT / f"stages/report/charts/{template}.json").read_text()
    colours = json.loads(text)["config"]["range"]["category"]
    assert len(colours) > 1
    for one, two in combinations(colours, 2):
        assert distance(one, two, kind) > LEAST, (one, two)


def test_points_and_words_stand_out_from_the_paper() -> None:
    for colour in (ACCENT, SOFT, INK):
        assert contrast(colour, PAPER) >= 4.5
    for colour in (DARK[ACCENT], DARK[SOFT], DARK[INK]):
        assert contrast(colour, DARK_PAPER) >= 4.5


def test_the_distance_of_black_and_white_is_that_of_the_scale() -> None:
    assert distance("#000000", "#ffffff", "full colour vision") == pytest.approx(100, abs=0.1)
    red_and_green = ("#a12a22", "#5f6b1f")
    assert distance(*red_and_green, "protanopia") < distance(*red_and_green, "full colour vision")

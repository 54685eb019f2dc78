"""The colours of charts can be told apart by every kind of colour vision."""

import json

from stages.report.charts.drawing import ACCENT, DARK, INK, PAPER, SOFT
from tests.project import ROOT
from tests.stages.report.colours import contrast

OKABE_ITO = {
    *("#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"),
}
"""The palette of Okabe and Ito (2008), which every kind of colour vision tells apart."""
DARK_PAPER = "#16181b"


def test_colours_are_of_a_palette_that_the_colour_blind_tell_apart() -> None:
    text = (ROOT / "stages/report/charts/cost.json").read_text()
    revisions = json.loads(text)["config"]["range"]["category"]
    assert len(set(revisions)) == len(revisions) > 1
    assert {*revisions, ACCENT, DARK[ACCENT]} <= OKABE_ITO


def test_points_and_words_stand_out_from_the_paper() -> None:
    for colour in (ACCENT, SOFT, INK):
        assert contrast(colour, PAPER) >= 4.5
    for colour in (DARK[ACCENT], DARK[SOFT], DARK[INK]):
        assert contrast(colour, DARK_PAPER) >= 4.5

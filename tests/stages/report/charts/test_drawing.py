"""A drawing loads nothing, all in it is text, and everybody can tell its colours apart."""

import base64
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from assay.records.untyped import JsonObject
from stages.report.charts.drawing import ACCENT, DARK, INK, PAPER, SOFT, Chart, drawn
from stages.report.page_text import inert
from tests.project import ROOT
from tests.stages.report.colours import contrast
from tests.stages.report.test_page import HOSTILE

SVG = "{http://www.w3.org/2000/svg}"


def specification(name: str) -> JsonObject:
    return {
        "data": {"values": [{"x": 1, "name": name}]},
        "mark": "text",
        "encoding": {"x": {"field": "x", "type": "quantitative"}, "text": {"field": "name"}},
    }


def test_hostile_text_stays_text_in_a_drawing() -> None:
    svg = drawn(specification(inert(HOSTILE)), HOSTILE)
    root = ElementTree.fromstring(svg)
    tags = {str(element.tag).removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "g", "path", "rect", "line", "text"}
    names = {name for element in root.iter() for name in element.attrib}
    assert not [name for name in names if name.startswith("on") or "href" in name]
    assert any("<script>alert(1)</script>" in (element.text or "") for element in root.iter())


def test_hidden_characters_which_would_end_the_process_become_code_points() -> None:
    every = "".join(map(chr, [*range(32), 0x7F, 0xFFFE, 0xFFFF, 0xD800, 0x202E]))
    shown = inert(every)
    assert "U+0007" in shown and "U+FFFE" in shown and "U+D800" in shown and "U+202E" in shown
    drawn(specification(shown), "all of them")


def test_a_drawing_that_names_an_address_is_refused() -> None:
    with pytest.raises(ValueError, match=r"127\.0\.0\.1"):
        drawn({**specification("a"), "data": {"url": "http://127.0.0.1:9/data.json"}}, "title")


def test_inside_a_page_it_has_colours_for_dark_screens_and_no_background() -> None:
    svg = drawn(specification("a"), "title")
    chart = Chart("title", svg)
    inside = base64.b64decode(chart.address.split(",")[1]).decode()
    assert "prefers-color-scheme" in inside and "prefers-color-scheme" not in svg
    assert f"[fill='{PAPER}'] {{ fill: none }}" in inside
    assert all(dark in inside for dark in DARK.values())


def colours(svg: str) -> set[str]:
    return set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]+|\w+)"', svg)) - {"none", "transparent"}


ALLOWED = {*DARK, PAPER}


OKABE_ITO = {
    *("#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")
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

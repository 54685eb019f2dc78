"""The page of `dvc plots show` in a browser that reaches no network."""

from pathlib import Path

import pytest
from dvc_render.html import render_html
from dvc_render.vega import VegaRenderer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.project import ROOT

pytestmark = pytest.mark.slow
TEMPLATE = ROOT / "stages/report/charts/cost.json"
ROW = {"model": "one", "score": "80", "cost_per_test_usd": "1", "rev": "workspace"}
LIBRARY = "<script>const vegaEmbed = () => 0</script>"


def page(folder: Path) -> Path:
    axes = {"x": "cost_per_test_usd", "y": "score"}
    plot = VegaRenderer([ROW], "one", template=str(TEMPLATE), title="One", **axes)
    return Path(render_html([plot], folder / "index.html", ROOT / ".dvc/plots/page.html"))


def test_without_a_network_it_says_what_to_open_instead(chromium: Chrome, tmp_path: Path) -> None:
    chromium.get(page(tmp_path).as_uri())
    note = chromium.find_element(By.ID, "no-library")
    assert note.is_displayed() and "outputs/report/charts/" in note.text


def test_with_the_library_it_says_nothing(chromium: Chrome, tmp_path: Path) -> None:
    made = page(tmp_path)
    made.write_text(made.read_text().replace("<script src=", f"{LIBRARY}<script src=", 1))
    chromium.get(made.as_uri())
    assert not chromium.find_element(By.ID, "no-library").is_displayed()

"""The charts as PNG show what the SVG shows, twice as large."""

import struct
from pathlib import Path

import pytest

from assay.config import paths
from assay.errors import AssayError
from tools import pictures

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">'
    '<rect width="30" height="20" fill="#0072b2"/></svg>'
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_each_chart_becomes_a_picture_of_twice_its_size(capsys: pytest.CaptureFixture[str]) -> None:
    charts = paths.REPORT / "charts"
    charts.mkdir(parents=True)
    (charts / "cost.svg").write_text(SVG)
    pictures.main()
    data = (pictures.FOLDER / "cost.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">II", data[16:24]) == (60, 40)
    assert capsys.readouterr().out == "outputs/pictures/cost.png\n"


def test_without_a_chart_one_line_says_what_to_run() -> None:
    with pytest.raises(AssayError, match="make bench"):
        pictures.main()

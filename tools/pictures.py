"""Write the report's charts as PNG pictures, for slides and mails.

python -m tools.pictures

Reads outputs/report/charts/*.svg, writes outputs/pictures/*.png. The bytes depend on the fonts of
the machine, so the pictures are no output of DVC.
"""

import sys
from pathlib import Path

from assay.config import paths
from assay.errors import AssayError
from assay.records.jsonl import write_bytes
from tools.exit_code import exit_code

FOLDER = Path("outputs/pictures")
SCALE = 2.0
"""Pixels for each pixel of the drawing: sharp on a slide."""


def main() -> None:
    drawings = sorted((paths.REPORT / "charts").glob("*.svg"))
    if not drawings:
        raise AssayError(f"{paths.REPORT / 'charts'}: there is no chart: run `make bench`")
    for drawing in drawings:
        target = FOLDER / f"{drawing.stem}.png"
        write_bytes(target, picture(drawing.read_text(encoding="utf-8")))
        print(target)


def picture(svg: str) -> bytes:
    """The drawing as PNG. A drawing of the report refers to nothing that could be loaded."""
    import vl_convert

    return bytes(vl_convert.svg_to_png(svg, scale=SCALE))


if __name__ == "__main__":
    sys.exit(exit_code("pictures", main))

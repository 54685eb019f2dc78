"""The chart's Vega-Lite specification, filled and drawn to SVG without a network.

The report and `dvc plots show` draw the same file, `cost.json`: DVC fills it as a template with the
rows of metrics/plots/, the report with the same rows. A drawing has the same bytes each time.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import escape

from assay.records.untyped import JsonObject
from stages.report.page_text import inert

VEGA_LITE = "5.21"
PAPER = "#fdfcfa"
INK = "#1c1e21"
SOFT = "#5c6067"
GRID = "#dedad1"
ACCENT = "#0072b2"
"""Blue against grey, which every kind of colour vision tells apart; filling says the same.

A drawing of the report has no other colours, for dark screens replace these.
"""
DARK = {INK: "#e6e3dd", SOFT: "#a3a5a9", GRID: "#34383d", ACCENT: "#56b4e9"}
REPLACED = " ".join(
    f"[fill='{light}'] {{ fill: {dark} }} [stroke='{light}'] {{ stroke: {dark} }}"
    for light, dark in DARK.items()
)
IN_A_PAGE = (
    f"[fill='{PAPER}'] {{ fill: none }} @media (prefers-color-scheme: dark) {{ {REPLACED} }}"
)
"""The style of a drawing inside a page: the page's own background, and colours for dark screens."""
REVISION = "workspace"
"""What DVC calls the results that are not in a commit; a drawing of the report has one revision."""

ChartRow = Mapping[str, str | float | None]
"""A row of a chart's data: model, figures, and words such as `yes`."""


@dataclass(frozen=True)
class Chart:
    """One drawing; `text` says what it shows."""

    text: str
    svg: str

    @property
    def address(self) -> str:
        """The drawing inside an address: a browser runs and loads nothing of such a picture."""
        head, rest = self.svg.split(">", 1)
        svg = f"{head}><style>{IN_A_PAGE}</style>{rest}"
        return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode('utf-8')).decode('ascii')}"


def specification(rows: Sequence[ChartRow]) -> JsonObject:
    """The specification as DVC fills it for one revision, without a legend; its texts `inert`."""
    made: JsonObject = json.loads(Path(__file__).with_name("cost.json").read_text("utf-8"))
    made["data"]["values"] = values = []
    for row in rows:
        inside = {key: inert(it) if isinstance(it, str) else it for key, it in row.items()}
        values.append({"rev": REVISION, **inside})
    made["config"]["legend"] = {"disable": True}
    return made


def drawn(made: JsonObject, text: str) -> str:
    """The specification as SVG, with `text` as its title.

    Its strings must be `inert`: the library ends the process at a character that XML has not.
    """
    import vl_convert  # 0.4 s of processor time for the first drawing

    svg = vl_convert.vegalite_to_svg(made, vl_version=VEGA_LITE, allowed_base_urls=[])
    head, rest = svg.split(">", 1)
    return f'{head} role="img"><title>{escape(inert(text))}</title>{rest}\n'


def axis_begins(rows: Sequence[ChartRow]) -> str:
    """Where the axis of percents begins, if not at zero: the ten below all values."""
    values = [row[key] for row in rows for key in ("score", "low", "high")]
    known = [value for value in values if isinstance(value, float | int)]
    first = min(min(known) // 10 * 10, -(-max(known) // 10) * 10 - 10)
    return f" The axis begins at {first:g} %." if first > 0 else ""

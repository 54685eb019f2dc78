"""A Vega-Lite specification as an SVG file: drawn without a network, the same bytes each time."""

import base64
from dataclasses import dataclass

from markupsafe import escape

from stages.lib.base.untyped import JsonObject
from stages.report.text import inert

VEGA_LITE = "5.21"
PAPER = "#fdfcfa"
INK = "#1c1e21"
SOFT = "#5c6067"
GRID = "#dedad1"
ACCENT = "#0072b2"
"""Blue against grey, which every kind of colour vision tells apart; shape or filling says the same.

A drawing has no other colours, for dark screens replace these.
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
CONFIG: JsonObject = {
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "domain": False,
        "gridColor": GRID,
        "labelColor": SOFT,
        "labelFontSize": 12,
        "labelLimit": 0,
        "ticks": False,
        "titleColor": SOFT,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    },
    "title": {"color": INK, "fontSize": 13, "anchor": "start", "frame": "group"},
}
CHARACTER = 6.7
"""The width of a character of 12 pixels, about. Layout rests on it, not on a machine's fonts."""


@dataclass(frozen=True)
class Chart:
    """One drawing for wide screens and one for narrow ones; `text` says what they show."""

    name: str
    text: str
    wide: str
    narrow: str

    @property
    def wide_address(self) -> str:
        return _address(self.wide)

    @property
    def narrow_address(self) -> str:
        return _address(self.narrow)


def _address(svg: str) -> str:
    """The drawing inside an address: a browser runs and loads nothing of such a picture."""
    head, rest = svg.split(">", 1)
    svg = f"{head}><style>{IN_A_PAGE}</style>{rest}"
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode('utf-8')).decode('ascii')}"


def drawn(specification: JsonObject, text: str) -> str:
    """The specification as SVG, with `text` as its title.

    Its strings must be `inert`: the library ends the process at a character that XML has not.
    """
    import vl_convert  # 0.4 s of processor time for the first drawing

    svg = vl_convert.vegalite_to_svg(
        {"background": PAPER, "config": CONFIG, **specification},
        vl_version=VEGA_LITE,
        allowed_base_urls=[],
    )
    head, rest = svg.split(">", 1)
    return f'{head} role="img"><title>{escape(inert(text))}</title>{rest}\n'


def text_width(text: str) -> float:
    """Pixels that the text takes, about."""
    return CHARACTER * len(text)


def axis_title(words: str, first: float) -> str:
    """The words, and where the axis begins if that is not zero."""
    return f"{words} (the axis begins at {first:g})" if first else words


def percent_domain(values: list[float]) -> tuple[float, float]:
    """The tens around all values: a scale on which 81 and 99 differ."""
    low = min(values) // 10 * 10
    high = -(-max(values) // 10) * 10
    return max(0.0, min(low, high - 10)), min(100.0, max(high, low + 10))

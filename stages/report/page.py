"""Pages from their templates.

Each one file without scripts, whose policy lets a browser load nothing at all.
"""

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from stages.report.text import FILTERS, printable

TEMPLATES = Path(__file__).parent / "templates"
STYLE = "style.css"


def rendered(template: str, **values: Any) -> str:
    """A whole page. The same values give the same text.

    Whatever they hold is printed, never interpreted.
    """
    style = (TEMPLATES / STYLE).read_text(encoding="utf-8")
    return (
        environment()
        .get_template(template)
        .render(values, style=Markup(style), policy=policy(style))
    )


@cache
def environment() -> jinja2.Environment:
    """Templates that escape everything, show hidden characters and fail on undefined names."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=printable,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(FILTERS)
    return made


def policy(style: str) -> Markup:
    """The Content-Security-Policy: this very style, by its hash, and pictures inside the page."""
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    return Markup(
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )

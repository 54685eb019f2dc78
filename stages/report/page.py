"""Pages from their templates.

Each one file that is whole without its scripts. Its policy lets a browser run these very scripts
and load nothing at all.
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
OPENING = ("open.js",)
SCRIPTS = {
    "beside": ("open.js", "beside.js"),
    "together": ("open.js", "beside.js"),
}
"""What the script of a page is made of, by the name of its template; OPENING for the others."""


def rendered(template: str, **values: Any) -> str:
    """A whole page. The same values give the same text.

    Whatever they hold is printed, never interpreted.
    """
    style = _text(STYLE)
    script = "".join(_text(name) for name in SCRIPTS.get(template.split(".")[0], OPENING))
    inside = {
        "style": Markup(style),
        "script": Markup(script),
        "policy": policy(style, script),
    }
    return environment().get_template(template).render(values, **inside)


@cache
def _text(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


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


def policy(style: str, script: str) -> Markup:
    """The Content-Security-Policy: this style and this script, by their hashes, and pictures.

    Pictures are those inside the page.
    """
    return Markup(
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
    return f"sha256-{digest}"

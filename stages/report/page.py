"""Pages from their templates.

Each one file that is whole without its scripts. Its policy lets a browser run these very scripts
and load nothing at all.
"""

import base64
import hashlib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from assay.config import paths
from assay.records.execution_records import Behaviour, Execution
from assay.scores.leaderboard_table import cell_text
from assay.scores.scores import metric_score
from stages.report.highlight import code_lines
from stages.report.page_text import FILTERS, of_type, pair_id, printable
from stages.report.places import Place, text_parts

TEMPLATES = Path(__file__).parent / "templates"
STYLE = "style.css"
COMMON = ("open.js", "tables.js")
SCRIPTS = dict.fromkeys(("pairs", "test"), ("open.js", "choose.js", "tables.js"))
"""What the script of a page is made of, by the name of its template; COMMON for the others."""
OPTIONS: dict[str, Any] = {
    "autoescape": True,
    "undefined": jinja2.StrictUndefined,
    "finalize": printable,
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
}


def rendered(template: str, **values: Any) -> str:
    """A whole page, the same for the same values, which are printed and never interpreted."""
    style = _text(STYLE)
    script = "".join(_text(name) for name in SCRIPTS.get(template.split(".")[0], COMMON))
    inside = {"style": Markup(style), "script": Markup(script), "policy": policy(style, script)}
    return environment().get_template(template).render(values, **inside)


@cache
def _text(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


class StrictEnvironment(jinja2.Environment):
    """UndefinedError at once for an attribute or a key that a value does not have.

    `StrictUndefined` alone lets `is none` pass, so that a renamed field could go unseen.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        return self._known(super().getattr(obj, attribute))

    def getitem(self, obj: Any, argument: Any) -> Any:
        return self._known(super().getitem(obj, argument))

    def _known(self, value: Any) -> Any:
        if isinstance(value, jinja2.Undefined):
            str(value)  # raises
        return value


@cache
def environment() -> jinja2.Environment:
    """Templates that escape everything, show hidden characters and fail on undefined names."""
    made = StrictEnvironment(loader=jinja2.FileSystemLoader(TEMPLATES), **OPTIONS)
    made.filters.update(FILTERS, coloured=with_places, parts=text_parts, cell_text=cell_text)
    made.filters.update(metric_score=metric_score, pair_id=pair_id, picture=picture)
    made.tests["of_type"] = of_type
    return made


@lru_cache(maxsize=2048)
def coloured(content: str, path: str) -> tuple[Markup, ...]:
    """The lines of the file as safe HTML with its words coloured; equal files are coloured once."""
    return tuple(code_lines(path, content))


def with_places(
    content: str, path: str, number: int = 0, prefix: str = "", places: Sequence[Place] = ()
) -> Markup:
    """The file as safe HTML. The lines that a place in the file of this number names have an id."""
    named = {place.line for place in places if place.file == number}
    lines = list(coloured(content, path))
    for line in named & set(range(1, len(lines) + 1)):
        marked = Markup('<span class="line" id="{}-{}-{}">{}</span>')
        lines[line - 1] = marked.format(prefix, number, line, lines[line - 1])
    return Markup("\n").join(lines)


def policy(style: str, script: str) -> Markup:
    """The Content-Security-Policy: this style, this script by their hashes; pictures inside."""
    return Markup(
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
    return f"sha256-{digest}"


def picture(execution: Execution, behaviour: Behaviour) -> str:
    """The page as it was when the behaviour failed, inside an address; '' without a picture."""
    if not behaviour.screenshot:
        return ""
    folder = paths.screenshots(execution.model) / execution.test / str(execution.attempt)
    try:
        data = (folder / behaviour.screenshot).read_bytes()
    except OSError:
        return ""
    return f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}"

"""The pages of the application and the requests they send.

Answers are hostile input, so everything is escaped.
"""

import re
import sys
from pathlib import Path
from typing import Any

import jinja2
from flask import Flask, Response, jsonify, redirect, render_template, request, send_file, url_for
from werkzeug.exceptions import HTTPException, NotFound

from stages.lib.base.config import known_names
from stages.lib.base.errors import AssayError
from stages.lib.base.records import METRICS, Answer
from stages.report.dialogues import steps
from stages.report.page import STYLE, TEMPLATES
from stages.report.text import FILTERS, printable
from tools.marking.desk import Desk, DeskEntry
from tools.marking.guard import Guard
from tools.marking.items import Item
from tools.marking.scale import SCALES, points_with
from tools.marking.trees import TreeSide, sides

LARGEST_FORM = 256 * 1024


def create_app(desk: Desk, guard: Guard) -> Flask:
    """The application over one rater's desk, for one browser."""
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_FORM)
    app.jinja_options = {
        "autoescape": True,
        "undefined": jinja2.StrictUndefined,
        "finalize": printable,
        "trim_blocks": True,
        "lstrip_blocks": True,
    }
    app.jinja_env.filters.update(FILTERS)
    app.jinja_env.globals.update(
        desk=desk, token=guard.token, points_with=points_with, scales=SCALES
    )
    guard.protect(app)
    app.register_error_handler(AssayError, _mistake)
    app.register_error_handler(HTTPException, _refusal)
    Pages(desk).route(app)
    return app


class Pages:
    """What each address answers."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def route(self, app: Flask) -> None:
        app.add_url_rule("/", "overview", self.overview)
        app.add_url_rule("/<item_id>", "item", self.item)
        app.add_url_rule("/<item_id>", "save", self.save, methods=["POST"])
        app.add_url_rule("/<item_id>/withdraw", "withdraw", self.withdraw, methods=["POST"])
        app.add_url_rule("/report.css", "report_style", _report_style)

    def overview(self) -> str:
        items = self.desk.items()
        entries = self.desk.entries(items)
        return render_template(
            "overview.html.j2",
            listed=list(zip(items, entries, strict=True)),
            progress=_progress(entries),
            next=_next(items, entries, -1),
            stale=self.desk.stale(),
        )

    def item(self, item_id: str) -> str:
        items = self.desk.items()
        place = _place(items, item_id)
        entries = self.desk.entries(items)
        item = items[place]
        return render_template(
            f"{self.desk.kind}.html.j2",
            item=item,
            entry=entries[place],
            place=place,
            progress=_progress(entries),
            next=_next(items, entries, place),
            neighbours=[items[place - 1].id, items[(place + 1) % len(items)].id],
            stale=self.desk.stale(),
            **self._shown(item),
        )

    def _shown(self, item: Item) -> dict[str, Any]:
        """What the template of an item needs beside the item itself."""
        criteria = self.desk.run.get().criteria(item.prompt.test)
        by_metric = {}
        for metric in METRICS:
            by_metric[metric] = [one for one in criteria if one.metric == metric]
        dialogue = item.answer.dialogue
        return {
            "sides": self._sides(item),
            "steps": steps(dialogue, item.prompt) if dialogue else [],
            "criteria": by_metric,
        }

    def _sides(self, item: Item) -> tuple[TreeSide, TreeSide]:
        old = {file.path: file.content for file in item.prompt.files}
        return sides(old, self._delivered(item.answer))

    def _delivered(self, answer: Answer) -> dict[str, str | None]:
        """The files of the answer, by path."""
        if answer.dialogue:
            return {file.path: file.content for file in answer.dialogue.files}
        key = (answer.model, answer.test, answer.attempt)
        for extracted in self.desk.run.get().extracted:
            if (extracted.model, extracted.test, extracted.attempt) == key:
                return {file.path: file.content for file in extracted.files}
        return {}

    def save(self, item_id: str) -> Any:
        items = self.desk.items()
        item = items[_place(items, item_id)]
        return self._changed(item, self.desk.save(item, request.form, request.form.getlist("tick")))

    def withdraw(self, item_id: str) -> Any:
        items = self.desk.items()
        item = items[_place(items, item_id)]
        return self._changed(item, self.desk.withdraw(item))

    def _changed(self, item: Item, entry: DeskEntry) -> Any:
        """Answer the script with what it shows, and a plain form with the page."""
        if not _by_script():
            return redirect(url_for("item", item_id=item.id), 303)
        items = self.desk.items()
        entries = self.desk.entries(items)
        following = _next(items, entries, _place(items, item.id))
        return jsonify(
            done=entry.done, progress=_progress(entries), next=following.id if following else ""
        )


def _place(items: list[Item], item_id: str) -> int:
    for place, item in enumerate(items):
        if item.id == item_id:
            return place
    raise NotFound("There is no such item to rate (any more): go back to the list.")


def _next(items: list[Item], entries: list[DeskEntry], after: int) -> Item | None:
    """The first open item after this place, else the first open item of all."""
    order = [*range(after + 1, len(items)), *range(after + 1)]
    return next(
        (items[place] for place in order if not entries[place].done and place != after), None
    )


def _progress(entries: list[DeskEntry]) -> dict[str, int]:
    return {"done": sum(entry.done for entry in entries), "of": len(entries)}


def _report_style() -> Response:
    return send_file(Path(TEMPLATES / STYLE).resolve(), mimetype="text/css")


def _by_script() -> bool:
    return request.headers.get("Accept") == "application/json"


def _mistake(error: AssayError) -> Any:
    """Print the whole message to the terminal; send it to the browser without models' names."""
    print(f"marking: error: {error}", file=sys.stderr, flush=True)
    return _problem(_without_models(str(error)), 409)


def _without_models(text: str) -> str:
    names = sorted(known_names("model"), key=len, reverse=True)
    if not names:
        return text
    any_name = "|".join(map(re.escape, names))
    return re.sub(rf"(?<![\w-])(?:{any_name})(?![\w-])", "‹a model›", text)


def _refusal(error: HTTPException) -> Any:
    return _problem(error.description or error.name, error.code or 500)


def _problem(text: str, code: int) -> Any:
    return (
        jsonify(problem=text) if _by_script() else render_template("problem.html.j2", problem=text)
    ), code

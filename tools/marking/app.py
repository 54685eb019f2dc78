"""The pages of the application and the requests they send.

Answers are hostile input, so everything is escaped.
"""

import re
import sys
from pathlib import Path
from typing import Any

import jinja2
from flask import Flask, Response, jsonify, redirect, render_template, request, send_file, url_for
from werkzeug.exceptions import Forbidden, HTTPException, NotFound

from assay.config.config_files import known_names
from assay.config.yaml_files import read_utf8, read_yaml
from assay.errors import AssayError
from assay.records.pipeline import METRICS, DeliveredFile
from stages.generate.builtin import gold_files, gold_path
from stages.report.dialogue_steps import steps
from stages.report.page import OPTIONS, STYLE, TEMPLATES, environment
from tools.marking.desk import Desk, DeskEntry
from tools.marking.guard import Guard
from tools.marking.run import Item
from tools.marking.trees import Files, sides

LARGEST_FORM = 256 * 1024
OWN_TEMPLATES = Path(__file__).parent / "templates"
"""Over the report's, of which the macros are used."""
SCALE = Path(__file__).with_name("scale.yaml")
POINTS = {half / 2 for half in range(9)}
"""The marks that the page offers, 0 to 4. A file may have any number between."""
FilesOfItem = tuple[Files, Files, dict[str, DeliveredFile]]
"""The files before, the delivered ones, and what is known of these."""


def create_app(desk: Desk, guard: Guard) -> Flask:
    """The application over one rater's desk, for one browser."""
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_FORM)
    app.jinja_options = OPTIONS
    app.jinja_loader = jinja2.FileSystemLoader([OWN_TEMPLATES, TEMPLATES])
    app.jinja_env.filters.update(environment().filters)
    app.jinja_env.globals.update(
        desk=desk, token=guard.token, points_with=points_with, scales=read_yaml(SCALE)
    )
    guard.protect(app)
    app.register_error_handler(AssayError, _mistake)
    app.register_error_handler(
        HTTPException, lambda error: _problem(error.description or error.name, error.code or 500)
    )
    Pages(desk).route(app)
    return app


def points_with(mark: str) -> list[float]:
    """The marks to offer beside one that was given; '' if none was."""
    return sorted({*POINTS, float(mark)} if mark else POINTS)


class Pages:
    """What each address answers."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def route(self, app: Flask) -> None:
        app.add_url_rule("/", "overview", self.overview)
        app.add_url_rule("/<item_id>", "item", self.item)
        app.add_url_rule("/<item_id>", "save", self.save, methods=["POST"])
        app.add_url_rule("/<item_id>/withdraw", "withdraw", self.withdraw, methods=["POST"])
        app.add_url_rule("/<item_id>/reference", "reference", self.reference)
        app.add_url_rule("/report.css", "report_style", report_style)

    def overview(self) -> str:
        items = self.desk.items
        entries = self.desk.entries(items)
        return render_template(
            "overview.html.j2",
            listed=list(zip(items, entries, strict=True)),
            progress=_progress(entries),
            next=_next(items, entries, -1),
            stale=self.desk.stale(),
        )

    def item(self, item_id: str) -> str:
        item, place = self._item(item_id)
        items = self.desk.items
        entries = self.desk.entries(items)
        run = self.desk.run
        old, new, parsed = self._files(item)
        listed = run.criteria[item.prompt.test]
        dialogue = item.answer.dialogue
        return render_template(
            f"{self.desk.kind}.html.j2",
            item=item,
            entry=entries[place],
            place=place,
            progress=_progress(entries),
            next=_next(items, entries, place),
            neighbours=[items[place - 1].id, items[(place + 1) % len(items)].id],
            stale=self.desk.stale(),
            sides=sides(old, new, parsed),
            steps=steps(dialogue, item.prompt) if dialogue else [],
            criteria={name: [one for one in listed if one.metric == name] for name in METRICS},
            execution=run.execution_of(item.answer),
        )

    def _item(self, item_id: str) -> tuple[Item, int]:
        for place, item in enumerate(self.desk.items):
            if item.id == item_id:
                return item, place
        raise NotFound("There is no such item to rate (any more): go back to the list.")

    def _files(self, item: Item) -> FilesOfItem:
        old = {file.path: file.content for file in item.prompt.files}
        extracted = self.desk.run.extracted_of(item.answer)
        parsed = {file.path: file for file in extracted.files} if extracted else {}
        dialogue = item.answer.dialogue
        delivered = dialogue.files if dialogue else parsed.values()
        return old, {file.path: file.content for file in delivered}, parsed

    def reference(self, item_id: str) -> str:
        """The reference answer beside the delivered one, for a rater who has decided."""
        item, _ = self._item(item_id)
        (entry,) = self.desk.entries([item])
        if not entry.done:
            raise Forbidden("The reference answer is shown after your own decision: decide first.")
        path = gold_path(item.prompt)
        if not path.exists():
            raise NotFound("This test has no reference answer.")
        text = "" if item.prompt.answer == "dialogue" else read_utf8(path)
        gold: Files = {} if text else dict(gold_files(item.prompt))
        both = sides(gold, self._files(item)[1], {}, ("Reference", "This answer"))
        return render_template("reference.html.j2", item=item, text=text, sides=both)

    def save(self, item_id: str) -> Any:
        item, place = self._item(item_id)
        self.desk.save(item, request.form, request.form.getlist("tick"))
        return self._changed(item, place)

    def withdraw(self, item_id: str) -> Any:
        item, place = self._item(item_id)
        self.desk.withdraw(item)
        return self._changed(item, place)

    def _changed(self, item: Item, place: int) -> Any:
        """Answer the script with what it shows, and a plain form with the page."""
        if not _by_script():
            return redirect(url_for("item", item_id=item.id), 303)
        items = self.desk.items
        entries = self.desk.entries(items)
        following = _next(items, entries, place)
        return jsonify(
            done=entries[place].done,
            progress=_progress(entries),
            next=following.id if following else "",
        )


def report_style() -> Response:
    return send_file(Path(TEMPLATES / STYLE).resolve(), mimetype="text/css")


def _next(items: list[Item], entries: list[DeskEntry], after: int) -> Item | None:
    """The first open item after this place, else the first open item of all."""
    order = [*range(after + 1, len(items)), *range(after)]
    return next((items[place] for place in order if not entries[place].done), None)


def _progress(entries: list[DeskEntry]) -> dict[str, int]:
    return {"done": sum(entry.done for entry in entries), "of": len(entries)}


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


def _problem(text: str, code: int) -> Any:
    if _by_script():
        return jsonify(problem=text), code
    return render_template("problem.html.j2", problem=text), code

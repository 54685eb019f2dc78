"""How values become text on a page.

Hidden characters are made visible, figures have one format, and parts and pages get addresses.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from assay.records.judges import JudgeValidity, NoFigure
from assay.records.leaderboard_records import Difference
from assay.records.number_text import chance, count, fixed, money, signed

HIDDEN = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and line feed
    "\u00ad\u061c\u180e\u200b\u200e\u200f\ufeff"  # soft hyphen, marks of direction, widths of zero
    "\u2028\u2029\u202a-\u202e\u2060-\u206f\ufff9-\ufffb"  # separators, marks of direction
    "\ufdd0-\ufdef\ufffe\uffff"  # no characters
    "\ud800-\udfff"  # halves of surrogate pairs, which no UTF-8 file may hold
    "\U000e0000-\U000e0fff"  # tags and selectors that can carry a hidden message
    "]"
)
"""Characters that none can see, or that change others; not the joiners of scripts and emoji."""

WORD_STARTS = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[-_])")

LEVELS = (20, 40, 60, 70, 80, 90, 100)
"""Where each darker shade of a score begins, percent."""


def visible(text: str) -> Markup:
    """The text as safe HTML: escaped, with every hidden character shown as its code point.

    Line ends become \\n.
    """
    if text.isascii() and text.isprintable():  # most texts: they have none of all this
        return escape(text)
    return with_hidden_shown(str(escape(text.replace("\r\n", "\n"))))


def with_hidden_shown(html: str) -> Markup:
    """The HTML with every hidden character shown as its code point."""
    return Markup(
        HIDDEN.sub(lambda match: f'<span class="hidden-char">{_code_point(match)}</span>', html)
    )


def breakable(name: str) -> Markup:
    """The name of a test, which a narrow column breaks between its words alone."""
    return Markup("<wbr>").join(visible(word) for word in WORD_STARTS.split(name))


def inert(text: str) -> str:
    """The text for a drawing: one line, with every hidden character as its code point."""
    return HIDDEN.sub(_code_point, " ".join(text.split()))


def _code_point(match: re.Match[str]) -> str:
    return f"U+{ord(match[0]):04X}"


def printable(value: object) -> object:
    """Jinja's `finalize`: every expression of a template passes through it before it is printed.

    ValueError for None: a missing figure must be said in words.
    """
    if value is None:
        raise ValueError("a template printed None: say in words what is missing")
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def anchor(*names: str) -> str:
    """The id of a part of the page, of letters, digits and `-_.`; other names, other ids."""
    return "--".join(
        re.sub("[^A-Za-z0-9_-]", lambda match: f".{ord(match[0]):x}.", name) for name in names
    )


def words(identifier: str) -> str:
    """`code_generation` as `Code generation`."""
    return identifier.replace("_", " ").capitalize()


def plain(value: float) -> str:
    """A coordinate in a drawing."""
    return f"{round(value, 2) + 0.0:.2f}"


def level(score: float) -> int:
    """How dark a score's cell is, 0 to 7; in finer steps where most scores are."""
    return bisect_right(LEVELS, score)


def tallied(names: Sequence[str]) -> list[tuple[str, int]]:
    """Each name with its number of occurrences, in order of first appearance."""
    return list(Counter(names).items())


def of_type(value: object, name: str) -> bool:
    """A test of templates: whether the value is of the class of this name or a kind of it."""
    return any(kind.__name__ == name for kind in type(value).__mro__)


def figure_at(judge: str, judges: Mapping[str, JudgeValidity], field: str) -> object:
    """The judge's figure at this place, or why it has none."""
    found: object = judges[judge]
    for name in field.split("."):
        found = getattr(found, name)
        if found is None or isinstance(found, NoFigure):
            return found or NoFigure(why="not for this judge")
    return found


FILTERS = {
    "figure_at": figure_at,
    "breakable": breakable,
    "level": level,
    "tallied": tallied,
    "anchor": anchor,
    "words": words,
    "fixed": fixed,
    "plain": plain,
    "signed": signed,
    "chance": chance,
    "count": count,
    "money": money,
}


@dataclass(frozen=True)
class PageLinks:
    """Addresses from a page whose way to the report's folder is `root`: `""` or `"../"`."""

    root: str = ""

    def page(self, name: str, part: str = "") -> str:
        """One of the pages beside index.html, or a part of it."""
        return f"{self.root}{name}.html{part and f'#{part}'}"

    def test(self, test: str) -> str:
        return f"{self.root}tests/{anchor(test)}.html"

    def answer(self, test: str, model: str, part: str = "") -> str:
        """All attempts of a model at a test, or a part of that page."""
        return f"{self.root}answers/{anchor(test, model)}.html{part and f'#{part}'}"

    def dialogue(self, test: str, model: str, attempt: int) -> str:
        return f"{self.root}dialogues/{anchor(model, test, str(attempt))}.html"

    def model(self, model: str) -> str:
        return f"{self.root}models/{anchor(model)}.html"

    def dataset(self, dataset: str) -> str:
        return f"{self.root}datasets/{anchor(dataset)}.html"

    def category(self, category: str) -> str:
        return f"{self.root}categories/{anchor(category)}.html"

    def pair(self, pair: Difference) -> str:
        """Two models beside each other."""
        return self.page("pairs", pair_id(pair))


def pair_id(pair: Difference) -> str:
    """The id of the pair's row, whichever model is first; by it scripts choose these two."""
    return anchor("two", *sorted((pair.first, pair.second)))

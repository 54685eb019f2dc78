"""The issues of a code review, and whether one says something at a place of the source."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice, product
from typing import Annotated, NamedTuple

import re2
from pydantic import AfterValidator, BeforeValidator, Field

from assay.answers.file_paths import is_same_file
from assay.checks.documents import heading, unfenced
from assay.checks.fields import Regexes
from assay.checks.patterns import occurs
from assay.config.settings import Config, EntryId, as_tuple

ANYWHERE = "*"
"""The place of what is true of the whole project, such as that it has no tests."""
MOST_ISSUES = 100
"""So many issues are read; the others count as issues that say nothing."""
MOST_PLACES = 12
"""So many files are read from one issue: an issue is about one defect."""
_MOST_COUNTED = 1000
_CLAIM = 2000
_SLACK = 3
"""A line may be so far from the place: reviewers count badly."""

_SUFFIXES = (
    "jsx?|tsx?|mjs|cjs|html?|s?css|json|py|txt|md|ya?ml|toml|java|go|kts?|cs|php|vue|xml|sql|sh|mod"
)
_LABELS = {
    "location": "location|locations|where|place|places|file|files|file and line",
    "severity": "severity|grade|priority",
    "problem": "problem|description|issue|finding|defect|impact|consequence|what is wrong|why",
    "suggestion": "suggestion|suggested fix|fix|recommendation|remedy|improvement|proposal",
}
_LABEL_OF = {word: label for label, words in _LABELS.items() for word in words.split("|")}
_WORDS = "|".join(sorted(_LABEL_OF, key=len, reverse=True))
_SECTION = re2.compile(r"(?i)\b(issues|findings|problems|defects)\b")
_BOLD_LABEL = re2.compile(rf"(?i)(\*\*(?:{_WORDS})\s*:?\s*\*\*)")
_LABEL = re2.compile(
    rf"(?i)^[\s>|*+_-]*({_WORDS})(?:[\s*_]*[:|][\s*_|]*|[\s*_]*\*[\s*_]*[–—-]?\s*|\s+[–—-]\s+|[*_]*\s*$)"
)
_ITEM = re2.compile(r"^(?:\*\*)?(?:\d{1,3}[.)]|#\d+)\s*\S")
_CODE_FILE = re2.compile(rf"([\w@./\\-]*\w\.(?:{_SUFFIXES}))\b")
_NUMBERS = re2.compile(r"\b[Ll]?(\d{1,5})(?:\s*(?:-|–|—|to|through)\s*[Ll]?(\d{1,5}))?\b")
_CODE = re2.compile(r"`[^`]*`")
_NAME = re2.compile(r"[A-Za-z_$][\w$]*")
_PLACE = re2.compile(rf"^([\w@./-]*\w\.(?:{_SUFFIXES}))(?::(\d+)(?:-(\d+))?)?$")


class Lines(NamedTuple):
    first: int
    last: int


class Cited(NamedTuple):
    """A file that an issue names, and its lines if there are any."""

    path: str
    lines: tuple[Lines, ...]


class Issue(NamedTuple):
    """One issue: the files of its location, and what it claims (title and problem, one line).

    `names` stand in its location or title, or as code in its problem.
    """

    cited: tuple[Cited, ...]
    names: frozenset[str]
    claim: str


@lru_cache(maxsize=10_000)
def place(text: str) -> Cited | None:
    """`file`, `file:line` or `file:first-last`; None if the text is no such place."""
    found = _PLACE.match(text)
    if not found:
        return None
    first, last = found.group(2), found.group(3)
    return Cited(found.group(1), (Lines(int(first), int(last or first)),) if first else ())


def _as_place(text: str) -> str:
    if text != ANYWHERE and not place(text) and not _NAME.fullmatch(text):
        raise ValueError(f"'{text}' is no place: file, file:13, file:13-20, a name, or {ANYWHERE}")
    return text


def _with_a_file(places: tuple[str, ...]) -> tuple[str, ...]:
    if not any(text == ANYWHERE or place(text) for text in places):
        raise ValueError(f"names no file: add one, or {ANYWHERE} for the whole project")
    return places


Place = Annotated[str, AfterValidator(_as_place)]


class Finding(Config):
    """Something that a review may say about a place of the source.

    `at` lists files with or without lines, names that stand there, or `*` for the whole project.
    `says`: what an issue claims matches one of them, ignoring case, and not only the place.
    """

    id: EntryId
    title: str = Field(pattern=r"\S")
    at: Annotated[
        tuple[Place, ...],
        BeforeValidator(as_tuple),
        Field(min_length=1),
        AfterValidator(_with_a_file),
    ]
    says: Annotated[Regexes, Field(min_length=1)]

    def is_said_by(self, issue: Issue) -> bool:
        return self._is_place_of(issue) and any(
            occurs(pattern, issue.claim, ignores_case=True) for pattern in self.says
        )

    def _is_place_of(self, issue: Issue) -> bool:
        """Whether a file is that of the issue, and a line or a name is too."""
        if ANYWHERE in self.at:
            return True
        named = any(text in issue.names for text in self.at)
        files = [cited for text in self.at if (cited := place(text))]
        pairs = [
            (wanted, cited)
            for wanted, cited in product(files, issue.cited)
            if is_same_file(wanted.path, cited.path)
        ]
        if named:
            return bool(pairs) or not issue.cited
        return any(not wanted.lines or _overlap(wanted, cited) for wanted, cited in pairs)


def _overlap(wanted: Cited, cited: Cited) -> bool:
    return any(
        lines.first <= there.last + _SLACK and there.first - _SLACK <= lines.last
        for there in wanted.lines
        for lines in cited.lines
    )


class Review(NamedTuple):
    """So many issues as are `counted`, of which the first are read."""

    issues: tuple[Issue, ...]
    counted: int


@lru_cache(maxsize=4)
def read_review(text: str) -> Review:
    """The issues of the sections on issues: each under a heading, or an item of a list."""
    parts = list(islice((part for body in _sections(text) for part in _parts(body)), _MOST_COUNTED))
    return Review(tuple(_issue(part) for part in parts[:MOST_ISSUES]), len(parts))


Part = dict[str, str]
"""The texts of one issue: its title, and what stands under each label or under none (problem)."""


def _sections(text: str) -> Iterator[list[str]]:
    """The lines of each section on issues, down to the next heading of its level or higher."""
    clean = text.encode("utf-8", "replace").decode()
    level, lines = 0, list[str]()
    for line in unfenced(clean.splitlines()):
        found = heading(line)
        if found and found[0] < 7 and (not level or found[0] <= level):
            if level:
                yield lines
            level, lines = (found[0] if _SECTION.search(found[1]) else 0), []
        elif level:
            lines.append(line)
    if level:
        yield lines


def _parts(lines: list[str]) -> Iterator[Part]:
    """The issues of a section: under its headings if any has text; else the items of its lists."""
    blocks = list(_blocks(lines, _title))
    headed = [block for block in blocks if block[0] and any(map(str.strip, block[1]))]
    if not headed:
        blocks = list(_blocks(lines, _item))
        headed = [block for block in blocks if block[0]]
    for title, body in headed:
        yield _labelled(title, body)


def _blocks(lines: list[str], opened_by: Callable[[str], str]) -> Iterator[tuple[str, list[str]]]:
    """Each title with the lines below it; first those before any title, under an empty one."""
    title, body = "", list[str]()
    for line in lines:
        opening = opened_by(line)
        if opening:
            yield title, body
            title, body = opening, []
        else:
            body.append(line)
    yield title, body


def _title(line: str) -> str:
    """The heading in a line, if it is none of an issue's labels."""
    found = heading(line)
    is_label = found and found[1].strip(" :*").casefold() in _LABEL_OF
    return found[1] if found and found[0] < 7 and not is_label else ""


def _item(line: str) -> str:
    found = heading(line)
    if found and found[1].strip(" :*").casefold() not in _LABEL_OF:
        return found[1]
    return line if _ITEM.search(line) else ""


def _labelled(title: str, lines: list[str]) -> Part:
    """The texts of a block under their labels. A label stands before `:`, alone, or in bold."""
    texts = {"title": [title]}
    label = "problem"
    for line in _BOLD_LABEL.sub("\n\\1", "\n".join(lines)).split("\n"):
        plain = line.lstrip(" #")
        found = _LABEL.search(plain)
        if found:
            label = _LABEL_OF[found.group(1).casefold()]
            plain = plain[found.end() :]
        texts.setdefault(label, []).append(plain)
    return {label: " ".join(" ".join(found).split()) for label, found in texts.items()}


def _issue(part: Part) -> Issue:
    title, problem = part.get("title", ""), part.get("problem", "")
    claim = f"{title} {problem}"[:_CLAIM]
    location = part.get("location", claim)[:_CLAIM]
    code = " ".join([location, title[:_CLAIM], *_CODE.findall(problem[:_CLAIM])])
    return Issue(tuple(_cited(location)), frozenset(_NAME.findall(code)), claim)


def _cited(text: str) -> Iterator[Cited]:
    """The files in a text, each with the numbers up to the next one, the first with all before."""
    found = [match.span() for match in _CODE_FILE.finditer(text)][:MOST_PLACES]
    before = 0
    for number, (start, end) in enumerate(found, 1):
        following = found[number][0] if number < len(found) else len(text)
        around = f"{text[before:start]} {text[end:following]}"
        before = following
        lines = tuple(
            Lines(int(first), int(last or first)) for first, last in _NUMBERS.findall(around)
        )
        yield Cited(text[start:end].replace("\\", "/").removeprefix("./"), lines)

"""Code as lines with its words coloured. Whatever a file holds, it stays text."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import PurePosixPath

from markupsafe import Markup
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType, is_token_subtype

from stages.report.page_text import visible

LANGUAGES = {
    ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "jsx",
    ".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx",
    ".html": "html", ".htm": "html", ".vue": "vue", ".css": "css", ".scss": "scss",
    ".json": "json", ".py": "python", ".yaml": "yaml", ".yml": "yaml", ".toml": "toml",
}  # fmt: skip
"""Pygments' name of the language by the ending of a file."""
KINDS = (
    (Token.Comment, "c"),
    (Token.Literal.String, "s"),
    (Token.Literal.Number, "m"),
    (Token.Keyword, "k"),
    (Token.Name.Tag, "t"),
    (Token.Name.Attribute, "a"),
    (Token.Name.Function, "f"),
    (Token.Name.Class, "f"),
    (Token.Name.Decorator, "f"),
)
"""The class of a word on the page by the kind of its token: `hl-c` is a comment."""
LONGEST_FILE = 100_000
LONGEST_LINE = 500
"""Characters. A file with more stays plain: a grammar can take minutes on hostile text."""
LONG_GAP = re.compile(r"\s{200}")
"""Whitespace of this length too."""
COMMENTS = (("/*", "*/"), ("<!--", "-->"), ("<![CDATA[", "]]>"))
MOST_OPEN = 20
"""And more comments that nothing ends: a grammar looks for the end of each in the whole file."""


def code_lines(path: str, content: str) -> list[Markup]:
    """The lines of a file, coloured if its ending names a language, else plain.

    The text of the lines, joined by line ends, is the content without its last line end.
    """
    content = content.replace("\r\n", "\n")
    language = LANGUAGES.get(PurePosixPath(path).suffix.lower())
    if language is None or _may_be_slow(content):
        return _without_last_end([visible(line) for line in content.split("\n")])
    lexer = get_lexer_by_name(language)
    return _without_last_end(list(_lines(lexer, content)))


def _may_be_slow(content: str) -> bool:
    """Whether a grammar's time could grow with the square of the file, or of a line."""
    if len(content) > LONGEST_FILE or LONG_GAP.search(content):
        return True
    if any(_open(content, *marks) > MOST_OPEN for marks in COMMENTS):
        return True
    return max(map(len, content.split("\n"))) > LONGEST_LINE


def _open(content: str, start: str, end: str) -> int:
    """How many times a comment starts after the last end of one."""
    return content[content.rfind(end) + 1 :].count(start)


def _without_last_end(lines: list[Markup]) -> list[Markup]:
    return lines if lines[-1] else lines[:-1]


def _lines(lexer: Lexer, content: str) -> Iterator[Markup]:
    """The lines of the coloured content; the last one is empty after a final line end."""
    line: list[Markup] = []
    for kind, text in _merged(lexer.get_tokens_unprocessed(content)):
        first, *others = text.split("\n")
        line.append(_word(kind, first))
        for other in others:
            yield Markup("").join(line)
            line = [_word(kind, other)]
    yield Markup("").join(line)


def _merged(tokens: Iterable[tuple[int, _TokenType, str]]) -> Iterator[tuple[str, str]]:
    """The tokens as class and text, neighbours of one class together."""
    kind = ""
    parts: list[str] = []
    for _, token, text in tokens:
        own = _kind(token)
        if own != kind:
            yield kind, "".join(parts)
            kind = own
            parts = []
        parts.append(text)
    yield kind, "".join(parts)


@cache
def _kind(token: _TokenType) -> str:
    """The class of a token. There are few kinds of tokens, and many tokens."""
    return next((name for group, name in KINDS if is_token_subtype(token, group)), "")


def _word(kind: str, text: str) -> Markup:
    if not kind or not text:
        return visible(text)
    return Markup(f'<span class="hl-{kind}">{visible(text)}</span>')

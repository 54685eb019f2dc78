"""Code as lines with its words coloured. Whatever a file holds, it stays text."""

import re
from functools import cache
from io import StringIO
from pathlib import PurePosixPath

from markupsafe import Markup
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType, is_token_subtype

from stages.report.page_text import visible, with_hidden_shown

LANGUAGES = {
    ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "jsx",
    ".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx",
    ".html": "html", ".htm": "html", ".vue": "vue", ".css": "css", ".scss": "scss",
    ".json": "json", ".py": "python", ".yaml": "yaml", ".yml": "yaml", ".toml": "toml",
}  # fmt: skip
"""Pygments' name of the language by the ending of a file."""
COLOURED = (
    *(Token.Comment, Token.Literal.String, Token.Literal.Number, Token.Keyword),
    *(Token.Name.Tag, Token.Name.Attribute, Token.Name.Function),
)
"""The kinds of words that have a colour, in a class of Pygments' name: `hl-c` is a comment."""
DEFINITIONS = (Token.Name.Class, Token.Name.Decorator)
"""They look as functions do."""
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
    tokens = ((_kind(kind), text) for _, kind, text in lexer.get_tokens_unprocessed(content))
    coloured = StringIO()
    HtmlFormatter(nowrap=True, classprefix="hl-").format(tokens, coloured)
    return _without_last_end([with_hidden_shown(line) for line in coloured.getvalue().split("\n")])


def _may_be_slow(content: str) -> bool:
    """Whether a grammar's time could grow with the square of the file, or of a line."""
    if len(content) > LONGEST_FILE or LONG_GAP.search(content):
        return True
    for start, end in COMMENTS:
        if content[content.rfind(end) + 1 :].count(start) > MOST_OPEN:
            return True
    return max(map(len, content.split("\n"))) > LONGEST_LINE


def _without_last_end(lines: list[Markup]) -> list[Markup]:
    return lines if lines[-1] else lines[:-1]


@cache
def _kind(token: _TokenType) -> _TokenType:
    """The kind that a token's colour depends on. There are few kinds of tokens, and many tokens."""
    if any(is_token_subtype(token, kind) for kind in DEFINITIONS):
        return Token.Name.Function
    return next((kind for kind in COLOURED if is_token_subtype(token, kind)), Token.Text)

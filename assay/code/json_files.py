"""JSON files as their tools read them: some may hold comments and trailing commas."""

import json
import re
from typing import Any

_WITH_COMMENTS = re.compile(
    r"(?:^|/)(?:(?:tsconfig|jsconfig|\.eslintrc|turbo\.json)[^/]*|\.vscode/[^/]*|[^/]*\.jsonc)$"
)
_COMPILER_OPTIONS = re.compile(r'"compilerOptions"\s*:')
"""A file with these is a TypeScript configuration, whatever its name: `extends` may lead to it."""
# Strings and comments need not be closed: so each is read once, and time grows linearly.
_STRING = r'"(?:\\.|[^"\\\n])*"?'
_STRING_OR_COMMENT = re.compile(rf"{_STRING}|//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_STRING_OR_COMMA = re.compile(rf"({_STRING})|,(?=\s*[}}\]])")


def allows_comments(path: str, text: str) -> bool:
    """Whether the tools that read the file accept comments and trailing commas in it."""
    return bool(_WITH_COMMENTS.search(path) or _COMPILER_OPTIONS.search(text))


def loaded(path: str, text: str) -> Any:
    """The file's value. ValueError or RecursionError if it is no JSON."""
    if not allows_comments(path, text):
        return json.loads(text)
    bare = _STRING_OR_COMMENT.sub(lambda match: match[0] if match[0][0] == '"' else " ", text)
    return json.loads(_STRING_OR_COMMA.sub(lambda match: match[1] or "", bare))

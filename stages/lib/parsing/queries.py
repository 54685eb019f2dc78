"""Tree-sitter queries over the TSX grammar, compiled once, and the trees they run on."""

from functools import cache

import tree_sitter

from stages.lib.parsing.syntax import is_rubble, language, parse_as, respelled


@cache
def compile_query(text: str) -> tree_sitter.Query:
    """The query over the TSX grammar. ValueError says where it is malformed."""
    try:
        return tree_sitter.Query(language("tsx"), text)
    except tree_sitter.QueryError as error:
        raise ValueError(f"is no tree-sitter query over the TSX grammar: {error}") from error


def parse_tsx(text: str) -> tree_sitter.Tree:
    """The text's tree under the TSX grammar, however broken.

    It is empty for a text that the parser gave up, and for rubble that queries would take too long
    for. Where the grammar rejects valid code, such as a bare `&` in JSX, it is read as respelled:
    `&` as `|`.
    """
    source = text.encode("utf-8", "replace")
    parsed = parse_as("tsx", source)
    if not parsed.state.parse_ok:
        parsed = min(parsed, parse_as("tsx", respelled(source)), key=lambda each: each.error_nodes)
    if parsed.tree is None or is_rubble(parsed.tree):
        return tree_sitter.Parser(language("tsx")).parse(b"")
    return parsed.tree

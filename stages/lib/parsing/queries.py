"""Tree-sitter queries over the TSX grammar, compiled once, and the trees they run on."""

from functools import cache

import tree_sitter

from stages.lib.parsing.syntax import language, parse_as, respelled


@cache
def compile_query(text: str) -> tree_sitter.Query:
    """The query over the TSX grammar. ValueError says where it is malformed."""
    try:
        return tree_sitter.Query(language("tsx"), text)
    except tree_sitter.QueryError as error:
        raise ValueError(f"is no tree-sitter query over the TSX grammar: {error}") from error


def parse_tsx(text: str) -> tree_sitter.Tree:
    """The text's tree under the TSX grammar; an empty tree if the parser gave up.

    If the grammar rejects valid code, such as a bare `&` in JSX, the text is respelled: `&` as
    `|`.
    """
    source = text.encode("utf-8")
    parsed = parse_as("tsx", source)
    if not parsed.state.parse_ok:
        parsed = min(parsed, parse_as("tsx", respelled(source)), key=lambda each: each.error_nodes)
    return parsed.tree or tree_sitter.Parser(language("tsx")).parse(b"")

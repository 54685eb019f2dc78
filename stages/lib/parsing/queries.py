"""Tree-sitter queries over the TSX grammar, compiled once, and the trees they run on."""

from functools import cache

import tree_sitter

from stages.lib.parsing.syntax import is_rubble, language, parse_as_written


@cache
def compile_query(text: str) -> tree_sitter.Query:
    """The query over the TSX grammar. ValueError says where it is malformed."""
    try:
        return tree_sitter.Query(language("tsx"), text)
    except tree_sitter.QueryError as error:
        raise ValueError(f"is no tree-sitter query over the TSX grammar: {error}") from error


def parse_tsx(text: str) -> tree_sitter.Tree | None:
    """The text's tree under the TSX grammar, however broken.

    None for a text that the parser gave up, and for rubble that queries would take too long for.
    """
    tree = parse_as_written(text).tree
    return None if tree is None or is_rubble(tree) else tree

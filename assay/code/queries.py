"""Tree-sitter queries, compiled once, and the trees they run on."""

from functools import cache

import tree_sitter

from assay.code.syntax import is_rubble, language, parse_code


@cache
def compile_query(text: str, grammar: str = "tsx") -> tree_sitter.Query:
    """The query over one grammar. ValueError says where it is malformed."""
    try:
        return tree_sitter.Query(language(grammar), text)
    except tree_sitter.QueryError as error:
        name = "TSX" if grammar == "tsx" else grammar
        raise ValueError(f"is no tree-sitter query over the {name} grammar: {error}") from error


def parse_for_queries(text: str, grammar: str) -> tree_sitter.Tree | None:
    """The tree of a text, however broken, under `tsx` or a language's grammar; None for rubble."""
    tree = parse_code(grammar, text).tree
    return None if is_rubble(tree) else tree

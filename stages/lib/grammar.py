"""The TSX and TypeScript grammars, loaded once, and queries over them."""

from functools import cache

import tree_sitter
import tree_sitter_typescript


@cache
def tsx() -> tree_sitter.Language:
    return tree_sitter.Language(tree_sitter_typescript.language_tsx())


@cache
def typescript() -> tree_sitter.Language:
    return tree_sitter.Language(tree_sitter_typescript.language_typescript())


@cache
def compile_query(text: str) -> tree_sitter.Query:
    """The query over the TSX grammar. ValueError says where it is malformed."""
    try:
        return tree_sitter.Query(tsx(), text)
    except tree_sitter.QueryError as error:
        raise ValueError(f"is no tree-sitter query over the TSX grammar: {error}") from error


def parse_tsx(text: str) -> tree_sitter.Tree:
    return tree_sitter.Parser(tsx()).parse(text.encode("utf-8"))

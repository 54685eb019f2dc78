"""Operators that each make one small change to what a program does: operators.yaml, applied.

Offsets are bytes of the file's UTF-8 text.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import tree_sitter
from tree_sitter import Node

from assay.code.queries import compile_query
from assay.code.syntax import parse_as
from assay.config.settings import Config, validated
from assay.config.yaml_files import read_yaml

FILE = Path(__file__).with_name("operators.yaml")
SUFFIXES = {
    **{".py": "python", ".go": "go", ".java": "java"},
    **dict.fromkeys((".js", ".jsx", ".ts", ".tsx"), "script"),
}


class CodeChange(NamedTuple):
    """Bytes `start` to `end` of a file, replaced by another text."""

    start: int
    end: int
    operator: str
    text: str


class Rule(Config):
    """Where an operator changes something, and what stands there instead."""

    find: str
    put: str = ""
    by: dict[str, str] = {}
    other: bool = False


class LanguageOperators(Config):
    """The operators of one language. operators.yaml says what the keys are."""

    grammars: list[str]
    skipped: list[str]
    operators: dict[str, list[Rule]]


@cache
def languages() -> dict[str, LanguageOperators]:
    """By the names of operators.yaml."""
    return {
        name: validated(of_language, LanguageOperators, f"{FILE}: {name}")
        for name, of_language in read_yaml(FILE).items()
    }


def changes(suffix: str, text: str) -> list[CodeChange]:
    """Every change of the text by every operator, in the text's order; none if it is broken."""
    language = languages()[SUFFIXES[suffix]]
    for grammar in language.grammars:
        parsed = parse_as(grammar, text.encode())
        if parsed.state.parse_ok:
            root = parsed.tree.root_node
            return sorted(set(_queried(root, grammar, language)))
    return []


def _queried(root: Node, grammar: str, language: LanguageOperators) -> Iterator[CodeChange]:
    for operator, rules in language.operators.items():
        for rule in rules:
            if "jsx_" in rule.find and grammar != "tsx":
                continue
            cursor = tree_sitter.QueryCursor(compile_query(rule.find, grammar))
            for _, captures in cursor.matches(root):
                at = captures["at"][0]
                if at.type == "parenthesized_expression":
                    at = at.named_children[0]
                text = _instead(rule, at, captures)
                if text and not _is_skipped(at, language):
                    yield CodeChange(at.start_byte, at.end_byte, operator, text)


def _instead(rule: Rule, at: Node, captures: Mapping[str, list[Node]]) -> str:
    if rule.by:
        return rule.by.get(" ".join(_text(at).split()), "")
    if rule.other:
        return _other(at)
    texts = {name: _text(nodes[0]) for name, nodes in captures.items()}
    return rule.put.format_map({**texts, "at": _text(at)})


def _other(value: Node) -> str:
    """Another value of the same type; '' where there is none."""
    text = _text(value)
    booleans = {"true": "false", "false": "true", "True": "False", "False": "True"}
    if re.fullmatch(r"\d[\d_]*", text):
        return str(int(text) + 1)
    if value.type == "string" and text[0] in "'\"":
        return "'other'" if len(text) == 2 else "''"
    return booleans.get(text, "")


def _is_skipped(node: Node, language: LanguageOperators) -> bool:
    above = node.parent
    while above is not None and above.type not in language.skipped:
        above = above.parent
    return above is not None


def _text(node: Node | None) -> str:
    return node.text.decode() if node is not None and node.text is not None else ""

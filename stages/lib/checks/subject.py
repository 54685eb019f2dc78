"""What a check looks at: the delivered files and the text of one answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pathspec
import tree_sitter

from stages.lib.checks.markup import Element, jsx_elements
from stages.lib.criteria.queries import parse_tsx
from stages.lib.criteria.vocabulary import ANSWER

CODE = ("*.js", "*.jsx", "*.ts", "*.tsx", "*.mjs", "*.cjs", "*.mts", "*.cts")
PARSED = (*CODE, "*.json")


@cache
def _spec(patterns: tuple[str, ...]) -> pathspec.PathSpec[Any]:
    return pathspec.PathSpec.from_lines("gitignore", patterns)


@dataclass(frozen=True)
class Subject:
    """One answer: its files (path to content), its text, and the files known not to parse."""

    files: Mapping[str, str]
    text: str
    is_document: bool = False
    broken: frozenset[str] = frozenset()
    _trees: dict[str, tree_sitter.Tree] = field(default_factory=dict)
    _elements: dict[str, list[Element]] = field(default_factory=dict)

    def within(self, patterns: tuple[str, ...]) -> dict[str, str]:
        """The non-empty texts that the patterns choose, by path, in the order of paths."""
        whole = {ANSWER: self.text} if self.text.strip() else {}
        if patterns == (ANSWER,) or (self.is_document and patterns == ("*",)):
            return whole
        spec = _spec(patterns)
        return {
            path: self.files[path] for path in sorted(self.files) if self.files[path].strip() and spec.match_file(path)
        }

    def code(self, patterns: tuple[str, ...], kinds: tuple[str, ...] = CODE) -> dict[str, str]:
        """As `within`, JavaScript and TypeScript files alone, or those of other `kinds`."""
        spec = _spec(kinds)
        return {path: text for path, text in self.within(patterns).items() if spec.match_file(path)}

    def tree(self, path: str) -> tree_sitter.Tree:
        """The file's syntax tree, parsed once however many checks ask."""
        if path not in self._trees:
            self._trees[path] = parse_tsx(self.files[path])
        return self._trees[path]

    def elements(self, path: str) -> list[Element]:
        """The file's JSX elements, collected once."""
        if path not in self._elements:
            self._elements[path] = jsx_elements(self.tree(path))
        return self._elements[path]

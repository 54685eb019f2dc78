"""What a check looks at: the delivered files and the text of one answer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import pathspec
import tree_sitter

from stages.lib.checks.imports import Imported, imports
from stages.lib.checks.markup import Element, html_elements, jsx_elements
from stages.lib.checks.patterns import starts
from stages.lib.checks.vocabulary import ANSWER
from stages.lib.parsing.queries import compile_query, parse_tsx

SCRIPTS = ("*.js", "*.jsx", "*.ts", "*.tsx", "*.mjs", "*.cjs", "*.mts", "*.cts")
CODE = (*SCRIPTS, "*.py")
PARSED = (*CODE, "*.json")


@cache
def _spec(patterns: tuple[str, ...]) -> pathspec.PathSpec[Any]:
    return pathspec.PathSpec.from_lines("gitignore", patterns)


@cache
def _matches(path: str, patterns: tuple[str, ...]) -> bool:
    return _spec(patterns).match_file(path)


@dataclass(frozen=True, eq=False)
class Source:
    """One text of an answer, with what checks found in it.

    Each thing is computed once, however many checks ask for it.
    """

    path: str
    text: str
    _lines: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _matches: dict[str, tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def tree(self) -> tree_sitter.Tree:
        return parse_tsx(self.text)

    @cached_property
    def elements(self) -> list[Element]:
        """The JSX elements."""
        return jsx_elements(self.tree)

    @cached_property
    def html(self) -> list[Element]:
        """The elements of HTML, or of inline Angular templates."""
        return html_elements(self.path, self.text)

    @cached_property
    def imported(self) -> list[Imported]:
        return list(imports(self.path, self.text, lambda: self.tree))

    def lines(self, pattern: str) -> tuple[int, ...]:
        """The line of each match of a regular expression. TimeoutError if that takes too long."""
        if pattern not in self._lines:
            self._lines[pattern] = tuple(self._found(pattern))
        return self._lines[pattern]

    def _found(self, pattern: str) -> Iterator[int]:
        line, seen = 1, 0
        for start in starts(pattern, self.text):
            line, seen = line + self.text.count("\n", seen, start), start
            yield line

    def matches(self, query: str) -> tuple[int, ...]:
        """The line of each match of a tree-sitter query."""
        if query not in self._matches:
            found = tree_sitter.QueryCursor(compile_query(query)).matches(self.tree.root_node)
            lines = (
                next(iter(nodes.values()))[0].start_point[0] + 1 for _, nodes in found if nodes
            )
            self._matches[query] = tuple(lines)
        return self._matches[query]


class Subject:
    """One answer: its files (path to content), its text, and the files that do not parse."""

    def __init__(
        self,
        files: Mapping[str, str],
        text: str,
        is_document: bool = False,
        broken: frozenset[str] = frozenset(),
    ) -> None:
        self.text, self.is_document, self.broken = text, is_document, broken
        self.files = {path: Source(path, files[path]) for path in sorted(files)}
        self._answer = Source(ANSWER, text)

    def within(self, patterns: tuple[str, ...]) -> dict[str, Source]:
        """The non-empty texts of files that the patterns match, by path, in the order of paths."""
        if patterns == (ANSWER,) or (self.is_document and patterns == ("*",)):
            return {ANSWER: self._answer} if self.text.strip() else {}
        return {
            path: source
            for path, source in self.files.items()
            if source.text.strip() and _matches(path, patterns)
        }

    def code(self, patterns: tuple[str, ...], kinds: tuple[str, ...] = CODE) -> dict[str, Source]:
        """As `within`, but only code files, or files of other `kinds`."""
        return {
            path: source for path, source in self.within(patterns).items() if _matches(path, kinds)
        }

    def with_files(self, changed: Mapping[str, str], broken: frozenset[str]) -> "Subject":
        """The same answer with some files changed, added or (with an empty text) removed."""
        other = Subject({}, self.text, self.is_document, broken)
        sources = {**self.files, **{path: Source(path, text) for path, text in changed.items()}}
        other.files = {path: sources[path] for path in sorted(sources)}
        return other

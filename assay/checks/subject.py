"""What a check looks at: the delivered files and the text of one answer."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property

import tree_sitter

from assay.answers.dialogue_process import Process
from assay.checks.imports import Imported, imports
from assay.checks.markup import Element, html_elements, jsx_elements
from assay.checks.patterns import lines, without
from assay.code.languages import CODE_PATTERNS
from assay.code.queries import compile_query, parse_for_queries
from assay.code.source_files import is_matched
from assay.records.pipeline import Prompt

ANSWER = "answer"
"""What `in: answer` names: the answer's whole text."""
PARSED = (*CODE_PATTERNS, "*.json")


class Unread(Exception):
    """A check needs a file that no parser may read, or that is too broken to be searched."""


@dataclass(frozen=True, eq=False)
class Source:
    """One text of an answer, with what checks found in it.

    Each thing is computed once, however many checks ask for it.
    """

    path: str
    text: str
    _lines: dict[tuple[str, str | None], tuple[int, ...]] = field(default_factory=dict)
    _matches: dict[tuple[str, str], tuple[int, ...]] = field(default_factory=dict)
    _trees: dict[str, tree_sitter.Tree | None] = field(default_factory=dict)

    @cached_property
    def is_blank(self) -> bool:
        return not self.text.strip()

    @cached_property
    def elements(self) -> list[Element]:
        return jsx_elements(self.tree_in("tsx"))

    @cached_property
    def html(self) -> list[Element]:
        """The elements of HTML, or of inline Angular templates."""
        return html_elements(self.path, self.text)

    @cached_property
    def imported(self) -> list[Imported]:
        return list(imports(self.path, self.text, self.tree_in))

    def lines(self, pattern: str, unless: str | None = None) -> tuple[int, ...]:
        """The line of each match in the text without what `unless` matches."""
        key = (pattern, unless)
        if key not in self._lines:
            self._lines[key] = lines(pattern, without(self.text, unless))
        return self._lines[key]

    def tree_in(self, language: str) -> tree_sitter.Tree:
        """The tree under the grammar of a language, parsed once.

        Unread if one error spans too much.
        """
        if language not in self._trees:
            self._trees[language] = parse_for_queries(self.text, language)
        tree = self._trees[language]
        if tree is None:
            raise Unread(f"{self.path} is too broken to be searched")
        return tree

    def matches(self, query: str, language: str = "tsx") -> tuple[int, ...]:
        """The line of each match of a tree-sitter query."""
        key = (language, query)
        if key not in self._matches:
            root = self.tree_in(language).root_node
            found = tree_sitter.QueryCursor(compile_query(query, language)).matches(root)
            self._matches[key] = tuple(
                next(iter(nodes.values()))[0].start_point[0] + 1 for _, nodes in found if nodes
            )
        return self._matches[key]


class Subject:
    """One answer: its files (path to text or source), its text, and the files known not to parse.

    `unread` are files that no parser may read, as the stage extract found. `doubtful` files do not
    parse, but perhaps only because they could not be read out of the answer. `process`: how a
    dialogue went.
    """

    def __init__(
        self,
        files: Mapping[str, str | Source],
        text: str,
        is_document: bool = False,
        broken: frozenset[str] = frozenset(),
        unread: frozenset[str] = frozenset(),
        doubtful: frozenset[str] = frozenset(),
        process: Process | None = None,
    ) -> None:
        self.text = text
        self.is_document = is_document
        self.broken = broken
        self.doubtful = doubtful
        self.process = process
        self._unread = unread
        self._answer = Source(ANSWER, text)
        self.files: dict[str, Source] = {}
        for path, source in sorted(files.items()):
            self.files[path] = Source(path, source) if isinstance(source, str) else source

    def within(self, patterns: tuple[str, ...]) -> dict[str, Source]:
        """The non-empty texts that the patterns choose, by path, in the order of paths.

        Unread names a file among them that could not be read.
        """
        if patterns == (ANSWER,) or (self.is_document and patterns == ("*",)):
            return {ANSWER: self._answer} if self.text.strip() else {}
        for path in sorted(self._unread):
            if is_matched(path, patterns):
                raise Unread(f"{path} was not read: its answer passed a bound")
        return {
            path: source
            for path, source in self.files.items()
            if not source.is_blank and is_matched(path, patterns)
        }

    def code(
        self, patterns: tuple[str, ...], kinds: tuple[str, ...] = CODE_PATTERNS
    ) -> dict[str, Source]:
        """As `within`, but only code files, or files of other `kinds`."""
        return {
            path: source
            for path, source in self.within(patterns).items()
            if is_matched(path, kinds)
        }

    def with_files(self, changed: Mapping[str, str], broken: frozenset[str]) -> "Subject":
        """The same answer with some files changed, added or (with an empty text) removed."""
        files: dict[str, str | Source] = {**self.files, **changed}
        unread = self._unread - changed.keys()
        return Subject(files, self.text, self.is_document, broken, unread, process=self.process)

    def with_process(self, process: Process) -> "Subject":
        """The same files from a dialogue that went otherwise."""
        other = copy(self)
        other.process = process
        return other


def source_texts(prompt: Prompt) -> dict[str, str]:
    """The text files of the data set that a prompt is about, by path."""
    return {file.path: file.content for file in prompt.files if file.content is not None}

"""Elements of JSX and of HTML as plain records: name, attributes, text."""

import html
from dataclasses import dataclass, field
from html.parser import HTMLParser

import re2
import tree_sitter

from assay.checks.imports import source_of

_TEMPLATE = re2.compile(
    r"""(?s)\btemplate\s*:\s*(?:`((?:\\.|[^`\\])*)`|'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")"""
)
"""An Angular template in a component."""
_TEXTS = ("jsx_text", "string_fragment", "html_character_reference")
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


@dataclass
class Element:
    """An element: its attributes as written, and all text inside it with white space folded.

    `pieces` are the texts of the whole file; those from `start` to `end` lie in the element.
    """

    name: str
    attrs: dict[str, str]
    pieces: list[str] = field(default_factory=list)
    start: int = 0
    end: int | None = 0

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.pieces[self.start : self.end]).split())


def jsx_elements(tree: tree_sitter.Tree) -> list[Element]:
    """Every JSX element of the tree, outermost first, those in attributes last.

    Strings in expressions count as text. Text in an attribute is not text of the elements around
    it.
    """
    elements: list[Element] = []
    pieces = _Pieces()
    roots = [tree.root_node]
    while roots:
        _walk(roots.pop(), elements, pieces, roots)
    return elements


class _Pieces(list[str]):
    """Texts in the order of the file; those that touch, as around `&apos;`, are one."""

    _end = -1

    def add(self, node: tree_sitter.Node) -> None:
        is_reference = node.type == "html_character_reference"
        text = html.unescape(source_of(node)) if is_reference else source_of(node)
        if self and node.start_byte == self._end:
            self[-1] += text
        else:
            self.append(text)
        self._end = node.end_byte


def _walk(
    root: tree_sitter.Node, elements: list[Element], pieces: _Pieces, later: list[tree_sitter.Node]
) -> None:
    """Collect the elements and texts below a node; attributes are kept for `later`."""
    stack: list[tree_sitter.Node | Element] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Element):
            node.end = len(pieces)
        elif node.type in _TEXTS:
            pieces.add(node)
        elif node.type in ("jsx_opening_element", "jsx_closing_element"):
            later.extend(reversed(node.named_children))
        elif node.type == "jsx_self_closing_element":
            elements.append(_jsx_element(node, pieces))
            later.extend(reversed(node.named_children))
        else:
            if node.type == "jsx_element":
                elements.append(_jsx_element(node.child_by_field_name("open_tag") or node, pieces))
                stack.append(elements[-1])
            stack.extend(reversed(node.named_children))


def _jsx_element(tag: tree_sitter.Node, pieces: list[str]) -> Element:
    name = tag.child_by_field_name("name")
    attrs = dict(
        _jsx_attribute(child) for child in tag.named_children if child.type == "jsx_attribute"
    )
    return Element(source_of(name) if name else "", attrs, pieces, len(pieces), len(pieces))


def _jsx_attribute(node: tree_sitter.Node) -> tuple[str, str]:
    children = node.named_children
    value = source_of(children[1]).strip("\"'") if len(children) > 1 else "true"
    return source_of(children[0]), value


def html_elements(path: str, text: str) -> list[Element]:
    """Every element of an HTML file, or of the inline Angular templates of a code file."""
    if path.lower().endswith((".html", ".htm")):
        return _parsed(text)
    templates = ["".join(filter(None, match.groups())) for match in _TEMPLATE.finditer(text)]
    return [element for template in templates for element in _parsed(template)]


def _parsed(text: str) -> list[Element]:
    """The elements, as far as the tags are complete.

    The parser is not closed: that would parse an unfinished tag again and again.
    """
    parser = _Parser()
    parser.feed(text)
    return parser.elements


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._pieces: list[str] = []
        self._open: list[Element] = []

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """`<![…]>` is a comment, as browsers take it; the parser's own reading raises
        AssertionError on some.
        """
        return self.parse_bogus_comment(i, False)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in _VOID:
            self.elements[-1].end = None
            self._open.append(self.elements[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = len(self._pieces)
        self.elements.append(
            Element(tag, {name: value or "" for name, value in attrs}, self._pieces, at, at)
        )

    def handle_endtag(self, tag: str) -> None:
        names = [element.name for element in self._open]
        if tag in names:
            index = len(names) - 1 - names[::-1].index(tag)
            for element in self._open[index:]:
                element.end = len(self._pieces)
            del self._open[index:]

    def handle_data(self, data: str) -> None:
        self._pieces.append(data)

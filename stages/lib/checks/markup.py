"""Elements of JSX and of HTML as plain records: name, attributes, text."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

import regex
import tree_sitter

INLINE_TEMPLATE = regex.compile(r"\btemplate\s*:\s*`([^`]*)`")
VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])


@dataclass
class Element:
    """An element with its attributes as written and all the text inside it, white space folded."""

    name: str
    attrs: dict[str, str]
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.pieces).split())


def jsx_elements(tree: tree_sitter.Tree) -> Iterator[Element]:
    """Every JSX element of the tree, outermost first. Strings in expressions count as text."""
    stack = [tree.root_node]
    while stack:
        node = stack.pop()
        if node.type in ("jsx_element", "jsx_self_closing_element"):
            yield _jsx_element(node)
        stack.extend(reversed(node.named_children))


def _jsx_element(node: tree_sitter.Node) -> Element:
    opening = node.child_by_field_name("open_tag") or node
    name = opening.child_by_field_name("name")
    attrs = dict(_jsx_attribute(child) for child in opening.named_children if child.type == "jsx_attribute")
    return Element(_source(name) if name else "", attrs, _jsx_text(node) if opening is not node else [])


def _jsx_attribute(node: tree_sitter.Node) -> tuple[str, str]:
    children = node.named_children
    value = _source(children[1]).strip("\"'") if len(children) > 1 else "true"
    return _source(children[0]), value


def _jsx_text(element: tree_sitter.Node) -> list[str]:
    pieces: list[str] = []
    stack = [
        child for child in reversed(element.named_children) if "tag" not in child.type and "opening" not in child.type
    ]
    while stack:
        node = stack.pop()
        if node.type in ("jsx_text", "string_fragment", "html_character_reference"):
            pieces.append(_source(node))
        elif node.type not in ("jsx_opening_element", "jsx_closing_element", "jsx_attribute"):
            stack.extend(reversed(node.named_children))
    return pieces


def _source(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def html_elements(path: str, text: str) -> list[Element]:
    """Every element of an HTML file, or of the inline Angular templates of a code file."""
    templates = [text] if path.lower().endswith((".html", ".htm")) else INLINE_TEMPLATE.findall(text)
    return [element for template in templates for element in _parsed(template)]


def _parsed(text: str) -> list[Element]:
    parser = _Parser()
    parser.feed(text)
    parser.close()
    return parser.elements


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        names = [element.name for element in self._open]
        if tag in names:
            del self._open[len(names) - 1 - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.pieces.append(data)

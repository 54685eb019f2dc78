"""Mutants: a reference answer with one thing wrong.

Deletions follow the structure of the answer (files, declarations, elements, sections, sentences),
so that the search can find the smallest part that a criterion depends on. Offsets are bytes of
the file's UTF-8 text.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from tree_sitter import Node

from assay.code.languages import SCRIPT_SUFFIXES, language_of_path
from assay.code.queries import parse_for_queries

VERSION = re.compile(r"[\^~>=v ]*\d")


class Edit(NamedTuple):
    """Bytes `start` to `end` of a file, replaced.

    An emptied file is removed; a file that did not exist is added.
    """

    path: str
    start: int
    end: int
    insert: str


class Mutant(NamedTuple):
    """What is wrong, in words, and the edits that make it so."""

    label: str
    edits: tuple[Edit, ...]


def changed(files: Mapping[str, str], mutant: Mutant) -> dict[str, str]:
    """The texts of the files that the mutant changes. Edits of one file must not overlap."""
    texts = {edit.path: files.get(edit.path, "").encode() for edit in mutant.edits}
    for edit in sorted(mutant.edits, key=lambda edit: -edit.start):
        data = texts[edit.path]
        texts[edit.path] = data[: edit.start] + edit.insert.encode() + data[edit.end :]
    return {path: data.decode("utf-8", "replace") for path, data in texts.items()}


@dataclass(frozen=True)
class MutablePart:
    """A part of a file that can be removed.

    It is a syntax node, or a piece of text at a level of TEXT_LEVELS.
    """

    path: str
    start: int
    end: int
    node: Node | None = None
    level: int = 0

    def without(self, data: bytes) -> Mutant:
        words = " ".join(data[self.start : self.end].decode("utf-8", "replace").split())
        line = data.count(b"\n", 0, self.start) + 1
        whole = self.start == 0 and self.end == len(data)
        label = f"{self.path} left out" if whole else f"{self.path}:{line} without {words[:60]!r}"
        return Mutant(label, (Edit(self.path, self.start, self.end, ""),))


TEXT_LEVELS = (
    re.compile(rb"^(?=#{1,3} )", re.MULTILINE),  # sections
    re.compile(rb"\n{2,}"),  # paragraphs
    re.compile(rb"\n"),
    re.compile(rb"(?<=[.;:,|])\s"),  # sentences, cells
    re.compile(rb"\s+"),
)


def whole(path: str, text: str) -> MutablePart:
    """The whole file, as a part."""
    grammar = _grammar(path)
    tree = parse_for_queries(text, grammar) if grammar else None
    return MutablePart(path, 0, len(text.encode()), tree.root_node if tree else None)


def _grammar(path: str) -> str:
    """The grammar whose nodes are mutated; "" for a file that is mutated as text."""
    if PurePosixPath(path).suffix.lower() in SCRIPT_SUFFIXES:
        return "tsx"
    row = language_of_path(path)
    return row.name if row and row.functions else ""


def pieces(part: MutablePart, data: bytes) -> list[MutablePart]:
    """The next smaller parts of a part; none of a token or a word."""
    if part.node is not None:
        return _nodes(part.path, part.node)
    for level in range(part.level, len(TEXT_LEVELS)):
        spans = _spans(part, data, TEXT_LEVELS[level])
        if spans:
            return [MutablePart(part.path, start, end, level=level + 1) for start, end in spans]
    return []


def _spans(part: MutablePart, data: bytes, boundary: re.Pattern[bytes]) -> list[tuple[int, int]]:
    """The start and end of each piece between the boundaries; None without a boundary inside."""
    cuts = [match.end() for match in boundary.finditer(data, part.start, part.end)]
    inner = [cut for cut in cuts if part.start < cut < part.end]
    if not inner:
        return []
    ends = pairwise([part.start, *inner, part.end])
    return [(start, end) for start, end in ends if data[start:end].strip()]


def _nodes(path: str, parent: Node) -> list[MutablePart]:
    """The children of a syntax node that are not empty."""
    return [
        MutablePart(path, node.start_byte, node.end_byte, node)
        for node in parent.named_children
        if node.end_byte > node.start_byte
    ]


def of_json(path: str, text: str) -> Iterator[Mutant]:
    """A JSON file with one key removed, one version lowered, or one value changed."""
    try:
        value = json.loads(text)
    except ValueError:
        return
    for keys in _key_paths(value):
        name = ".".join(keys)
        yield _json_mutant(path, text, f"{path} without {name}", keys, None)
        leaf = _at(value, keys)
        if isinstance(leaf, bool):
            yield _json_mutant(path, text, f"{path}: {name} turned to {not leaf}", keys, not leaf)
        elif isinstance(leaf, str) and VERSION.match(leaf):
            yield _json_mutant(path, text, f"{path}: {name} lowered to 0.1.0", keys, "0.1.0")
        elif isinstance(leaf, str):
            yield _json_mutant(path, text, f"{path}: {name} changed", keys, "something-else")


def _json_mutant(path: str, text: str, label: str, keys: tuple[str, ...], leaf: Any) -> Mutant:
    value = json.loads(text)
    holder = _at(value, keys[:-1])
    if leaf is None:
        del holder[keys[-1]]
    else:
        holder[keys[-1]] = leaf
    return Mutant(label, (Edit(path, 0, len(text.encode()), json.dumps(value, indent=2)),))


def _key_paths(value: Any, prefix: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield (*prefix, key)
            yield from _key_paths(item, (*prefix, key))


def _at(value: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        value = value[key]
    return value


SMELLS = (
    "// TODO: finish this\n",
    "export class Legacy extends React.Component "
    "{ componentDidMount() {} render() { return null; } }\n",
    "export class LegacyComponent extends Component { state = {}; }\n",
    "export const loose: any = {} as any;\n// @ts-ignore\n",
    "var old = 1;\n",
    "document.querySelector('#root').innerHTML = '<b>text</b>';\n",
    "const made = <div dangerouslySetInnerHTML={{ __html: '' }} "
    "style={{ color: 'red' }} onClick={handle} />;\n",
    "ReactDOM.render(<App />, document.getElementById('root'));\nfindDOMNode(this);\n",
    "Legacy.propTypes = {};\nLegacy.defaultProps = {};\n",
    "console.log('debug');\nalert('x');\n",
    "setTimeout(() => {}, 1000);\n",
    "it.skip('later', () => {});\nit('x', () => { expect(screen).toMatchSnapshot(); });\n"
    "jest.mock('react-redux');\n",
    "localStorage.clear();\nfetch('/x');\nwindow.location.reload();\n",
    "const app = angular.module('app', []);\napp.controller('Old', function ($scope) {});\n",
    "@NgModule({ declarations: [] })\nexport class OldModule {}\n",
    "const template = `<p *ngIf=\"a\" *ngFor=\"let b of c\" "
    "[ngModel]=\"d\" [innerHTML]=\"e\"></p>`;\n",
    "state.items.push(item);\nthis.state.items.sort();\n"
    "items.map((item, index) => <li key={index}>{item}</li>);\n",
    "export function useOld() { useEffect(() => { window.addEventListener('resize', old); }); }\n",
    "import $ from 'jquery';\nimport _ from 'lodash';\n"
    "import moment from 'moment';\nimport axios from 'axios';\n",
    "import { connect } from 'react-redux';\nimport { createStore } from 'redux';\n",
    "import PropTypes from 'prop-types';\nimport { mount, shallow } from 'enzyme';\n"
    "import cx from 'classnames';\n",
    "const child = require('child_process');\nmodule.exports = {};\n",
    "for (const key in object) { eval(key); }\n",
    "this.subject.subscribe((value) => { this.value = value; });\n"
    "constructor(private http: HttpClient) {}\n",
    "def test_added():\n    for value in [1]:\n        if value:\n            assert value\n",
    "# TODO\nexcept:\n    pass\nprint('debug')\n",
)  # fmt: skip
"""Things that an answer may be forbidden to contain; each is put at the end of a file."""


def smelling(files: Mapping[str, str], sources: Mapping[str, str]) -> Iterator[Mutant]:
    """The answer with something forbidden in one of its files, or with a file of the source."""
    for path in _hosts(files):
        end = len(files[path].encode())
        for smell in SMELLS:
            label = f"{path} with {' '.join(smell.split())[:60]!r} at its end"
            yield Mutant(label, (Edit(path, end, end, "\n" + smell),))
    for path, text in sources.items():
        new = path if path not in files else f"src/legacy/{path}"
        yield Mutant(f"the source's {path} left in as {new}", (Edit(new, 0, 0, text),))


def _hosts(files: Mapping[str, str]) -> list[str]:
    """The largest file of each kind: component, module, test, page, style."""
    kinds: dict[str, str] = {}
    for path in sorted(files, key=lambda path: (-len(files[path]), path)):
        name = PurePosixPath(path)
        kind = "test" if re.search(r"\.(test|spec)\.|__tests__|test_", path) else name.suffix
        if kind != ".json":
            kinds.setdefault(kind, path)
    return list(kinds.values())


FORMS = {
    "headings of level one": re.compile(rb"^# ", re.MULTILINE),
    "headings of level two": re.compile(rb"^## ", re.MULTILINE),
    "headings of level three": re.compile(rb"^### ", re.MULTILINE),
    "headings of level four": re.compile(rb"^#### ", re.MULTILINE),
    "numbers of lists": re.compile(rb"^ *\d+[.)] ", re.MULTILINE),
    "numbers of headings": re.compile(rb"(?<=^### )\d+[.)] ", re.MULTILINE),
    "points of lists": re.compile(rb"^ *[-*] ", re.MULTILINE),
    "names of code": re.compile(rb"`"),
}
LABEL = re.compile(rb"^[-* ]*\*\*([A-Z][^*:\n]+):?\*\*:?[ \t]*([^\n]*)$", re.MULTILINE)


def misshapen(path: str, text: str) -> Iterator[Mutant]:
    """A document without one kind of markup, or with `**Label:**` lines removed or made equal."""
    data = text.encode()
    for form, pattern in FORMS.items():
        spans = [match.span() for match in pattern.finditer(data)]
        edits = tuple(Edit(path, start, end, "") for start, end in spans)
        yield Mutant(f"{form} without their marks", edits)
    yield from _swapped(path, data)
    for label, matches in _labelled(data).items():
        yield from _relabelled(path, label, matches)


def _labelled(data: bytes) -> dict[str, list[re.Match[bytes]]]:
    """The lines that begin with a label, by label."""
    by_label: dict[str, list[re.Match[bytes]]] = {}
    for match in LABEL.finditer(data):
        by_label.setdefault(match[1].decode(), []).append(match)
    return by_label


def _relabelled(path: str, label: str, matches: list[re.Match[bytes]]) -> Iterator[Mutant]:
    everywhere = tuple(Edit(path, *match.span(), "") for match in matches)
    yield Mutant(f"every line '{label}:' left out", everywhere)
    yield Mutant(f"one line '{label}:' left out", everywhere[-1:])
    for value in sorted({match[2].decode() for match in matches})[:4]:
        alike = tuple(Edit(path, *match.span(2), value) for match in matches)
        yield Mutant(f"every '{label}:' is {value[:40]!r}", alike)


def _swapped(path: str, data: bytes) -> Iterator[Mutant]:
    """The first and the last section of a level, exchanged."""
    for level, marks in ((2, rb"^## "), (3, rb"^### ")):
        starts = [match.start() for match in re.finditer(marks, data, re.MULTILINE)]
        if len(starts) < 2:
            continue
        above = re.compile(rb"^#{1,%d} " % (level - 1), re.MULTILINE)
        following = above.search(data, starts[-1])
        last_end = following.start() if following else len(data)
        first = data[starts[0] : starts[1]].decode()
        last = data[starts[-1] : last_end].decode()
        edits = (
            Edit(path, starts[0], starts[1], last),
            Edit(path, starts[-1], last_end, first),
        )
        yield Mutant(f"the first and the last section of level {level} swapped", edits)


def cut_off(files: Mapping[str, str]) -> Iterator[Mutant]:
    """One file ends in the middle, as a truncated answer does."""
    for path, text in files.items():
        size = len(text.encode())
        yield Mutant(f"{path} cut off in the middle", (Edit(path, size // 2, size, ""),))

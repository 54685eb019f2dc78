"""Mutants: a reference answer with one thing wrong.

Deletions follow the structure of the answer (files, declarations, elements, sections, sentences), so that the smallest
part that a criterion depends on is found by descending into it. Offsets are bytes of the file's UTF-8 text.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from tree_sitter import Node

from stages.lib.parsing.queries import parse_tsx

SCRIPTS = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts")


class Edit(NamedTuple):
    """Bytes `start` to `end` of a file replaced; a file emptied is a file dropped, one that was not there is added."""

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
class Part:
    """A part of a file that can be taken out: a syntax node, or a piece of text at a level of TEXT_LEVELS."""

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


def whole(path: str, text: str) -> Part:
    """All of a file, to be descended into."""
    data = text.encode()
    if PurePosixPath(path).suffix.lower() in SCRIPTS:
        return Part(path, 0, len(data), parse_tsx(text).root_node)
    return Part(path, 0, len(data))


def pieces(part: Part, data: bytes) -> list[Part]:
    """The next smaller parts of a part; none of a token or a word."""
    if part.node is not None:
        found = [
            Part(part.path, node.start_byte, node.end_byte, node)
            for node in part.node.named_children
        ]
        return [piece for piece in found if piece.end > piece.start]
    for level in range(part.level, len(TEXT_LEVELS)):
        cuts = [match.end() for match in TEXT_LEVELS[level].finditer(data, part.start, part.end)]
        bounds = [part.start, *(cut for cut in cuts if part.start < cut < part.end), part.end]
        if len(bounds) > 2:
            spans = [span for span in pairwise(bounds) if data[slice(*span)].strip()]
            return [Part(part.path, start, end, level=level + 1) for start, end in spans]
    return []


def of_json(path: str, text: str) -> Iterator[Mutant]:
    """A JSON file with one key gone, one version lowered, one switch turned, one string changed."""
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
        elif isinstance(leaf, str) and re.match(r"[\^~>=v ]*\d", leaf):
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
    "export class Legacy extends React.Component { componentDidMount() {} render() { return null; } }\n",
    "export class LegacyComponent extends Component { state = {}; }\n",
    "export const loose: any = {} as any;\n// @ts-ignore\n",
    "var old = 1;\n",
    "document.querySelector('#root').innerHTML = '<b>text</b>';\n",
    "const made = <div dangerouslySetInnerHTML={{ __html: '' }} style={{ color: 'red' }} onClick={handle} />;\n",
    "ReactDOM.render(<App />, document.getElementById('root'));\nfindDOMNode(this);\n",
    "Legacy.propTypes = {};\nLegacy.defaultProps = {};\n",
    "console.log('debug');\nalert('x');\n",
    "setTimeout(() => {}, 1000);\n",
    "it.skip('later', () => {});\nit('x', () => { expect(screen).toMatchSnapshot(); });\njest.mock('react-redux');\n",
    "localStorage.clear();\nfetch('/x');\nwindow.location.reload();\n",
    "const app = angular.module('app', []);\napp.controller('Old', function ($scope) {});\n",
    "@NgModule({ declarations: [] })\nexport class OldModule {}\n",
    "const template = `<p *ngIf=\"a\" *ngFor=\"let b of c\" [ngModel]=\"d\" [innerHTML]=\"e\"></p>`;\n",
    "state.items.push(item);\nthis.state.items.sort();\nitems.map((item, index) => <li key={index}>{item}</li>);\n",
    "export function useOld() { useEffect(() => { window.addEventListener('resize', old); }); }\n",
    "import $ from 'jquery';\nimport _ from 'lodash';\nimport moment from 'moment';\nimport axios from 'axios';\n",
    "import { connect } from 'react-redux';\nimport { createStore } from 'redux';\n",
    "import PropTypes from 'prop-types';\nimport { mount, shallow } from 'enzyme';\nimport cx from 'classnames';\n",
    "const child = require('child_process');\nmodule.exports = {};\n",
    "for (const key in object) { eval(key); }\n",
    "this.subject.subscribe((value) => { this.value = value; });\nconstructor(private http: HttpClient) {}\n",
    "def test_added():\n    for value in [1]:\n        if value:\n            assert value\n",
    "# TODO\nexcept:\n    pass\nprint('debug')\n",
)  # fmt: skip
"""Things that an answer may be forbidden to contain; each is put at the end of a file."""


def smelling(files: Mapping[str, str], sources: Mapping[str, str]) -> Iterator[Mutant]:
    """The answer with something that it ought not to have: a smell in one of its files, or a file of the source."""
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
    """A document whose marks of one form are gone, or whose `**Label:**` lines are gone or all say the same."""
    data = text.encode()
    for form, pattern in FORMS.items():
        spans = [match.span() for match in pattern.finditer(data)]
        yield Mutant(f"{form} without their marks", tuple(Edit(path, *span, "") for span in spans))
    yield from _swapped(path, data)
    labelled: dict[bytes, list[re.Match[bytes]]] = {}
    for match in LABEL.finditer(data):
        labelled.setdefault(match[1], []).append(match)
    for label, found in labelled.items():
        name = label.decode()
        yield Mutant(
            f"every line '{name}:' left out",
            tuple(Edit(path, *match.span(), "") for match in found),
        )
        yield Mutant(f"one line '{name}:' left out", (Edit(path, *found[-1].span(), ""),))
        for value in sorted({match[2] for match in found})[:4]:
            edits = tuple(Edit(path, *match.span(2), value.decode()) for match in found)
            yield Mutant(f"every '{name}:' is {value.decode()[:40]!r}", edits)


def _swapped(path: str, data: bytes) -> Iterator[Mutant]:
    """The first and the last section of a level in each other's place."""
    for level, marks in ((2, rb"^## "), (3, rb"^### ")):
        starts = [match.start() for match in re.finditer(marks, data, re.MULTILINE)]
        if len(starts) > 1:
            ends = [*starts[1:], len(data)]
            following = re.search(rb"^#{1,%d} " % (level - 1), data[starts[-1] :], re.MULTILINE)
            ends[-1] = starts[-1] + following.start() if following else len(data)
            texts = [data[start:end].decode() for start, end in zip(starts, ends, strict=True)]
            edits = (
                Edit(path, starts[0], ends[0], texts[-1]),
                Edit(path, starts[-1], ends[-1], texts[0]),
            )
            yield Mutant(f"the first and the last section of level {level} swapped", edits)


def cut_off(files: Mapping[str, str]) -> Iterator[Mutant]:
    """One file ends in the middle, as a truncated answer does."""
    for path, text in files.items():
        size = len(text.encode())
        yield Mutant(f"{path} cut off in the middle", (Edit(path, size // 2, size, ""),))

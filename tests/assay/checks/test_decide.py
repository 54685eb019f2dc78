"""Each kind of check passes, fails, and is never met by an empty answer."""

import json
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from assay.answers.dialogue_process import Process
from assay.checks.check_kind import Decision
from assay.checks.decide import decide
from assay.checks.subject import Subject
from assay.checks.vocabulary import KINDS, Check

APP = (
    "import { useState } from 'react';\n"
    'export const App = () => <h1 className="big">Virtual Piano</h1>;\n'
)
PACKAGE = json.dumps({"name": "piano", "private": True, "dependencies": {"react": "^19.1.0"}})
PAGE = '<body><h1 id="title">Virtual Piano</h1><img src="a.png"></body>\n'
FILES = {
    "src/App.tsx": APP,
    "package.json": PACKAGE,
    "index.html": PAGE,
}
DOCUMENT = "# Overview\n\nThe piano plays notes.\n\n## Sound\n\nEach key has an oscillator.\n"
DOCUMENT += "## Issues\n\n" + "".join(
    f"### {n}\n\nPiano.js:{n} hums.\n\n" for n in range(10, 60, 10)
)
PROCESS = Process("ended", calls=9, failed=3, read_first=True, structure_first=False)
EMPTY = {
    "dialogue": Subject({}, "", process=PROCESS),
    "nothing": Subject({}, ""),
    "white space": Subject({}, " \n\t"),
    "empty files": Subject({"src/App.tsx": "", "package.json": " \n", "a.html": ""}, ""),
    "empty document": Subject({}, "\n", is_document=True),
}


def decided(
    check: Any, files: dict[str, str] | None = None, text: str = "", **more: Any
) -> Decision:
    return decide(
        TypeAdapter(Check).validate_python(check),
        Subject(FILES if files is None else files, text, **{"process": PROCESS} | more),
    )


def passed(check: Any, files: dict[str, str] | None = None, text: str = "", **more: Any) -> bool:
    return decided(check, files, text, **more).passed


def document(check: Any, text: str = DOCUMENT) -> bool:
    return passed(check, {}, text, is_document=True)


EXAMPLES: dict[str, list[dict[str, Any]]] = yaml.safe_load(r"""
file: [{file: App.tsx}, {file: Main.tsx}]
json: [{json: package.json, path: name, equals: piano}, {json: package.json, path: version}]
dependency: [{dependency: react, version: ">=19"}, {dependency: vue}]
regex: [{regex: '^export const App\b'}, {regex: "^class "}]
absent: [{absent: jquery}, {absent: useState}]
together: [{together: ["^import", USESTATE], lacks: jquery, cut: ";$"},
           {together: ["^import", Piano], cut: ";$"}]
query: [{query: (arrow_function) @f}, {query: (class_declaration) @c}]
tsx: [{tsx: h1, text: virtual piano}, {tsx: h2}]
html: [{html: h1, attrs: {id: ^title$}}, {html: h1, attrs: {id: ^other$}}]
import: [{import: react, names: useState}, {import: react, names: useEffect}]
parses: [{parses: "*.tsx"}, {parses: "*.java"}]
section: [{section: overview, min_words: 4}, {section: overview, min_words: 40}]
mentions: [{mentions: [virtual, piano]}, {mentions: [virtual, guitar]}]
words: [{words: 5}, {words: 500}]
finds: [{finds: {id: hum, title: t, at: "Piano.js:10", says: hums}},
        {finds: {id: hum, title: t, at: "Piano.js:10", says: clicks}}]
precise: [{precise: 0.2, known: [{id: hum, title: t, at: "Piano.js:10", says: hums}], decoys: []},
          {precise: 0.5, known: [{id: hum, title: t, at: "Piano.js:10", says: hums}], decoys: []}]
dialogue: [{dialogue: ended}, {dialogue: failed_calls, max: 2}]
all: [{all: [{tsx: h1}, {absent: jquery}]}, {all: [{tsx: h1}, {tsx: h2}]}]
any: [{any: [{tsx: h2}, {tsx: h1}]}, {any: [{tsx: h2}, {tsx: h3}]}]
not: [{not: {tsx: h2}}, {not: {tsx: h1}}]
""")
"""Each kind of check with one that FILES and DOCUMENT fulfil and one that they do not."""
ABSENCES: list[dict[str, Any]] = yaml.safe_load("""
- {absent: x}
- {absent: x, in: answer}
- {not: {regex: x}}
- {not: {file: x}}
- {not: {together: [x]}}
- {regex: x, min: 0, max: 0}
- {file: x, min: 0, max: 0}
- {tsx: h1, min: 0, max: 0}
- {html: h1, min: 0, max: 0}
- {import: x, min: 0, max: 0}
- {query: (arrow_function) @f, min: 0, max: 0}
- {regex: x, min: 0}
""")


def test_every_kind_has_an_example() -> None:
    assert EXAMPLES.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", EXAMPLES)
def test_a_fulfilled_check_passes_and_says_what_it_saw_and_another_fails(kind: str) -> None:
    good, bad = EXAMPLES[kind]
    decision = decided(good, text=DOCUMENT)
    assert decision.passed is True
    assert decision.seen
    assert passed(bad, text=DOCUMENT) is False


@pytest.mark.parametrize("subject", EMPTY.values(), ids=EMPTY.keys())
@pytest.mark.parametrize("kind", EXAMPLES)
def test_empty_answer_fulfils_no_check(kind: str, subject: Subject) -> None:
    for example in EXAMPLES[kind]:
        assert decide(TypeAdapter(Check).validate_python(example), subject).passed is False


def combined(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(inner, min_size=1, max_size=3)
    return (
        several.map(lambda checks: {"all": checks})
        | several.map(lambda checks: {"any": checks})
        | inner.map(lambda check: {"not": check})
    )


LEAVES = st.sampled_from([*ABSENCES, *(check for pair in EXAMPLES.values() for check in pair)])


@given(
    check=st.recursive(LEAVES, combined, max_leaves=6),
    subject=st.sampled_from(list(EMPTY.values())),
)
def test_no_combination_of_checks_is_fulfilled_by_an_empty_answer(
    check: Any, subject: Subject
) -> None:
    assert decide(TypeAdapter(Check).validate_python(check), subject).passed is False


@given(
    check=st.recursive(LEAVES, combined, max_leaves=6),
    content=st.text(max_size=60),
    name=st.sampled_from("abc"),
)
def test_any_check_on_any_answer_is_decided_without_an_error(
    check: Any, content: str, name: str
) -> None:
    content = content.encode("utf-8", "replace").decode()
    files = {f"{name}.tsx": content, "package.json": content, "index.html": f"<p {content}"}
    assert decided(check, files, content).passed in (True, False)


@pytest.mark.parametrize("check", ABSENCES)
def test_absence_passes_where_something_was_delivered(check: dict[str, Any]) -> None:
    assert passed(check, {"a.tsx": "const one = 1;"}, "delivered") is True


def test_absence_from_files_that_were_not_delivered_fails() -> None:
    assert passed({"absent": "float", "in": "*.css"}) is False
    assert passed({"not": {"regex": "float", "in": "*.css"}}) is False
    assert passed({"regex": "float", "in": "*.css", "min": 0, "max": 0}) is False


def test_bounds_count_findings() -> None:
    files = {"a.ts": "x x", "b.ts": "x"}
    assert passed({"regex": "x", "min": 3, "max": 3}, files) is True
    assert passed({"regex": "x", "min": 4}, files) is False
    assert passed({"regex": "x", "max": 2}, files) is False
    assert passed({"file": "*.ts", "min": 2, "max": 2}, files) is True


def test_findings_are_named_by_file_and_line() -> None:
    assert decided({"regex": "b"}, {"a.ts": "a\nb b\n\nb"}).seen == "found 3: a.ts:2, a.ts:4"
    assert decided({"absent": "b"}, {"a.ts": "a\nb"}).seen == "found at a.ts:2"


def test_in_narrows_a_check_to_matching_files() -> None:
    assert passed({"regex": "Virtual", "in": "*.html"}) is True
    assert passed({"regex": "useState", "in": "*.html"}) is False
    assert passed({"regex": "useState", "in": ["src/**", "!src/App.tsx"]}) is False


def test_in_answer_looks_at_the_text_alone() -> None:
    assert passed({"regex": "Explained", "in": "answer"}, text="Explained below") is True
    assert passed({"regex": "useState", "in": "answer"}, text="Explained below") is False


def test_regex_minds_case_and_mentions_do_not() -> None:
    assert passed({"regex": "virtual piano"}) is False
    assert passed({"mentions": "virtual piano"}) is True


def test_mentions_count_up_to_min() -> None:
    assert passed({"mentions": ["virtual", "guitar", "piano"], "min": 2}) is True
    assert passed({"mentions": ["virtual", "guitar", "drum"], "min": 2}) is False


def test_code_checks_leave_other_files_out() -> None:
    text = "import x from 'react'; const a = <h1>Hi</h1>;"
    for check in ({"tsx": "h1"}, {"import": "react"}, {"query": "(jsx_element) @e"}):
        assert passed(check, {"README.md": text}) is False
        assert passed(check, {"a.jsx": text}) is True


def test_parses_needs_a_code_file_that_is_whole() -> None:
    assert passed({"parses": "*"}, {"README.md": "words", "a.css": "p {}"}) is False
    assert document({"parses": "*"}) is False
    assert passed({"parses": "*.json"}) is True
    assert passed({"parses": "*"}, broken=frozenset({"src/App.tsx"})) is False
    assert passed({"parses": "*.json"}, broken=frozenset({"src/App.tsx"})) is True


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"path": "name"}, True),
        ({"path": "dependencies.react.deeper"}, False),
        ({"path": "missing"}, False),
        ({"path": "private", "equals": True}, True),
        ({"path": "private", "equals": False}, False),
        ({"path": "dependencies.react", "matches": r"^\^19"}, True),
        ({"path": "dependencies", "matches": "react"}, True),
        ({"path": "dependencies.react", "version": ">=20"}, False),
        ({"path": "private", "version": ">=1"}, False),
    ],
)
def test_json_value_is_compared(more: dict[str, Any], expected: bool) -> None:
    assert passed({"json": "package.json", **more}) is expected


def test_json_path_leads_through_lists() -> None:
    files = {"a.json": '{"jobs": [{"name": "build"}, {"name": "test"}]}'}
    assert passed({"json": "a.json", "path": "jobs.1.name", "equals": "test"}, files) is True
    assert passed({"json": "a.json", "path": "jobs.2.name"}, files) is False


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '{"a": 1}}', "null", "[]", '"a"'])
def test_json_that_does_not_parse_or_is_no_object_fails(text: str) -> None:
    assert passed({"json": "a.json", "path": "a"}, {"a.json": text}) is False


@pytest.mark.parametrize("group", ["dependencies", "devDependencies", "peerDependencies"])
def test_dependency_is_found_in_each_group_and_folder(group: str) -> None:
    files = {"web/package.json": json.dumps({group: {"react": "^19.0.0"}})}
    assert passed({"dependency": ["preact", "react"], "version": "^19"}, files) is True


def test_section_check_needs_heading_words_and_contents_together() -> None:
    assert document({"section": "^sound$", "contains": ["KEY", "oscillator"]}) is True
    assert document({"section": "^sound$", "contains": ["piano"]}) is False
    assert document({"section": "overview", "min_words": 10}) is True, (
        "subsections belong to their section"
    )
    assert document({"section": "oscillator"}) is False, "words outside headings are none"
    assert document({"section": "sound", "lacks": ["guitar", "drum"]}) is True
    assert document({"section": "sound", "lacks": ["guitar", "KEY"]}) is False


def test_what_except_matches_is_not_looked_at() -> None:
    files = {"a.ts": "import a from 'react';\nimport b from 'lodash';\n"}
    check = {"absent": r"\bfrom '\w+'", "except": "'React'"}
    assert decided(check, files).seen == "found at a.ts:2"
    assert passed({**check, "except": "'react'|'lodash'"}, files) is True
    assert passed({"regex": "import", "except": "import a", "max": 1}, files) is True
    assert document({"section": "sound", "except": "^sound$"}) is False


REVIEW = """## Issues
### 1. Sorting mutates the state
Location: a.js
### 2. No key
Severity: major
## Next
### Sorting again
"""


@pytest.mark.parametrize(
    ("check", "lines"),
    [
        ({"together": ["^### ", "STATE"]}, ["answer:2"]),
        ({"together": ["sorting", "key"]}, []),
        ({"together": ["^### \\W*\\d"], "lacks": "location"}, ["answer:4"]),
        ({"together": ["^### "], "except": "sorting|no key"}, ["answer:2", "answer:4", "answer:7"]),
        ({"together": ["^### ", "sorting"], "except": "^### 1.*"}, ["answer:7"]),
    ],
)
def test_patterns_are_together_in_one_piece(check: dict[str, Any], lines: list[str]) -> None:
    decision = decided({**check, "cut": "^#{2,3} "}, {}, REVIEW, is_document=True)
    assert decision.passed is bool(lines)
    assert decision.seen == f"found {len(lines)}" + (f": {', '.join(lines)}" if lines else "")


def test_patterns_are_together_in_one_file() -> None:
    check = {"together": ["sort", "state"]}
    assert passed(check, {"a.ts": "sort(state)"}) is True
    assert passed(check, {"a.ts": "sort()", "b.ts": "state"}) is False
    assert passed({**check, "min": 2}, {"a.ts": "sort(state)", "b.ts": "state.sort()"}) is True


HUGE = {"a.ts": "let a = 1;\n", "b.ts": "let b = 1;\n"}


def test_what_could_not_be_read_is_failed_and_never_left_open() -> None:
    unread = frozenset({"a.ts"})
    decision = decided({"absent": "jquery"}, HUGE, unread=unread)
    assert decision == Decision(False, "a.ts was not read: its answer passed a bound", True)
    for check in ({"regex": "let"}, {"not": {"regex": "jquery"}}, {"tsx": "p", "max": 0, "min": 0}):
        assert passed(check, HUGE, unread=unread) is False, check
    assert passed({"regex": "let b", "in": "b.ts"}, HUGE, unread=unread) is True, (
        "the other file is read"
    )


@pytest.mark.parametrize(
    "check",
    [
        {"query": "(call_expression) @c", "max": 0, "min": 0},
        {"tsx": "script", "max": 0, "min": 0},
        {"not": {"tsx": "script"}},
        {"not": {"import": "jquery"}},
        {"any": [{"import": "jquery"}, {"not": {"query": "(call_expression) @c"}}]},
    ],
    ids=str,
)
def test_a_script_too_broken_to_be_searched_passes_no_check_for_an_absence(check: Any) -> None:
    rubble = "import $ from 'jquery'; eval(x); const a = <script />;\n" + "[" * 2_000
    assert passed(check, {"b.tsx": "let b;"}) is True, "there is something to look at"
    decision = decided(check, {"a.tsx": rubble, "b.tsx": "let b;"})
    assert decision == Decision(False, "a.tsx is too broken to be searched", True)


@pytest.mark.parametrize(
    "check",
    [{"dependency": "jquery"}, {"json": "package.json", "path": "dependencies.jquery"}],
    ids=str,
)
def test_a_broken_package_json_does_not_prove_that_something_is_not_declared(check: Any) -> None:
    assert passed({"not": check}, {"package.json": PACKAGE}) is True
    assert passed({"not": check}, {"package.json": PACKAGE[:-1]}) is False
    assert passed({"not": check}, {"package.json": PACKAGE, "a/package.json": "{"}) is False


def test_a_forbidden_thing_is_found_before_blank_lines_as_well_as_after_them() -> None:
    blank = "\n" * 100_000
    for text in (f"TODO{blank}", f"{blank}TODO"):
        assert passed({"absent": r"^\s*TODO\s*$"}, {"a.ts": text}) is False


def test_a_bare_ampersand_in_jsx_hides_no_element() -> None:
    files = {"a.tsx": "export const A = () => <p>Search & filter <b>all</b></p>;\n"}
    assert passed({"tsx": "p", "text": "search & filter"}, files)
    assert passed({"tsx": "b", "text": "all"}, files)


GOOD = Process("ended", calls=20, failed=0, read_first=True, structure_first=True)


@pytest.mark.parametrize(
    ("check", "careless"),
    [
        ({"dialogue": "ended"}, GOOD._replace(outcome="too many turns")),
        ({"dialogue": "read_first"}, GOOD._replace(read_first=False)),
        ({"dialogue": "structure_first"}, GOOD._replace(structure_first=False)),
        ({"dialogue": "failed_calls", "max": 0}, GOOD._replace(failed=1)),
        ({"dialogue": "failed_calls", "max": 2}, GOOD._replace(failed=3)),
    ],
)
def test_a_check_of_a_dialogue_tells_a_careful_one_from_a_careless_one(
    check: Any, careless: Process
) -> None:
    assert passed(check, process=GOOD)
    assert not passed(check, process=careless)
    assert not passed(check, process=None), "an answer that is no dialogue"


def test_a_dialogue_that_fails_as_often_as_is_allowed_passes() -> None:
    decision = decided({"dialogue": "failed_calls", "max": 2}, process=GOOD._replace(failed=2))
    assert decision == Decision(True, "2 of 20 calls failed", True)

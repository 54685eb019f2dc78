"""Whether code parses, and whether JSX tags match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.code.syntax import SyntaxState
from assay.code.wellformed import file_state

COMPONENT = "export const App = ({ name }: { name: string }) => <h1>Hello, {name}</h1>;\n"
ASSERTION = "const a = <Piano>other;\nenum Note { A, B }\n"


def state_of(path: str, text: str) -> SyntaxState:
    state = file_state(path, text)
    assert state is not None
    return state


def parses(path: str, text: str) -> bool:
    return state_of(path, text).parse_ok


@pytest.mark.parametrize("extension", ["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "TSX"])
@pytest.mark.parametrize("text", [ASSERTION, "", "// words\n", "#!/usr/bin/env node\nrun();\n"])
def test_code_parses_under_every_label(extension: str, text: str) -> None:
    state = state_of(f"src/a.{extension}", text)
    assert (state.parse_ok, state.error_share, state.tag_errors) == (True, 0.0, ())


@pytest.mark.parametrize("extension", ["js", "jsx", "tsx", "mjs", "ts", "mts", "cts", "TS"])
def test_elements_parse_where_compilers_take_them(extension: str) -> None:
    assert parses(f"src/a.{extension}", COMPONENT) == (not extension.lower().endswith("ts"))


@pytest.mark.parametrize(
    "text",
    [
        "function count(n) {\n  return n + 1;\n",
        "export const App = () => <div><h1>Hi</div>;",
        "Here is the code you asked for:",
        "const a = {\n  ...\n};",
        "\ud800 ]",
    ],
)
def test_torn_or_malformed_code_does_not_parse(text: str) -> None:
    state = state_of("a.tsx", text)
    assert not state.parse_ok or state.tag_errors
    assert 0 <= state.error_share <= 1


def test_tag_closed_by_another_name_is_named_with_its_line() -> None:
    state = state_of("a.tsx", "const a = (\n  <main>\n    <p>Hi</b>\n  </main>\n);\n")
    assert state.tag_errors == ("line 3: <p> is closed by </b>",)


def test_matching_tags_fragments_and_members_are_no_errors() -> None:
    state = state_of("a.tsx", "const a = <><A.B><p><br /></p></A.B></>;")
    assert (state.parse_ok, state.tag_errors) == (True, ())


@pytest.mark.parametrize(
    "path", ["README.md", "style.css", "index.html", "Makefile", "js", ".ts.bak"]
)
def test_other_languages_have_no_state(path: str) -> None:
    assert file_state(path, "function (((") is None


@pytest.mark.parametrize("text", ['{"a": 1}', "[]", "1", ' {"a": [true, null]}\n'])
def test_json_parses(text: str) -> None:
    assert parses("package.json", text)


@pytest.mark.parametrize(
    "text", ["", "{", '{"a": 1,}', "{'a': 1}", '// a\n{"a": 1}', "[" * 100_000, "{...}"]
)
def test_malformed_json_does_not_parse(text: str) -> None:
    state = state_of("package.json", text)
    assert (state.parse_ok, state.error_share) == (False, 1.0)


@given(st.text(max_size=80), st.sampled_from(["a.ts", "a.json", "tsconfig.json"]))
def test_no_text_is_an_error(text: str, path: str) -> None:
    state = state_of(path, text.encode("utf-8", "replace").decode())
    assert 0 <= state.error_share <= 1
    assert not (state.parse_ok and state.error_share)

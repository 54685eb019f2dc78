"""Whether a script parses, under which grammar, and how much of it is wrong."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_sitter import Node, Query, QueryCursor

from assay.code import syntax
from assay.code.queries import parse_for_queries
from assay.code.syntax import SyntaxState, parse_script
from tests.project import ROOT

SNIPPETS = sorted((ROOT / "tests/data/complexity").iterdir())


@pytest.mark.parametrize("path", SNIPPETS, ids=lambda path: path.name)
def test_every_snippet_parses(path: Path) -> None:
    assert parse_script(path.read_bytes().decode("utf-8-sig")).state == SyntaxState(True, 0.0)


@pytest.mark.parametrize(
    "code",
    [
        "<p>Terms & Conditions</p>;",
        "<p>a && b</p>;",
        "<a href='?a=1&b=2' title=\"R & D\">x</a>;",
        "type A = & B & C;",
        "a?.5:1;",
        "export type * from './a';",
        "interface A { abstract?: string; using: string }",
        "abstract = 1; exports.using = using; f(using, abstract).using();",
        "{ using a = b; } async function f() { await using c = d; }",
        "abstract class A { abstract b: string; abstract ['c'](): void; abstract?: string }",
    ],
)
def test_what_the_grammar_misreads_parses_nevertheless(code: str) -> None:
    assert parse_script(code).state.parse_ok


@pytest.mark.parametrize(
    "code",
    [
        "a & & b;",
        "if (a &amp;&amp; b) {}",
        "<p>{a &amp;&amp; b}</p>;",
        "a?.;",
        "abstract: class;",
        "using = ;",
    ],
)
def test_reading_ampersands_leniently_lets_no_error_pass(code: str) -> None:
    assert not parse_script(code).state.parse_ok


def test_the_share_of_errors_is_that_of_their_bytes() -> None:
    parsed = parse_script("let a = 1;\n" * 9 + "let b = ] 1;")
    assert not parsed.state.parse_ok
    assert 0 < parsed.state.error_share < 0.1
    assert parsed.state.error_share == round(parsed.error_bytes / parsed.size, 4)


def test_a_missing_brace_is_an_error_of_no_bytes() -> None:
    assert parse_script("function f() { return 1;").state == SyntaxState(False, 0.0)


def test_rubble_is_not_searched() -> None:
    few, many = "f(" * 10, "[" * 2_000
    assert parse_for_queries(few, "tsx") is not None
    assert parse_for_queries(many, "tsx") is None


def _ranges(nodes: list[Node]) -> set[tuple[int, int]]:
    ranges = {node.byte_range for node in nodes}
    return {(start, end) for start, end in ranges if start < end}


@given(st.text(st.sampled_from("ab(){}<>/=\"'`;,? \n"), max_size=40))
def test_errors_are_those_that_a_query_finds(text: str) -> None:
    parsed = syntax.parse_as("tsx", text.encode())
    query = Query(syntax.language("tsx"), "[(ERROR) (MISSING)] @error")
    found = QueryCursor(query).captures(parsed.tree.root_node).get("error", [])
    walked = syntax._errors(parsed.tree)
    assert bool(walked) == parsed.tree.root_node.has_error
    # a query leaves out some of the missing tokens: they are of no bytes
    assert _ranges(walked) == _ranges(found)


def test_a_text_longer_than_a_piece_parses_as_a_whole() -> None:
    text = "const größe = '日本語 😀';\n" * 20_000
    assert parse_script(text).state.parse_ok

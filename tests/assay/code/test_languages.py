"""The table of languages: every row has its wheel, names nodes that exist, and parses."""

import re
import tomllib

import pytest

from assay.code.complexity import kind_number
from assay.code.languages import LANGUAGES, QUERY_LANGUAGES, Language, language_of_path
from assay.code.queries import compile_query, parse_for_queries
from assay.code.wellformed import file_state
from tests.project import ROOT

ROWS = [row for row in LANGUAGES if row.grammar != "tree_sitter_typescript"]
GOOD = {
    "java": "class A {\n  int f(int a) { return a; }\n}\n",
    "go": "package a\n\nfunc f(a int) int { return a }\n",
    "csharp": "namespace N;\nclass A { int F(int a) => a; }\n",
    "kotlin": "class A {\n  fun f(a: Int): Int = a\n}\n",
    "python": "def f(a):\n    return a\n",
}
BROKEN = {
    "java": "class A {\n  int f(int a) { return a;\n",
    "go": "package a\n\nfunc f(a int int { return a }\n",
    "csharp": "class A { int F(int a) { return } }}\n",
    "kotlin": "class A {\n  fun f(a: Int: Int = \n}\n",
    "python": "def f(a:\n    return a\n",
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_names_kinds_that_its_grammar_has(row: Language) -> None:
    kinds = [*row.functions, *row.decisions]
    names = [name for kind in kinds for name in (kind.name, kind.inside) if name]
    names += [name for each in row.imports for name in (each.statement, *each.modules)]
    assert [name for name in names if not kind_number(row.name, name)] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_wheel_of_a_row_is_declared(row: Language) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    names = {re.split(r"[^\w-]", each)[0] for each in declared}
    assert row.grammar.replace("_", "-") in names


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_code_of_every_language_parses_and_broken_code_does_not(row: Language) -> None:
    path = f"src/a{row.suffixes[0]}"
    good = file_state(path, GOOD[row.name])
    broken = file_state(path, BROKEN[row.name])
    assert good and broken
    assert (good.parse_ok, good.error_share) == (True, 0.0)
    assert not broken.parse_ok


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_query_is_asked_in_every_language(row: Language) -> None:
    assert row.name in QUERY_LANGUAGES
    assert compile_query("(identifier) @name", row.name)
    assert parse_for_queries(GOOD[row.name], row.name) is not None
    with pytest.raises(ValueError, match=f"over the {row.name} grammar"):
        compile_query("(no_such_node) @a", row.name)


def test_the_suffix_tells_the_language_whatever_its_case() -> None:
    assert [getattr(language_of_path(path), "name", None) for path in ("A.JAVA", "b.kts", "c")] == [
        "java", "kotlin", None
    ]  # fmt: skip

"""The table of languages: every row has its wheel, names nodes that exist, and parses."""

import re
import sys
import tomllib
from subprocess import run

import pytest

from assay.answers.parsed import states_of
from assay.code.by_grammar import kind_number
from assay.code.effort import Effort
from assay.code.languages import LANGUAGES, QUERY_LANGUAGES, Language, language_of_path
from assay.code.queries import compile_query, parse_for_queries
from assay.code.wellformed import GIVEN_UP, FileState, file_state
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


GIVE_UP = """
import os, resource, sys
from assay.code.measure_tree import measure_file
from assay.code.source_files import Scope
from assay.code.queries import parse_for_queries
from assay.code.wellformed import GIVEN_UP, file_state
language, path, unit = sys.argv[1:]
text = unit * (60_000 // len(unit))

def state():
    assert file_state(path, text) == GIVEN_UP

def measure():
    figures = measure_file(path, text.encode(), Scope(languages=(language,)))
    assert (figures.parse_ok, figures.error_share) == (False, 1.0)

def query():
    assert parse_for_queries(text, "tsx" if language == "typescript" else language) is None

resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
for reader in (state, measure, query):
    child = os.fork()
    if not child:
        reader()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, reader
"""
"""Every reader in a process of its own: none knows what another has tried."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "path", "unit"),
    [
        ("java", "A.java", "a=>"),
        ("java", "A.java", "a<"),
        ("csharp", "A.cs", "<a"),
        ("csharp", "A.cs", "|a("),
        ("typescript", "a.ts", "a<b,"),
    ],
)
def test_code_that_takes_too_much_memory_is_given_up_whoever_reads_it(
    language: str, path: str, unit: str
) -> None:
    command = [sys.executable, "-c", GIVE_UP, language, path, unit]
    assert run(command, cwd=ROOT, check=False).returncode == 0


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """The trials of memory, all of which fail."""
    trials: list[None] = []

    def failing(_trial: object, _request: bytes) -> bool:
        trials.append(None)
        return False

    monkeypatch.setattr("assay.code.memory_trial.MemoryTrial.stays_in_memory", failing)
    monkeypatch.setattr("assay.code.syntax._FITTING", {})
    return trials


def test_a_text_is_tried_once_and_a_small_one_never(tried: list[None]) -> None:
    assert parse_for_queries("class A {}\n" * 10, "java") is not None and not tried
    assert [parse_for_queries("class A {}\n" * 1_000, "java") for _ in range(3)] == [None] * 3
    assert len(tried) == 1


def test_a_text_of_our_own_is_never_tried(tried: list[None]) -> None:
    text = "class A {}\n" * 1_000
    assert file_state("A.java", text, Effort(tries_memory=False)) == FileState(True, 0.0)
    assert parse_for_queries(text, "java") is not None and not tried


def test_an_answer_has_few_trials_that_fail(tried: list[None]) -> None:
    files = {f"{number}.java": f"class A{number} {{}}\n" * 1_000 for number in range(30)}
    assert set(states_of(files).values()) == {GIVEN_UP}
    assert len(tried) == 10


def test_no_parser_is_unknown_and_never_parses() -> None:
    assert language_of_path("a.rs") is None
    assert file_state("a.rs", "fn f(((") is None


def test_the_suffix_tells_the_language_whatever_its_case() -> None:
    assert [getattr(language_of_path(path), "name", None) for path in ("A.JAVA", "b.kts", "c")] == [
        "java", "kotlin", None
    ]  # fmt: skip

"""The complexity of scripts equals ESLint 8.57.1's, file by file; a snippet is about one rule."""

import json

import pytest

from assay.code import complexity
from assay.code.complexity import Complexity
from assay.code.source_files import language_of, reason_left_out
from assay.code.syntax import parse_script
from tests.project import ROOT
from tests.shipped import shipped

SNIPPETS = ROOT / "tests" / "data" / "complexity"
ORACLE: dict[str, dict[str, int]] = json.loads(
    (ROOT / "tests" / "data" / "eslint_oracle.json").read_text()
)


def counts_as_script(path: str) -> bool:
    return language_of(path) in ("javascript", "typescript") and reason_left_out(path) is None


def test_the_oracle_covers_every_snippet() -> None:
    assert {path for path in ORACLE if path.startswith("tests/")} == {
        path.relative_to(ROOT).as_posix() for path in SNIPPETS.iterdir()
    }


def test_the_oracle_covers_every_script_of_the_data_sets() -> None:
    scripts = {
        path.relative_to(ROOT).as_posix()
        for folder in (ROOT / "datasets" / name for name in shipped().datasets)
        for path in folder.rglob("*")
        if path.is_file() and counts_as_script(path.relative_to(folder).as_posix())
    }
    assert {path for path in ORACLE if path.startswith("datasets/")} == scripts


def complexity_of(text: str) -> Complexity:
    return complexity.complexity_of(parse_script(text))


@pytest.mark.parametrize("path", sorted(ORACLE))
def test_a_file_has_the_complexity_that_eslint_gives_it(path: str) -> None:
    text = (ROOT / path).read_bytes().decode("utf-8-sig")
    assert complexity_of(text) == Complexity(ORACLE[path]["complexity"], ORACLE[path]["functions"])


def test_a_broken_text_keeps_the_count_of_what_can_be_made_out() -> None:
    text = "const f = (a) => a ? 1 : 2;\nconst g = ] ;\nfunction h(b) { if (b) return 1; }\n"
    assert complexity_of(text) == Complexity(4, 2)


@pytest.mark.slow
def test_nesting_deeper_than_pythons_recursion_limit_is_counted() -> None:
    depth = 70_000
    assert complexity_of("f(() => " * depth + "1" + ")" * depth) == Complexity(depth, depth)
    chain = "function f() { return " + " && ".join(["a"] * (depth + 1)) + "; }"
    assert complexity_of(chain) == Complexity(depth + 1, 1)
    ladder = "function f() { " + "if (a) {} else " * depth + "{} }"
    assert complexity_of(ladder) == Complexity(depth + 1, 1)

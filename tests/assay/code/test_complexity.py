"""The complexity of scripts equals ESLint 8.57.1's, file by file and rule by rule."""

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

# One construct each in a function of complexity 1: what ESLint 8.57.1 adds for it.
DECISIONS = {
    "if (a) b;": 1,
    "if (a) b; else if (c) d; else e;": 2,
    "a ? b : c;": 1,
    "a && b;": 1,
    "a || b;": 1,
    "a ?? b;": 1,
    "a && b && c || d;": 3,
    "a &&= b;": 1,
    "a ||= b;": 1,
    "a ??= b;": 1,
    "a += b; a &= b; a | b;": 0,
    "for (;;) {}": 1,
    "for (a in b) {}": 1,
    "for (a of b) {}": 1,
    "while (a) {}": 1,
    "do {} while (a);": 1,
    "try {} catch (a) {} finally {}": 1,
    "try {} catch {}": 1,
    "try {} finally {}": 0,
    "switch (a) { case 1: case 2: b; default: c; }": 2,
    "switch (a) { default: b; }": 0,
    "a?.b?.[c]?.();": 0,
    "const { a = 1 } = b;": 0,
    "const { a = b || 1 } = c;": 1,
    "throw a; label: { break label; }": 0,
}
# What opens a function of its own beside the decision in it.
FUNCTIONS = {
    "function f(a = b || c) {}": 2,
    "const f = (a = 1) => a;": 1,
    "const f = async () => a ?? b;": 2,
    "({ m() { return a || b; }, get g() { return 1; }, set s(v) {} });": 4,
    "class A { constructor() { a || b; } }": 2,
    "class A { x = 1; y; static z = a || b; }": 3,
    "class A { x = () => a; }": 2,
    "class A { static { a && b; } static {} }": 3,
    "class A { accessor x = a || b; }": 0,
    "class A { [a || b]() {} }": 1,
    "class A { [a || b] = 1; }": 1,
    "@a(b || c) class A { @a(b || c) m(@a(b || c) x) {} }": 2,
    "class A extends (a || b) {}": 0,
    "abstract class A { abstract m(): void; abstract x: number; declare y: string; }": 0,
    "function f(a: string): void; function f(a?: any) {}": 1,
    "declare function f(): void;": 0,
    "type A<T> = T extends string ? 1 : 2; type F = () => void; interface I { m(): void }": 0,
    "enum E { A = 1 || 2 }": 0,
    "const a = b || c; if (a) d; for (;;) {}": 0,
}


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


@pytest.mark.parametrize("code", DECISIONS)
def test_a_decision_in_a_function_counts_as_in_eslint(code: str) -> None:
    assert complexity_of(f"function f() {{ {code} }}") == Complexity(1 + DECISIONS[code], 1)


@pytest.mark.parametrize("code", DECISIONS)
def test_a_decision_outside_functions_counts_nothing(code: str) -> None:
    assert complexity_of(code) == Complexity(0, 0)


@pytest.mark.parametrize("code", FUNCTIONS)
def test_each_implicit_or_explicit_function_counts_as_in_eslint(code: str) -> None:
    assert complexity_of(code).cyclomatic_complexity == FUNCTIONS[code]


def test_a_broken_text_keeps_the_count_of_what_can_be_made_out() -> None:
    text = "const f = (a) => a ? 1 : 2;\nconst g = ] ;\nfunction h(b) { if (b) return 1; }\n"
    assert complexity_of(text) == Complexity(4, 2)


@pytest.mark.slow
@pytest.mark.parametrize("depth", [70_000])
def test_nesting_deeper_than_pythons_recursion_limit_is_counted(depth: int) -> None:
    assert complexity_of("f(() => " * depth + "1" + ")" * depth) == Complexity(depth, depth)
    chain = "function f() { return " + " && ".join(["a"] * (depth + 1)) + "; }"
    assert complexity_of(chain) == Complexity(depth + 1, 1)
    ladder = "function f() { " + "if (a) {} else " * depth + "{} }"
    assert complexity_of(ladder) == Complexity(depth + 1, 1)

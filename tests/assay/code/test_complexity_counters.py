"""radon and lizard: what is summed, and that a failing counter gives no figure."""

import pytest

from assay.code import complexity
from assay.code.complexity import Complexity, lizard_complexity, python_complexity

PYTHON = '''
import os

FLAG = os.sep == "/" and True or False

def outer(a, b=None):
    """if for while"""
    def inner(c):
        return c if c else b
    for x in a:
        if x and b:
            yield inner(x)

class ShelfSource:
    size = 1 if FLAG else 2
    class Board:
        def length(self): return 1 or 2
    def add(self, book):
        try:
            return [b for b in book if b]
        except ValueError:
            return None
    async def walk(self):
        async for step in self: pass
'''


def test_python_sums_functions_methods_and_nested_functions_but_not_classes() -> None:
    # outer 4, inner 2, length 2, add 4, walk 2
    assert python_complexity(PYTHON) == Complexity(14, 5)


@pytest.mark.parametrize(
    "text", ["def f(:\n", "\0", "(" * 300, "a" + ".b" * 50_000, "-" * 200_000 + "1", "\ud800"]
)
def test_python_that_does_not_parse_has_no_figure(text: str) -> None:
    assert python_complexity(text) is None


def test_python_nested_too_deep_for_radon_has_no_figure_or_a_right_one() -> None:
    text = "def f():\n return " + "not " * 900 + "1\n"
    assert python_complexity(text) in (None, Complexity(1, 1))


@pytest.mark.filterwarnings("error")
def test_a_warning_about_the_measured_text_is_not_passed_on() -> None:
    assert python_complexity("def f():\n    return '\\d' is 1\n") == Complexity(1, 1)


def test_lizard_counts_other_languages() -> None:
    body = "if (a > 0 && a < 9) return 1; return a == 0 ? 2 : 3;"
    code = f"class A {{ int f(int a) {{ {body} }} void g() {{}} }}"
    assert lizard_complexity("A.java", code) == Complexity(5, 2)


def test_lizard_is_not_asked_about_a_text_too_long_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(complexity, "LIZARD_MAX_CHARACTERS", 10)
    assert lizard_complexity("a.js", "function f() {}") is None


@pytest.mark.parametrize("error", [IndexError, RuntimeError, AttributeError, StopIteration])
def test_whatever_lizard_raises_is_no_figure(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def stumble(_name: str, _text: str) -> object:
        raise error

    monkeypatch.setattr("lizard.analyze_file.analyze_source_code", stumble)
    assert lizard_complexity("a.js", "") is None

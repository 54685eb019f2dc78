"""Functions and decisions of Java and Go, counted by hand beside each text."""

import pytest

from assay.code.measure_tree import measure_file
from assay.code.source_files import Scope, reason_left_out

EVERYTHING = Scope(languages=("java", "go", "python"))
# functions: static block, initialiser, constructor, g, lambda, compact constructor
# decisions: 2 for, while, &&, ||, do, 4 case, catch, if
JAVA = """package p;
@RestController @RequestMapping("/x")
public class A { static { f(); } { g(); }
 int x = a ? 1 : 2;
 A() { }
 abstract int h();
 void g() { for (int i : x) {} for(;;){} while (a && b || c) {} do {} while (x);
  switch (x) { case 1: case 2: break; default: }
  var y = switch (x) { case 1, 2 -> 3; case Foo f when f.x > 1 -> 2; default -> 4; };
  try {} catch (E e) {}  Runnable r = () -> {}; foo(A::b); }
}
record R(int a) { R { if (a < 0) throw x; } }
"""
# functions: f, m, func literal; decisions: if, &&, ||, 2 for, 2 case, 1 of select
GO = """package p
func f(a int) int { if a > 1 && b || c { return 1 }; for i := range x {}; for {}
 switch x { case 1, 2: ; default: }
 switch y := x.(type) { case int: ; default: }
 select { case <-c: ; default: }
 g := func() {}
 return 1 }
func (t T) m() {}
func ext()
"""
# two annotations on a class
SPRING = """package shop;

@RestController
@RequestMapping("/orders")
public class OrderController {
    @GetMapping("/{id}")
    public Order one(@PathVariable long id) {
        return orders.find(id).orElseThrow(() -> new NotFound(id));
    }
}
"""


@pytest.mark.parametrize(
    ("path", "text", "functions", "complexity"),
    [
        ("A.java", JAVA, 6, 18),
        ("a.go", GO, 3, 11),
        ("OrderController.java", SPRING, 2, 2),
        ("A.java", "class A { int x = a ? 1 : 2; }", 0, 0),
    ],
)
def test_functions_and_decisions_are_counted(
    path: str, text: str, functions: int, complexity: int
) -> None:
    figures = measure_file(path, text.encode(), EVERYTHING)
    assert (figures.functions, figures.cyclomatic_complexity) == (functions, complexity)
    assert figures.parse_ok is True


@pytest.mark.parametrize(("path", "text"), [("A.java", JAVA), ("a.go", GO)])
def test_torn_code_is_measured_as_far_as_it_goes_and_does_not_parse(path: str, text: str) -> None:
    figures = measure_file(path, text[: len(text) // 2].encode(), EVERYTHING)
    assert figures.parse_ok is False
    assert figures.functions > 0


@pytest.mark.parametrize(
    ("path", "is_test"),
    [
        ("api/src/test/java/shop/Fixtures.java", True),
        ("shop/OrderServiceTest.java", True),
        ("shop/Contest.java", False),
        ("store/store_test.go", True),
        ("store/testing.go", False),
        ("tests/helpers.py", True),
        ("app/test_orders.py", True),
        ("app/contest.py", False),
        ("src/test/setup.js", False),
    ],
)
def test_test_files_are_told_from_code(path: str, is_test: bool) -> None:
    assert reason_left_out(path) == ("test file" if is_test else None)

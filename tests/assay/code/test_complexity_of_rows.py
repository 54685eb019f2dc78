"""Functions and decisions of Java, Go, C# and Kotlin, counted by hand beside each text."""

import pytest

from assay.code.measure_tree import measure_file
from assay.code.source_files import Scope, reason_left_out

EVERYTHING = Scope(languages=("java", "go", "csharp", "kotlin", "python"))
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
# functions: get, set, Q, constructor, destructor, F, operator, G, L, lambda, delegate
# decisions: ?:, 2 ??, foreach, for, while, &&, do, 2 case, 2 arms, catch, 2 if
CSHARP = """class A {
  public int P { get { return 1; } set => x = value; }
  public int Q => a ? 1 : 2;
  public int R { get; set; }
  public A() { }
  ~A() {}
  int F(int a) => a ?? 3;
  abstract int H();
  public static A operator +(A a, A b) { return a; }
  void G() { foreach (var i in x) {} for(;;) {} while(a && b) {} do {} while (x);
   switch (x) { case 1: case 2: break; default: break; }
   var z = x switch { 1 => 2, > 3 and < 5 => 3, _ => 4 };
   try {} catch (E e) when (e.X) {}
   int L(int q) { return q; }
   Func<int,int> f = q => q + 1; x ??= 3;
   var d = delegate (int k) { return k; };
   if (x) {} else if (y) {} goto case 1;
  }
}
"""
# functions: get, init, constructor, f, g, lambda, anonymous function
# decisions: if, ?:, for, while, &&, ||, do, 2 of when, catch
KOTLIN = """class A(val x: Int) : B() {
  val y: Int get() = if (x > 1) 1 else 2
  init { println(x) }
  constructor(): this(1) { foo() }
  fun f(a: Int?): Int = a ?: 3
  fun g() {
    for (i in 1..2) { while (a && b || c) { } }
    do { } while (x)
    when (x) {
      1 -> 2
      3, 4 -> 5
      else -> 6
    }
    try { } catch (e: Exception) { } finally { }
    list.map { it + 1 }
    val q = fun(x: Int): Int { return x }
    x?.foo()
  }
}
interface I { fun h(): Int }
"""


@pytest.mark.parametrize(
    ("path", "text", "functions", "complexity"),
    [
        ("A.java", JAVA, 6, 18),
        ("a.go", GO, 3, 11),
        ("A.cs", CSHARP, 11, 26),
        ("A.kt", KOTLIN, 7, 17),
    ],
)
def test_functions_and_decisions_are_counted(
    path: str, text: str, functions: int, complexity: int
) -> None:
    figures = measure_file(path, text.encode(), EVERYTHING)
    assert (figures.functions, figures.cyclomatic_complexity) == (functions, complexity)
    assert figures.parse_ok is True


@pytest.mark.parametrize(
    ("path", "is_test"),
    [
        ("api/src/test/java/shop/Fixtures.java", True),
        ("shop/OrderServiceTest.java", True),
        ("shop/Contest.java", False),
        ("store/store_test.go", True),
        ("store/testing.go", False),
        ("Shop.Tests/Orders.cs", True),
        ("Shop/OrderTests.cs", True),
        ("app/src/androidTest/a/B.kt", True),
        ("app/src/main/a/Latest.kt", False),
        ("tests/helpers.py", True),
        ("app/test_orders.py", True),
        ("app/contest.py", False),
        ("src/test/setup.js", False),
    ],
)
def test_test_files_are_told_from_code(path: str, is_test: bool) -> None:
    assert reason_left_out(path) == ("test file" if is_test else None)

"""Each operator finds its places, and says what stands there instead."""

import pytest

from tools.behaviours import operators, python_operators
from tools.behaviours.operators import CodeChange


def applied(text: str, change: CodeChange) -> str:
    data = text.encode()
    return (data[: change.start] + change.text.encode() + data[change.end :]).decode()


def by(operator: str, text: str) -> list[str]:
    return [applied(text, item) for item in operators.changes(text) if item.operator == operator]


def by_python(operator: str, text: str) -> list[str]:
    found = python_operators.changes(text)
    return [applied(text, item) for item in found if item.operator == operator]


EXPECTED = [
    ("handler emptied", "function add() { save(); }", ["function add() {}"]),
    ("handler emptied", "<a onClick={() => go()} />;", ["<a onClick={() => undefined} />;"]),
    ("handler emptied", "function sum() { return 1; }", []),
    ("condition negated", "if (a) { b(); }", ["if (!(a)) { b(); }"]),
    ("condition negated", "x = a ? b : c;", ["x = !(a) ? b : c;"]),
    ("early return", "function f() { a(); b(); }", ["function f() { a(); return; b(); }"]),
    ("early return", "function f() { a(); return 1; }", []),
    ("argument dropped", "slice(1, end);", ["slice(1);"]),
    ("argument dropped", "useEffect(run, [id]);", []),
    ("operator swapped", "a && b;", ["a || b;"]),
    ("operator swapped", "a !== b;", ["a === b;"]),
    ("operator swapped", "a - b;", ["a + b;"]),
    ("off by one", "a < b;", ["a <= b;"]),
    ("off by one", "take(9);", ["take(10);"]),
    ("off by one", "take(1.5);", []),
    ("await removed", "async () => { await save(); };", ["async () => { save(); };"]),
    ("state not set", "setName(x);", [";"]),
    ("state not set", "this.store.dispatch(add());", [";"]),
    ("state not set", "this.count = 1;", [";"]),
    ("state not set", "run(() => setName(x));", ["run(() => undefined);"]),
    ("state not set", "const name = 1;", []),
    (
        "effect without clean-up",
        "useEffect(() => { on(); return () => off(); }, []);",
        ["useEffect(() => { on(); return; }, []);"],
    ),
    ("effect without clean-up", "clearTimeout(id);", [";"]),
    ("wrong default", "function f(a = true) {}", ["function f(a = false) {}"]),
    ("wrong default", "const x = a ?? 'no';", ["const x = a ?? '';"]),
    ("wrong default", "const [a] = useState(0);", ["const [a] = useState(1);"]),
    ("wrong default", "const { a = '' } = b;", ["const { a = 'other' } = b;"]),
]


@pytest.mark.parametrize(("operator", "text", "expected"), EXPECTED)
def test_an_operator_changes_its_places_and_no_others(
    operator: str, text: str, expected: list[str]
) -> None:
    assert by(operator, text) == expected


EXPECTED_IN_PYTHON = [
    ("handler emptied", "def f():\n    a()\n    b()\n", ["def f():\n    pass\n"]),
    ("handler emptied", "def f():\n    return 1\n", []),
    ("condition negated", "x = a if b else c\n", ["x = a if not (b) else c\n"]),
    ("early return", "def f():\n    a()\n    b()\n", ["def f():\n    a()\n    return\n"]),
    ("argument dropped", "f(1, key=2)\n", ["f(1)\n"]),
    ("operator swapped", "a is not b\n", ["a is b\n"]),
    ("operator swapped", "a and b\n", ["a or b\n"]),
    ("off by one", "a <= b\n", ["a < b\n"]),
    ("off by one", "x = 9\n", ["x = 10\n"]),
    ("off by one", "x = True\n", []),
    ("off by one", "x = f'{9}'\n", []),
    ("await removed", "async def f():\n    await g()\n", ["async def f():\n    g()\n"]),
    ("state not set", "session.add(x)\n", ["pass\n"]),
    ("state not set", "loan.day = 3\n", ["pass\n"]),
    (
        "effect without clean-up",
        "try:\n    a()\nfinally:\n    b()\n",
        ["try:\n    a()\nfinally:\n    pass\n"],
    ),
    ("wrong default", "def f(a=True): return a\n", ["def f(a=False): return a\n"]),
    ("wrong default", "def f(*, a='x'): return a\n", ["def f(*, a=''): return a\n"]),
]


@pytest.mark.parametrize(("operator", "text", "expected"), EXPECTED_IN_PYTHON)
def test_an_operator_changes_its_places_in_python(
    operator: str, text: str, expected: list[str]
) -> None:
    assert by_python(operator, text) == expected


def test_offsets_are_bytes() -> None:
    assert by("condition negated", "// tür\nif (a) b();") == ["// tür\nif (!(a)) b();"]
    assert by_python("off by one", "x = 'tür', 1\n") == ["x = 'tür', 2\n"]


def test_types_and_imports_are_left_alone() -> None:
    assert operators.changes("import a from 'b';\ninterface A { b: 1 }\ntype C = 'x' | 2;") == []


def test_a_text_that_does_not_parse_has_no_mutants() -> None:
    assert operators.changes("const = (") == []
    assert python_operators.changes("def (") == []

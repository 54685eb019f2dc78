"""Each operator finds its places, and says what stands there instead."""

import pytest

from tools.proof.operators import changes, languages

CLEAN_UP = "effect without clean-up"
EXPECTED = [
    (".tsx", "handler emptied", "<a onClick={() => { go(); }} />;", "<a onClick={() => {}} />;"),
    (".tsx", "handler emptied", "<a onClick={() => go()} />;", "<a onClick={() => undefined} />;"),
    (".ts", "handler emptied", "function sum() { return 1; }", None),
    (".ts", "condition negated", "if (a) { b(); }", "if (!(a)) { b(); }"),
    (".ts", "condition negated", "x = a ? b : c;", "x = !(a) ? b : c;"),
    (".ts", "operator swapped", "a && b;", "a || b;"),
    (".ts", "off by one", "a < b;", "a <= b;"),
    (".ts", "off by one", "take(9);", "take(10);"),
    (".ts", "off by one", "take(1.5);", None),
    (".ts", "await removed", "async () => { await save(); };", "async () => { save(); };"),
    (".ts", "state not set", "setName(x);", ";"),
    (".ts", "state not set", "this.count = 1;", ";"),
    (".ts", "state not set", "run(() => setName(x));", "run(() => undefined);"),
    (".ts", "state not set", "const name = 1;", None),
    (".ts", CLEAN_UP, "useEffect(() => { return () => off(); });", "useEffect(() => { return; });"),
    (".ts", CLEAN_UP, "clearTimeout(id);", ";"),
    (".ts", "wrong default", "function f(a = true) {}", "function f(a = false) {}"),
    (".ts", "wrong default", "const x = a ?? 'no';", "const x = a ?? '';"),
    (".ts", "wrong default", "const [a] = useState(0);", "const [a] = useState(1);"),
    (".ts", "wrong default", "const { a = '' } = b;", "const { a = 'other' } = b;"),
    (".py", "condition negated", "x = a if b else c\n", "x = a if not (b) else c\n"),
    (".py", "operator swapped", "a and b\n", "a or b\n"),
    (".py", "operator swapped", "a is not b\n", "a is b\n"),
    (".py", "off by one", "a <= b\n", "a < b\n"),
    (".py", "off by one", "x = 'tür', 1\n", "x = 'tür', 2\n"),
    (".py", "off by one", "x = True\n", None),
    (".py", "off by one", "x = f'{9}'\n", None),
    (".py", "await removed", "async def f():\n    await g()\n", "async def f():\n    g()\n"),
    (".py", "state not set", "session.add(x)\n", "pass\n"),
    (".py", "state not set", "loan.day = 3\n", "pass\n"),
    (".py", CLEAN_UP, "try:\n    a()\nfinally:\n    b()", "try:\n    a()\nfinally:\n    pass"),
    (".py", "wrong default", "def f(a=True): return a\n", "def f(a=False): return a\n"),
    (".go", "condition negated", "func f() { if a { b() } }", "func f() { if !(a) { b() } }"),
    (".go", "off by one", "var b = c < d", "var b = c <= d"),
    (".go", "state not set", "func f() { a.b = c }", "func f() { {} }"),
    (".java", "operator swapped", "class A { int b = c - d; }", "class A { int b = c + d; }"),
    (".java", "condition negated", "class A {{ if (a) b(); }}", "class A {{ if (!(a)) b(); }}"),
    (".java", "state not set", "class A {{ this.a = 1; }}", "class A {{ ; }}"),
]


@pytest.mark.parametrize(("suffix", "operator", "text", "expected"), EXPECTED)
def test_an_operator_changes_its_place_and_no_other(
    suffix: str, operator: str, text: str, expected: str | None
) -> None:
    data = text.encode()
    found = [
        (data[: item.start] + item.text.encode() + data[item.end :]).decode()
        for item in changes(suffix, text)
        if item.operator == operator
    ]
    assert found == ([] if expected is None else [expected])


def test_every_operator_of_the_file_has_its_turn_in_the_sample() -> None:
    assert {*languages()} == {"script", "python", "go", "java"}
    for language in languages().values():
        assert language.operators.keys() <= languages()["script"].operators.keys()


def test_types_imports_and_broken_texts_are_left_alone() -> None:
    text = "import a from 'b';\ninterface A { b: 1 }\ntype C = 'x' | 2;"
    assert changes(".ts", text) == changes(".ts", "const = (") == changes(".py", "def (") == []

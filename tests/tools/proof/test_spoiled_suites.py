"""Spoiled suites still parse and have their tests, but these say nothing or the opposite."""

from assay.code.wellformed import file_state
from tools.proof.spoiled_suites import empty, inverted, returns_first

SCRIPT = """import { expect, it, test } from 'vitest'
const double = (n) => { return 2 * n }
it('doubles', async () => {
  expect(double(1)).toBe(2)
})
test.each([[1, 3]])('does not treble %s', (n, m) => expect(double(n)).not.toBe(m))
"""
PYTHON = """def helper():
    return 1


def test_one():
    value = helper()
    assert value == 1, "one"
"""
FILES = {"a.test.js": SCRIPT, "tests/test_a.py": PYTHON, "package.json": "{}"}


def test_every_test_returns_first() -> None:
    found = returns_first(FILES)
    assert "async () => { return; \n  expect(double(1))" in found["a.test.js"]
    assert "(n, m) => undefined)" in found["a.test.js"]
    assert "=> { return 2 * n }" in found["a.test.js"]
    assert "def test_one():\n    return\n    value" in found["tests/test_a.py"]
    assert "def helper():\n    return 1" in found["tests/test_a.py"]


def test_every_expectation_is_inverted() -> None:
    found = inverted(FILES)
    assert "expect(double(1)).not.toBe(2)" in found["a.test.js"]
    assert "expect(double(n)).toBe(m)" in found["a.test.js"]
    assert 'assert not (value == 1), "one"' in found["tests/test_a.py"]


def test_an_empty_suite_keeps_the_configuration() -> None:
    assert empty(FILES) == {"package.json": "{}"}


def test_spoiled_suites_parse() -> None:
    for spoiled in (returns_first(FILES), inverted(FILES)):
        for path in ("a.test.js", "tests/test_a.py"):
            state = file_state(path, spoiled[path])
            assert state and state.parse_ok, spoiled[path]

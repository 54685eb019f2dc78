"""Spoiled suites still parse and have their tests, but these say nothing or the opposite."""

from assay.code.wellformed import file_state
from tools.proof.spoiled_suites import inverted, returns_first, spoiled

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
    script = returns_first("a.test.js", SCRIPT)
    assert "async () => { return; \n  expect(double(1))" in script
    assert "(n, m) => undefined)" in script
    assert "=> { return 2 * n }" in script
    python = returns_first("tests/test_a.py", PYTHON)
    assert "def test_one():\n    return\n    value" in python
    assert "def helper():\n    return 1" in python


def test_every_expectation_is_inverted() -> None:
    script = inverted("a.test.js", SCRIPT)
    assert "expect(double(1)).not.toBe(2)" in script
    assert "expect(double(n)).toBe(m)" in script
    assert 'assert not (value == 1), "one"' in inverted("tests/test_a.py", PYTHON)


def test_a_spoiled_suite_parses_or_has_no_test_and_keeps_the_configuration() -> None:
    texts = [mutant.texts for _, mutant in spoiled(FILES)]
    assert len(texts) == 3
    for files in texts:
        assert files.keys() == {"a.test.js", "tests/test_a.py"}
        for path, text in files.items():
            state = file_state(path, text) if text else None
            assert state is None or state.parse_ok, text
    assert set(texts[-1].values()) == {""}

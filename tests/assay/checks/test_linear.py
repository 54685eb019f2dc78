"""Where RE2 finds that matches begin: positions are characters, also behind longer ones."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.checks.linear import _FEW, few_begins, matching_lines, may_match, re2_pattern

TEXTS = st.text(st.sampled_from("ab \n_é😀"), max_size=20)
PATTERNS = [r"a", r"\ba|b$", r"^ *b", r"é", r"[^\n]*a", r"", r"\z", r"^"]


@given(st.sampled_from(PATTERNS), TEXTS)
def test_matches_begin_where_python_finds_them(pattern: str, text: str) -> None:
    """Each at its own position, also one inside another."""
    compiled = re.compile(pattern.replace(r"\z", r"\Z"), re.MULTILINE | re.ASCII)
    expected = [bool(compiled.match(text, at)) for at in range(len(text) + 1)]
    found = few_begins(re2_pattern(pattern), text)
    assert found is not None and [*map(bool, found)] == expected
    assert may_match(re2_pattern(pattern), text) == any(expected)


@given(st.sampled_from(PATTERNS), TEXTS)
def test_each_line_on_which_a_match_begins_is_found(pattern: str, text: str) -> None:
    compiled = re.compile(pattern.replace(r"\z", r"\Z"), re.MULTILINE | re.ASCII)
    begins = [at for at in range(len(text) + 1) if compiled.match(text, at)]
    lines = {(text.rfind("\n", 0, at) + 1, (text + "\n").index("\n", at)) for at in begins}
    assert matching_lines(re2_pattern(pattern), text) == sorted(lines)


@pytest.mark.parametrize(("count", "is_few"), [(_FEW - 1, True), (_FEW, False)])
def test_more_than_a_few_matches_are_left_to_the_automaton(count: int, is_few: bool) -> None:
    assert (few_begins(re2_pattern("a"), "a " * count) is not None) == is_few


def test_half_of_a_character_is_left_to_the_automaton() -> None:
    pattern = re2_pattern("a")
    assert may_match(pattern, "\ud800")
    assert few_begins(pattern, "\ud800a") is None
    assert matching_lines(pattern, "\ud800a") is None


def test_what_re2_cannot_express_is_no_pattern_of_it() -> None:
    assert re2_pattern("a(?!b)") is None
    assert re2_pattern("(?i:a)|b", ignores_case=True).search(b"B")

"""Patterns with lookaround: the same matches as Python's `re`, in linear time."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stages.lib.checks.automaton import Automaton, parsed_pattern
from stages.lib.checks.dfa import UnsupportedPattern

PATTERNS = [
    r"a(?!b)",
    r"(?<!a)b+",
    r"(?<=\bif )\w+|c$",
    r"\A(?=[\s\S]*b)[\s\S]*c",
    r"a(?:(?!b)[\s\S])*?c",
    r"^(?!a|bc)\w+\s*$",
    r"(?=.*a).*b",
    r"a{2,3}(?!a)",
    r"(?i:A(?!B))c?|[^a-b\n]{2}(?=\W)",
    r"(?s)a(?!.*b)",
    r"(?<![.\w])(?:b|c)\b(?!\s*=[^=])",
    r"\Ba(?=(?!ab)\w)",
    r"(?:a|b*)(?!c)\Z",
]


def positions(pattern: str, text: str) -> list[int]:
    """Where a match begins, by trying at each position."""
    compiled = re.compile(pattern, re.MULTILINE | re.ASCII)
    return [at for at in range(len(text) + 1) if compiled.match(text, at)]


@settings(deadline=None)
@given(st.sampled_from(PATTERNS), st.text(st.sampled_from("aabbc.= \nifAB_é"), max_size=24))
def test_matches_begin_where_python_finds_them(pattern: str, text: str) -> None:
    begins = Automaton.of(pattern).begins(text)
    assert [at for at, value in enumerate(begins) if value] == positions(pattern, text)


@pytest.mark.parametrize("pattern", [r"(a)\1", r"a*+b", r"(?>a|ab)c", r"(a)?(?(1)b|c)"])
def test_what_needs_backtracking_is_refused(pattern: str) -> None:
    with pytest.raises(UnsupportedPattern, match="no linear time"):
        parsed_pattern(f"x(?={pattern})")


def test_what_is_no_pattern_is_refused() -> None:
    with pytest.raises(UnsupportedPattern, match="is no regular expression: missing \\)"):
        parsed_pattern("(a")


def test_a_repeated_assertion_is_worked_out_once() -> None:
    automaton = Automaton.of(r"a(?:(?!\n\n)[\s\S]){0,160}b")
    assert 1 in automaton.begins("a\nb")
    assert len(automaton._backward._nfa.assertions) == 1

"""Patterns with lookaround: the same matches as Python's `re`, in linear time."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.checks.automaton import Automaton, parsed_pattern
from assay.checks.dfa import UnsupportedPattern
from assay.checks.patterns import Pattern

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
    r"(?=(?:(?!^c)[\s\S])*?(?:a|\bif))\w",
    r"(?=(?i:(?:(?<!c)[a-z ])*)\Wf*$)",
    r"^[ab]*(?=[^\n]*?c)[^c\n]",
    r"\b(?=.*\b)",
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


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?:(?!^c)[\s\S])*?(?:a|\bif)",
        r"(?i)(?:(?:(?<!c)[ab ]))*=",
        r"[^\n]*?\bb(?!a)",
        r"\s*\Bb",
        r"(?:^b)*a(?!b)",
        r"\w*",
        r"(?:)*a(?!b)",
        "a*" * 300 + "b(?!a)",
    ],
)
@given(st.text(st.sampled_from("aabbc= \nifA_"), max_size=12))
def test_a_loop_leads_to_every_position_behind_it(pattern: str, text: str) -> None:
    begins = Automaton.of(pattern).begins(text)
    assert [at for at, value in enumerate(begins) if value] == positions(pattern, text)


@settings(max_examples=50)
@given(st.sampled_from(PATTERNS), st.text(st.sampled_from("ab.c= \nf"), min_size=1, max_size=3))
def test_more_matches_than_re2_looks_for_begin_there_too(pattern: str, unit: str) -> None:
    text = unit * 250
    begins = Automaton.of(pattern).begins(text)
    assert [at for at, value in enumerate(begins) if value] == positions(pattern, text)


MORE_PATTERNS = [
    r"(?i)[^k]K(?!z)",
    r"(?i)[Z-a](?!b)|[^Z-a]\Z",
    r"(?s).(?=\s)",
    r"[^\s]\W(?<!=)|[^\W\d]\d(?!a)",
    r"(?<!a)(?:b|\x0b){1,1200}=",
    r"é(?i:É)(?!a)",
    r"(?!a)*b|(?=c){2}c",
    r"$(?<=\n)|(?m:^)(?=k)",
]


@settings(deadline=None)
@given(
    st.sampled_from([*PATTERNS, *MORE_PATTERNS]),
    st.text(st.sampled_from("aabbckKZz_9.= \n\x0b\x1fÉé\u017f\u212a\ud800😀"), max_size=12),
)
def test_a_text_on_which_no_automaton_runs_has_no_match(pattern: str, text: str) -> None:
    """RE2 tries each pattern without its lookaround first."""
    tried = Pattern(pattern)
    lines = sorted({text.count("\n", 0, at) + 1 for at in positions(pattern, text)})
    assert tried.lines(text) == tuple(lines)
    assert tried.occurs(text) == bool(lines)


def test_a_pattern_runs_no_automaton_where_it_cannot_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Automaton, "begins")
    assert Pattern(r"title(?! 2)").lines("no such word\n" * 3) == ()
    with pytest.raises(AttributeError, match="begins"):
        Pattern(r"title(?! 2)").occurs("title 2")


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

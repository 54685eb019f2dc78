"""RE2 alone decides patterns; what it does not take is refused with another way to say it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.checks.patterns import compiled, lines, occurs, without

PATTERNS = [r"a", r"\ba|b$", r"^ *b", r"é", r"[^\n]*a", "", "^"]


@given(st.sampled_from(PATTERNS), st.text(st.sampled_from("ab \n_é😀\ud800"), max_size=20))
def test_matches_are_those_of_python_and_begin_on_its_lines(pattern: str, text: str) -> None:
    found = list(re.compile(pattern, re.M | re.A).finditer(text))
    assert occurs(pattern, text) == bool(found)
    wanted = tuple(text.count("\n", 0, each.start()) + 1 for each in found)
    assert lines(pattern, text) == wanted


def test_what_is_left_out_joins_nothing_and_moves_no_line() -> None:
    assert without("a skip\nthis b", "SKIP\\s+this") == "a \0\n b"
    assert without("a b", None) == "a b"


@pytest.mark.parametrize(
    ("pattern", "remedy"),
    [
        ("a(?!b)", "invalid perl operator: (?!; say with `except` what does not count"),
        ("(?<!a)b", "or with `lacks` what must not be there"),
        ("(?=.*a).*b", "list the patterns under `together`, `contains` or `mentions`"),
        (r"a\Z", r"the end of a text is \z"),
        (r"(a)\1", "write each text out that may be repeated"),
        ("a{1001}", "count to at most 1000"),
        ("(?>a)", "invalid perl operator: (?>"),
        ("a++", "bad repetition operator: ++"),
        ("(a", "missing ): (a"),
    ],
)
def test_what_re2_does_not_take_is_refused_with_a_remedy(pattern: str, remedy: str) -> None:
    with pytest.raises(ValueError, match="is no regular expression of RE2") as caught:
        compiled(pattern, False)
    assert remedy in str(caught.value)

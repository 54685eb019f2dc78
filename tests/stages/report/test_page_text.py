"""Hidden characters are shown. Shades of scores can be told apart and read, in both schemes."""

import re

import pytest

from stages.report.page import STYLE, TEMPLATES
from stages.report.page_text import HIDDEN, LEVELS, breakable, level, visible
from tests.stages.report.colours import contrast, mixed

CSS = (TEMPLATES / STYLE).read_text()
LIGHT, DARK = re.findall(r":root \{([^}]*--paper[^}]*)\}", CSS)
SHARES = [int(share) / 100 for share in re.findall(r"\.level-\d \{ --share: (\d+)%", CSS)]


def colours(scheme: str) -> dict[str, str]:
    return dict(re.findall(r"--(\w+): (#\w{6})", scheme))


def test_81_and_99_have_different_shades_and_so_have_99_and_100() -> None:
    assert level(81) < level(99) < level(100)
    assert [level(bound) for bound in (0, *LEVELS)] == list(range(len(LEVELS) + 1))


def test_every_level_has_a_shade_darker_than_the_last() -> None:
    assert len(SHARES) == len(LEVELS) + 1
    assert sorted(set(SHARES)) == SHARES


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_score_can_be_read_on_every_shade(scheme: str) -> None:
    of = colours(scheme)
    for share in SHARES:
        assert contrast(of["ink"], mixed(of["fill"], of["paper"], share)) >= 4.5


def test_a_name_of_a_test_breaks_between_its_words_and_stays_text() -> None:
    name = "DescribeTechnicalImplementation-ToDoApp_ReactJS"
    words = "Describe<wbr>Technical<wbr>Implementation-<wbr>To<wbr>Do<wbr>App_<wbr>ReactJS"
    assert str(breakable(name)) == words
    assert str(breakable("<b>Aa</b>")) == "&lt;b&gt;Aa&lt;/b&gt;"


def test_every_hidden_character_is_shown_even_if_it_is_the_only_one() -> None:
    hidden = HIDDEN.findall("".join(map(chr, (*range(0x10000), *range(0xE0000, 0xE1000)))))
    assert {"\x00", "\x07", "\r", "\x7f", "\u202e", "\ud800", "\U000e0101"} <= set(hidden)
    for one in hidden:
        shown = f'<span class="hidden-char">U+{ord(one):04X}</span>'
        assert str(visible(f"a{one}<")) == f"a{shown}&lt;"

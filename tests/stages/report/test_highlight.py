"""Coloured code: the text stays as it is, hostile text stays text, and it is never slow."""

import html
import re
import time
from pathlib import Path

import pytest

from stages.report.highlight import LANGUAGES, LONGEST_FILE, LONGEST_LINE, MOST_OPEN, code_lines
from tests.project import ROOT

HOSTILE = '</span><script>alert("1")</script><img src=x onerror=alert(1)>\u202e&lt;'


def text_of(path: str, content: str) -> str:
    """What a reader sees of the lines."""
    lines = code_lines(path, content)
    return "\n".join(html.unescape(re.sub("<[^>]*>", "", line)) for line in lines)


def test_words_of_a_language_are_coloured() -> None:
    (line,) = code_lines("src/App.tsx", "return <b title='x'>{1}</b>; // done")
    for kind, word in (("k", "return"), ("nt", "b"), ("na", "title"), ("m", "1"), ("c", "// done")):
        assert f'<span class="hl-{kind}">{word}</span>' in line


def test_a_comment_over_lines_is_coloured_on_each_of_them() -> None:
    one, two = code_lines("a.js", "/* one\ntwo */\n")
    assert one == '<span class="hl-c">/* one</span>' and two == '<span class="hl-c">two */</span>'


@pytest.mark.parametrize("ending", [*LANGUAGES, ".unknown"])
def test_hostile_text_stays_text(ending: str) -> None:
    for content in (HOSTILE, f"// {HOSTILE}", f"'{HOSTILE}'", f"/* {HOSTILE}", f"<a {HOSTILE}"):
        lines = "".join(code_lines(f"a{ending}", content))
        assert not re.search(r"<(?!/?span)", lines)
        assert not re.search(r"<span(?! class=\"(hl-[a-z]{1,2}|hidden-char)\")", lines)
        assert "U+202E" in lines


@pytest.mark.parametrize(
    "content", ["", "\n", "a\rb\n\nc", "\ufeffa = 1\n", "  a\n\n", "a\r\nb\r\n"]
)
@pytest.mark.parametrize("ending", LANGUAGES)
def test_lines_are_those_of_the_file(ending: str, content: str) -> None:
    lines = content.replace("\r\n", "\n").split("\n")
    assert len(code_lines(f"a{ending}", content)) == len(lines if lines[-1] else lines[:-1])


def test_every_file_of_the_gold_dialogues_keeps_its_text() -> None:
    files = list((ROOT / "scenarios/contextual_experiment/gold").rglob("*.*"))
    for path in filter(Path.is_file, files):
        content = path.read_text(encoding="utf-8")
        assert text_of(path.name, content) == content.removesuffix("\n"), path
    assert len(files) > 60


@pytest.mark.parametrize("ending", [".ts", ".scss", ".html"])
@pytest.mark.parametrize("piece", ["/* ", "/**\n", "*/ /* ", "<!-- ", "<![CDATA[ "])
def test_comments_that_never_end_take_no_longer(ending: str, piece: str) -> None:
    content = f"{piece * 40}\n" * 400
    start = time.process_time()
    text = text_of(f"a{ending}", content)
    assert time.process_time() - start < 3
    assert text == content.removesuffix("\n")


TOO_MUCH = {
    "a long line": "a" * (LONGEST_LINE + 1),
    "a long gap": f"a{' ' * 200}b",
    "comments without an end": "/* " * (MOST_OPEN + 1),
}


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("name", TOO_MUCH)
def test_one_line_that_may_be_slow_keeps_the_whole_file_plain(name: str, place: int) -> None:
    lines = ["const one = 1;"] * 3
    assert all("hl-k" in line for line in code_lines("a.ts", "\n".join(lines)))
    lines[place] = TOO_MUCH[name]
    assert code_lines("a.ts", "\n".join(lines)) == lines


def test_a_file_that_is_too_long_stays_plain() -> None:
    line = "const one = 1;\n"
    content = line * (LONGEST_FILE // len(line))
    assert "hl-k" in code_lines("a.ts", content)[0]
    assert code_lines("a.ts", content + line)[0] == line.strip()


ONE_ENDING = {language: ending for ending, language in reversed(LANGUAGES.items())}
"""An ending of each language: a file's time is that of its language's grammar."""


@pytest.mark.slow
@pytest.mark.parametrize("ending", sorted(ONE_ENDING.values()))
def test_no_file_takes_long(ending: str) -> None:
    for piece in ("a.", "<a ", "  \n", "`${"):
        line = (piece * LONGEST_LINE)[: LONGEST_LINE - 10]
        start = time.process_time()
        code_lines(f"a{ending}", f"{line}\n" * 50)
        assert time.process_time() - start < 3, piece

"""Which files count, and how their lines are counted."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.code.source_files import (
    count_lines,
    known_languages,
    language_of,
    reason_left_out,
    reason_unreadable,
)


def lines_by_split(text: str) -> int:
    """The rule as it is worded: split at the line ends, drop one trailing empty line."""
    lines = re.split("\r\n|\r|\n|\u2028|\u2029", text)
    return len(lines) - (lines[-1] == "")


@given(st.text(alphabet=st.sampled_from("ab \r\n\u2028\u2029\x0b\x0c\x85"), max_size=60))
def test_lines_are_those_of_the_rule(text: str) -> None:
    assert count_lines(text) == lines_by_split(text)


LANGUAGES = {
    "javascript": "a.js a.jsx a.mjs a.cjs App.JSX",
    "typescript": "src/a.ts a.tsx a.mts a.cts",
    "python": "a.py",
    "html": "index.html",
    "java": "a.java",
    "go": "a.go",
    None: "a.css a.scss package.json README.md a.yaml a.svg js .gitignore",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_extension_names_the_language(language: str | None) -> None:
    assert {language_of(path) for path in LANGUAGES[language].split()} == {language}
    assert language_of("") is None


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("src/App.test.js", "test file"),
        ("App.Test.tsx", "test file"),
        ("jquery.min.js", "minified"),
        ("types/a.d.ts", "declarations only"),
        ("a.d.mts", "declarations only"),
        ("node_modules/a/index.js", "in node_modules"),
        ("packages/a/dist/index.js", "in dist"),
        ("build/a.js", "in build"),
        ("coverage/a.html", "in coverage"),
        (".storybook/main.js", "in a dot-folder"),
        ("a/.cache/b.ts", "in a dot-folder"),
        ("src/App.spec.ts", None),
        (".eslintrc.js", None),
        ("../a.js", None),
        ("./a.js", None),
        ("src/builds/test.js", None),
        ("dist.js", None),
        ("latest.js", None),
        ("admin.js", None),
    ],
)
def test_tests_generated_files_and_dot_folders_are_left_out(path: str, reason: str | None) -> None:
    assert reason_left_out(path) == reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", None),
        ("größe".encode(), None),
        (b"\xef\xbb\xbfa", None),
        ("größe".encode("latin-1"), "not UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0", "binary"),
        ("let a;".encode("utf-16"), "binary"),
    ],
)
def test_what_is_no_text_is_told_apart(data: bytes, reason: str | None) -> None:
    assert reason_unreadable(data) == reason


def test_the_known_languages_are_the_names_that_files_get() -> None:
    assert {"javascript", "typescript", "html", "python", "java", "cpp", "go"} <= known_languages()
    assert "tsx" not in known_languages()  # a .tsx is typescript

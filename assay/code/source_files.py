"""Which files of a code base are measured, in which language, and how many lines they have."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath

import pathspec

from assay.code.languages import BY_NAME, language_of_path
from assay.records.pipeline import COUNTED_LANGUAGES

_FOLDERS_LEFT_OUT = frozenset({"node_modules", "dist"})
_LEFT_OUT_AT_THE_ROOT = frozenset({"build", "coverage"})
_NAMES_LEFT_OUT = {
    "test file": re.compile(r"\.test\."),
    "minified": re.compile(r"\.min\.js$"),
    "declarations only": re.compile(r"\.d\.[cm]?ts$"),
}
_LINE_ENDS = ("\n", "\r", "\u2028", "\u2029")


@dataclass(frozen=True, slots=True)
class Scope:
    """What counts of a code base: HTML or not, which languages, and which files do not.

    `exclude` are patterns as in .gitignore, relative to the code base.
    """

    count_html: bool = True
    languages: tuple[str, ...] = COUNTED_LANGUAGES
    exclude: tuple[str, ...] = ()

    def reason_left_out(self, path: str, language: str) -> str | None:
        """Why the file, in this language, does not count; None if it does."""
        if is_matched(path, self.exclude):
            return "excluded"
        if language == "html":
            counts = self.count_html and language in self.languages
            return None if counts else "HTML not counted"
        return None if language in self.languages else f"{language} not counted"


@cache
def is_matched(path: str, patterns: tuple[str, ...]) -> bool:
    """Whether the patterns, as in .gitignore, match the path. One pair is tried once."""
    return bool(patterns) and _spec(patterns).match_file(path)


@cache
def _spec(patterns: tuple[str, ...]) -> pathspec.GitIgnoreSpec:
    return pathspec.GitIgnoreSpec.from_lines(patterns)


@cache
def known_languages() -> frozenset[str]:
    """Every language that can be measured, by the name that `language_of` gives."""
    from lizard_languages import languages

    suffixes = {f".{extension.lower()}" for reader in languages() for extension in reader.ext}
    by_lizard = {language_of(f"file{suffix}") for suffix in suffixes}
    return frozenset(("html", *BY_NAME)) | {name for name in by_lizard if name is not None}


def language_of(path: str) -> str | None:
    """The programming language of a file's extension, in lower case; None if it is not code.

    It is one that Assay parses, or one that lizard knows.
    Markup, style sheets and data are not code, except HTML.
    """
    row = language_of_path(path)
    if row is not None:
        return row.name
    suffix = PurePosixPath(path).suffix.lower()
    return "html" if suffix == ".html" else _lizard_language(suffix)


def reason_left_out(path: str) -> str | None:
    """Why the rules leave out the file `path`; None if it counts.

    The path is relative to the code base. Left out are tests, minified files, declarations, what
    tools generate, and folders whose name begins with a dot. `*.spec.*` counts. File names are
    compared without regard to case, folder names with.
    """
    folders = PurePosixPath(path).parts[:-1]
    if folders and folders[0] in _LEFT_OUT_AT_THE_ROOT:
        return f"in {folders[0]}"
    for folder in folders:
        if folder in _FOLDERS_LEFT_OUT:
            return f"in {folder}"
        if folder.startswith(".") and folder != "..":
            return "in a dot-folder"
    name = PurePosixPath(path).name.lower()
    for reason, pattern in _NAMES_LEFT_OUT.items():
        if pattern.search(name):
            return reason
    row = language_of_path(path)
    return "test file" if row and is_matched(path, row.tests) else None


def reason_unreadable(data: bytes) -> str | None:
    """Why `data` is no text: "binary" or "not UTF-8"; None if it is one."""
    if b"\0" in data:
        return "binary"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "not UTF-8"
    return None


def count_lines(text: str) -> int:
    r"""Physical lines, ended by \r\n, \r, \n, U+2028 or U+2029; a last line counts when it is not
    empty.
    """
    ends = sum(text.count(end) for end in _LINE_ENDS) - text.count("\r\n")
    return ends + (text != "" and not text.endswith(_LINE_ENDS))


@cache
def _lizard_language(suffix: str) -> str | None:
    from lizard_languages import get_reader_for

    reader = get_reader_for(f"file{suffix}")
    return None if reader is None else str(reader.language_names[0]).lower()

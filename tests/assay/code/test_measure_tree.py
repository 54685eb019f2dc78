"""Files and code bases: sums, reasons for skipping, and that no content raises."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.code.measure_tree import measure_file, measure_tree
from assay.code.source_files import Scope, known_languages
from assay.records.measures import FileMeasure
from assay.records.pipeline import COUNTED_LANGUAGES
from tests.project import ROOT

EVERY_LANGUAGE = Scope(languages=tuple(sorted(known_languages())))
SNIPPETS = sorted((ROOT / "tests/data/complexity").iterdir())
ARROW = b"export const f = (a) => a || 1;\n"
PATHS = "a.js a.jsx a.ts a.tsx a.mts a.py a.java a.c a.vue a.html a.css a.x a".split()


@pytest.mark.parametrize("path", ["src/f.js", "a.mts", "a.cts", "a.mjs", "a.cjs", "a.tsx", "a.py"])
def test_a_script_has_lines_complexity_and_a_second_opinion(path: str) -> None:
    text = b"def g(a):\n    return a or 1\n" if path == "a.py" else ARROW + ARROW
    figures = measure_file(path, text)
    assert (figures.loc, figures.parse_ok) == (2, True)
    expected = (2, 1, 2) if path == "a.py" else (4, 2, 4)
    found = (figures.cyclomatic_complexity, figures.functions, figures.lizard_cc)
    assert found == expected


def test_html_has_lines_but_no_complexity_even_with_a_script_in_it() -> None:
    page = b"<html>\r\n<script>\r\nfunction f(a) { if (a) b(); }\r\n</script>\r\n</html>"
    assert measure_file("a.html", page) == FileMeasure(path="a.html", language="html", loc_html=5)


GO = b"package a\n\nfunc f(a int) int {\n\tif a > 1 { return 1 }\n\treturn 2\n}\n"
RUST = b"fn f(a: i32) -> i32 {\n    if a > 1 { return 1; }\n    2\n}\n"


def test_without_a_parser_lizard_measures_and_whether_it_parses_is_unknown() -> None:
    figures = measure_file("a.rs", RUST, Scope(languages=("rust",)))
    assert figures == FileMeasure(
        path="a.rs",
        language="rust",
        loc=4,
        cyclomatic_complexity=2,
        functions=1,
        parse_ok=None,
        lizard_cc=2,
    )
    broken = measure_file("a.rs", b"fn f((( {{ =", Scope(languages=("rust",)))
    assert broken.parse_ok is None


@pytest.mark.parametrize(
    ("path", "data", "reason"),
    [
        ("style.css", b"a { b: c }", "not code"),
        ("a.go", GO, "go not counted"),
        ("logo.png", b"\x89PNG\0", "binary"),
        ("a.ts", b"const a = '\xe9';", "not UTF-8"),
        ("a.css", b"/* \xe9 */", "not code"),
        ("a.test.js", ARROW, "test file"),
        ("node_modules/a.html", b"\0", "in node_modules"),
    ],
)
def test_what_is_not_measured_is_listed_with_a_reason(path: str, data: bytes, reason: str) -> None:
    figures = measure_file(path, data)
    assert figures == FileMeasure(path=path, language=figures.language, skipped=reason)


@pytest.mark.parametrize("path", ["a.js", "a.tsx", "a.py", "a.html", "a.java"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_an_empty_file_has_no_lines_and_no_errors(path: str, bom: bytes) -> None:
    figures = measure_file(path, bom, Scope(languages=("java", *COUNTED_LANGUAGES)))
    parses = None if path == "a.html" else True
    lizard = None if path == "a.html" else 0
    assert figures == FileMeasure(
        path=path, language=figures.language, parse_ok=parses, lizard_cc=lizard
    )


@pytest.mark.parametrize("path", ["a.js", "a.ts", "a.py"])
def test_a_broken_file_is_measured_and_marked(path: str) -> None:
    figures = measure_file(path, b"x = 1\nx = = 2\nx = 3\n")
    assert (figures.loc, figures.parse_ok, figures.lizard_cc) == (3, False, None)
    assert 0 < figures.error_share <= 1


def test_a_tree_sums_its_files_and_lists_all_of_them_by_path() -> None:
    files = {"b.ts": ARROW, "a.js": ARROW + b"\n", "index.html": b"<p>\n</p>\n", "a.css": b""}
    assert measure_tree(files).lizard_cc == 4
    tree = measure_tree({**files, "c.js": b"let ] = 1"})
    assert tree.lizard_cc is None, "the second opinion is complete or absent"
    assert [file.path for file in tree.files] == ["a.css", "a.js", "b.ts", "c.js", "index.html"]
    assert (tree.figures.loc, tree.loc_code, tree.loc_html) == (6, 4, 2)
    assert (tree.figures.cyclomatic_complexity, tree.figures.functions) == (4, 2)
    assert tree.figures.parse_errors == 1
    assert (tree.figures.gci, tree.gci_normalised) == (0.6667, 4 / 6)
    assert (tree.complexity_class, tree.size_class) == ("high", "low")
    without_html = measure_tree(files, Scope(count_html=False))
    sums = without_html.figures
    assert (sums.loc, without_html.loc_html, sums.gci) == (3, 0, 1.3333)
    assert without_html.files[-1].skipped == "HTML not counted"
    nothing = measure_tree({})
    assert (nothing.figures.loc, nothing.figures.gci) == (0, 0)
    assert (nothing.gci_normalised, nothing.lizard_cc) == (1, 0)
    assert (nothing.complexity_class, nothing.size_class) == ("low", "low")


@pytest.mark.parametrize(
    ("exclude", "kept"),
    [
        ((), ["a.js", "vendor/b.js", "vendor/sub/c.js"]),
        (("vendor/",), ["a.js"]),
        (("/a.js",), ["vendor/b.js", "vendor/sub/c.js"]),
        (("vendor/*", "!vendor/b.js"), ["a.js", "vendor/b.js"]),
        (("vendor/", "!vendor/b.js"), ["a.js", "vendor/b.js"]),  # git could not bring it back
        (("**/sub/*.js",), ["a.js", "vendor/b.js"]),
    ],
)
def test_excluded_files_count_nothing_and_say_so(exclude: tuple[str, ...], kept: list[str]) -> None:
    paths = ["a.js", "vendor/b.js", "vendor/sub/c.js"]
    tree = measure_tree(dict.fromkeys(paths, ARROW), Scope(exclude=exclude))
    assert [file.path for file in tree.files if file.skipped is None] == kept
    assert {file.skipped for file in tree.files} <= {None, "excluded"}
    assert tree.figures.loc == len(kept)
    assert tree.figures.cyclomatic_complexity == 2 * len(kept)


@settings(deadline=None)
@given(
    st.sampled_from(PATHS) | st.text(max_size=40),
    st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)),
)
def test_no_content_makes_the_measurement_raise(path: str, data: bytes) -> None:
    figures = measure_file(path, data, EVERY_LANGUAGE)
    assert figures.path == path
    assert figures.cyclomatic_complexity >= figures.functions >= 0
    assert 0.0 <= figures.error_share <= 1.0


def test_the_snippets_keep_the_bytes_that_they_are_about() -> None:
    """Git or an editor could make them ordinary."""
    contents = {path.name: path.read_bytes() for path in SNIPPETS}
    assert contents["crlf.js"].count(b"\r\n") == contents["crlf.js"].count(b"\n") == 8
    assert contents["carriage_returns.js"].count(b"\r") == 4
    assert b"\n" not in contents["carriage_returns.js"]
    assert contents["byte_order_mark.ts"].startswith(b"\xef\xbb\xbf")
    assert contents["line_separators.js"].decode().count("\u2028") == 3
    assert not contents["no_final_newline.js"].endswith(b"\n")
    assert contents["empty.js"] == b""

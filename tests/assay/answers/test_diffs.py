"""Pattern 19: unified diffs."""

from __future__ import annotations

import pytest

from assay.answers import extract_files
from tests.assay.answers.builders import block, contents, ignored, only, paths

BASE = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n"
FULL = block("### src/a.ts", BASE)


def diff(body: str, path: str = "src/a.ts", info: str = "diff") -> str:
    return f"\n```{info}\n--- a/{path}\n+++ b/{path}\n{body}```\n"


@pytest.mark.parametrize("info", ["diff", "patch", ""])
def test_19_a_diff_is_applied_to_the_file_that_the_answer_gave(info: str) -> None:
    text = FULL + diff("@@ -2,2 +2,2 @@\n two\n-three\n+3\n", info=info)
    file = only(text)
    assert file.content == BASE.replace("three", "3")
    assert file.marks == ("diff",)
    assert ignored(text) == {}


def test_19_hunks_with_wrong_numbers_apply_where_their_lines_are_unique() -> None:
    text = FULL + diff("@@ -40,9 +41,3 @@\n seven\n-eight\n+8\n+8.5\n nine\n")
    assert contents(text) == {"src/a.ts": BASE.replace("eight\n", "8\n8.5\n")}


def test_19_several_hunks_apply_in_order() -> None:
    text = FULL + diff("@@ -1,1 +1,2 @@\n+zero\n one\n@@ -8,2 +9,1 @@\n-eight\n nine\n")
    assert contents(text) == {"src/a.ts": "zero\n" + BASE.replace("eight\n", "")}


@pytest.mark.parametrize(
    "body",
    [
        "@@ -1,2 +1,2 @@\n one\n-2\n+two\n",
        "@@ -90,1 +90,1 @@\n-absent\n+present\n",
        "@@ ... @@\n-not there\n+at all\n",
        "@@ -1,0 +2,1 @@\n+without context\n",
        "",
    ],
)
def test_19_a_diff_that_does_not_apply_cleanly_is_ignored_and_counted(body: str) -> None:
    assert contents(FULL + diff(body)) == {"src/a.ts": BASE}
    assert ignored(FULL + diff(body)) == {"diff": 1}


def test_19_a_diff_that_fits_in_two_places_is_ignored() -> None:
    text = block("### src/a.ts", "x\ny\nx\ny\n") + diff("@@ -9,1 +9,1 @@\n-x\n+z\n")
    assert contents(text) == {"src/a.ts": "x\ny\nx\ny\n"}


def test_19_a_diff_without_the_file_in_the_answer_is_ignored() -> None:
    assert contents(diff("@@ -1 +1 @@\n-a\n+b\n")) == {}
    assert ignored(diff("@@ -1 +1 @@\n-a\n+b\n")) == {"diff": 1}


def test_19_a_new_file_diff_becomes_a_file() -> None:
    header = (
        "diff --git a/src/n.ts b/src/n.ts\nnew file mode 100644\n--- /dev/null\n+++ b/src/n.ts\n"
    )
    text = f"```diff\n{header}@@ -0,0 +1,2 @@\n+one\n+  two\n```\n"
    file = only(text)
    assert (file.path, file.content, file.marks) == ("src/n.ts", "one\n  two\n", ("diff",))


def test_19_a_deletion_leaves_the_file_and_is_counted() -> None:
    text = FULL + "```diff\n--- a/src/a.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-one\n```\n"
    assert contents(text) == {"src/a.ts": BASE}
    assert ignored(text) == {"diff": 1}


def test_19_one_block_may_change_several_files() -> None:
    both = (
        "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-one\n+1\n"
        "--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-x\n+y\n"
    )
    text = FULL + block("### b.ts", "x\n") + f"```diff\n{both}```\n"
    assert contents(text) == {"src/a.ts": BASE.replace("one", "1"), "b.ts": "y\n"}


def test_19_a_diff_without_a_header_takes_the_path_of_its_label() -> None:
    text = FULL + "### src/a.ts\n```diff\n@@ -1,1 +1,1 @@\n-one\n+1\n```\n"
    assert contents(text) == {"src/a.ts": BASE.replace("one", "1")}


def test_19_changed_lines_without_hunks_are_ignored() -> None:
    text = FULL + "### src/a.ts\n```diff\n- one\n+ 1\n```\n"
    assert contents(text) == {"src/a.ts": BASE}
    assert ignored(text) == {"diff": 1}


def test_19_a_heading_over_an_ignored_diff_still_serves_the_full_file() -> None:
    text = "### src/b.ts\n\n```diff\n- a\n+ b\n```\n\nThe whole file:\n\n```ts\nb\n```\n"
    assert contents(text) == {"src/b.ts": "b\n"}


def test_19_line_endings_of_the_file_are_kept() -> None:
    text = block("### a.ts", "one\r\ntwo\r\n") + diff("@@ -1,2 +1,2 @@\n one\n-two\n+2\n", "a.ts")
    assert contents(text) == {"a.ts": "one\r\n2\r\n"}


def test_19_a_diff_to_a_refused_path_is_counted_as_refused() -> None:
    text = "```diff\n--- /dev/null\n+++ b/../../etc/x.conf\n@@ -0,0 +1 @@\n+owned\n```\n"
    assert paths(text) == []
    assert ignored(text) == {"refused-path": 1}


def test_19_a_list_in_a_diff_block_is_ignored() -> None:
    assert extract_files("```diff\n- no\n- hunks\n```\n").ignored == {"diff": 1}


def test_34_a_diff_applies_to_a_file_that_the_model_was_given() -> None:
    text = (
        "```diff\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1,2 +1,2 @@\n let a;\n-let b;\n+let c;\n```\n"
    )
    (file,) = extract_files(text, {"src/a.js": "let a;\nlet b;\n"}).files
    assert (file.path, file.content, file.marks) == ("src/a.js", "let a;\nlet c;\n", ("diff",))
    assert extract_files(text, {"src/a.js": "let z;\n"}).ignored == {"diff": 1}

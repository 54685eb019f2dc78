"""Patterns 16 and 17: answers without fences."""

from __future__ import annotations

import pytest

from assay.answers import extract_files
from tests.assay.answers.builders import answer, contents, only, paths

MANIFEST = '{\n  "name": "shop"\n}\n'
VIEW = 'import React from "react";\n\nexport function View() {\n  return <p>ok</p>;\n}\n'


@pytest.mark.parametrize("rule", ["-" * 60, "=" * 40, "---", "─" * 30, "*" * 20, "_" * 12])
@pytest.mark.parametrize("gap", ["", "\n"])
def test_16_files_between_rules_are_found_without_fences(rule: str, gap: str) -> None:
    files = {"package.json": MANIFEST, "src/View.tsx": VIEW, "src/a.css": "p {\n  margin: 0;\n}\n"}
    body = "".join(
        f"{rule}\n{gap}{path}\n{gap}{rule}\n{gap}{code}{gap}" for path, code in files.items()
    )
    text = f"Here is the project.\n\n{body}{rule}\n\nInstall the packages and start it.\n"
    assert contents(text) == files
    assert {file.marks for file in extract_files(text).files} == {("unfenced",)}


@pytest.mark.parametrize(
    "label",
    [
        "FILE: src/View.tsx",
        "`src/View.tsx`",
        "1) src/View.tsx",
        "**src/View.tsx**",
        "File 2: src/View.tsx",
    ],
)
def test_16_the_path_between_rules_may_be_decorated(label: str) -> None:
    assert contents(f"------\n{label}\n------\n{VIEW}------\n") == {"src/View.tsx": VIEW}


def test_16_a_rule_below_the_path_is_enough() -> None:
    text = f"package.json\n------------\n{MANIFEST}\nsrc/View.tsx\n------------\n{VIEW}"
    assert contents(text) == {"package.json": MANIFEST, "src/View.tsx": VIEW}


def test_16_a_rule_above_a_path_comment_is_enough() -> None:
    text = f"--------\n// src/View.tsx\n{VIEW}\n--------\n// src/b.ts\nexport {{}};\n--------\n"
    assert contents(text) == {
        "src/View.tsx": f"// src/View.tsx\n{VIEW}",
        "src/b.ts": "// src/b.ts\nexport {};\n",
    }


def test_16_sections_that_name_no_file_are_left_out() -> None:
    text = answer(
        """
        ==========
        Installation
        ==========
        npm install

        ==========
        src/b.ts
        ==========
        export const b = 1;

        ==========
        Notes
        ==========
        All of it was tested by hand.
        """
    )
    assert contents(text) == {"src/b.ts": "export const b = 1;\n"}


def test_16_prose_behind_the_last_file_is_not_part_of_it() -> None:
    prose = "This view shows a paragraph. It has no state of its own."
    text = f"-----\nsrc/View.tsx\n-----\n{VIEW}\n{prose}\n"
    assert contents(text) == {"src/View.tsx": VIEW}


def test_16_prose_between_rules_is_no_file() -> None:
    text = "-----\nsrc/View.tsx\n-----\nThis file shows the view.\nIt was written by hand.\n-----\n"
    assert contents(text) == {}


def test_16_a_readme_may_contain_rules_and_fences() -> None:
    readme = "# Shop\n\nA small shop.\n\n---\n\n```bash\nnpm start\n```\n\nHave fun with it.\n"
    rule = "-" * 30
    text = f"{rule}\nREADME.md\n{rule}\n{readme}{rule}\nsrc/b.ts\n{rule}\nlet b = 1;\n{rule}\n"
    assert contents(text) == {"README.md": readme, "src/b.ts": "let b = 1;\n"}


def test_16_yaml_documents_keep_their_separators() -> None:
    compose = "a: 1\n---\nb: 2\n"
    text = f"{'-' * 30}\nstack.yml\n{'-' * 30}\n{compose}{'-' * 30}\n"
    assert contents(text) == {"stack.yml": compose}


def test_16_path_headings_over_bare_code_are_read_too() -> None:
    text = f"### src/View.tsx\n\n{VIEW}\n### src/b.ts\n\nexport const b = 1;\n"
    assert contents(text) == {"src/View.tsx": VIEW, "src/b.ts": "export const b = 1;\n"}


def test_16_path_headings_over_prose_are_no_files() -> None:
    prose = "Shows the view. It has no state.\n"
    assert (
        contents(f"### src/View.tsx\n\n{prose}\n### src/b.ts\n\n- holds a number\n- exports it\n")
        == {}
    )


def test_16_a_fenced_answer_with_rules_is_read_by_its_fences() -> None:
    text = "".join(
        f"---\n\n### src/{name}.ts\n\nSome words on it:\n\n```ts\n{name}();\n```\n\n"
        for name in "abc"
    )
    assert contents(text) == {f"src/{name}.ts": f"{name}();\n" for name in "abc"}


def test_16_rules_inside_a_fenced_file_start_no_file() -> None:
    text = (
        "### notes.txt\n```text\n-----\nsrc/a.ts\n-----\nlet a = 1;\n"
        "-----\nsrc/b.ts\n-----\nlet b;\n```\n"
    )
    assert paths(text) == ["notes.txt"]


def test_16_windows_line_endings_are_kept() -> None:
    text = "-----\r\nsrc/b.ts\r\n-----\r\nlet b = 1;\r\nlet c = 2;\r\n-----\r\n"
    assert contents(text) == {"src/b.ts": "let b = 1;\r\nlet c = 2;\r\n"}


@pytest.mark.parametrize(
    "title",
    [
        "---- {} ----",
        "------------ {} ------------",
        "==== {} ====",
        "=== File: {} ===",
        "----- {}",
        "-----{}-----",
        "#### {} ####",
    ],
)
def test_17_a_ruled_title_starts_a_file(title: str) -> None:
    text = f"{title.format('package.json')}\n{MANIFEST}\n{title.format('src/View.tsx')}\n{VIEW}"
    assert contents(text) == {"package.json": MANIFEST, "src/View.tsx": VIEW}


def test_17_a_ruled_title_without_a_path_is_no_file() -> None:
    assert (
        contents(
            "---- How to start ----\nnpm install\nnpm start\n\n---- Notes ----\nlet it = run;\n"
        )
        == {}
    )


def test_17_the_header_of_a_diff_is_no_ruled_title() -> None:
    assert contents("--- a/src/x.ts\n+++ b/src/x.ts\n@@ -1 +1 @@\n-let a;\n+let b;\n") == {}


def test_17_an_invalid_path_comment_is_dropped_here_too() -> None:
    file = only(f"---- package.json ----\n// package.json\n{MANIFEST}")
    assert (file.content, file.marks) == (MANIFEST, ("path-comment-dropped", "unfenced"))


@pytest.mark.parametrize("label", ["// {}", "{}:", "{}", "**{}**", "`{}`", "2. {}", "{}:\n"])
def test_26_a_path_at_the_margin_divides_a_text_without_fences(label: str) -> None:
    files = {"src/View.tsx": VIEW, "src/b.ts": "export const b = 1;\n"}
    text = "\n".join(f"{label.format(path)}\n{code}" for path, code in files.items())
    found = contents(f"Here it is.\n\n{text}\nThat is the whole application.\n")
    assert {path: code.removeprefix(f"// {path}\n") for path, code in found.items()} == files


def test_26_a_remark_and_an_indented_comment_divide_nothing() -> None:
    code = "let a = 1;\n\n// utils.js - helpers of old\nlet b = 2;\n\n  // src/c.ts\nlet c;\n"
    assert contents(f"// src/a.ts\n{code}") == {"src/a.ts": f"// src/a.ts\n{code}"}


def test_26_ignored_files_are_no_heads_among_headings() -> None:
    ignored_files = "dist/\n\npackage-lock.json\n\n.env\n"
    text = (
        f"### src/b.ts\n\nlet b = 1;\n\n### .gitignore\n\n{ignored_files}\n### src/c.ts\n\nlet c;\n"
    )
    assert contents(text)[".gitignore"] == ignored_files


def test_27_a_path_comment_between_two_rules_is_a_head() -> None:
    text = f"-----\n// package.json\n-----\n{MANIFEST}\n-----\n// src/View.tsx\n-----\n{VIEW}"
    assert contents(text) == {"package.json": MANIFEST, "src/View.tsx": VIEW}


def test_28_any_rule_and_any_later_head_end_a_section() -> None:
    light, heavy = "-" * 20, "─" * 20
    text = answer(
        f"""
        {light}
        src/a.ts
        {light}
        let a = 1;

        {heavy}
        2. The store
        {heavy}
        The store keeps the list.

        src/b.ts
        {heavy}
        let b = 2;

        3. The views

        ### src/c.ts

        let c = 3;
        """
    )
    assert contents(text) == {
        "src/a.ts": "let a = 1;\n",
        "src/b.ts": "let b = 2;\n",
        "src/c.ts": "let c = 3;\n",
    }


def test_28_a_rule_inside_a_comment_ends_nothing() -> None:
    css = "/*\n==========\nBase\n==========\n*/\np {\n  margin: 0;\n}\n"
    assert contents(f"-----\na.css\n-----\n{css}") == {"a.css": css}


@pytest.mark.parametrize(
    "prose",
    [
        "This view has no state. It only shows one paragraph.\n",
        "Notes:\n- no state\n- no effects\n",
        "Then install it:\n\nnpm install\nnpm run dev\n",
        "Enjoy!\n",
        "4. The store\n",
    ],
)
def test_28_prose_is_cut_in_every_section(prose: str) -> None:
    text = f"### src/a.tsx\n\n{VIEW}\n{prose}\n### src/b.tsx\n\n{VIEW}\n{prose}"
    assert contents(text) == {"src/a.tsx": VIEW, "src/b.tsx": VIEW}


def test_prose_that_may_belong_to_a_text_file_makes_it_open_ended() -> None:
    text = f"### src/a.tsx\n\n{VIEW}\n### README.md\n\n# Shop\n\nStart it.\n\nGood luck with it!\n"
    marks = {file.path: file.marks for file in extract_files(text).files}
    assert marks == {"src/a.tsx": ("unfenced",), "README.md": ("open-ended", "unfenced")}

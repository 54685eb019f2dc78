"""Patterns 16 and 17: answers without fences."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from assay.answers import extract_files
from tests.assay.answers.builders import contents, only

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


def test_17_an_invalid_path_comment_is_dropped_here_too() -> None:
    file = only(f"---- package.json ----\n// package.json\n{MANIFEST}")
    assert (file.content, file.marks) == (MANIFEST, ("path-comment-dropped", "unfenced"))


@pytest.mark.parametrize("label", ["// {}", "{}:", "**{}**:", "`{}`:", "2. {}:", "{}:\n"])
def test_26_a_path_at_the_margin_divides_a_text_without_fences(label: str) -> None:
    files = {"src/View.tsx": VIEW, "src/b.ts": "export const b = 1;\n"}
    text = "\n".join(f"{label.format(path)}\n{code}" for path, code in files.items())
    found = contents(f"Here it is.\n\n{text}\nThat is the whole application.\n")
    assert {path: code.removeprefix(f"// {path}\n") for path, code in found.items()} == files


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


LONG, HEAVY = "-" * 30, "─" * 20
README = "# Shop\n\nA small shop.\n\n---\n\n```bash\nnpm start\n```\n\nHave fun with it.\n"
CSS = "/*\n==========\nBase\n==========\n*/\np {\n  margin: 0;\n}\n"
REMARKS = "// a.ts\nlet a = 1;\n\n// utils.js - helpers of old\nlet b;\n\n  // src/c.ts\nlet c;\n"
TEXTS = {
    "a rule below the path is enough": (
        f"package.json\n------------\n{MANIFEST}\nsrc/View.tsx\n------------\n{VIEW}",
        {"package.json": MANIFEST, "src/View.tsx": VIEW},
    ),
    "a rule above a path comment is enough": (
        f"------\n// a.tsx\n{VIEW}\n------\n// src/b.ts\nexport {{}};\n------\n",
        {"a.tsx": f"// a.tsx\n{VIEW}", "src/b.ts": "// src/b.ts\nexport {};\n"},
    ),
    "sections that name no file are left out": (
        "====\nInstallation\n====\nnpm install\n\n====\nsrc/b.ts\n====\nlet b = 1;\n\n"
        "====\nNotes\n====\nAll of it was tested by hand.\n",
        {"src/b.ts": "let b = 1;\n"},
    ),
    "prose between rules is no file": (
        "-----\nsrc/View.tsx\n-----\nThis file shows the view.\nIt was written by hand.\n-----\n",
        {},
    ),
    "a README may contain rules and fences": (
        f"{LONG}\nREADME.md\n{LONG}\n{README}{LONG}\nsrc/b.ts\n{LONG}\nlet b = 1;\n{LONG}\n",
        {"README.md": README, "src/b.ts": "let b = 1;\n"},
    ),
    "YAML documents keep their separators": (
        f"{LONG}\nstack.yml\n{LONG}\na: 1\n---\nb: 2\n{LONG}\n",
        {"stack.yml": "a: 1\n---\nb: 2\n"},
    ),
    "path headings over bare code are read": (
        f"### src/View.tsx\n\n{VIEW}\n### src/b.ts\n\nexport const b = 1;\n",
        {"src/View.tsx": VIEW, "src/b.ts": "export const b = 1;\n"},
    ),
    "path headings over prose are no files": (
        "### src/a.tsx\n\nShows the view. It has no state.\n\n### src/b.ts\n\n- has a number\n",
        {},
    ),
    "a fenced answer with rules is read by its fences": (
        "---\n\n### a.ts\n\nWords:\n\n```ts\na();\n```\n\n---\n\n### b.ts\n\n```ts\nb();\n```\n",
        {"a.ts": "a();\n", "b.ts": "b();\n"},
    ),
    "rules inside a fenced file start no file": (
        "### a.txt\n```text\n-----\nsrc/a.ts\n-----\nlet a = 1;\n```\n",
        {"a.txt": "-----\nsrc/a.ts\n-----\nlet a = 1;\n"},
    ),
    "Windows line endings are kept": (
        "-----\r\nsrc/b.ts\r\n-----\r\nlet b = 1;\r\nlet c = 2;\r\n-----\r\n",
        {"src/b.ts": "let b = 1;\r\nlet c = 2;\r\n"},
    ),
    "a ruled title without a path is no file": (
        "---- How to start ----\nnpm install\n\n---- Notes ----\nlet it = run;\n",
        {},
    ),
    "the header of a diff is no ruled title": (
        "--- a/src/x.ts\n+++ b/src/x.ts\n@@ -1 +1 @@\n-let a;\n+let b;\n",
        {},
    ),
    "a remark and an indented comment divide nothing": (REMARKS, {"a.ts": REMARKS}),
    "ignored files are no heads among headings": (
        "### b.ts\n\nlet b = 1;\n\n### .gitignore\n\ndist/\n\npackage-lock.json\n\n.env\n\n"
        "### c.ts\n\nlet c = 1;\n",
        {
            "b.ts": "let b = 1;\n",
            ".gitignore": "dist/\n\npackage-lock.json\n\n.env\n",
            "c.ts": "let c = 1;\n",
        },
    ),
    "any rule and any later head end a section": (
        f"{LONG}\na.ts\n{LONG}\nlet a = 1;\n\n{HEAVY}\n2. The store\n{HEAVY}\nWords on it.\n\n"
        f"b.ts\n{HEAVY}\nlet b = 2;\n\n3. The views\n\n### c.ts\n\nlet c = 3;\n",
        {"a.ts": "let a = 1;\n", "b.ts": "let b = 2;\n", "c.ts": "let c = 3;\n"},
    ),
    "a rule inside a comment ends nothing": (f"-----\na.css\n-----\n{CSS}", {"a.css": CSS}),
}


@pytest.mark.parametrize(("text", "files"), TEXTS.values(), ids=TEXTS)
def test_texts_without_fences_are_divided_at_their_heads(
    text: str, files: Mapping[str, str]
) -> None:
    assert contents(text) == files

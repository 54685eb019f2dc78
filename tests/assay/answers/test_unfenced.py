"""Patterns 16, 17, 26 to 28 and 35 to 39: answers without fences."""

from collections.abc import Mapping

import pytest

from assay.answers.extract_files import extract_files
from tests.assay.answers.builders import contents, only

MANIFEST = '{\n  "name": "shop"\n}\n'
VIEW = 'import React from "react";\n\nexport function View() {\n  return <p>ok</p>;\n}\n'
STYLE = ".view {\n  margin: 0;\n}\n\n@media print {\n  .view { display: none; }\n}\n"
FILES = {"src/View.tsx": VIEW, "__mocks__/view.css": STYLE, "package.json": MANIFEST}
HEADS = (
    # 16: a path between rules, or at one
    "------\n{path}\n------\n",
    "======\n\n{path}\n\n======\n\n",
    "_______\nFILE: {path}\n_______\n",
    "*******\n`{path}`\n*******\n",
    "──────\n{number}) {path}\n──────\n",
    "{path}\n------\n",
    # 17: a ruled title
    "---- {path} ----\n",
    "=== File: {path} ===\n",
    "----- {path}\n",
    "-----{path}-----\n",
    "#### {path} ####\n",
    "### {path}\n\n",
    # 26: a path at the margin
    "// {path}\n",
    "{path}:\n",
    "{number}. {path}:\n\n",
    # 27: a comment at a rule
    "------\n// {path}\n------\n",
    "------\n// {path}\n",
    # 35, 38: words beside the path
    "------\n{number}. The purpose – {path}\n------\n",
    "------\n{number}. The purpose ({path})\n------\n\n",
    "======\nThe purpose: {path}\n======\n",
    "──────\n  {number}.  The purpose  (file: `{path}`)\n──────\n",
    "------\nb) {path} – shows the <View /> of the shop\n------\n",
    "------\nIn place of legacy/view.js – {path}\n------\n",
    "------\n{number}. The purpose – {path}\n\n",
    "{number}. The purpose – `{path}`\n------\n",
    "/* ====== */\n/* {number}. The purpose – {path} */\n/* ====== */\n",
    # 36: words in the rule
    "────── {number}. The purpose ──────\n\n// {path}\n",
    "====== The purpose ======\n{path}\n\n",
    "====== The purpose ({path}) ======\n\n",
    "{number}. The purpose ──────\n\n// {path}\n",
    "// ────── {number}. The purpose ──────\n// {path}\n",
    # 38: a title that touches the path
    "------\nb) The purpose\nFile: {path}\n------\n",
    "------\nThe purpose\n{path}\n------\n",
    "The purpose\nFile: {path}\n\n",
    "{number}. The purpose\n------\nFile: {path}\n\n",
)


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("ending", ["\nInstall the packages and start it.\n", ""])
def test_files_are_found_without_fences(head: str, ending: str) -> None:
    parts = [
        head.format(path=path, number=number) + code
        for number, (path, code) in enumerate(FILES.items(), 1)
    ]
    found = extract_files("Here is the project.\n\n" + "\n".join(parts) + ending).files
    comments = {f"// {path}\n" for path in FILES}
    assert {file.path: _without(file.content, comments) for file in found} == FILES
    assert {mark for file in found for mark in file.marks} <= {"unfenced", "path-comment-dropped"}


def _without(content: str, comments: set[str]) -> str:
    """The content without a path comment on top, where its format allows one."""
    first = content.partition("\n")[0] + "\n"
    return content.removeprefix(first) if first in comments else content


def test_17_an_invalid_path_comment_is_dropped_here_too() -> None:
    file = only(f"---- package.json ----\n// package.json\n{MANIFEST}")
    assert (file.content, file.marks) == (MANIFEST, ("path-comment-dropped", "unfenced"))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Component.jsx", VIEW),
        ("styles.css", STYLE),
        ("package.json", '{\n  "scripts": {}\n}\n'),
        ("main.ts", "export const zero: number = 0;\n"),
        ("Component.tsx", "type Props = { size: number };\n\nexport const B = () => <ol />;\n"),
        ("index.html", "<!DOCTYPE html>\n<html>\n<p>ok</p>\n</html>\n"),
        ("main.py", "import json\n\n\ndef load(text):\n    return json.loads(text)\n"),
        ("main.go", "package main\n\nfunc main() {\n\tprintln(1)\n}\n"),
    ],
)
def test_39_a_text_that_is_one_file_between_prose_gets_a_default_name(name: str, code: str) -> None:
    file = only(
        f"Here is the file you asked for.\n\n{code}\nNotes\n-----\n- It has no dependency.\n"
    )
    assert (file.path, file.content) == (name, code)
    assert file.marks == ("no-path", "unfenced")


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
    "path headings over prose are no files": (
        "### src/a.tsx\n\nShows the view. It has no state.\n\n### src/b.ts\n\n- has a number\n",
        {},
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

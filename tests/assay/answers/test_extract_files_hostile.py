"""Hostile answers: huge, repetitive, and made to be slow to read.

No test measures time: at these sizes, work that is not linear would not end.
"""

import pytest

from assay.answers.extract_files import extract_files
from tests.assay.answers.builders import ignored, paths

SIZE = 250_000


def repeated(unit: str) -> str:
    return unit * (SIZE // len(unit))


HUGE = {
    "one line of backticks": "`" * SIZE,
    "one line of tildes": "~" * SIZE,
    "one line of spaces": " " * SIZE + "x",
    "a fence with a long blank info string": "```" + " " * SIZE + "x\n",
    "tabs before a fence": "\t" * SIZE + "```\n",
    "bare fences": repeated("```\n"),
    "openers": repeated("```ts\n"),
    "markdown openers": repeated("```markdown\n"),
    "growing fences": "".join("`" * n + "\n" for n in range(3, 700)),
    "shrinking fences": "".join("`" * n + "ts\n" for n in range(700, 3, -1)),
    "labelled fences never closed": repeated("### src/a.ts\n```ts\nx\n"),
    "distinct labelled fences never closed": "".join(
        f"### src/a{n}.ts\n```ts\n" for n in range(SIZE // 22)
    ),
    "files": "".join(f"### src/a{n}.ts\n```ts\nx{n}\n```\n" for n in range(SIZE // 35)),
    "one file many times": repeated("### src/a.ts\n```ts\nx\n```\n"),
    "snippets of one name": "".join(
        f"In `a.ts`, add:\n```ts\nx{n}\n```\n" for n in range(SIZE // 35)
    ),
    "path lines": repeated("src/a.ts\n"),
    "path lines on one line": repeated("src/a.ts "),
    "path headings": repeated("### src/a.ts\n"),
    "path comments": repeated("// src/a.ts\n"),
    "path comments in a block": "```ts\n"
    + "".join(f"// a{n}.ts\n\n" for n in range(SIZE // 12))
    + "```\n",
    "one endless path": "### " + "a/" * (SIZE // 2) + "b.ts\n```ts\nx\n```\n",
    "one endless name": "`" + "a" * SIZE + ".ts`\n```ts\nx\n```\n",
    "dots": repeated("."),
    "ruled paths": repeated("-----\nsrc/a.ts\n-----\nlet x = 1;\n"),
    "distinct ruled paths": "".join(f"-----\na{n}.ts\n-----\nlet x;\n" for n in range(SIZE // 28)),
    "ruled titles": repeated("---- a.ts ----\n"),
    "rules": repeated("-----\n"),
    "dashes": "-" * SIZE,
    "stars and spaces": repeated("* - "),
    "emoji": repeated("📄 "),
    "brackets": repeated("[(") + "\n```ts\nx\n```\n",
    "links": repeated("[a.ts](b.ts) "),
    "comment openers": repeated("/*"),
    "tree lines": "```\n" + repeated("│   ├── a.ts\n") + "```\n",
    "diff headers": "```diff\n" + repeated("--- a/a.ts\n+++ b/a.ts\n") + "```\n",
    "paragraphs after an unfenced file": "-----\na.ts\n-----\nlet x = 1;\n\n"
    + repeated("These are words of prose.\n\n"),
    "nested wrappers": "```markdown\n" * 50 + "### a.ts\n```ts\nx\n```\n" + "```\n" * 50,
    "carriage returns": "\r" * SIZE,
    "elision comments": "### a.ts\n```ts\n" + repeated("// ... x existing the same ") + "\n```\n",
    "control characters": "".join(chr(n % 32) for n in range(SIZE)),
}


@pytest.mark.slow
@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE.keys())
def test_a_huge_answer_is_read(text: str) -> None:
    found = extract_files(text)
    assert sum(len(file.content) for file in found.files) <= 2 * len(text)


@pytest.mark.parametrize(
    "path",
    [
        "../secret.ts",
        "src/../../secret.ts",
        "..\\secret.ts",
        "/etc/cron.conf",
        "/root/.bashrc",
        "C:\\Windows\\x.ini",
        "\\\\host\\share\\x.ts",
        "~/.bashrc",
        "a\x00b.ts",
        "x" * 300 + ".ts",
        "d/" * 130 + "x.ts",
    ],
)
@pytest.mark.parametrize("label", ["// {}", "### {}", "`{}`"])
def test_paths_that_lead_out_are_refused_and_counted(path: str, label: str) -> None:
    line = label.format(path)
    text = f"```ts\n{line}\nx\n```\n" if line.startswith("//") else f"{line}\n```ts\nx\n```\n"
    assert paths(text) == []
    assert ignored(text) == {"refused-path": 1}


def test_a_planted_closing_fence_cannot_hide_the_files_behind_it() -> None:
    text = "### a.ts\n```ts\nconst x = `\n```\n`;\n```\n### b.ts\n```ts\ny\n```\n"
    assert "b.ts" in paths(text)

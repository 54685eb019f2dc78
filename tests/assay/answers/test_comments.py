"""Patterns 1, 2, 3 and 18: the path is a comment inside the block."""

import json
from collections.abc import Mapping

import pytest

from assay.answers.extract_files import extract_files
from tests.assay.answers.builders import contents, ignored, only


@pytest.mark.parametrize(
    "comment",
    [
        "//src/store/cart.ts",
        "// filename: src/store/cart.ts",
        "// === src/store/cart.ts ===",
        "// src/store/cart.ts (new)",
        "/** src/store/cart.ts */",
        "// 📄 `src/store/cart.ts`",
    ],
)
def test_01_a_path_comment_on_the_first_line_names_the_file(comment: str) -> None:
    file = only(f"The cart lives in a store:\n\n```ts\n{comment}\nexport const cart = [];\n```\n")
    assert (file.path, file.marks) == ("src/store/cart.ts", ())
    assert file.content == f"{comment}\nexport const cart = [];\n"


@pytest.mark.parametrize(
    "above",
    [
        "'use client';\n",
        "#!/usr/bin/env node\n",
        "\n",
        "// -----------\n",
    ],
)
def test_01_a_directive_or_a_rule_may_stand_before_the_path(above: str) -> None:
    line = "// lib/clock.js\n"
    file = only(f"```js\n{above}{line}tick();\n```\n")
    assert file.path == "lib/clock.js"
    assert file.content == f"{above}{line}tick();\n"


def test_01_a_first_comment_that_is_no_path_names_nothing() -> None:
    text = (
        "```ts\n// Keeps the state of the cart, see cart.md for details of it\nconst a = 1;\n```\n"
        * 2
    )
    assert contents(text) == {}
    assert ignored(text) == {"snippet": 2}


@pytest.mark.parametrize("name", ["Node.js", "Next.js", "React.js", "Vue.js", "Express.js"])
def test_01_a_technology_in_the_first_comment_is_no_path(name: str) -> None:
    assert contents(f"```js\n// {name}\nrun();\n```\n```js\n// {name}\nstop();\n```\n") == {}


@pytest.mark.parametrize(
    ("info", "line", "path"),
    [
        ("html", "<!-- src/app/menu.component.html -->", "src/app/menu.component.html"),
        ("css", "/* src/styles/theme.css */", "src/styles/theme.css"),
        ("scss", "// src/app/menu.component.scss", "src/app/menu.component.scss"),
        ("yaml", "# docker-compose.yml", "docker-compose.yml"),
        ("sql", "-- db/schema.sql", "db/schema.sql"),
        ("jsx", "{/* src/Banner.jsx */}", "src/Banner.jsx"),
        ("dockerfile", "# Dockerfile", "Dockerfile"),
        ("bash", "# .env", ".env"),
        ("bash", "# scripts/deploy.sh", "scripts/deploy.sh"),
        ("hbs", "{{!-- views/layout.hbs --}}", "views/layout.hbs"),
        ("ejs", "<%-- views/a.ejs --%>", "views/a.ejs"),
        ("razor", "@* views/a.razor *@", "views/a.razor"),
        ("python", '"""tools/seed.py"""', "tools/seed.py"),
        ("ini", "; conf/a.ini", "conf/a.ini"),
        ("html", "<!DOCTYPE html>\n<!-- index.html -->", "index.html"),
    ],
)
def test_02_other_comment_syntaxes_name_the_file_too(info: str, line: str, path: str) -> None:
    file = only(f"```{info}\n{line}\nBODY=1\n```\n")
    assert (file.path, file.content) == (path, f"{line}\nBODY=1\n")


@pytest.mark.parametrize(
    "comment", ["// package.json", "/* package.json */", "# package.json", "// File: package.json"]
)
def test_03_a_path_comment_is_dropped_from_json(comment: str) -> None:
    file = only(f'```json\n{comment}\n{{\n  "name": "shop"\n}}\n```\n')
    assert file.path == "package.json"
    assert json.loads(file.content) == {"name": "shop"}
    assert file.marks == ("path-comment-dropped",)


@pytest.mark.parametrize(
    ("info", "line", "path"),
    [
        ("css", "// src/main.css", "src/main.css"),
        ("yaml", "// .github/workflows/ci.yml", ".github/workflows/ci.yml"),
        ("", "// .gitignore", ".gitignore"),
        ("ts", "# src/a.ts", "src/a.ts"),
    ],
)
def test_03_a_comment_that_the_format_does_not_know_is_dropped(
    info: str, line: str, path: str
) -> None:
    file = only(f"```{info}\n{line}\nbody\n```\n")
    assert (file.path, file.content, file.marks) == (path, "body\n", ("path-comment-dropped",))


@pytest.mark.parametrize("path", ["settings.jsonc", "conf.json5", "src/a.unknown.scss"])
def test_03_a_comment_that_the_format_allows_stays(path: str) -> None:
    assert only(f"```\n// {path}\n{{}}\n```\n").marks == ()


def test_18_split_files_are_marked() -> None:
    files = extract_files("```ts\n// a.ts\nx\n\n// b.ts\ny").files
    assert [(file.path, file.marks) for file in files] == [
        ("a.ts", ("split",)),
        ("b.ts", ("split", "truncated")),
    ]


RULE = "// ------------------\n"
BLOCKS = {
    "a comment of another kind stays": (
        "**tsconfig.json**\n```json\n// strict everywhere\n{}\n```\n",
        {"tsconfig.json": "// strict everywhere\n{}\n"},
    ),
    "path comments split a block into files": (
        "All in one go:\n\n```ts\n// a.ts\nconst a = 1;\n\n// src/b.ts\nb();\n\n// keeps the list\n"
        "c();\n\n/* src/c.css */\n.c { }\n```\n",
        {
            "a.ts": "// a.ts\nconst a = 1;\n\n",
            "src/b.ts": "// src/b.ts\nb();\n\n// keeps the list\nc();\n\n",
            "src/c.css": "/* src/c.css */\n.c { }\n",
        },
    ),
    "banners of three lines stay with their file": (
        f"```js\n{RULE}// a.js\n{RULE}one();\n{RULE}// b.js\n{RULE}two();\n```\n",
        {"a.js": f"{RULE}// a.js\n{RULE}one();\n", "b.js": f"{RULE}// b.js\n{RULE}two();\n"},
    ),
    "a JSON part loses its comment": (
        "```\n// package.json\n{ }\n\n// src/index.ts\nexport {};\n```\n",
        {"package.json": "{ }\n\n", "src/index.ts": "// src/index.ts\nexport {};\n"},
    ),
    "a path that comes twice does not split": (
        "```ts\n// a.ts\nx\n\n// a.ts\ny\n```\n",
        {"a.ts": "// a.ts\nx\n\n// a.ts\ny\n"},
    ),
    "a remark and an indented comment do not split": (
        "```ts\n// a.ts\na();\n\n// utils.js - it came from there\nb();\n  // b.ts\nc();\n```\n",
        {"a.ts": "// a.ts\na();\n\n// utils.js - it came from there\nb();\n  // b.ts\nc();\n"},
    ),
    "the path above a block keeps unrelated comments inside": (
        "### a.js\n```js\nconst b = 1;\n\n// src/index.js\nc();\n```\n",
        {"a.js": "const b = 1;\n\n// src/index.js\nc();\n"},
    ),
    "the fuller label is the one inside": (
        "### Cart.tsx\n```tsx\n// src/Cart.tsx\nx\n```\n",
        {"src/Cart.tsx": "// src/Cart.tsx\nx\n"},
    ),
    "the fuller label is the one above": (
        "### src/Cart.tsx\n```tsx\n// Cart.tsx\nx\n```\n",
        {"src/Cart.tsx": "// Cart.tsx\nx\n"},
    ),
}


@pytest.mark.parametrize(("text", "files"), BLOCKS.values(), ids=BLOCKS)
def test_18_path_comments_inside_a_block(text: str, files: Mapping[str, str]) -> None:
    assert contents(text) == files

"""Patterns 1, 2, 3 and 18: the path is a comment inside the block."""

from __future__ import annotations

import json

import pytest

from assay.answers import extract_files
from assay.answers.comments import read_comment
from tests.assay.answers.builders import answer, contents, ignored, only, paths


@pytest.mark.parametrize(
    "comment",
    [
        "// src/store/cart.ts",
        "//src/store/cart.ts",
        "// File: src/store/cart.ts",
        "// filename: src/store/cart.ts",
        "// ./src/store/cart.ts",
        "// src\\store\\cart.ts",
        "// /src/store/cart.ts",
        "// === src/store/cart.ts ===",
        "// src/store/cart.ts - the shopping cart",
        "// src/store/cart.ts (new)",
        "# src/store/cart.ts",
        "/* src/store/cart.ts */",
        "/** src/store/cart.ts */",
        "// `src/store/cart.ts`",
        "// 📄 src/store/cart.ts",
    ],
)
def test_01_a_path_comment_on_the_first_line_names_the_file(comment: str) -> None:
    file = only(f"The cart lives in a store:\n\n```ts\n{comment}\nexport const cart = [];\n```\n")
    assert file.path == "src/store/cart.ts"
    assert file.content.endswith("export const cart = [];\n")


def test_01_a_valid_path_comment_stays_in_the_content() -> None:
    file = only("```tsx\n// src/App.tsx\nexport {};\n```\n")
    assert file.content == "// src/App.tsx\nexport {};\n"
    assert file.marks == ()


@pytest.mark.parametrize(
    "above",
    [
        "'use client';\n",
        '"use client"\n\n',
        "#!/usr/bin/env node\n",
        "\n",
        "// -----------\n",
        "/**\n * @file ",
    ],
)
def test_01_a_directive_a_rule_or_a_doc_comment_may_stand_before_the_path(above: str) -> None:
    line = "lib/clock.js\n */\n" if above.startswith("/**") else "// lib/clock.js\n"
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
        ("html", "<!-- File: public/index.html -->", "public/index.html"),
        ("css", "/* src/styles/theme.css */", "src/styles/theme.css"),
        ("scss", "/* src/app/_mixins.scss */", "src/app/_mixins.scss"),
        ("scss", "// src/app/menu.component.scss", "src/app/menu.component.scss"),
        ("vue", "<!-- src/views/Home.vue -->", "src/views/Home.vue"),
        ("yaml", "# docker-compose.yml", "docker-compose.yml"),
        ("python", "# tools/seed.py", "tools/seed.py"),
        ("sql", "-- db/schema.sql", "db/schema.sql"),
        ("jsx", "{/* src/Banner.jsx */}", "src/Banner.jsx"),
        ("dockerfile", "# Dockerfile", "Dockerfile"),
        ("bash", "# .env", ".env"),
        ("bash", "# scripts/deploy.sh", "scripts/deploy.sh"),
        ("hbs", "{{!-- views/layout.hbs --}}", "views/layout.hbs"),
    ],
)
def test_02_other_comment_syntaxes_name_the_file_too(info: str, line: str, path: str) -> None:
    file = only(f"```{info}\n{line}\nBODY=1\n```\n")
    assert (file.path, file.content) == (path, f"{line}\nBODY=1\n")


def test_02_a_comment_below_the_doctype_names_the_page() -> None:
    file = only("```html\n<!DOCTYPE html>\n<!-- index.html -->\n<html></html>\n```\n")
    assert file.path == "index.html"
    assert file.content.startswith("<!DOCTYPE html>\n<!--")


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
        ("html", "// src/index.html", "src/index.html"),
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


def test_03_json_with_another_comment_is_left_alone() -> None:
    file = only("**tsconfig.json**\n```json\n// strict everywhere\n{}\n```\n")
    assert file.content == "// strict everywhere\n{}\n"


def test_18_path_comments_split_one_block_into_files() -> None:
    text = answer(
        """
        The whole store in one go:

        ```ts
        // src/store/actions.ts
        export const add = () => ({ type: "add" });

        // src/store/reducer.ts
        import { add } from "./actions";

        // keeps the list
        export const reducer = () => [add()];

        /* src/store/store.css */
        .cart { color: red; }
        ```
        """
    )
    assert contents(text) == {
        "src/store/actions.ts": "// src/store/actions.ts\nexport const add = () => ({ type: "
        '"add" });\n\n',
        "src/store/reducer.ts": '// src/store/reducer.ts\nimport { add } from "./actions";\n\n'
        "// keeps the list\nexport const reducer = () => [add()];\n\n",
        "src/store/store.css": "/* src/store/store.css */\n.cart { color: red; }\n",
    }


def test_18_banners_of_three_lines_split_too_and_stay_with_their_file() -> None:
    rule = "// ------------------\n"
    text = f"```js\n{rule}// a.js\n{rule}one();\n{rule}// b.js\n{rule}two();\n```\n"
    assert contents(text) == {
        "a.js": f"{rule}// a.js\n{rule}one();\n",
        "b.js": f"{rule}// b.js\n{rule}two();\n",
    }


def test_18_a_json_part_of_a_shared_block_loses_its_comment() -> None:
    text = '```\n// package.json\n{ "name": "x" }\n\n// src/index.ts\nexport {};\n```\n'
    assert contents(text) == {
        "package.json": '{ "name": "x" }\n\n',
        "src/index.ts": "// src/index.ts\nexport {};\n",
    }


def test_18_split_files_are_marked() -> None:
    files = extract_files("```ts\n// a.ts\nx\n\n// b.ts\ny").files
    assert [(file.path, file.marks) for file in files] == [
        ("a.ts", ("split",)),
        ("b.ts", ("split", "truncated")),
    ]


def test_18_a_path_that_comes_twice_in_a_block_does_not_split_it() -> None:
    assert contents("```ts\n// a.ts\nx\n\n// a.ts\ny\n```\n") == {
        "a.ts": "// a.ts\nx\n\n// a.ts\ny\n"
    }


def test_18_a_remark_about_another_file_does_not_split() -> None:
    remarks = "// utils.js - this is where it came from\nstop();\n  // src/b.ts\ngo();\n"
    assert paths(f"```ts\n// src/a.ts\nstart();\n\n{remarks}```\n") == ["src/a.ts"]


def test_18_the_path_above_a_block_keeps_unrelated_comments_inside() -> None:
    text = (
        "### webpack.config.js\n```js\nconst path = 1;\n\n"
        "// src/index.js\nmodule.exports = {};\n```\n"
    )
    assert paths(text) == ["webpack.config.js"]


def test_18_the_fuller_of_two_labels_for_the_same_file_wins() -> None:
    assert paths("### Cart.tsx\n```tsx\n// src/cart/Cart.tsx\nx\n```\n") == ["src/cart/Cart.tsx"]
    assert paths("### src/cart/Cart.tsx\n```tsx\n// Cart.tsx\nx\n```\n") == ["src/cart/Cart.tsx"]


@pytest.mark.parametrize(
    ("line", "style"),
    [
        ("{/* src/a.tsx */}", "jsx"),
        ("// src/a.tsx", "slash"),
        ("/* src/a.tsx */", "block"),
        ("<!-- src/a.tsx -->", "html"),
        ("{{!-- src/a.tsx --}}", "template"),
        ("<%-- src/a.tsx --%>", "template"),
        ("@* src/a.tsx *@", "template"),
        ('"""src/a.tsx"""', "quotes"),
        ("# src/a.tsx", "hash"),
        ("-- src/a.tsx", "dash"),
        ("; src/a.tsx", "semicolon"),
    ],
)
def test_a_path_is_read_from_a_comment_of_each_style(line: str, style: str) -> None:
    found = read_comment(f"  {line}\n")
    assert found is not None and (found.path, found.style) == ("src/a.tsx", style)

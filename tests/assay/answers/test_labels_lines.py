"""Patterns 9 to 15: the path stands on a line of its own, in a list item, in prose, or behind the
fence.
"""

from __future__ import annotations

import pytest

from tests.assay.answers.builders import answer, block, contents, only, paths


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("src/cart.ts", "src/cart.ts"),
        ("src/cart.ts:", "src/cart.ts"),
        ("  src/cart.ts", "src/cart.ts"),
        ("cart.ts", "cart.ts"),
        ("app/[id]/page.tsx", "app/[id]/page.tsx"),
        ("app/(auth)/login/page.tsx", "app/(auth)/login/page.tsx"),
        ("(auth)/login/page.tsx", "(auth)/login/page.tsx"),
        ("pages/[...slug].tsx", "pages/[...slug].tsx"),
        ("src/routes/+page.svelte", "src/routes/+page.svelte"),
        ("app/routes/$id.tsx", "app/routes/$id.tsx"),
        ("packages/@shop/ui/index.ts", "packages/@shop/ui/index.ts"),
        (".eslintrc.cjs", ".eslintrc.cjs"),
        (".env.local", ".env.local"),
        ("Dockerfile", "Dockerfile"),
        (".husky/pre-commit", ".husky/pre-commit"),
        ("1. src/cart.ts", "src/cart.ts"),
    ],
)
def test_09_a_path_alone_on_the_line_above_names_the_block(line: str, path: str) -> None:
    assert only(block(line, info="")).path == path
    assert only(f"{line}\n```\nbody\n```").path == path


def test_09_the_end_of_a_file_list_names_nothing() -> None:
    text = block("The app has two parts:\n\n- `src/a.ts`: state\n- `src/b.ts`: view") + block(
        "### src/a.ts"
    )
    assert paths(text) == ["src/a.ts"]


@pytest.mark.parametrize(
    "line",
    [
        "File: src/cart.ts",
        "FILE: src/cart.ts",
        "Filename: `src/cart.ts`",
        "File path: src/cart.ts",
        "📄 src/cart.ts",
        "📁 src/cart.ts:",
        "✅ **src/cart.ts**",
        "-----\nFILE: src/cart.ts\n-----",
        "==========\nFile: src/cart.ts\n==========",
        "New file: `src/cart.ts`",
        "Path: src/cart.ts",
        "File 2 - src/cart.ts",
    ],
)
def test_10_a_file_line_names_the_block(line: str) -> None:
    assert only(block(line)).path == "src/cart.ts"


def test_10_a_file_line_serves_over_a_sentence() -> None:
    assert paths(block("File: src/cart.ts\n\nKeeps what the user picked.")) == ["src/cart.ts"]


@pytest.mark.parametrize(
    ("item", "path"),
    [
        ("- **Selectors:** `cart.selectors.ts`", "cart.selectors.ts"),
        ("8. **App (App.tsx)**:", "App.tsx"),
        ("* **App** (`App.tsx`):", "App.tsx"),
        ("- `App.tsx`", "App.tsx"),
        ("- App.tsx:", "App.tsx"),
        ("3) **`App.tsx`** - the shell", "App.tsx"),
    ],
)
@pytest.mark.parametrize("indent", ["", "  ", "   ", "    ", "        ", "\t"])
def test_11_a_list_item_names_the_block_below_it(item: str, path: str, indent: str) -> None:
    code = "".join(f"{indent}{line}\n" for line in ("```tsx", "if (a) {", "  b();", "}", "```"))
    file = only(f"Changes:\n\n{item}\n\n{code}\nDone.\n")
    assert (file.path, file.content) == (path, "if (a) {\n  b();\n}\n")
    assert file.marks == (("dedented",) if indent else ())


def test_11_code_that_is_not_indented_with_its_fence_keeps_its_bytes() -> None:
    file = only("1. **App.tsx**\n\n   ```tsx\nif (a) {\n  b();\n}\n   ```\n")
    assert (file.content, file.marks) == ("if (a) {\n  b();\n}\n", ())


def test_11_blank_and_odd_lines_of_an_indented_block_are_kept() -> None:
    file = only("- `a.ts`\n    ```ts\n    one\n\n  \n      two  \n    ```\n")
    assert file.content == "one\n\n\n  two  \n"


def test_11_sibling_items_keep_their_own_files() -> None:
    text = answer(
        """
        ### Store

        1. **Actions:** `cart.actions.ts`
            ```ts
            a
            ```
        2. **Reducer:** `cart.reducer.ts`
            ```ts
            b
            ```
        """
    )
    assert contents(text) == {"cart.actions.ts": "a\n", "cart.reducer.ts": "b\n"}


def test_11_a_fence_on_the_line_of_its_list_marker_opens_a_block() -> None:
    assert contents("- ```ts\n  // a.ts\n  x\n  ```\n") == {"a.ts": "// a.ts\nx\n"}


@pytest.mark.parametrize(
    "line",
    [
        "`src/cart.ts`",
        "`src/cart.ts`:",
        "📄 `src/cart.ts`",
        "🔹 `src/cart.ts` –",
        "👉 `src/cart.ts`",
    ],
)
def test_12_a_path_in_backticks_names_the_block(line: str) -> None:
    assert only(block(line)).path == "src/cart.ts"


@pytest.mark.parametrize(
    "sentence",
    [
        "Create a `jest.config.js` in the root:",
        "Next, create a file named `jest.config.js`:",
        "Add this `jest.config.js` to the project root.",
        "Now update jest.config.js so that it knows the alias:",
        "Here's the new `jest.config.js`:",
        "Put the following into `jest.config.js`:",
        "Replace the contents of `jest.config.js` with:",
        "Rename `jest.old.js` to `jest.config.js`:",
        "In `jest.config.js`, import `setup.js`:",
        "Update `jest.config.js` (it replaces `karma.conf.js`):",
        "1. Create a `jest.config.js`:",
    ],
)
def test_13_a_sentence_that_introduces_the_block_names_it(sentence: str) -> None:
    assert only(block(sentence, info="js")).path == "jest.config.js"


def test_13_prose_names_no_file_of_another_language() -> None:
    assert paths(
        block("Update `package.json` and add these styles:", info="css")
        + block("### a.css", info="css")
    ) == ["a.css"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Chart.js draws this with ease, like so:",
        "See https://example.org/guide/index.html for more, e.g.:",
        "The value of process.env decides:",
        "Call console.log or array.map here:",
        "Any file under src/*.ts can do this:",
    ],
)
def test_13_what_is_no_path_in_prose_names_nothing(sentence: str) -> None:
    assert paths(block(sentence) + block(sentence)) == []


@pytest.mark.parametrize(
    "rule", ["-----", "----------------------------------", "=====", "─────────", "***", "___"]
)
@pytest.mark.parametrize("gap", ["", "\n"])
def test_14_a_rule_may_stand_between_path_and_block(rule: str, gap: str) -> None:
    assert only(f"src/cart.ts\n{gap}{rule}\n{gap}```ts\nx\n```\n").path == "src/cart.ts"


def test_14_rules_around_the_path_are_no_unfenced_file() -> None:
    text = "".join(f"----\nsrc/{name}.ts\n----\n\n```ts\n{name}\n```\n\n" for name in "abc")
    assert contents(text) == {f"src/{name}.ts": f"{name}\n" for name in "abc"}


@pytest.mark.parametrize(
    "info",
    [
        "tsx:components/Cart.tsx",
        "tsx components/Cart.tsx",
        'tsx title="components/Cart.tsx"',
        "tsx {file=components/Cart.tsx}",
        "components/Cart.tsx",
        "tsx // components/Cart.tsx",
        "tsx filename='components/Cart.tsx' {1,3-5}",
    ],
)
def test_15_the_info_string_may_hold_the_path(info: str) -> None:
    assert only(f"The cart:\n\n```{info}\n<Cart />\n```\n").path == "components/Cart.tsx"


def test_15_line_numbers_and_options_in_the_info_string_are_no_path() -> None:
    assert only(block("### src/a.ts", info="ts {1,3-5} showLineNumbers")).path == "src/a.ts"


@pytest.mark.parametrize("listing", ["- src/a.ts\n- src/b.ts\n", "src/a.ts\nsrc/b.ts\n"])
def test_29_a_list_above_a_blank_line_leaves_the_label_to_the_block(listing: str) -> None:
    text = f"{listing}\npackage.json\n```json\n{{}}\n```\n"
    assert contents(text) == {"package.json": "{}\n"}


def test_29_json_is_not_stored_under_the_name_of_a_script() -> None:
    text = "package.json\nsrc/store/counterSlice.ts\n\n```json\n{}\n```\n"
    assert "src/store/counterSlice.ts" not in contents(text)

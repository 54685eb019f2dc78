"""Patterns 4 to 8: the path stands in a heading or a bold label."""

from __future__ import annotations

import pytest

from tests.assay.answers.builders import answer, block, contents, ignored, only, paths


@pytest.mark.parametrize(
    "heading",
    [
        "### src/App.tsx",
        "# src/App.tsx",
        "###### src/App.tsx ######",
        "### `src/App.tsx`",
        "### **src/App.tsx**",
        "### **`src/App.tsx`**",
        "### `src/App.tsx`:",
        "### 2. src/App.tsx",
        "#### 2.1 `src/App.tsx`",
        "### 2️⃣ src/App.tsx",
        "### 📄 src/App.tsx",
        "### File: src/App.tsx",
        "### File 3: `src/App.tsx`",
        "### Step 4: src/App.tsx",
        "### src/App.tsx (updated)",
        "### [src/App.tsx](src/App.tsx)",
        "### ./src/App.tsx",
    ],
)
def test_04_a_heading_that_is_a_path_names_the_block_below(heading: str) -> None:
    assert only(block(heading, info="tsx")).path == "src/App.tsx"


def test_04_each_heading_serves_its_own_block() -> None:
    text = block("### src/a.ts", "a\n") + "\n" + block("### src/b.ts", "b\n")
    assert contents(text) == {"src/a.ts": "a\n", "src/b.ts": "b\n"}


def test_04_a_second_block_below_a_used_heading_gets_no_path() -> None:
    text = (
        block("### src/Button.tsx", info="tsx") + "\nThen render it:\n\n```tsx\n<Button />\n```\n"
    )
    assert paths(text) == ["src/Button.tsx"]
    assert ignored(text) == {"snippet": 1}


@pytest.mark.parametrize(
    "heading",
    [
        "### 4. Store setup (`store/cart.ts`)",
        "### 4. Store setup (store/cart.ts)",
        "### 4. Store setup: `store/cart.ts`",
        "### Store setup - store/cart.ts",
        "## Step 2: Create `store/cart.ts`",
        "### The `store/cart.ts` file",
        "#### b) Set up the store in store/cart.ts",
        "### Convert `legacy/cart.js` to `store/cart.ts`",
        "### `legacy/cart.js` → `store/cart.ts`",
        "### store/cart.ts (replaces `legacy/cart.js`)",
    ],
)
def test_05_a_titled_heading_gives_the_path_that_it_mentions(heading: str) -> None:
    assert only(block(heading)).path == "store/cart.ts"


def test_05_a_heading_about_a_technology_gives_no_path() -> None:
    assert paths(block("## 1. Install Node.js") + block("## 2. Next.js setup")) == []


def test_06_prose_may_stand_between_heading_and_block() -> None:
    text = answer(
        """
        ### `src/main.tsx`

        This is the entry point of the app. It mounts the root component and
        loads the global styles:

        ```tsx
        start();
        ```
        """
    )
    assert contents(text) == {"src/main.tsx": "start();\n"}


def test_06_a_generic_heading_in_between_does_not_hide_the_path() -> None:
    text = "## `src/main.tsx`\n\nMounts the app.\n\n### Updated code\n\n```tsx\nstart();\n```\n"
    assert paths(text) == ["src/main.tsx"]


def test_06_commands_below_the_heading_do_not_use_it_up() -> None:
    commands = "Install first:\n\n```bash\nnpm i redux\n```\n"
    text = f"### src/store.ts\n\n{commands}\nThen write:\n\n```ts\nmake();\n```\n"
    assert contents(text) == {"src/store.ts": "make();\n"}
    assert ignored(text) == {"shell": 1}


def test_06_bold_remarks_between_heading_and_block_do_not_hide_it() -> None:
    text = (
        "### src/store.ts\n\n**What changed:**\n- typed state\n- no mutation\n\n"
        "```ts\nmake();\n```\n"
    )
    assert paths(text) == ["src/store.ts"]


@pytest.mark.parametrize(
    "sentence",
    [
        "This component replaces the `legacy.js` controller:",
        "Here is the logic that lived in `legacy.js`:",
        "It was converted from legacy.js and keeps its behaviour:",
        "Instead of `legacy.js`, create a standalone component:",
        "All of the code in `app/legacy.js` is now in one class.",
    ],
)
def test_07_the_heading_wins_over_prose_that_names_an_old_file(sentence: str) -> None:
    text = block(f"### `cart.component.ts`\n\n{sentence}")
    assert paths(text) == ["cart.component.ts"]


def test_07_a_list_about_other_files_does_not_beat_the_heading() -> None:
    text = block("### `src/cart.ts`\n\n- uses `src/api.ts` for requests\n- replaces `old/cart.js`")
    assert paths(text) == ["src/cart.ts"]


@pytest.mark.parametrize(
    "sentence",
    [
        "The old `legacy.js` did this:",
        "This replaces `legacy.js`:",
        "It no longer imports `legacy.js`:",
    ],
)
def test_07_a_file_that_is_only_compared_with_is_not_the_block(sentence: str) -> None:
    assert "legacy.js" not in paths(block(sentence, info="js") + block("### src/new.ts"))


@pytest.mark.parametrize(
    "word", ["Before:", "**Old code:**", "#### Before", "Original code (AngularJS):"]
)
def test_07_code_announced_as_old_is_not_the_file(word: str) -> None:
    text = f"### src/cart.js\n\n{word}\n```js\nvar a;\n```\n\nAfter:\n```js\nlet b;\n```\n"
    assert contents(text) == {"src/cart.js": "let b;\n"}


@pytest.mark.parametrize(
    "label",
    [
        "**src/cart.ts**",
        "**`src/cart.ts`**",
        "**`src/cart.ts`:**",
        "**src/cart.ts:**",
        "**src/cart.ts**:",
        "**2. src/cart.ts** (with the new reducer)",
        "2. **src/cart.ts**",
        "**File: src/cart.ts**",
        "**File:** `src/cart.ts`",
        "**📄 src/cart.ts**",
        "*src/cart.ts*",
        "<b>src/cart.ts</b>",
        "<summary><code>src/cart.ts</code></summary>",
        "**src/cart.ts** – the cart",
        "> **src/cart.ts**",
    ],
)
def test_08_a_bold_label_names_the_block(label: str) -> None:
    assert only(block(label)).path == "src/cart.ts"


def test_08_a_bold_label_touching_the_block_beats_the_section_heading() -> None:
    text = "## Converting `legacy.js`\n\n" + block("**src/cart.ts**") + block("**src/api.ts**")
    assert paths(text) == ["src/cart.ts", "src/api.ts"]


def test_08_prose_may_stand_between_bold_label_and_block() -> None:
    assert paths(block("## The store\n\n**src/cart.ts**\n\nKeeps what the user picked:")) == [
        "src/cart.ts"
    ]


def test_08_folders_that_start_with_underscores_are_not_taken_for_bold() -> None:
    assert paths(block("**__tests__/cart.test.ts**") + block("__mocks__/api.ts")) == [
        "__tests__/cart.test.ts",
        "__mocks__/api.ts",
    ]


def test_05_a_heading_with_two_paths_serves_two_blocks_by_their_languages() -> None:
    text = (
        "### Cart (`cart.component.html` and `cart.component.ts`)\n\n```ts\nclass Cart {}\n```\n\n"
        "```html\n<p></p>\n```\n\n```ts\nnew Cart();\n```\n"
    )
    assert contents(text) == {
        "cart.component.ts": "class Cart {}\n",
        "cart.component.html": "<p></p>\n",
    }
    assert ignored(text) == {"snippet": 1}


def test_05_of_an_old_and_a_new_path_only_the_new_one_is_given() -> None:
    text = "### Convert `legacy.js` to `cart.js`\n\n```js\na\n```\n\n```js\nb\n```\n"
    assert contents(text) == {"cart.js": "a\n"}


def test_08_bare_names_below_a_folder_heading_belong_into_the_folder() -> None:
    text = (
        "## packages/ui/\n\n"
        + block("**package.json**", "{}\n", "json")
        + block("#### Button.tsx", info="tsx")
        + block("### `packages/api`\n\n**package.json**", "{ }\n", "json")
        + "```ts\n// main.ts\nx\n```\n"
        + block("**src/app.ts**")
        + block("## Root\n\n**package.json**", "{}\n", "json")
    )
    assert paths(text) == [
        "packages/ui/package.json",
        "packages/ui/Button.tsx",
        "packages/api/package.json",
        "packages/api/main.ts",
        "src/app.ts",
        "package.json",
    ]


@pytest.mark.parametrize(
    "heading", ["## and/or", "## Input/Output", "### src", "## TCP/IP `a/b` notes", "## v1.0"]
)
def test_08_a_heading_that_is_no_folder_moves_nothing(heading: str) -> None:
    assert paths(block(f"{heading}\n\n**a.ts**")) == ["a.ts"]

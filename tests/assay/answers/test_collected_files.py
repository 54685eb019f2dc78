"""Pattern 25: the same path more than once, excerpts, and examples of use."""

from __future__ import annotations

import pytest

from assay.answers import extract_files
from tests.assay.answers.builders import block, contents, ignored, only, paths

FULL = (
    "import React from 'react';\n"
    + "".join(f"const value{n} = {n};\n" for n in range(20))
    + "export {};\n"
)
SHORT = "import { Cart } from './Cart';\n\n<Cart />\n"


@pytest.mark.parametrize(
    "label",
    [
        "Update `src/App.tsx` to include the cart:",
        "Finally, import it in `src/App.tsx`:",
        "### src/App.tsx",
        "**App.tsx** (relevant parts)",
        "Then add this to your `App.tsx`:",
        "### Update `src/App.tsx`",
        "### Update `App.tsx`",
    ],
)
def test_25_a_short_snippet_never_replaces_a_full_file(label: str) -> None:
    text = block("### src/App.tsx", FULL, "tsx") + block(label, SHORT, "tsx")
    assert contents(text)["src/App.tsx"] == FULL
    assert ignored(text).get("snippet", 0) == 1 or label == "### Update `App.tsx`"


@pytest.mark.parametrize(
    "snippet",
    [
        "// src/App.tsx (relevant parts)\n" + FULL,
        "// src/App.tsx (excerpt)\nrun();\n",
        "// src/App.tsx\n// ... existing imports\n" + FULL,
        "// src/App.tsx\nrun();\n// rest of the code stays the same\n" + FULL,
        "// src/App.tsx\nreturn (\n  <>\n    {/* ... */}\n  </>\n);\n" + FULL,
    ],
)
def test_25_an_excerpt_never_replaces_a_full_file_however_long(snippet: str) -> None:
    text = block("### src/App.tsx", FULL, "tsx") + f"```tsx\n{snippet}```\n"
    assert contents(text) == {"src/App.tsx": FULL}
    assert ignored(text) == {"snippet": 1}


def test_25_a_later_full_file_replaces_the_earlier_one_and_is_marked() -> None:
    later = FULL.replace("value3", "total")
    file = only(
        block("### src/App.tsx", FULL, "tsx")
        + block("Final version:\n\n### src/App.tsx", later, "tsx")
    )
    assert (file.content, file.marks) == (later, ("repeated",))


def test_25_a_full_file_replaces_an_earlier_excerpt() -> None:
    text = f"```tsx\n// src/App.tsx (relevant parts)\n{FULL}```\n" + block(
        "### src/App.tsx", SHORT, "tsx"
    )
    assert contents(text) == {"src/App.tsx": SHORT}


def test_25_an_excerpt_alone_is_a_partial_file() -> None:
    assert only("```ts\n// app.module.ts (relevant parts)\nx\n```\n").marks == ("partial",)
    assert only(block("### a.ts", "run();\n// ... existing code\n")).marks == ("partial",)


@pytest.mark.parametrize(
    "comment",
    [
        "// Loading...",
        "// handles existing users",
        "// returns the state unchanged",
        "// see the rest",
        "const [a, ...rest] = b;",
    ],
)
def test_25_an_ordinary_comment_makes_no_excerpt(comment: str) -> None:
    assert only(block("### a.ts", f"{comment}\nrun();\n")).marks == ()


def test_25_a_shorter_rewrite_of_more_than_a_snippet_replaces() -> None:
    later = "".join(f"const total{n} = {n};\n" for n in range(12))
    assert contents(block("### a.ts", FULL) + block("### a.ts", later)) == {"a.ts": later}


def test_25_a_truncated_repetition_does_not_replace_a_longer_file() -> None:
    text = (
        block("### a.ts", FULL)
        + "### a.ts\n```ts\n"
        + "".join(f"const total{n} = {n};\n" for n in range(12))
    )
    assert contents(text) == {"a.ts": FULL}


@pytest.mark.parametrize(
    ("first", "second"), [("Package.json", "package.json"), ("package.json", "Package.json")]
)
def test_25_case_variants_of_a_path_are_the_same_file(first: str, second: str) -> None:
    one, two = '{ "name": "one" }\n', '{ "name": "two" }\n'
    assert contents(block(f"### {first}", one, "json") + block(f"### {second}", two, "json")) == {
        "package.json": two
    }


def test_25_other_case_variants_take_the_spelling_of_the_version_kept() -> None:
    text = block("### src/Todolist.tsx", "one\n") + block("### src/TodoList.tsx", "two\n")
    assert contents(text) == {"src/TodoList.tsx": "two\n"}


def test_25_the_same_name_in_another_folder_is_another_file() -> None:
    text = block("### web/package.json", "{}\n", "json") + block(
        "### package.json", "{ }\n", "json"
    )
    assert paths(text) == ["web/package.json", "package.json"]


def test_25_a_snippet_that_leaves_the_folder_out_means_the_only_file_of_that_name() -> None:
    text = block("### src/app/App.tsx", FULL, "tsx") + block(
        "Then in `App.tsx`, add the route:", SHORT, "tsx"
    )
    assert contents(text) == {"src/app/App.tsx": FULL}
    assert ignored(text) == {"snippet": 1}


@pytest.mark.parametrize(
    "above",
    ["## Usage", "Usage example:", "You can use it like this:", "**Example:**", "### How to use"],
)
def test_25_a_usage_example_without_a_path_is_no_file(above: str) -> None:
    text = block("### src/Cart.tsx", FULL, "tsx") + block(above, "<Cart items={[]} />\n", "tsx")
    assert paths(text) == ["src/Cart.tsx"]
    assert ignored(text) == {"usage": 1}


def test_25_a_usage_example_that_only_mentions_a_file_is_no_file() -> None:
    text = block("### src/Cart.tsx", FULL, "tsx") + block(
        "## Usage\n\nIn your `main.tsx`:", "<Cart />\n", "tsx"
    )
    assert paths(text) == ["src/Cart.tsx"]


def test_files_keep_the_order_of_their_first_mention() -> None:
    text = block("### b.ts", FULL) + block("### a.ts", FULL) + block("### b.ts", FULL + FULL)
    assert [file.path for file in extract_files(text).files] == ["b.ts", "a.ts"]


def test_25_a_snippet_with_line_numbers_behind_its_path_is_an_excerpt() -> None:
    assert only(block("File: `src/Nav.tsx` (line 24)", "<b>Shop</b>\n", "tsx")).marks == (
        "partial",
    )


def test_25_a_full_file_of_the_same_name_elsewhere_is_not_a_snippet() -> None:
    text = block("### apps/admin/main.tsx", FULL, "tsx") + block(
        "Create a `main.tsx`:", FULL, "tsx"
    )
    assert paths(text) == ["apps/admin/main.tsx", "main.tsx"]
    root = block("Now import the workspaces:\n\n**package.json**", "{}\n", "json")
    assert paths(block("### ui/package.json", FULL, "json") + root) == [
        "ui/package.json",
        "package.json",
    ]


def test_25_a_longer_update_of_a_file_without_its_folder_replaces_it() -> None:
    text = block("### src/App.tsx", FULL, "tsx") + block(
        "Update `App.tsx` to include more:", FULL + FULL, "tsx"
    )
    assert contents(text) == {"src/App.tsx": FULL + FULL}


def test_25_the_word_usage_in_a_sentence_makes_no_usage_example() -> None:
    assert paths(
        block("To lower the memory usage, create `src/cache.ts`:") + block("### b.ts")
    ) == [
        "src/cache.ts",
        "b.ts",
    ]


@pytest.mark.parametrize(
    "note", ["(continued)", "(cont.)", "(part 2)", "[continued]", "- continued"]
)
def test_30_a_continuation_is_appended(note: str) -> None:
    text = block("### src/a.ts", FULL) + block(f"### src/a.ts {note}", SHORT)
    file = only(text)
    assert (file.content, file.marks) == (FULL + SHORT, ("continued",))


def test_30_the_comment_that_repeats_the_path_of_a_continuation_is_no_content() -> None:
    text = block("### src/a.ts", FULL) + f"```ts\n// src/a.ts (continued)\n{SHORT}```\n"
    assert contents(text) == {"src/a.ts": FULL + SHORT}


def test_31_a_fragment_of_json_is_no_file() -> None:
    fragment = 'Add this to package.json:\n\n```json\n"jest": {\n  "verbose": true\n}\n```\n'
    assert contents(fragment) == {}
    assert ignored(fragment) == {"snippet": 1}


@pytest.mark.parametrize("line", ["…", "// … existing code", "[…]"])
def test_34_an_ellipsis_of_one_character_makes_an_excerpt(line: str) -> None:
    assert only(block("### a.ts", f"run();\n{line}\n")).marks == ("partial",)

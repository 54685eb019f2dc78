"""Pattern 25: the same path more than once, excerpts, and examples of use."""

from collections.abc import Mapping

import pytest

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
        "### src/App.tsx",
        "**App.tsx** (relevant parts)",
        "Then add this to your `App.tsx`:",
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


@pytest.mark.parametrize(
    "above",
    ["## Usage", "Usage example:", "You can use it like this:", "**Example:**", "### How to use"],
)
def test_25_a_usage_example_without_a_path_is_no_file(above: str) -> None:
    text = block("### src/Cart.tsx", FULL, "tsx") + block(above, "<Cart items={[]} />\n", "tsx")
    assert paths(text) == ["src/Cart.tsx"]
    assert ignored(text) == {"usage": 1}


@pytest.mark.parametrize(
    "note", ["(continued)", "(cont.)", "(part 2)", "[continued]", "- continued"]
)
def test_30_a_continuation_is_appended(note: str) -> None:
    text = block("### src/a.ts", FULL) + block(f"### src/a.ts {note}", SHORT)
    file = only(text)
    assert (file.content, file.marks) == (FULL + SHORT, ("continued",))


FULL_APP = block("### src/App.tsx", FULL, "tsx")
REWRITE = "".join(f"const total{n} = {n};\n" for n in range(12))
VERSIONS = {
    "a full file replaces an earlier excerpt": (
        f"```tsx\n// src/App.tsx (relevant parts)\n{FULL}```\n"
        + block("### src/App.tsx", SHORT, "tsx"),
        {"src/App.tsx": SHORT},
    ),
    "a shorter rewrite of more than a snippet replaces": (
        block("### a.ts", FULL) + block("### a.ts", REWRITE),
        {"a.ts": REWRITE},
    ),
    "a truncated repetition does not replace a longer file": (
        block("### a.ts", FULL) + f"### a.ts\n```ts\n{REWRITE}",
        {"a.ts": FULL},
    ),
    "known names are spelled as tools want them": (
        block("### package.json", "{}\n", "json") + block("### Package.json", "{ }\n", "json"),
        {"package.json": "{ }\n"},
    ),
    "other variants in case are one file, spelled as its last version": (
        block("### src/Todolist.tsx", "one\n") + block("### src/TodoList.tsx", "two\n"),
        {"src/TodoList.tsx": "two\n"},
    ),
    "the same name in another folder is another file": (
        block("### web/package.json", "{}\n", "json") + block("### package.json", "{ }\n", "json"),
        {"web/package.json": "{}\n", "package.json": "{ }\n"},
    ),
    "a snippet without its folder means the only file of that name": (
        FULL_APP + block("Then in `App.tsx`, add the route:", SHORT, "tsx"),
        {"src/App.tsx": FULL},
    ),
    "a full file of the same name elsewhere is no snippet": (
        FULL_APP + block("Create an `App.tsx`:", FULL, "tsx"),
        {"src/App.tsx": FULL, "App.tsx": FULL},
    ),
    "an example of use that only mentions a file is none": (
        FULL_APP + block("## Usage\n\nIn your `main.tsx`:", "<Cart />\n", "tsx"),
        {"src/App.tsx": FULL},
    ),
    "the word usage in a sentence makes no example": (
        block("To lower the memory usage, create `a.ts`:", "a\n") + block("### b.ts", "b\n"),
        {"a.ts": "a\n", "b.ts": "b\n"},
    ),
    "the comment that repeats the path of a continuation is no content": (
        block("### a.ts", FULL) + f"```ts\n// a.ts (continued)\n{SHORT}```\n",
        {"a.ts": FULL + SHORT},
    ),
    "a fragment of JSON is no later version": (
        block("### package.json", "{}\n", "json")
        + block("Add this to your package.json:", '"jest": {\n  "watch": true\n}\n', "json"),
        {"package.json": "{}\n"},
    ),
    "files keep the order of their first mention": (
        block("### b.ts", FULL) + block("### a.ts", FULL) + block("### b.ts", FULL + FULL),
        {"b.ts": FULL + FULL, "a.ts": FULL},
    ),
}


@pytest.mark.parametrize(("text", "files"), VERSIONS.values(), ids=VERSIONS)
def test_of_several_versions_the_best_is_kept(text: str, files: Mapping[str, str]) -> None:
    assert [*contents(text).items()] == [*files.items()]


@pytest.mark.parametrize(
    "excerpt",
    [
        "```ts\n// app.module.ts (relevant parts)\nx\n```\n",
        block("### a.ts", "run();\n// ... existing code\n"),
        block("### a.ts", "run();\n…\n"),
        block("### a.ts", "run();\n[…]\n"),
        block("File: `src/Nav.tsx` (line 24)", "<b>Shop</b>\n", "tsx"),
    ],
)
def test_an_excerpt_alone_is_a_partial_file(excerpt: str) -> None:
    assert only(excerpt).marks == ("partial",)

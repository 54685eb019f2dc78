"""Patterns 4 to 15: the path stands above the block, or behind its fence."""

from collections.abc import Mapping

import pytest

from tests.assay.answers.builders import block, contents, ignored, only, paths

LABELS = """\
###### {} ######
#### 2.1 `{}`
### 2️⃣ {}
### File 3: `{}`
### Step 4: {}
### {} (updated)
### [{}]({})
### 4. Store setup ({})
### Store setup - {}
### The `{}` file
### Convert `legacy/cart.js` to `{}`
### `legacy/cart.js` → `{}`
### {} (replaces `legacy/cart.js`)
**2. {}** (with the new reducer)
**File:** `{}`
*{}*
<b>{}</b>
<summary><code>{}</code></summary>
**{}** – the cart
> **{}**
Filename: `{}`
File path: {}
✅ **{}**
New file: `{}`
Path: {}
File 2 - {}
- {}:
- **Selectors:** `{}`
8. **Cart ({})**:
3) **`{}`** - the shell
Create a `{}` in the root:
Add this `{}` to the project root.
Now update {} so that it knows the alias:
Here's the new `{}`:
Rename `cart.old.ts` to `{}`:
In `{}`, import `setup.ts`:
Update `{}` (it replaces `karma.ts`):""".splitlines()
PATHS = """\
app/[id]/page.tsx
app/(auth)/login/page.tsx
(auth)/login/page.tsx
pages/[...slug].tsx
src/routes/+page.svelte
app/routes/$id.tsx
packages/@shop/ui/index.ts
__tests__/cart.test.ts
.eslintrc.cjs
.env.local
Dockerfile
.husky/pre-commit
.gitignore
LICENSE
mvnw
api/go.sum
.github/CODEOWNERS
next.config.mjs
src/_app.tsx
$.ts
index.JS""".split()


@pytest.mark.parametrize("label", LABELS)
def test_a_path_above_a_block_names_it(label: str) -> None:
    assert only(block(label.replace("{}", "src/cart.ts"))).path == "src/cart.ts"


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("label", ["{}", "**{}**", "`{}`"])
def test_paths_of_all_kinds_are_read(path: str, label: str) -> None:
    assert only(f"{label.format(path)}\n```\nbody\n```").path == path


@pytest.mark.parametrize("rule", ["-----", "=====", "─────────", "***", "___"])
@pytest.mark.parametrize("gap", ["", "\n"])
def test_14_a_rule_may_stand_between_path_and_block(rule: str, gap: str) -> None:
    assert only(f"src/cart.ts\n{gap}{rule}\n{gap}```ts\nx\n```\n").path == "src/cart.ts"


INFO_STRINGS = """\
tsx:components/Cart.tsx
tsx title="components/Cart.tsx"
tsx {file=components/Cart.tsx}
components/Cart.tsx
tsx // components/Cart.tsx
tsx filename='components/Cart.tsx' {1,3-5}""".splitlines()


@pytest.mark.parametrize("info", INFO_STRINGS)
def test_15_the_info_string_may_hold_the_path(info: str) -> None:
    assert only(f"The cart:\n\n```{info}\n<Cart />\n```\n").path == "components/Cart.tsx"


def fenced(code: str, info: str = "ts") -> str:
    return f"```{info}\n{code}\n```\n"


READ = {
    "a used heading names no second block": (
        f"### src/Button.tsx\n{fenced('a', 'tsx')}\nThen render it:\n\n{fenced('<B />', 'tsx')}",
        {"src/Button.tsx": "a\n"},
    ),
    "technologies in headings are no files": (
        f"## 1. Install Node.js\n{fenced('a')}## 2. Next.js setup\n{fenced('b')}",
        {},
    ),
    "prose may stand below a heading": (
        f"### `main.ts`\n\nThis mounts the component and\nloads styles:\n\n{fenced('a')}",
        {"main.ts": "a\n"},
    ),
    "a generic heading hides no path": (
        f"## `main.ts`\n\nMounts the app.\n\n### Updated code\n\n{fenced('a')}",
        {"main.ts": "a\n"},
    ),
    "commands do not use a heading up": (
        f"### a.ts\n\nFirst:\n\n{fenced('npm i redux', 'bash')}\nThen write:\n\n{fenced('a')}",
        {"a.ts": "a\n"},
    ),
    "a list about other files does not beat the heading": (
        f"### `a.ts`\n\n- uses `api.ts` for requests\n- replaces `old.js`\n\n{fenced('a')}",
        {"a.ts": "a\n"},
    ),
    "a touching label beats the section's heading": (
        f"## Converting `legacy.js`\n\n**a.ts**\n{fenced('a')}\n**b.ts**\n{fenced('b')}",
        {"a.ts": "a\n", "b.ts": "b\n"},
    ),
    "prose may stand below a bold label": (
        f"## The store\n\n**a.ts**\n\nKeeps what the user picked:\n\n{fenced('a')}",
        {"a.ts": "a\n"},
    ),
    "a heading with two paths serves two blocks by their languages": (
        f"### Cart (`c.html` and `c.ts`)\n\n{fenced('a')}\n{fenced('<p>', 'html')}\n{fenced('b')}",
        {"c.ts": "a\n", "c.html": "<p>\n"},
    ),
    "of an old and a new path only the new one is given": (
        f"### Convert `legacy.js` to `cart.js`\n\n{fenced('a', 'js')}\n{fenced('b', 'js')}",
        {"cart.js": "a\n"},
    ),
    "sibling items keep their own files": (
        "### Store\n\n1. **Actions:** `a.ts`\n    ```ts\n    a\n    ```\n"
        "2. **Reducer:** `b.ts`\n    ```ts\n    b\n    ```\n",
        {"a.ts": "a\n", "b.ts": "b\n"},
    ),
    "a fence on the line of its list marker opens a block": (
        "- ```ts\n  // a.ts\n  x\n  ```\n",
        {"a.ts": "// a.ts\nx\n"},
    ),
    "prose names no file of another language": (
        f"Update `package.json` and add these styles:\n\n{fenced('a', 'css')}### b.css\n"
        f"{fenced('b', 'css')}",
        {"b.css": "b\n"},
    ),
    "rules around a path are no unfenced file": (
        f"----\na.ts\n----\n\n{fenced('a')}\n----\nb.ts\n----\n\n{fenced('b')}",
        {"a.ts": "a\n", "b.ts": "b\n"},
    ),
    "options of an info string are no path": (
        f"### a.ts\n\n{fenced('a', 'ts {1,3-5} showLineNumbers')}",
        {"a.ts": "a\n"},
    ),
    "a list above a blank line leaves the label to the block": (
        f"- src/a.ts\n- src/b.ts\n\npackage.json\n{fenced('{}', 'json')}",
        {"package.json": "{}\n"},
    ),
    "JSON is not stored under the name of a script": (
        f"package.json\na.ts\n\n{fenced('{}', 'json')}\n### b.ts\n{fenced('b')}",
        {"package.json": "{}\n", "b.ts": "b\n"},
    ),
}


@pytest.mark.parametrize(("text", "files"), READ.values(), ids=READ)
def test_the_text_above_a_block_is_read(text: str, files: Mapping[str, str]) -> None:
    assert contents(text) == files
    blocks = text.count("```") // 2
    assert sum(ignored(text).values()) == blocks - len(files)


OLD_FILES = """\
This component replaces the `legacy.js` controller:
All of the code in `app/legacy.js` is now in one class.""".splitlines()


@pytest.mark.parametrize("sentence", OLD_FILES)
def test_07_the_heading_wins_over_prose_that_names_an_old_file(sentence: str) -> None:
    assert paths(block(f"### `cart.component.ts`\n\n{sentence}")) == ["cart.component.ts"]


@pytest.mark.parametrize(
    "sentence", ["The old `legacy.js` did this:", "It no longer imports `legacy.js`:"]
)
def test_07_a_file_that_is_only_compared_with_is_not_the_block(sentence: str) -> None:
    assert "legacy.js" not in paths(block(sentence, info="js") + block("### src/new.ts"))


@pytest.mark.parametrize(
    "word", ["Before:", "**Old code:**", "#### Before", "Original code (AngularJS):"]
)
def test_07_code_announced_as_old_is_not_the_file(word: str) -> None:
    text = f"### src/cart.js\n\n{word}\n```js\nvar a;\n```\n\nAfter:\n```js\nlet b;\n```\n"
    assert contents(text) == {"src/cart.js": "let b;\n"}


@pytest.mark.parametrize("indent", ["", "  ", "        ", "\t"])
def test_11_a_block_in_a_list_item_loses_its_indentation(indent: str) -> None:
    code = "".join(f"{indent}{line}\n" for line in ("```tsx", "if (a) {", "  b();", "}", "```"))
    file = only(f"Changes:\n\n- **App** (`App.tsx`):\n\n{code}\nDone.\n")
    assert (file.path, file.content) == ("App.tsx", "if (a) {\n  b();\n}\n")
    assert file.marks == (("dedented",) if indent else ())


def test_11_code_that_is_not_indented_with_its_fence_keeps_its_bytes() -> None:
    file = only("1. **App.tsx**\n\n   ```tsx\nif (a) {\n  b();\n}\n   ```\n")
    assert (file.content, file.marks) == ("if (a) {\n  b();\n}\n", ())
    odd = only("- `a.ts`\n    ```ts\n    one\n\n  \n      two  \n    ```\n")
    assert odd.content == "one\n\n\n  two  \n"


NO_PATHS = """\
Chart.js draws this with ease, like so:
See https://example.org/guide/index.html for more, e.g.:
The value of process.env decides:
Call console.log or array.map here:
Any file under src/*.ts can do this:""".splitlines()


@pytest.mark.parametrize("sentence", NO_PATHS)
def test_13_what_is_no_path_in_prose_names_nothing(sentence: str) -> None:
    assert paths(block(sentence) + block(sentence)) == []

"""An answer whose only code has no path."""

import pytest

from assay.answers.extract_files import extract_files
from tests.assay.answers.builders import block, contents, ignored, only

JSX = "export default function Card() {\n  return <p>ok</p>;\n}\n"


@pytest.mark.parametrize(
    ("info", "code", "name"),
    [
        ("tsx", JSX, "Component.tsx"),
        ("jsx", JSX, "Component.jsx"),
        ("typescript", JSX, "Component.tsx"),
        ("javascript", JSX, "Component.jsx"),
        ("ts", "export const a = 1;\n", "main.ts"),
        ("js", "run();\n", "main.js"),
        ("js", "describe('cart', () => {});\n", "main.test.js"),
        ("tsx", "test('cart', () => {});\n", "Component.test.tsx"),
        ("html", "<p>ok</p>\n", "index.html"),
        ("css", "p { margin: 0; }\n", "styles.css"),
        ("json", '{ "a": 1 }\n', "data.json"),
        ("json", '{ "dependencies": {} }\n', "package.json"),
        ("vue", "<template></template>\n", "Component.vue"),
        ("python", "run()\n", "main.py"),
        ("markdown", "# Shop\n\nWords.\n", "README.md"),
        ("", "<!DOCTYPE html>\n<p>ok</p>\n", "index.html"),
        ("", "import a from 'a';\n\na();\n", "main.js"),
        ("", "const a: string = 'a';\n", "main.ts"),
        ("text", '{\n  "a": 1\n}\n', "data.json"),
    ],
)
def test_a_single_block_without_a_path_gets_a_default_name(info: str, code: str, name: str) -> None:
    file = only(
        f"Here is the component you asked for:\n\n```{info}\n{code}```\n\nIt is ready to use.\n"
    )
    assert (file.path, file.content) == (name, code)
    assert "no-path" in file.marks
    assert ignored(f"```{info}\n{code}```\n") == {}


def test_commands_trees_and_usage_beside_it_do_not_count() -> None:
    text = (
        "```bash\nnpm i\n```\n\n```\nsrc/\n├── a\n└── b\n```\n\n"
        f"```tsx\n{JSX}```\n\n## Usage\n\n```tsx\n<Card />\n```\n\nIt prints:\n\n```\nok\n```\n"
    )
    assert contents(text) == {"Component.tsx": JSX}
    assert ignored(text) == {"shell": 1, "tree": 1, "usage": 1}


def test_a_single_example_is_the_answer() -> None:
    assert contents(f"Example:\n\n```tsx\n{JSX}```\n") == {"Component.tsx": JSX}


def test_33_blocks_without_a_path_get_names_if_each_has_a_language_of_its_own() -> None:
    text = f"```tsx\n{JSX}```\n\n```css\np {{}}\n```\n"
    assert contents(text) == {"Component.tsx": JSX, "styles.css": "p {}\n"}
    assert {file.marks for file in extract_files(text).files} == {("no-path",)}


def test_two_blocks_of_one_language_without_a_path_get_no_name() -> None:
    text = f"```tsx\n{JSX}```\n\n```jsx\n{JSX}```\n\n```css\np {{}}\n```\n"
    assert contents(text) == {}
    assert ignored(text) == {"snippet": 3}


def test_a_block_without_a_path_beside_files_gets_no_name() -> None:
    assert list(contents(block("### a.ts") + f"\nAnd:\n\n```tsx\n{JSX}```\n")) == ["a.ts"]


def test_a_single_block_that_is_no_code_gets_no_name() -> None:
    assert contents("It prints:\n\n```\nall good\n```\n") == {}


def test_a_single_block_that_is_cut_off_keeps_both_marks() -> None:
    file = only("```tsx\nexport const a = <p>")
    assert (file.path, file.marks) == ("Component.tsx", ("no-path", "truncated"))


@pytest.mark.parametrize(
    "text", ["", "\n", "I cannot help with that.", "No code is needed: `a.ts` is fine.", "```\n```"]
)
def test_an_answer_without_code_has_no_file(text: str) -> None:
    assert extract_files(text).files == ()

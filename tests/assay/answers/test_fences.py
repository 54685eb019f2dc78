"""Patterns 22, 23 and 24: fences inside files, around answers, alone, and never closed."""

import pytest

from assay.answers.extract_files import extract_files
from assay.records.pipeline import DeliveredFile
from tests.assay.answers.builders import block, contents, ignored, only

NEXT = block("### src/next.ts", "next();\n")
BASH = "```bash\nnpm start\n```\n"
TREE = "```\nshop/\n  src/\n    a.ts\n```\n"

READMES = {
    "commands": f"# Shop\n\n## Run\n\n{BASH}\nEnjoy the shop.\n",
    "commands at its end": f"# Shop\n\n{BASH}",
    "a bare tree": f"# Shop\n\n## Structure\n\n{TREE}\n## More\n\nSee the wiki for more.\n",
    "bare commands": "# Shop\n\n```\nnpm install\nnpm start\n```\n\n## Licence\n\n"
    "MIT, see the file.\n",
    "bare settings": "# App\n\n```tsx\n<App />\n```\n\nSet these in `.env`:\n\n```\nAPI=1\n```\n\n"
    "That's all.\n",
    "many": f"# Shop\n\n{BASH}\n{TREE}\n{BASH}\n## Test\n\n{BASH}\n1. Do this first.\n{TREE}\n"
    f"The end.\n",
    "fences in a list": "# Shop\n\n1. Install:\n\n   ```bash\n   npm i\n   ```\n\n2. Start:\n\n"
    "   ```bash\n"
    "   npm start\n   ```\n",
    "many labelled": "# Shop\n\n"
    + "".join(f"Edit `c{n}.ts`:\n\n```ts\n// c{n}.ts\nx\n```\n\n" for n in range(7))
    + "So it is.\n",
    "tildes": "# Shop\n\n~~~\nnpm i\n~~~\n",
    "no fence": "# Shop\n\nJust words here.\n",
}


@pytest.mark.parametrize("readme", READMES.values(), ids=READMES.keys())
@pytest.mark.parametrize("label", ["### README.md", "`README.md`", "### README"])
@pytest.mark.parametrize("info", ["markdown", "md"])
@pytest.mark.parametrize(
    "after", ["", NEXT, f"Start it:\n\n{BASH}", f"The tree:\n\n{TREE}\n{NEXT}"]
)
def test_22_a_readme_with_inner_fences_is_one_file(
    readme: str, info: str, label: str, after: str
) -> None:
    first = block("### src/first.ts", "first();\n")
    text = f"{first}\n{label}\n\n```{info}\n{readme}```\n\n{after}"
    expected = {"src/first.ts": "first();\n", "README.md": readme}
    assert contents(text) == expected | ({"src/next.ts": "next();\n"} if NEXT in after else {})


@pytest.mark.parametrize("readme", READMES.values(), ids=READMES.keys())
def test_22_in_a_bare_fence_too_if_its_path_stands_above(readme: str) -> None:
    text = f"### README.md\n\n```\n{readme}```\n\n{NEXT}"
    assert contents(text) == {"README.md": readme, "src/next.ts": "next();\n"}


def test_22_a_fence_inside_a_template_literal_belongs_to_the_code() -> None:
    code = "export const help = `\n```js\nrun();\n```\n`;\n"
    assert contents(f"### help.ts\n\n```ts\n{code}```\n\n{NEXT}") == {
        "help.ts": code,
        "src/next.ts": "next();\n",
    }


ONE = block("### src/a.ts", "a();\n")
TWO = block("**src/b.ts**", "b();\n")
ANSWER = f"Here you go.\n\n{ONE}\n{TWO}\nRun it:\n\n{BASH}"
FILES = {"src/a.ts": "a();\n", "src/b.ts": "b();\n"}


@pytest.mark.parametrize(
    "opener", ["```markdown", "```md", "```", "```text", "````markdown", "~~~markdown"]
)
@pytest.mark.parametrize("is_closed", [True, False])
@pytest.mark.parametrize("intro", ["", "Sure, the answer is below.\n\n"])
def test_23_an_answer_in_a_fence_is_read_inside(opener: str, is_closed: bool, intro: str) -> None:
    closer = opener.rstrip("abcdefghijklmnopqrstuvwxyz") if is_closed else ""
    assert contents(f"{intro}{opener}\n{ANSWER}{closer}\n") == FILES


def test_23_the_files_of_an_indented_wrapper_are_marked_as_dedented() -> None:
    text = "- Answer:\n  ```md\n  ### a.ts\n  ```ts\n  a\n  ```\n  ```\n"
    assert extract_files(text).files == (
        DeliveredFile(path="a.ts", content="a\n", marks=("dedented",)),
    )


@pytest.mark.parametrize("stray", ["```\n", "\n```\n\n"])
def test_23_stray_fences_between_blocks_do_no_harm(stray: str) -> None:
    one, two, three = (block(f"### {name}.ts", f"{name}();\n") for name in "abc")
    expected = {f"{name}.ts": f"{name}();\n" for name in "abc"}
    for text in (
        stray + one + two + three,
        one + stray + two + three,
        one + stray + two + stray + three + stray,
    ):
        assert contents(text) == expected


def test_32_fences_that_are_all_doubled_are_read_as_one() -> None:
    text = "".join(f"### {name}.ts\n```ts\n```ts\n{name}();\n```\n```\n" for name in "ab")
    assert contents(text) == {"a.ts": "a();\n", "b.ts": "b();\n"}


@pytest.mark.parametrize(
    "tail", ["", "export const a = [", "export const a = [\n  1,\n", "export\n\n"]
)
@pytest.mark.parametrize("info", ["ts", ""])
def test_24_a_block_that_is_cut_off_is_kept_and_marked(tail: str, info: str) -> None:
    code = f"import x from 'x';\n{tail}"
    files = extract_files(f"{NEXT}\n### src/a.ts\n\n```{info}\n{code}").files
    assert [(file.path, file.content, file.marks) for file in files] == [
        ("src/next.ts", "next();\n", ()),
        ("src/a.ts", code, ("truncated",)),
    ]


@pytest.mark.parametrize("half", ["`", "``"])
def test_24_half_a_closing_fence_at_the_end_is_no_content(half: str) -> None:
    assert contents(f"### a.ts\n```ts\na();\n{half}") == {"a.ts": "a();\n"}


def test_24_a_readme_that_is_cut_off_is_one_truncated_file() -> None:
    files = extract_files(f"{NEXT}\n### README.md\n\n```markdown\n# Shop\n\n{BASH}\nThen op").files
    assert [(file.path, file.marks) for file in files] == [
        ("src/next.ts", ()),
        ("README.md", ("truncated",)),
    ]


def test_24_a_block_in_the_middle_that_never_closes_ends_before_the_next_label() -> None:
    files = extract_files("### a.ts\n```ts\na();\n\n### b.ts\n```ts\nb();\n```\n").files
    assert [(file.path, file.content, file.marks) for file in files] == [
        ("a.ts", "a();\n", ("unclosed",)),
        ("b.ts", "b();\n", ()),
    ]


def test_24_an_answer_cut_off_in_its_first_line_has_no_file() -> None:
    assert contents("### src/a.ts\n\n``") == {}
    assert contents("### src/a.ts\n\n```") == {}
    assert ignored("### src/a.ts") == {}


def test_every_content_is_byte_exact() -> None:
    code = "\tone  \r\n\r\n  two\t\r\n\x0b\x0c three \u2028four\n\n\n"
    assert only(f"### a.ts\n```ts\n{code}```\n").content == code
    assert contents("### src/__init__.py\n```python\n```\n") == {"src/__init__.py": ""}

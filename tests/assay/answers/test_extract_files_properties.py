"""What holds for every text: no exception, contained unique paths, exact bytes."""

import re

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from assay.answers.comments import first_comment
from assay.answers.extract_files import extract_files
from assay.answers.extraction_records import MARKS, REASONS
from assay.answers.fences import without_doubled
from assay.answers.lines import split_lines

FRAGMENTS = """\
```|```ts|```markdown|````|~~~|   ```bash|- ```js|```diff|```json|```tsx:a/B.tsx
### src/a.ts|**README.md**|`b.css`:|File: c.json|-----|---- d.ts ----|## Usage|1. `e.ts`
// src/a.ts|/* b.css */|// package.json|# x.py|<!-- i.html -->|// ../../up.ts|// /etc/x.conf
--- a/src/a.ts|+++ b/src/a.ts|--- /dev/null|@@ -1,2 +1,2 @@|+new|-old| same|├── src/|src/|  a.ts
npm install|$ ls|Create a `z.ts` file:|Before:|// ... existing code|const a = 1;|  return b;|}
Some words that end here.||\x00|\ud800|C:\\x\\y.ts|~/a.ts""".replace("\n", "|").split("|")
ENDINGS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", "\u2028", "\x0c"])
LINES = st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=30))
ANSWERS = st.lists(st.tuples(LINES, ENDINGS), max_size=40).map(
    lambda pairs: "".join(a + b for a, b in pairs)
)

CODE = st.sampled_from(
    "const a = 1;||  two();|```|```ts|~~~|    ```|````x|# App|text ``` x|### b.ts".split("|")
)
CODE_LINES = st.one_of(
    CODE, CODE, st.text(max_size=20).filter(lambda text: "\n" not in text and "\r" not in text)
)
CONTENTS = st.lists(st.tuples(CODE_LINES, st.sampled_from(["\n", "\r\n"])), max_size=12).map(
    lambda pairs: "".join(a + b for a, b in pairs)
)
LANGUAGES = {"md": "markdown", "py": "python"} | {
    word: word for word in "ts tsx css json html".split()
}
NAMES = st.from_regex(r"\A[a-z][a-z0-9_-]{0,8}\Z")
PATHS = st.tuples(st.lists(NAMES, max_size=3), NAMES, st.sampled_from(sorted(LANGUAGES))).map(
    lambda parts: "/".join([*parts[0], f"{parts[1]}.{parts[2]}"])
)
LABELS = st.sampled_from(["### {}", "### `{}`", "**{}**", "`{}`:", "File: {}", "## 3. {}"])
MORE = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def fence_for(content: str, character: str) -> str:
    """A fence longer than every run of its character in the content."""
    runs = [len(run) for run in re.findall(f"{re.escape(character)}+", content)]
    return character * max(3, 1 + max(runs, default=0))


def render(path: str, content: str, label: str, character: str) -> str:
    fence = fence_for(content, character)
    language = LANGUAGES[path.rpartition(".")[2]]
    return f"{label.format(path)}\n\n{fence}{language}\n{content}{fence}\n\n"


@MORE
@given(st.one_of(st.text(), ANSWERS))
def test_no_text_raises_and_every_result_keeps_the_promises(text: str) -> None:
    found = extract_files(text)
    assert found == extract_files(text)
    keys = [file.path.casefold() for file in found.files]
    assert len(keys) == len(set(keys))
    assert set(found.ignored) <= set(REASONS)
    assert all(count > 0 for count in found.ignored.values())
    for file in found.files:
        assert set(file.marks) <= set(MARKS)
        assert list(file.marks) == sorted(set(file.marks))
        parts = file.path.split("/")
        assert not {"", ".", ".."} & set(parts)
        assert not re.search(r"[\x00-\x1f\\:]", file.path)


@MORE
@given(ANSWERS)
def test_every_content_is_a_run_of_the_answer(text: str) -> None:
    """Where fences are written twice, one of the two is left out first."""
    read = "".join(without_doubled(split_lines(text)))
    ends = {line.lstrip(" \t") for line in split_lines(text)}
    for file in extract_files(text).files:
        if "dedented" in file.marks:
            assert all(line.lstrip(" \t") in ends for line in split_lines(file.content))
        else:
            assert file.content in read


@pytest.mark.slow
@MORE
@example(
    {"d.css": "", "c.css": "```\n### b.ts\n", "a.css": "", "b.css": "", "a/a.css": ""},
    "File: {}",
    "`",
)
@given(st.dictionaries(PATHS, CONTENTS, min_size=1, max_size=5), LABELS, st.sampled_from("`~"))
def test_files_in_longer_fences_come_back_byte_for_byte(
    files: dict[str, str], label: str, character: str
) -> None:
    assume(all(first_comment(split_lines(content)) is None for content in files.values()))
    text = "".join(render(path, content, label, character) for path, content in files.items())
    assert {file.path: file.content for file in extract_files(text).files} == files


@pytest.mark.slow
@MORE
@given(PATHS, CONTENTS, st.integers(1, 8))
def test_an_indented_block_comes_back_without_its_indentation(
    path: str, content: str, width: int
) -> None:
    assume(first_comment(split_lines(content)) is None)
    assume(any(line.strip() and not line[0].isspace() for line in split_lines(content)))
    fence = fence_for(content, "`")
    lines = split_lines(f"{fence}{LANGUAGES[path.rpartition('.')[2]]}\n{content}{fence}\n")
    text = f"- **{path}**\n\n" + "".join(" " * width + line for line in lines)
    assert {file.path: file.content for file in extract_files(text).files} == {path: content}

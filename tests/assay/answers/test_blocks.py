"""Whole answers, built from parts in every style, intact and damaged, are read without loss."""

from dataclasses import dataclass, field
from random import Random

import pytest

from tests.assay.answers import test_extract_files_no_files as no_files
from tests.assay.answers.builders import contents
from tests.assay.answers.test_fences import READMES

CODE = {
    "ts": [
        "import { a } from './a';\n\nexport const run = () => a;\n",
        "// keeps state\nclass Store {\n  v = 1;\n}\n",
    ],
    "tsx": [
        "'use client';\n\nexport default function App() {\n  // Loading...\n  return <b>hi</b>;\n"
        "}\n"
    ],
    "css": ["/* theme */\n.a {\n  color: red;\n}\n"],
    "json": ['{\n  "name": "shop",\n  "dependencies": {}\n}\n', "{}\n"],
    "html": ["<!DOCTYPE html>\n<html>\n<body></body>\n</html>\n", '<p *ngIf="a">x</p>\n'],
    "py": ["import os\n\n\ndef main():\n    pass\n"],
    "yml": ["version: 3\nservices:\n  web:\n    image: x\n"],
}
INFO = {"py": "python", "yml": "yaml"}
COMMENTS = {"css": "/* {} */", "html": "<!-- {} -->", "py": "# {}", "yml": "# {}"}
LABELS = [
    "### {}", "### `{}`", "#### 3. `{}`", "### 4. The store (`{}`)", "**{}**", "**`{}`:**",
    "**2. {}**", "{}",
    "`{}`", "`{}`:", "File: {}", "📄 {}", "Create `{}`:", "Now add the file `{}` with this:",
    "5. **{}**",
    "-----\n{}\n-----",
    "### Step 3: Create {}", "### `{}`\n\nThis does the work of the old `legacy.js`:",
    "**File 2: `{}`**",
]  # fmt: skip
COMMANDS = [f"```{info}\n{text}```\n" for info in ("bash", "sh") for text in no_files.COMMANDS]
COMMANDS.append("```\nnpm install\n```\n")
TREES = [f"```{info}\n{tree}```\n" for info in ("", "text") for tree in no_files.TREES]
REMARKS = [
    "Done.\n",
    "---\n",
    "This keeps the state in one place.\n",
    "> Note: `src/other.ts` stays.\n",
]
USAGE = "You can use it like this:\n\n```tsx\n<Cart />\n```\n"


@dataclass
class Mixture:
    """An answer in parts, and the files that it contains."""

    parts: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        return "\n".join(self.parts)


def mix(random: Random, readme: bool = True) -> Mixture:
    mixture = Mixture(["Here is the whole solution.\n"] if random.random() < 0.5 else [])
    if random.random() < 0.5:
        mixture.parts.append("## Project structure\n\n" + random.choice(TREES))
    if random.random() < 0.4:
        mixture.parts.append("First, install the packages:\n\n" + random.choice(COMMANDS))
    for number in range(random.randint(1, 6)):
        add_file(mixture, random, number)
        mixture.parts += (
            [random.choice([*REMARKS, *COMMANDS, USAGE])] if random.random() < 0.25 else []
        )
    if readme and random.random() < 0.5:
        add_readme(mixture, random)
    if random.random() < 0.4:
        mixture.parts.append("## Explanation\n\n1. The state is in `store.ts`.\n2. It works.\n")
    return mixture


def add_file(mixture: Mixture, random: Random, number: int) -> None:
    ending = random.choice(sorted(CODE))
    path = random.choice(["", "src/", "src/app/", "src/components/"]) + f"file{number}.{ending}"
    code = random.choice(CODE[ending])
    info = random.choice([INFO.get(ending, ending)] * 3 + [""])
    if random.random() < 0.35:
        comment = COMMENTS.get(ending, "// {}").format(path)
        above = random.choice(
            ["", "Next one:\n\n", "### The view\n\nThis replaces the old `legacy.js` file:\n\n"]
        )
        mixture.parts.append(f"{above}```{info}\n{comment}\n{code}```\n")
        mixture.files[path] = code if ending == "json" else f"{comment}\n{code}"
        return
    label = random.choice(LABELS).format(path)
    indent = "   " if label.startswith("5. ") and random.random() < 0.5 else ""
    lines = f"```{info}\n{code}```\n".splitlines(keepends=True)
    fenced = "".join(indent + line if line.strip() else line for line in lines)
    mixture.parts.append(label + random.choice(["\n", "\n\n"]) + fenced)
    mixture.files[path] = code


def add_readme(mixture: Mixture, random: Random) -> None:
    label = random.choice(["### README.md", "**README.md**", "`README.md`"])
    readme = random.choice([*READMES.values()])
    mixture.parts.append(f"{label}\n\n```{random.choice(['markdown', 'md'])}\n{readme}```\n")
    mixture.files["README.md"] = readme
    if random.random() < 0.5:
        mixture.parts.append("### src/last.ts\n\n```ts\nlast();\n```\n")
        mixture.files["src/last.ts"] = "last();\n"


@pytest.mark.parametrize("seed", range(40))
def test_a_mixed_answer_is_read_without_loss(seed: int) -> None:
    mixture = mix(Random(seed))
    assert contents(mixture.text()) == mixture.files


@pytest.mark.parametrize("seed", range(10))
def test_windows_line_endings_change_nothing_else(seed: int) -> None:
    mixture = mix(Random(seed))
    expected = {path: content.replace("\n", "\r\n") for path, content in mixture.files.items()}
    assert contents(mixture.text().replace("\n", "\r\n")) == expected


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(
    "wrapper", ["```markdown\n{}```\n", "Here it is:\n\n```md\n{}```\n", "```markdown\n{}"]
)
def test_23_a_wrapped_mixed_answer_is_read_without_loss(seed: int, wrapper: str) -> None:
    mixture = mix(Random(seed))
    assert contents(wrapper.format(mixture.text())) == mixture.files


def harmed(mixture: Mixture, text: str) -> list[str]:
    """The files of the mixture that are not read out of the text as they are."""
    files = contents(text)
    return [path for path, content in mixture.files.items() if files.get(path) != content]


@pytest.mark.parametrize("seed", range(20))
def test_23_a_stray_fence_between_parts_harms_at_most_one_file(seed: int) -> None:
    random = Random(seed)
    mixture = mix(random, readme=False)
    at = random.randrange(len(mixture.parts) + 1)
    mixture.parts.insert(at, "```\n")
    assert len(harmed(mixture, mixture.text())) <= 1


@pytest.mark.parametrize("seed", range(20))
def test_24_one_missing_closing_fence_harms_at_most_its_own_and_the_next_file(seed: int) -> None:
    random = Random(seed)
    mixture = mix(random, readme=False)
    lines = mixture.text().splitlines(keepends=True)
    fences = [index for index, line in enumerate(lines) if line.lstrip().startswith("```")]
    del lines[random.choice(fences[1::2])]
    assert len(harmed(mixture, "".join(lines))) <= 2


@pytest.mark.parametrize("seed", range(20))
def test_24_a_cut_anywhere_leaves_whole_files_and_one_beginning(seed: int) -> None:
    random = Random(seed)
    mixture = mix(random, readme=False)
    text = mixture.text()
    cut = text[: random.randrange(len(text))]
    found = contents(cut)
    begun = [path for path, content in found.items() if content != mixture.files.get(path)]
    assert len(begun) <= 1
    assert all(mixture.files.get(path, "").startswith(found[path]) for path in begun)

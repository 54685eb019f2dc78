"""Patterns 19 to 21: diffs, project trees and shell commands are never files."""

import pytest

from tests.assay.answers.builders import block, contents, ignored, paths

TREES = [
    "shop/\n├── src/\n│   ├── App.tsx\n│   └── main.tsx\n└── package.json\n",
    "shop/\n|-- src/\n|   |-- App.tsx\n|   `-- main.tsx\n`-- package.json\n",
    "shop/\n+-- src/\n|   +-- App.tsx\n",
    "src/\n  App.tsx        # the shell\n  main.tsx       # the entry\nREADME.md\n",
    "src/components/Cart.tsx\nsrc/store/\nsrc/main.tsx\n",
    "- src/\n  - App.tsx\n  - store/\n    - cart.ts\n",
    "my-app/\n  public/\n    index.html\n  src/\n    index.js (entry)\n    ...\n",
]


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("info", ["", "text", "bash", "tree"])
def test_20_a_project_tree_is_never_a_file(tree: str, info: str) -> None:
    text = f"## Project structure\n\n```{info}\n{tree}```\n\n" + block("### src/App.tsx")
    assert paths(text) == ["src/App.tsx"]
    assert ignored(text) in ({"tree": 1}, {"shell": 1})


def test_20_a_tree_below_the_label_of_a_code_file_is_no_file() -> None:
    assert ignored(block("The folder of `src/App.tsx`:", TREES[0], info="")) == {"tree": 1}
    assert ignored(block("**src/App.tsx**", TREES[0], info="")) == {"tree": 1}


def test_20_an_ignore_file_is_no_tree() -> None:
    names = "node_modules/\ndist/\n.env\n"
    assert contents(block("### .gitignore", names, info="")) == {".gitignore": names}
    assert contents(block("**.dockerignore**", names, info="text")) == {".dockerignore": names}


def test_20_a_drawing_in_a_text_file_is_kept_when_its_path_touches_the_block() -> None:
    assert paths(block("docs/structure.txt", TREES[0], info="text")) == ["docs/structure.txt"]


COMMANDS = [
    "npm install\nnpm start\n",
    "ng new shop --standalone\ncd shop\nng serve\n",
    "# install\nyarn\nyarn add redux\n# start\nyarn dev\n",
    "$ npm i\n$ npm test\n",
    "npx create-react-app shop --template typescript\n",
    "mkdir -p src/store\ntouch src/store/cart.ts\n",
    "cat > src/a.ts <<'EOF'\nlet a = 1;\nEOF\n",
]


@pytest.mark.parametrize("commands", COMMANDS)
@pytest.mark.parametrize("info", ["bash", "console", "powershell", "zsh"])
def test_21_shell_commands_are_never_a_file(commands: str, info: str) -> None:
    assert contents(f"Install:\n\n```{info}\n{commands}```\n") == {}
    assert ignored(f"Install:\n\n```{info}\n{commands}```\n") == {"shell": 1}


@pytest.mark.parametrize("commands", COMMANDS[:6])
def test_21_commands_in_a_bare_block_are_no_file(commands: str) -> None:
    assert ignored(f"Then run:\n\n```\n{commands}```\n") == {"shell": 1}


@pytest.mark.parametrize(
    "above",
    [
        "### package.json\n\nInstall what it lists:",
        "Then add to your `package.json` with:",
        "**src/App.tsx**",
        "Copy `.env.example` to `.env`:",
    ],
)
def test_21_commands_below_the_path_of_another_file_are_no_file(above: str) -> None:
    assert contents(block(above, "cp one two\nnpm install\n", info="bash")) == {}


@pytest.mark.parametrize(
    ("above", "code"),
    [
        ("### scripts/deploy.sh", "#!/bin/sh\nnpm run build\nscp -r dist host:\n"),
        ("**deploy.ps1**", "npm run build\n"),
        ("`.env`", "API_URL=http://localhost\nMODE=dev\n"),
        ("### .husky/pre-commit", "npm test\n"),
        ("Create a `.env` file:", "API_URL=/api\n"),
        ("### Dockerfile", "FROM node:20\nRUN npm ci\n"),
    ],
)
def test_21_a_script_or_a_settings_file_in_a_shell_block_is_a_file(above: str, code: str) -> None:
    assert list(contents(block(above, code, info="bash")).values()) == [code]


HUNK = "@@ -1,2 +1,2 @@\n one\n-two\n+2\n"


@pytest.mark.parametrize(
    "header", ["--- a/src/a.ts\n+++ b/src/a.ts\n", "--- /dev/null\n+++ b/n.ts\n"]
)
@pytest.mark.parametrize("info", ["diff", "patch", ""])
def test_19_a_diff_changes_no_file_and_is_counted(header: str, info: str) -> None:
    text = block("### src/a.ts", "one\ntwo\n") + f"\n```{info}\n{header}{HUNK}```\n"
    assert contents(text) == {"src/a.ts": "one\ntwo\n"}
    assert ignored(text) == {"diff": 1}


@pytest.mark.parametrize("lines", [HUNK, "- one\n+ 1\n"])
def test_19_a_heading_over_a_diff_serves_the_full_file_below(lines: str) -> None:
    text = f"### src/b.ts\n\n```diff\n{lines}```\n\nThe whole file:\n\n```ts\nb\n```\n"
    assert contents(text) == {"src/b.ts": "b\n"}

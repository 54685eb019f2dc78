"""Ways in which models name their files that no other test here has, each as one small answer.

In a text, `<<name>>` stands for the content of a file of CONTENTS.
"""

import re
from collections.abc import Mapping

import pytest

from tests.assay.answers.builders import contents

CONTENTS = {
    "app": "import { Board } from './Board';\n\nexport function App() {\n"
    "  return <Board size={3} />;\n}\n",
    "board": "type Props = { size: number };\n\nexport const Board = ({ size }: Props) => (\n"
    '  <ol className="board">{size}</ol>\n);\n',
    "store": "import { createStore } from 'redux';\n\nexport interface Shelf {\n"
    "  books: string[];\n}\n\nexport const store = createStore<Shelf>();\n",
    "api": "const base = '/api';\n\nexport async function load(id) {\n"
    "  const reply = await fetch(`${base}/books/${id}`);\n  return reply.json();\n}\n",
    "test": "import { App } from './App';\n\ntest('shows the board', () => {\n"
    "  expect(App()).toBeTruthy();\n});\n",
    "style": ".board {\n  display: grid;\n  gap: 4px;\n}\n\n.board li {\n  color: teal;\n}\n",
}
OPENING = "Here is the rewritten bookshelf. Every feature of the old page is kept.\n"
CLOSING = "Run `npm install` and then `npm run dev`. Tell me if you want more tests!\n"


def filled(text: str) -> str:
    return re.sub("<<(\\w+)>>\n?", lambda match: CONTENTS[match[1]], text)


def fence(name: str, info: str = "tsx", run: str = "```") -> str:
    return f"{run}{info}\n<<{name}>>\n{run}\n"


APP, STORE = "src/App.tsx", "src/store.ts"
PATTERNS = {
    "29 a list, then a label": (
        f"New files:\n- package.json\n- {STORE}\n- {APP}\n\n{APP}\n{fence('app')}",
        {APP: "<<app>>"},
    ),
    "31 a fragment of JSON": (
        f"### package.json\n```json\n{{}}\n```\n### {APP}\n{fence('app')}\n"
        "Add this to your package.json:\n\n"
        '```json\n"jest": {\n  "testEnvironment": "jsdom"\n}\n```\n',
        {"package.json": "{}\n", APP: "<<app>>"},
    ),
    "32 every fence doubled": (
        f"{APP}\n```tsx\n```tsx\n<<app>>\n```\n```\n\n{STORE}\n```ts\n```ts\n<<store>>\n```\n```\n",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    "34 elision": (
        f"### {APP}\n\n```tsx\nimport {{ Board }} from './Board';\n\n// ... existing code\n```\n",
        {APP: "import { Board } from './Board';\n\n// ... existing code\n"},
    ),
    "39 no label, no fence": ("<<board>>\n", {"Component.tsx": "<<board>>"}),
    "40 a path that stays inside": (
        f"### __mocks__/../api/index.js\n{fence('api', 'js')}",
        {"api/index.js": "<<api>>"},
    ),
}


@pytest.mark.parametrize(("text", "files"), PATTERNS.values(), ids=PATTERNS)
def test_a_pattern_is_read(text: str, files: Mapping[str, str]) -> None:
    answer = filled(f"{OPENING}\n{text}\n{CLOSING}")
    assert contents(answer) == {path: filled(content) for path, content in files.items()}

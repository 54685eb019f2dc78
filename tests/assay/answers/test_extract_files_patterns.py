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
RULE = "-" * 60
HEAVY = "─" * 50


def filled(text: str) -> str:
    return re.sub("<<(\\w+)>>\n?", lambda match: CONTENTS[match[1]], text)


def fence(name: str, info: str = "tsx", run: str = "```") -> str:
    return f"{run}{info}\n<<{name}>>\n{run}\n"


APP, STORE = "src/App.tsx", "src/store.ts"
PATTERNS = {
    "27 ruled comments, no fence": (
        f"{RULE}\n// {APP}\n{RULE}\n<<app>>\n\n{RULE}\n// {STORE}\n{RULE}\n<<store>>\n\n",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    "29 a list, then a label": (
        f"New files:\n- package.json\n- {STORE}\n- {APP}\n\n{APP}\n{fence('app')}",
        {APP: "<<app>>"},
    ),
    "31 a fragment of JSON": (
        f"### {APP}\n{fence('app')}\nAdd this to your package.json:\n\n"
        '```json\n"jest": {\n  "testEnvironment": "jsdom"\n}\n```\n',
        {APP: "<<app>>"},
    ),
    "32 every fence doubled": (
        f"{APP}\n```tsx\n```tsx\n<<app>>\n```\n```\n\n{STORE}\n```ts\n```ts\n<<store>>\n```\n```\n",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    "34 elision": (
        f"### {APP}\n\n```tsx\nimport {{ Board }} from './Board';\n\n// ... existing code\n```\n",
        {APP: "import { Board } from './Board';\n\n// ... existing code\n"},
    ),
    "35 words in a ruled title, no fence": (
        f"{RULE}\n5. The view – {APP}\n{RULE}\n<<app>>\n\n{RULE}\n6. State ({STORE})\n{RULE}\n"
        "<<store>>\n\n",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    "36 a title in the rule, no fence": (
        f"{HEAVY[:9]} 5. View {HEAVY[:9]}\n\n// {APP}\n<<app>>\n\n"
        f"{HEAVY[:9]} 6. State {HEAVY[:9]}\n\n// {STORE}\n<<store>>\n\n",
        {APP: f"// {APP}\n<<app>>", STORE: f"// {STORE}\n<<store>>"},
    ),
    "37 underscores, no fence": (
        "__mocks__/api.js:\n\n<<api>>\n\n__tests__/app.test.js:\n\n<<test>>\n\n",
        {"__mocks__/api.js": "<<api>>", "__tests__/app.test.js": "<<test>>"},
    ),
    "38 a ruled title that is a sentence, no fence": (
        f"{RULE}\na) app.test.tsx – checks for <Board />\n{RULE}\n<<test>>\n\n"
        f"{RULE}\nb) The state\nFile: {STORE}\n{RULE}\n<<store>>\n\n",
        {"app.test.tsx": "<<test>>", STORE: "<<store>>"},
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

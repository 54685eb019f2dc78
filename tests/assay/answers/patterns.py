"""How models name the files of an answer: one small answer for each known pattern.

In a text, `<<name>>` stands for the content of a file of CONTENTS. What is expected is a path and
the names of its contents in order, or text of its own.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

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
    "page": '<!doctype html>\n<html lang="en">\n  <body>\n    <div id="root"></div>\n'
    "  </body>\n</html>\n",
    "package": '{\n  "name": "shelf",\n  "dependencies": { "react": "^19.0.0" }\n}\n',
    "python": 'def shelf(count: int) -> str:\n    return f"{count} books"\n',
}
OPENING = "Here is the rewritten bookshelf. Every feature of the old page is kept.\n"
CLOSING = "Run `npm install` and then `npm run dev`. Tell me if you want more tests!\n"
RULE = "-" * 60
HEAVY = "─" * 50


class NamingPattern(NamedTuple):
    """A pattern by its number and name: an answer, and for each path its content."""

    name: str
    text: str
    files: Mapping[str, str]

    @property
    def answer(self) -> str:
        return filled(f"{OPENING}\n{self.text}\n{CLOSING}")


def filled(text: str) -> str:
    return re.sub("<<(\\w+)>>\n?", lambda match: CONTENTS[match[1]], text)


def fence(name: str, info: str = "tsx", run: str = "```") -> str:
    return f"{run}{info}\n<<{name}>>\n{run}\n"


def indented(text: str, by: str = "   ") -> str:
    return "".join(f"{by}{line}" for line in filled(text).splitlines(keepends=True))


APP, STORE, BOARD = "src/App.tsx", "src/store.ts", "src/Board.tsx"
TREE = "```\nshelf\n├── package.json\n└── src\n    └── App.tsx\n```\n"
COMMANDS = "```bash\nnpm install react@19\nnpm run dev\n```\n"
README = "# Shelf\n\nStart it:\n\n```bash\nnpm run dev\n```\n\nThen open the page.\n"
DIFF = (
    "--- a/src/api.js\n+++ b/src/api.js\n@@ -1,3 +1,3 @@\n-const base = '/api';\n"
    "+const base = '/v2';\n \n export async function load(id) {\n"
)
PATTERNS = [
    NamingPattern(
        "1 comment inside",
        fence("c", "ts").replace("<<c>>", f"// {STORE}\n<<store>>"),
        {STORE: f"// {STORE}\n<<store>>"},
    ),
    NamingPattern(
        "2 other comments",
        "```html\n<!-- index.html -->\n<<page>>\n```\n\n"
        "```css\n/* src/app.css */\n<<style>>\n```\n",
        {
            "index.html": "<!-- index.html -->\n<<page>>",
            "src/app.css": "/* src/app.css */\n<<style>>",
        },
    ),
    NamingPattern(
        "3 comment in JSON",
        "```json\n// package.json\n<<package>>\n```\n",
        {"package.json": "<<package>>"},
    ),
    NamingPattern(
        "4 heading",
        f"### {APP}\n\n{fence('app')}\n### {STORE}\n{fence('store', 'ts')}",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    NamingPattern(
        "5 numbered title",
        f"### 1. The view ({APP})\n\n{fence('app')}\n### 2. State (`{STORE}`)\n\n"
        f"{fence('store', 'ts')}",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    NamingPattern(
        "6 heading and sentence",
        f"### `{APP}`\n\nThis is where the page begins:\n\n{fence('app')}",
        {APP: "<<app>>"},
    ),
    NamingPattern(
        "7 heading before the old name",
        f"### `{APP}`\n\nIt takes over what `shelf.controller.js` did:\n\n{fence('app')}",
        {APP: "<<app>>"},
    ),
    NamingPattern(
        "8 bold labels",
        f"**{APP}**\n{fence('app')}\n**`{STORE}`:**\n\n{fence('store', 'ts')}\n"
        f"**3. {BOARD}** (unchanged props)\n{fence('board')}",
        {APP: "<<app>>", STORE: "<<store>>", BOARD: "<<board>>"},
    ),
    NamingPattern(
        "9 plain path",
        f"{APP}\n{fence('app')}\n{STORE}:\n{fence('store', 'ts')}",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    NamingPattern(
        "10 label lines",
        f"File: {APP}\n{fence('app')}\n--- FILE: {STORE} ---\n{fence('store', 'ts')}\n"
        f"📄 {BOARD}\n{fence('board')}",
        {APP: "<<app>>", STORE: "<<store>>", BOARD: "<<board>>"},
    ),
    NamingPattern(
        "11 list items",
        f"- **State:** `{STORE}`\n{indented(fence('store', 'ts'))}\n"
        f"8. **View ({APP})**:\n{indented(fence('app'))}",
        {STORE: "<<store>>", APP: "<<app>>"},
    ),
    NamingPattern(
        "12 backticks",
        f"`{APP}`\n{fence('app')}\n📄 `{STORE}`\n\n{fence('store', 'ts')}",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    NamingPattern(
        "13 prose",
        "Create a `jest.config.js` in the root:\n\n"
        "```js\nmodule.exports = { testEnvironment: 'jsdom' };\n```\n\n"
        f"Then put this into `{APP}`:\n\n{fence('app')}",
        {"jest.config.js": "module.exports = { testEnvironment: 'jsdom' };\n", APP: "<<app>>"},
    ),
    NamingPattern("14 rule between", f"{APP}\n{RULE}\n{fence('app')}", {APP: "<<app>>"}),
    NamingPattern(
        "15 info string",
        f'```tsx:{APP}\n<<app>>\n```\n\n```ts title="{STORE}"\n<<store>>\n```\n',
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    NamingPattern(
        "16 rules, no fence",
        f"{RULE}\n{APP}\n{RULE}\n<<app>>\n{RULE}\n{STORE}\n{RULE}\n<<store>>\n{RULE}\n",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    NamingPattern(
        "17 ruled titles, no fence",
        f"---- package.json ----\n<<package>>\n\n---- {APP} ----\n<<app>>\n",
        {"package.json": "<<package>>", APP: "<<app>>"},
    ),
    NamingPattern(
        "18 one block, several files",
        f"```tsx\n// {APP}\n<<app>>\n\n// {BOARD}\n<<board>>\n```\n",
        {APP: f"// {APP}\n<<app>>\n\n", BOARD: f"// {BOARD}\n<<board>>"},
    ),
    NamingPattern(
        "19 diff after the file",
        f"### src/api.js\n{fence('api', 'js')}\nThe last change:\n\n```diff\n{DIFF}```\n",
        {"src/api.js": CONTENTS["api"].replace("'/api'", "'/v2'")},
    ),
    NamingPattern("20 tree", f"{TREE}\n### {APP}\n{fence('app')}", {APP: "<<app>>"}),
    NamingPattern("21 commands", f"{COMMANDS}\n### {APP}\n{fence('app')}", {APP: "<<app>>"}),
    NamingPattern(
        "22 README with fences",
        f"### README.md\n\n```markdown\n{README}```\n\n### {APP}\n\n{fence('app')}",
        {"README.md": README, APP: "<<app>>"},
    ),
    NamingPattern(
        "23 wrapped",
        f"```markdown\n### {APP}\n{fence('app')}\n### {STORE}\n{fence('store', 'ts')}```\n",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    NamingPattern(
        "24 never closed",
        f"### {STORE}\n{fence('store', 'ts')}\n### {APP}\n```tsx\n<<app>>",
        {STORE: "<<store>>", APP: f"<<app>>\n{CLOSING}"},
    ),
    NamingPattern(
        "25 an update later",
        f"### package.json\n{fence('package', 'json')}\nUpdate `package.json` to include:\n\n"
        '```json\n{\n  "scripts": { "dev": "vite" }\n}\n```\n\nUse it like this:\n\n'
        "```tsx\n<Board size={4} />\n```\n",
        {"package.json": "<<package>>"},
    ),
    NamingPattern(
        "26 comments and labels, no fence",
        f"// {APP}\n<<app>>\n\n// {STORE}\n<<store>>\n\n",
        {APP: f"// {APP}\n<<app>>", STORE: f"// {STORE}\n<<store>>"},
    ),
    NamingPattern(
        "26 paths with colons, no fence",
        f"{APP}:\n\n<<app>>\n\n{STORE}:\n\n<<store>>\n\n",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    NamingPattern(
        "27 ruled comments, no fence",
        f"{RULE}\n// {APP}\n{RULE}\n<<app>>\n\n{RULE}\n// {STORE}\n{RULE}\n<<store>>\n\n",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    NamingPattern(
        "28 two kinds of rules, no fence",
        f"{RULE}\n{APP}\n{RULE}\n<<app>>\n\nThe view holds no state.\n\n4. The state\n\n"
        f"{HEAVY}\n{STORE}\n{HEAVY}\n<<store>>\n\nIt is created once.\n\n",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    NamingPattern(
        "29 a list, then a label",
        f"New files:\n- package.json\n- {STORE}\n- {APP}\n\n{APP}\n{fence('app')}",
        {APP: "<<app>>"},
    ),
    NamingPattern(
        "30 continued",
        f"### {STORE}\n\n```ts\nimport {{ createStore }} from 'redux';\n```\n\n"
        f"### {STORE} (continued)\n\n```ts\nexport const store = createStore();\n```\n",
        {STORE: "import { createStore } from 'redux';\nexport const store = createStore();\n"},
    ),
    NamingPattern(
        "31 a fragment of JSON",
        f"### {APP}\n{fence('app')}\nAdd this to your package.json:\n\n"
        '```json\n"jest": {\n  "testEnvironment": "jsdom"\n}\n```\n',
        {APP: "<<app>>"},
    ),
    NamingPattern(
        "32 every fence doubled",
        f"{APP}\n```tsx\n```tsx\n<<app>>\n```\n```\n\n{STORE}\n```ts\n```ts\n<<store>>\n```\n```\n",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    NamingPattern(
        "33 nameless blocks of two languages",
        f"{fence('app')}\nAnd the looks:\n\n{fence('style', 'css')}",
        {"Component.tsx": "<<app>>", "styles.css": "<<style>>"},
    ),
    NamingPattern(
        "34 elision",
        f"### {APP}\n\n```tsx\nimport {{ Board }} from './Board';\n\n// ... existing code\n```\n",
        {APP: "import { Board } from './Board';\n\n// ... existing code\n"},
    ),
    NamingPattern(
        "35 words in a ruled title, no fence",
        f"{RULE}\n5. The view – {APP}\n{RULE}\n<<app>>\n\n{RULE}\n6. State ({STORE})\n{RULE}\n"
        "<<store>>\n\n",
        {APP: "<<app>>", STORE: "<<store>>"},
    ),
    NamingPattern(
        "36 a title in the rule, no fence",
        f"{HEAVY[:9]} 5. View {HEAVY[:9]}\n\n// {APP}\n<<app>>\n\n"
        f"{HEAVY[:9]} 6. State {HEAVY[:9]}\n\n// {STORE}\n<<store>>\n\n",
        {APP: f"// {APP}\n<<app>>", STORE: f"// {STORE}\n<<store>>"},
    ),
    NamingPattern(
        "37 underscores, no fence",
        "__mocks__/api.js:\n\n<<api>>\n\n__tests__/app.test.js:\n\n<<test>>\n\n",
        {"__mocks__/api.js": "<<api>>", "__tests__/app.test.js": "<<test>>"},
    ),
    NamingPattern(
        "38 a ruled title that is a sentence, no fence",
        f"{RULE}\na) app.test.tsx – checks for <Board />\n{RULE}\n<<test>>\n\n"
        f"{RULE}\nb) The state\nFile: {STORE}\n{RULE}\n<<store>>\n\n",
        {"app.test.tsx": "<<test>>", STORE: "<<store>>"},
    ),
    NamingPattern("39 no label, no fence", "<<board>>\n", {"Component.tsx": "<<board>>"}),
    NamingPattern(
        "40 a path that stays inside",
        f"### __mocks__/../api/index.js\n{fence('api', 'js')}",
        {"api/index.js": "<<api>>"},
    ),
]

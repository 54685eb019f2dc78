"""Whether delivered files fit together: what is caught, and what is no fault."""

import json

import pytest

from assay.checks.decide import decide
from assay.checks.subject import Subject
from assay.checks.vocabulary import Links

FILES = {
    "package.json": json.dumps({"name": "shop", "dependencies": {"react": "19", "@scope/ui": "1"}}),
    "index.html": '<script type="module" src="/src/main.tsx"></script>',
    "src/main.tsx": (
        "import { createRoot } from 'react';\nimport App, { title as t } from './App';\n"
        "import { Button } from '@scope/ui/button';\nimport './main.css';\n"
        "import fs from 'node:fs';\nimport x from '@/anything';\n"
        "createRoot(<App><Button>{t}</Button></App>);\n"
    ),
    "src/main.css": "a {}\n",
    "src/App.tsx": (
        "import { Row, type Item } from './parts';\nimport * as Icons from './parts';\n"
        "export const title = 'Shop';\nconst Local = () => <b />;\n"
        "export default function App() { return <Row><Local /><Icons.Row /></Row>; }\n"
    ),
    "src/parts/index.ts": "export * from './Row';\nexport type { Item } from './item.js';\n",
    "src/parts/Row.tsx": "export function Row({ Tag }) { return <Tag />; }\n",
    "src/parts/item.ts": "export interface Item { id: string }\n",
    "app/main.py": "import os\nfrom app.store import items\n",
    "app/store.py": "items = []\n",
}


def decided(changed: dict[str, str], links: str = "delivered", **more: dict[str, str]) -> str:
    files = {path: text for path, text in {**FILES, **changed}.items() if text}
    decision = decide(Links.model_validate({"links": links}), Subject(files, "", **more))
    assert decision.passed == decision.seen.endswith("fit together")
    return decision.seen


def test_files_that_fit_together_pass() -> None:
    assert decided({}) == "10 files fit together"


@pytest.mark.parametrize(
    ("path", "text", "fault"),
    [
        ("src/App.tsx", "", "src/main.tsx: no file for './App'"),
        ("src/App.tsx", "export const title = 1;", "'./App' does not export default"),
        ("src/parts/Row.tsx", "export const Other = 1;", "'./parts' does not export Row"),
        ("src/parts/item.ts", "interface Item {}", "'./parts' does not export"),
        ("src/main.css", "", "no file for './main.css'"),
        ("src/x.tsx", "export const a = () => <Missing />;", "<Missing> is neither imported nor"),
        ("src/x.ts", "import y from 'yup/lib';", "no package.json declares 'yup'"),
        ("src/x.ts", "const { z } = require('@a/b/c');", "no package.json declares '@a/b'"),
        ("src/x.ts", "export { nothing } from './App';", "'./App' does not export nothing"),
        ("src/x.ts", "const late = () => import('./Late');", "no file for './Late'"),
        ("index.html", '<script src="./gone.js"></script>', "no file for './gone.js'"),
        ("app/main.py", "from app.gone import items\n", "no module for 'app.gone'"),
    ],
)
def test_what_does_not_fit_is_named(path: str, text: str, fault: str) -> None:
    changed = {path: text}
    if path == "src/parts/item.ts":
        changed["src/x.ts"] = "import { Item } from './parts/item';"
        fault = "'./parts/item' does not export Item"
    assert fault in decided(changed)


@pytest.mark.parametrize(
    "text",
    [
        "import logo from './logo.png';",
        "import { anything } from './common';",
        "import { anything } from './broken';",
        "import 'virtual:pwa';\nimport a from '~/b';\nimport path from 'path';",
        "import own from 'shop/sub';",
        "import raw from './main.css?raw';",
        "export class Shown extends Base {}\nexport const a = () => <Shown />;",
        "export const a = ({ as: Tag }) => <Tag />;",
        "const text = \"import x from './gone'\"; // import y from './gone'",
    ],
)
def test_what_cannot_be_known_or_is_fine_is_no_fault(text: str) -> None:
    others = {"src/common.js": "module.exports = build();", "src/broken.ts": "export const a = {;"}
    assert decided({"src/x.tsx": text, **others}).endswith("fit together")


def test_without_a_manifest_no_package_is_missed() -> None:
    assert decided({"package.json": ""}).endswith("fit together")


def test_a_file_of_the_data_set_counts_only_where_the_check_says_so() -> None:
    test_file = {"src/__tests__/cart.test.ts": "import { total } from '../cart';"}
    sources = {"src/cart.ts": "export const total = 1;"}
    assert "no file for '../cart'" in decided(test_file, sources=sources)
    assert decided(test_file, "sources", sources=sources).endswith("fit together")
    wrong = {"src/cart.ts": "export const sum = 1;"}
    assert "does not export total" in decided(test_file, "sources", sources=wrong)


def test_an_empty_answer_does_not_pass() -> None:
    assert not decide(Links(links="delivered"), Subject({}, "")).passed


ALIAS = {
    "tsconfig.json": json.dumps({"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}}),
    "src/main.tsx": "import App from '@/App';\nimport { Row } from '@/parts';\nrun(App, Row);",
}
BARREL = {
    "src/b/index.ts": "export * from './one';\nexport { two as second } from './two';",
    "src/b/one.ts": "export const one = 1;",
    "src/b/two.ts": "export const two = 2;",
}
PLANTED = {
    "a default that is a named export": "import Row from './parts/Row';",
    "a named export that is the default": "import { App } from './App';",
    "a name that a barrel gives another name": "import { two } from './b';",
    "a re-export of nothing": "export { Gone } from './parts';",
    "a re-export of a file that is not there": "export * from './gone';",
    "a default through export *": "import App from './all';",
    "a type that is not exported": "import type { Thing } from './parts/item';",
    "a type of an undeclared package": "import type { z } from 'zod';",
    "an alias of a file that is not there": "import { a } from '@/gone';",
    "an alias of a name that is not exported": "import { nothing } from '@/App';",
    "a style sheet of a component that is not there": "import css from './Row.module.css';",
    "a page that is loaded late and is not there": "const a = lazy(() => import('./Late'));",
    "a file in another case": "import App from './app';",
    "data that is not there": "import data from './data.json';",
    "a member of an undeclared element": "export const A = () => <Card.Title />;",
}


@pytest.mark.parametrize("text", PLANTED.values(), ids=PLANTED.keys())
def test_a_planted_fault_is_noticed(text: str) -> None:
    others = {**ALIAS, **BARREL, "src/all.ts": "export * from './App';"}
    assert "src/x.tsx: " in decided({**others, "src/x.tsx": text})


TRICKY = {
    "an alias": "import App, { title } from '@/App';\nexport const A = () => <App>{title}</App>;",
    "a folder by an alias": "import { Row } from '@/parts';\nrun(Row);",
    "a name through a barrel": "import { one, second } from './b';\nrun(one, second);",
    "a default with a name": "import Shop, { Shop as S } from './all';\nrun(Shop, S);",
    "a namespace passed on": "import { parts } from './all';\nrun(parts);",
    "names bound by a pattern": "import { a, c, rest } from './all';\nrun(a, c, rest);",
    "a list with types": "import { alpha, type T } from './all';\nrun<T>(alpha);",
    "declarations of all kinds": "import { Kind, Base, load, walk, N } from './all';\nrun(Kind);",
    "a type in line": "import { type Item as I } from './parts/item';\nrun<I>();",
    "the element of a context": "const C = make();\n"
    "const A = () => <C.Provider><C.Row /></C.Provider>;",
    "an element in a map": "const A = ({ all }) => all.map(Item => <Item />);",
    "an element declared later": "const A = () => <Later />;\nfunction Later() { return null; }",
    "an address and a template": "new URL('./gone.png', import.meta.url);\nimport(`./${name}.ts`);",
    "an old import": "import react = require('react');\nrun(react);",
    "a package of the workspace": "import { U } from '@shop/ui';\nrun(U);",
}
ALL = """export { default, default as Shop } from './App';
export * as parts from './parts';
export const { a, b: [c], ...rest } = make();
const alpha = 1;
type T = number;
export { alpha, type T };
export enum Kind { A }
export abstract class Base {}
export async function load() {}
export function* walk() {}
export namespace N {}
"""


@pytest.mark.parametrize("text", TRICKY.values(), ids=TRICKY.keys())
def test_what_is_right_though_it_looks_odd_is_no_fault(text: str) -> None:
    own = {"packages/ui/package.json": json.dumps({"name": "@shop/ui"})}
    others = {**ALIAS, **BARREL, **own, "src/all.ts": ALL}
    assert decided({**others, "src/x.tsx": text}).endswith("fit together")

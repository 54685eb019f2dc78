"""An answer gets what a template would bring, its own files win, and each addition is named."""

import json

import pytest

from assay.sandbox.foundations import completed
from assay.sandbox.staging import layer_of
from assay.sandbox.toolchains import load_toolchain
from tests.project import ROOT

MOUNTING = "import App from './App';\ncreateRoot(document.getElementById('app')!).render(<App />);"
APP = "export default function App() { return <h1>Door</h1>; }"
VITE = "A new application with Vite."


def layer(toolchain: str) -> dict[str, bytes]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return layer_of(load_toolchain(toolchain))


def react(files: dict[str, str], prompt: str = "") -> tuple[dict[str, str], tuple[str, ...]]:
    return over("react-vite", files, prompt)


def over(
    toolchain: str, files: dict[str, str], prompt: str = ""
) -> tuple[dict[str, str], tuple[str, ...]]:
    answer = {path: text.encode() for path, text in files.items()}
    done = completed(answer, layer(toolchain), prompt)
    return {path: content.decode() for path, content in done.files.items()}, done.added


def test_a_page_loads_the_entry_that_mounts_and_has_the_element_it_looks_for() -> None:
    files, added = react({"src/index.js": "run();", "src/main.tsx": MOUNTING, "src/App.tsx": APP})
    assert 'src="/src/main.tsx"' in files["index.html"]
    assert '<div id="app">' in files["index.html"]
    assert added == ("index.html: added", "vite.config.mjs: added", "tsconfig.json: added")


def test_a_complete_answer_stays_as_it_is() -> None:
    complete = {
        "index.html": "<script type=module src=/src/main.tsx></script>",
        "src/main.tsx": MOUNTING,
        "src/App.tsx": APP,
        "vite.config.js": "export default {}",
        "tsconfig.json": "{}",
    }
    assert react(complete, VITE) == (complete, ())


def test_typescript_is_configured_only_for_typescript() -> None:
    files, _ = react({"src/index.jsx": MOUNTING, "src/App.jsx": APP})
    assert "tsconfig.json" not in files


def test_the_page_of_an_older_template_is_moved() -> None:
    page = '<html><link href="%PUBLIC_URL%/x.ico"><body><div id="root"></div></body></html>'
    files, added = react({"public/index.html": page, "src/index.jsx": MOUNTING, "src/App.jsx": APP})
    assert "public/index.html" not in files
    assert '<link href="/x.ico">' in files["index.html"]
    assert 'src="/src/index.jsx"></script>\n</body>' in files["index.html"]
    assert added[0] == "index.html: moved from public/index.html, and loads src/index.jsx"


@pytest.mark.parametrize(
    ("files", "imported"),
    [
        ({"App.jsx": APP, "Door.jsx": "export const Door = 1;"}, "Application from './App.jsx'"),
        (
            {"src/Door.tsx": "export function Door() {}"},
            "{ Door as Application } from './src/Door.tsx'",
        ),
        (
            {
                "src/Door.tsx": "import Key from './Key';\nexport default () => 1",
                "src/Key.tsx": APP,
            },
            "Application from './src/Door.tsx'",
        ),
    ],
    ids=["App", "only component", "component that no other imports"],
)
def test_an_application_without_an_entry_is_mounted(files: dict[str, str], imported: str) -> None:
    whole, added = react(files | {"src/index.css": "h1 {}"})
    assert f"import {imported};" in whole["mount-application.jsx"]
    assert "import './src/index.css';" in whole["mount-application.jsx"]
    assert 'src="/mount-application.jsx"' in whole["index.html"]
    assert added[0] == "mount-application.jsx: added"


def test_of_two_components_none_is_chosen() -> None:
    files, _ = react({"src/Door.tsx": APP, "src/Key.tsx": APP})
    assert "index.html" not in files


def test_style_sheets_of_a_template_are_there_if_the_prompt_names_it() -> None:
    answer = {"src/main.tsx": f"import './index.css';\nimport './own.css';\n{MOUNTING}"}
    assert "src/index.css" not in react(answer)[0]
    files, added = react(answer, VITE)
    assert files["src/index.css"] == ""
    assert "src/own.css" not in files
    assert "src/index.css: added" in added


def test_an_import_that_finds_nothing_leads_to_the_one_file_of_its_name() -> None:
    answer = {
        "src/main.tsx": f"import {{ Key }} from './parts/Key';\nimport './main.css';\n{MOUNTING}",
        "src/App.tsx": APP,
        "src/components/Key.tsx": "export const Key = 1; export default Key;",
        "styles/main.css": "h1 {}",
    }
    files, added = react(answer)
    assert files["src/parts/Key.ts"] == (
        "export * from '../components/Key';\nexport { default } from '../components/Key';\n"
    )
    assert files["src/main.css"] == "h1 {}"
    assert {
        "src/parts/Key: leads to src/components/Key.tsx",
        "src/main.css: leads to styles/main.css",
    } <= set(added)


@pytest.mark.parametrize("second", ["src/b/Key.tsx", "src/b/Key.css"])
def test_of_two_files_of_a_name_none_is_chosen(second: str) -> None:
    answer = {"src/App.tsx": f"import './x/Key';\n{APP}", "src/a/Key.tsx": APP, second: APP}
    assert not any(path.startswith("src/x/") for path in react(answer)[0])


def test_names_that_differ_in_case_alone_are_not_led_but_named() -> None:
    answer = {"src/App.tsx": f"import Key from './key';\n{APP}", "src/Key.tsx": APP}
    files, added = react(answer)
    assert "src/key.ts" not in files
    assert "src/App.tsx imports ./key, and the file is src/Key.tsx" in added


def test_no_import_leads_outside() -> None:
    answer = {"src/App.tsx": f"import '../../../etc/passwd';\n{APP}", "passwd": "x"}
    assert all(not path.startswith(("/", "..")) for path in react(answer)[0])


def test_angular_gets_configuration_page_and_start() -> None:
    component = "@Component({ selector: 'shed-door' })\nexport class AppComponent {}"
    answer = {
        "src/app/app.component.ts": component,
        "src/app/app.config.ts": "export const appConfig = {};",
        "src/styles.css": "",
    }
    files, added = over("angular", answer)
    assert "bootstrapApplication(AppComponent, appConfig);" in files["src/main.ts"]
    assert "import { AppComponent } from './app/app.component';" in files["src/main.ts"]
    assert "<shed-door></shed-door>" in files["src/index.html"]
    options = json.loads(files["angular.json"])["projects"]["application"]["architect"]["build"]
    assert options["options"]["browser"] == "src/main.ts"
    assert options["options"]["styles"] == ["src/styles.css"]
    assert json.loads(files["tsconfig.app.json"])["files"] == ["src/main.ts"]
    assert len(added) == 5


def test_angular_with_a_module_starts_the_module() -> None:
    answer = {
        "src/app/app.component.ts": "export class AppComponent {}",
        "src/app/app.module.ts": "export class AppModule {}",
    }
    assert "bootstrapModule(AppModule)" in over("angular", answer)[0]["src/main.ts"]


def test_a_toolchain_without_such_files_adds_nothing() -> None:
    assert completed({"a.js": b"import './b'"}, {}, VITE) == ({"a.js": b"import './b'"}, ())

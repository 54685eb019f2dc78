"""What an answer may leave out: the files that a bundler's template brings, and links to its own.

Many models send the code of `src/` and expect index.html, the configuration and the entry to be
there, as they are after the template's command. Such files are added below an answer that lacks
them, from the toolchain's folder `files/`, and each addition is named. A file that the prompt asks
for is still missing for the criterion that demands it.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from assay.sandbox.staging import CODE, program_code

Files = dict[str, bytes]

PAGE = "index.html"
CRA_PAGE = "public/index.html"
GENERATED = "mount-application.jsx"
"""The name of an entry that is written for an answer without one."""
TEMPLATES = re.compile(r"(?i)\bvite\b|create[- ]react[- ]app|\bangular cli\b")
"""Words of a prompt that name a template, whose style sheets an answer may then import."""
STOCK = {
    "App.css": b"",
    "index.css": b"",
    "reportWebVitals": b"export default function reportWebVitals() {}\n",
    "logo.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    "react.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>\n',
}
"""What templates have beside the code of an application, by the name under which it is imported."""
ENTRY_STYLES = ("src/index.css", "index.css")
"""What a template's entry imports beside the application."""
ANGULAR_ROOTS = ("/app.component.ts", "/app.ts")
ANGULAR_ENTRIES = ("src/main.ts", "main.ts")
ANGULAR_STYLES = ("src/styles.css", "src/styles.scss")
SCRIPTS = (".tsx", ".jsx", ".ts", ".js")
_MOUNTS = re.compile(r"\bcreateRoot\b|\bhydrateRoot\b|\bReactDOM\b|\brender\(")
_MOUNT_ID = re.compile(r"getElementById\(['\"]([\w-]{1,60})['\"]")
_DEFAULT = re.compile(r"\bexport default\b|\bas default\b")
_COMPONENT = re.compile(r"\bexport (?:const|function|class) ([A-Z]\w{0,60})")
_IMPORT = re.compile(r"(?:\bfrom|\bimport|\brequire\(|\bimport\() ?['\"](\.{1,2}/[^'\"\n?]{1,200})")
_SELECTOR = re.compile(r"selector: ?['\"`]([a-z][a-z0-9-]{0,60})['\"`]")
_CLASS = re.compile(r"\bexport class (\w{1,60})")
_CONFIG = re.compile(r"\bexport const (appConfig)\b")


class Completed(NamedTuple):
    """An answer's files with what was added to them, and a line for each addition."""

    files: Files
    added: tuple[str, ...]


def completed(answer: Mapping[str, bytes], layer: Mapping[str, bytes], prompt: str) -> Completed:
    """The answer over what it lacks of the toolchain's layer (shape: path to content).

    `prompt`: the task's own words; style sheets are added only if they name a template.
    """
    if not layer:
        return Completed(dict(answer), ())
    completion = _Completion(answer, layer)
    if "angular.json" in layer:
        completion.as_angular()
    else:
        completion.as_react()
    completion.with_links(has_template=TEMPLATES.search(prompt) is not None)
    return Completed(completion.files, tuple(completion.added))


class _Completion:
    """Adds to the files of one answer, and notes what it added."""

    def __init__(self, answer: Mapping[str, bytes], layer: Mapping[str, bytes]) -> None:
        self.files = dict(answer)
        self.added: list[str] = []
        self._layer = layer

    def as_react(self) -> None:
        """A page that loads the entry, and the configuration of Vite and of TypeScript."""
        if PAGE not in self.files and (entry := self._entry() or self._mounting()):
            self._add_page(entry)
        if not any(path.startswith("vite.config.") for path in self.files):
            self._add("vite.config.mjs", self._layer["vite.config.mjs"])
        is_typed = any(path.endswith((".ts", ".tsx")) for path in self.files)
        if is_typed and "tsconfig.json" not in self.files:
            self._add("tsconfig.json", self._layer["tsconfig.json"])

    def as_angular(self) -> None:
        """A page with the root component, what starts it, and the CLI's configuration."""
        root = self._root_component()
        main = next((path for path in ANGULAR_ENTRIES if path in self.files), "")
        if not main and root:
            main = ANGULAR_ENTRIES[0]
            self._add(main, self._starting(root))
        if not main:
            return
        styles = ", ".join(f'"{path}"' for path in ANGULAR_STYLES if path in self.files)
        named = {"ENTRY": main, "STYLES": styles}
        named["MOUNT"] = _first(_SELECTOR, self._text(root)) or "app-root"
        for path in sorted(self._layer.keys() - self.files.keys()):
            self._add(path, _filled(self._layer[path], named))

    def with_links(self, *, has_template: bool) -> None:
        """Lead relative imports that find nothing to the one delivered file of that name."""
        for place, module in list(self._imports()):
            wanted = _led(place, module)
            if wanted.startswith("..") or self._is_there(wanted):
                continue
            name = posixpath.basename(wanted)
            named = [path for path in self.files if name in (path.rsplit("/")[-1], _stem(path))]
            if other := self._in_other_case(wanted):
                self.added.append(f"{place} imports {module}, and the file is {other}")
            elif len(named) == 1:
                self._link(wanted, named[0])
            elif has_template and (content := STOCK.get(name)) is not None:
                self._add(wanted if "." in name else f"{wanted}.js", content)

    def _entry(self) -> str:
        """The first entry by its usual names that mounts something."""
        for name in ("src/main", "src/index", "main", "index"):
            for suffix in SCRIPTS:
                if _MOUNTS.search(self._text(name + suffix)):
                    return name + suffix
        return ""

    def _mounting(self) -> str:
        """An entry that is written for an answer without one; '' if it has no application."""
        path = self._application()
        text = self._text(path)
        is_default = _DEFAULT.search(text)
        name = _first(_COMPONENT, text)
        if not is_default and not name:
            return ""
        taken = "Application" if is_default else f"{{ {name} as Application }}"
        lines = [
            "import { createElement } from 'react';",
            "import { createRoot } from 'react-dom/client';",
            *(f"import './{path}';" for path in ENTRY_STYLES if path in self.files),
            f"import {taken} from './{path}';",
            "createRoot(document.getElementById('root')).render(createElement(Application));",
        ]
        self._add(GENERATED, "\n".join([*lines, ""]).encode())
        return GENERATED

    def _application(self) -> str:
        """The component App, or the only one that nothing imports; '' if there is not one."""
        code = [path for path in program_code(self.files) if path.endswith(SCRIPTS)]
        named = [path for path in code if _stem(path) == "App"]
        taken = self._taken()
        roots = [path for path in code if path.endswith((".tsx", ".jsx")) and path not in taken]
        chosen = named or roots
        return chosen[0] if len(chosen) == 1 else ""

    def _add_page(self, entry: str) -> None:
        mount = _first(_MOUNT_ID, self._text(entry)) or "root"
        stock = _filled(self._layer[PAGE], {"MOUNT": mount, "ENTRY": entry})
        own = self.files.pop(CRA_PAGE, b"").decode("utf-8", "replace").replace("%PUBLIC_URL%", "")
        if not own:
            self._add(PAGE, stock)
            return
        script = f'<script type="module" src="/{entry}"></script>\n'
        self.files[PAGE] = own.replace("</body>", f"{script}</body>", 1).encode()
        self.added.append(f"{PAGE}: moved from {CRA_PAGE}, and loads {entry}")

    def _root_component(self) -> str:
        code = {path: self._text(path) for path in program_code(self.files)}
        named = [path for path in code if path.endswith(ANGULAR_ROOTS)]
        roots = [path for path, text in code.items() if "'app-root'" in text] or named
        return next((path for path in roots if _CLASS.search(code[path])), "")

    def _starting(self, root: str) -> bytes:
        """main.ts for the root component: with its module, with its configuration, or alone."""
        if "src/app/app.module.ts" in self.files:
            lines = [
                "import { platformBrowser } from '@angular/platform-browser';",
                "import { AppModule } from './app/app.module';",
                "platformBrowser().bootstrapModule(AppModule);",
            ]
            return "\n".join([*lines, ""]).encode()
        name = _first(_CLASS, self._text(root))
        config = _first(_CONFIG, self._text("src/app/app.config.ts"))
        lines = ["import { bootstrapApplication } from '@angular/platform-browser';"]
        lines += ["import { appConfig } from './app/app.config';"] if config else []
        lines += [f"import {{ {name} }} from './{root.removeprefix('src/').removesuffix('.ts')}';"]
        lines += [f"bootstrapApplication({', '.join([name, *([config] if config else [])])});", ""]
        return "\n".join(lines).encode()

    def _imports(self) -> Iterator[tuple[str, str]]:
        """Each relative import of the program's code: the file, and the path as written."""
        for path in program_code(self.files):
            for module in sorted(set(_IMPORT.findall(self._text(path)))):
                yield path, module

    def _taken(self) -> set[str]:
        """Every path that one of these imports may mean."""
        wanted = {_led(place, module) for place, module in self._imports()}
        return {path for one in wanted for path in _resolved(one)}

    def _is_there(self, wanted: str) -> bool:
        return any(path in self.files for path in _resolved(wanted)) or any(
            path.startswith(f"{wanted}/") for path in self.files
        )

    def _in_other_case(self, wanted: str) -> str:
        """The file that differs from the wanted one in upper and lower case alone; '' if none."""
        known = {path.lower(): path for path in self.files}
        found = (known.get(path.lower(), "") for path in _resolved(wanted))
        return next(filter(None, found), "")

    def _link(self, wanted: str, target: str) -> None:
        if not target.endswith(CODE):
            self.files[wanted] = self.files[target]
        else:
            suffix = ".ts" if target.endswith((".ts", ".tsx")) else ".js"
            place = wanted if wanted.endswith(CODE) else wanted + suffix
            leads = posixpath.relpath(target, posixpath.dirname(place) or ".")
            leads = leads if leads.startswith(".") else f"./{leads}"
            leads = leads[: -len(PurePosixPath(leads).suffix)] if suffix == ".ts" else leads
            text = f"export * from '{leads}';\n"
            is_default = _DEFAULT.search(self._text(target))
            text += f"export {{ default }} from '{leads}';\n" if is_default else ""
            self.files[place] = text.encode()
        self.added.append(f"{wanted}: leads to {target}")

    def _add(self, path: str, content: bytes) -> None:
        self.files[path] = content
        self.added.append(f"{path}: added")

    def _text(self, path: str) -> str:
        return self.files.get(path, b"").decode("utf-8", "replace")


def _led(place: str, module: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(place), module))


def _resolved(wanted: str) -> list[str]:
    """The paths that a bundler looks for, in this order."""
    stem = wanted.removesuffix(".js").removesuffix(".jsx")
    suffixed = [stem + suffix for suffix in (*CODE, ".json", ".d.ts")]
    return [wanted, *suffixed, *(f"{wanted}/index{suffix}" for suffix in CODE)]


def _stem(path: str) -> str:
    return PurePosixPath(path).stem


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else ""


def _filled(content: bytes, names: Mapping[str, str]) -> bytes:
    for name, value in names.items():
        content = content.replace(f"@{name}@".encode(), value.encode())
    return content

"""Whether the files of an answer fit together, without running them.

- Every relative import, and every one by an alias that a tsconfig gives to a folder, leads to a
  file that exports the names taken from it.
- Every capitalised JSX element is imported or declared in its file.
- Every local script of an HTML page is there.
- Every package imported is declared in a package.json above the file, if there is one.
- Every import of a delivered Python package leads to a module of it.

What cannot be known from the text (aliases of a bundler, a file that does not parse) is no fault.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assay.checks.exports import Exports
from assay.checks.imports import Imported
from assay.checks.subject import Source, Subject, Unread
from assay.code import structured
from assay.records.untyped import JsonObject

SCRIPT_ENDINGS = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts")
_ENDINGS = (*SCRIPT_ENDINGS, ".d.ts", ".json", ".vue", ".css", ".scss")
_WRITTEN_FOR = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
"""Endings that TypeScript accepts in an import for another in the file's name."""
_BINARY = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".woff", ".woff2", ".mp3", ".wav")
"""Files that no text answer can deliver."""
_GROUPS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_BUILT_IN = frozenset(
    "assert async_hooks buffer child_process cluster console crypto dns events fs http http2 https"
    " module net os path perf_hooks process querystring readline stream string_decoder timers tls"
    " tty url util v8 vm worker_threads zlib".split()
)
"""The modules of Node itself."""
_ALIAS = re.compile(r"^(?:[@~]/|[#$~]|[a-z]+:|\.{0,2}/)")


def faults(subject: Subject, files: Mapping[str, Source]) -> list[str]:
    """What does not fit, one line each, in the order of paths.

    `files` are all files that an import may lead to. Only the answer's own files are examined.
    """
    project = _Project(files)
    found: list[str] = []
    for path, source in subject.files.items():
        if path in subject.broken or source.is_blank:
            continue
        if path.endswith(SCRIPT_ENDINGS) and not path.endswith(".d.ts"):
            found += project.faults_of_script(path, source)
        elif path.endswith((".html", ".htm")):
            found += project.faults_of_page(path, source)
        elif path.endswith(".py"):
            found += project.faults_of_python(path, source)
    return found


class _Project:
    """All files that imports may lead to, with what they export and which packages they declare."""

    def __init__(self, files: Mapping[str, Source]) -> None:
        self._files = files
        self._exports: dict[str, Exports] = {}
        manifests = [path for path in files if posixpath.basename(path) == "package.json"]
        self._manifests = {
            posixpath.dirname(path): _loaded(path, files[path].text) for path in manifests
        }
        self._own_packages = {str(one.get("name")) for one in self._manifests.values()}
        self._aliases = tuple(_aliases(files))
        self._folders = dict(_alias_folders(files))

    def faults_of_script(self, path: str, source: Source) -> Iterator[str]:
        for imported in source.imported:
            place = self._place(path, imported.module)
            if place is not None:
                yield from self._faults_of_place(path, imported, place)
            else:
                yield from self._faults_of_package(path, imported.module)
        for name in sorted(source.undeclared):
            yield f"{path}: <{name}> is neither imported nor declared"

    def _place(self, path: str, module: str) -> str | None:
        """Where an import leads that names a file: relative, or by an alias of a tsconfig."""
        module = module.partition("?")[0]
        if module.startswith("."):
            return posixpath.join(posixpath.dirname(path), module)
        for prefix, folder in self._folders.items():
            if module.startswith(prefix):
                return posixpath.join(folder, module.removeprefix(prefix))
        return None

    def _faults_of_place(self, path: str, imported: Imported, place: str) -> Iterator[str]:
        if place.lower().endswith(_BINARY):
            return
        target = self._resolved(place)
        if target is None:
            yield f"{path}: no file for '{imported.module}'"
        elif target.endswith(SCRIPT_ENDINGS):
            for name in sorted(imported.required):
                if not self._exports_name(target, name, frozenset()):
                    yield f"{path}: '{imported.module}' does not export {name}"

    def _resolved(self, written: str) -> str | None:
        """The file that an import without or with an ending leads to."""
        candidates = map(_from_root, _candidates(posixpath.normpath(written)))
        return next((one for one in candidates if one in self._files), None)

    def _exports_name(self, path: str, name: str, passed: frozenset[str]) -> bool:
        """Whether a script exports the name, itself or through files whose exports it passes on."""
        own = self._exports_of(path)
        if own.is_open or name in own.names or path in passed:
            return True
        for module in own.passed_on:
            target = None
            if module.startswith("."):
                target = self._resolved(posixpath.join(posixpath.dirname(path), module))
            if target is None or not target.endswith(SCRIPT_ENDINGS):
                return True
            if name != "default" and self._exports_name(target, name, passed | {path}):
                return True
        return False

    def _exports_of(self, path: str) -> Exports:
        """A file that is too broken to be searched may export anything."""
        if path not in self._exports:
            try:
                self._exports[path] = self._files[path].exported
            except Unread:
                self._exports[path] = Exports(frozenset(), (), is_open=True)
        return self._exports[path]

    def _faults_of_package(self, path: str, module: str) -> Iterator[str]:
        manifests = self._manifests_above(path)
        if not manifests or _ALIAS.match(module) or module.startswith(self._aliases):
            return
        parts = module.split("/")
        package = "/".join(parts[:2]) if module.startswith("@") else parts[0]
        if package in _BUILT_IN or package in self._own_packages:
            return
        declared = {package, f"@types/{package.removeprefix('@').replace('/', '__')}"}
        if not any(declared & _packages(manifest) for manifest in manifests):
            yield f"{path}: no package.json declares '{package}'"

    def _manifests_above(self, path: str) -> list[JsonObject]:
        folder = posixpath.dirname(path)
        folders = [folder]
        while folder:
            folder = posixpath.dirname(folder)
            folders.append(folder)
        return [self._manifests[one] for one in folders if one in self._manifests]

    def faults_of_page(self, path: str, source: Source) -> Iterator[str]:
        scripts = (
            element.attrs.get("src", "") for element in source.html if element.name == "script"
        )
        for written in scripts:
            module = written.partition("?")[0]
            is_foreign = "node_modules/" in module or re.match(r"[a-z]+:|//|\W*[%{]", module)
            if is_foreign or not module.endswith(SCRIPT_ENDINGS):
                continue
            folder = posixpath.dirname(path)
            places = [posixpath.join(folder, module.lstrip("/"))]
            places.append(posixpath.join(folder, "public", module.lstrip("/")))
            if not any(self._resolved(place) for place in places):
                yield f"{path}: no file for '{written}'"

    def faults_of_python(self, path: str, source: Source) -> Iterator[str]:
        for module in sorted({one.module for one in source.imported}):
            top = module.partition(".")[0]
            is_delivered = any(one.startswith(f"{top}/") for one in self._files)
            if not top or not is_delivered:
                continue
            place = module.replace(".", "/")
            names = (f"{place}.py", f"{place}/")
            if not any(one == names[0] or one.startswith(names[1]) for one in self._files):
                yield f"{path}: no module for '{module}'"


def _candidates(base: str) -> Iterator[str]:
    """The files that a place may mean, in the order in which they are looked for."""
    stem, ending = posixpath.splitext(base)
    yield base
    yield from (base + one for one in _ENDINGS)
    yield from (stem + one for one in _WRITTEN_FOR.get(ending, ()))
    yield from (posixpath.join(base, f"index{one}") for one in _ENDINGS)


def _from_root(path: str) -> str:
    return path.removeprefix("./").lstrip("/")


def _packages(manifest: JsonObject) -> set[str]:
    groups = [manifest.get(group) for group in _GROUPS]
    return {name for group in groups if isinstance(group, dict) for name in group}


def _loaded(path: str, text: str) -> JsonObject:
    """The object in a JSON file; an empty one if there is none."""
    try:
        value = structured.loaded("json", path, text)
    except structured.Unreadable:
        return {}
    return value if isinstance(value, dict) else {}


def _aliases(files: Mapping[str, Source]) -> Iterator[str]:
    """The prefixes that tsconfig's `paths` and a bundler's `alias` give to folders."""
    yield from (alias.rstrip("*").rstrip("/") for _, alias, _ in _tsconfig_paths(files))
    for path, source in files.items():
        if re.match(r"(?:vite|vitest|webpack|jest|next)\b", posixpath.basename(path)):
            yield from re.findall(r"['\"]([@~#$][\w-]*/?)['\"]\s*:", source.text)


def _alias_folders(files: Mapping[str, Source]) -> Iterator[tuple[str, str]]:
    """Prefixes such as `@/` that one tsconfig alone gives to one folder with delivered files."""
    found: dict[str, set[str]] = {}
    for root, alias, places in _tsconfig_paths(files):
        if alias.endswith("/*") and len(places) == 1 and str(places[0]).endswith("/*"):
            folder = posixpath.normpath(posixpath.join(root, places[0][:-2]))
            found.setdefault(alias[:-1], set()).add(folder)
    for prefix, folders in found.items():
        folder = min(folders)
        if len(folders) == 1 and any(path.startswith(f"{folder}/") for path in files):
            yield prefix, folder


def _tsconfig_paths(files: Mapping[str, Source]) -> Iterator[tuple[str, str, list[Any]]]:
    """What each tsconfig's `paths` says: where it begins, an alias, and its places."""
    for path, source in files.items():
        if not posixpath.basename(path).startswith(("tsconfig", "jsconfig")):
            continue
        options = _loaded(path, source.text).get("compilerOptions")
        if not isinstance(options, dict):
            continue
        root = posixpath.join(posixpath.dirname(path), str(options.get("baseUrl", "")))
        named = options.get("paths")
        for alias, places in named.items() if isinstance(named, dict) else ():
            if isinstance(places, list):
                yield root, alias, places


def seen(lines: Sequence[str], files: int) -> str:
    """What a verdict says: the first faults, or that all files fit."""
    if not lines:
        return f"{files} files fit together"
    more = f" and {len(lines) - 3} more" if len(lines) > 3 else ""
    return "; ".join(lines[:3]) + more

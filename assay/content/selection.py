"""Which files of a folder belong to its data set, and why the others do not.

Left out are what holds secrets, what tools make, lock files, what `.gitignore` names, and what
dataset.yaml excludes. A pattern of `include` brings a file back that a default leaves out, but
never one that holds secrets.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import pathspec

from assay.code.source_files import is_excluded

EXCLUDED = "excluded"
SECRET = "may hold secrets"
_SECRETS = (
    *(".env*", "!.env.example", "!.env.sample", "!.env.template", "!.env.dist"),
    *(".npmrc", ".pypirc", ".netrc", ".pgpass", ".htpasswd", ".dockercfg", ".git-credentials"),
    *("*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk"),
    *("id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.tfstate", "*.tfstate.*"),
)
_LOCKS = (
    *("package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock"),
    *("bun.lockb", "poetry.lock", "uv.lock", "Pipfile.lock", "pdm.lock", "go.sum", "Cargo.lock"),
    *("Gemfile.lock", "composer.lock", "packages.lock.json", "gradle.lockfile"),
)
_RUBBISH = (".DS_Store", "Thumbs.db", "*.pyc", "*.class", "*.swp")
_NEVER_SOURCE = frozenset({"node_modules", "bower_components", "dist", "venv", "__pycache__"})
_MANIFESTS = (
    *("package.json", "pom.xml", "build.gradle", "build.gradle.kts", "pyproject.toml", "setup.py"),
    *("*.csproj", "*.fsproj", "Cargo.toml", "go.mod", "angular.json"),
)


_DOTNET = ("*.csproj", "*.fsproj", "*.vbproj")
# The folders that tools make, each beside a file that matches one of the patterns. A folder of such
# a name elsewhere, such as src/build, is source.
_MADE = {
    "build": _MANIFESTS,
    "coverage": _MANIFESTS,
    "target": ("pom.xml", "Cargo.toml", "build.sbt"),
    "bin": _DOTNET,
    "obj": _DOTNET,
    "vendor": ("go.mod", "composer.json", "Gemfile"),
}
_MADE_AT_THE_ROOT = frozenset({"build", "coverage", "target", "vendor"})


@dataclass(frozen=True, slots=True)
class Choice:
    """What dataset.yaml says of its files, by patterns as in .gitignore.

    Without `include` every file belongs to the data set. `gitignore`: the .gitignore files of the
    folder count.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    gitignore: bool = True


EVERYTHING = Choice()
"""What belongs to a data set unless its dataset.yaml says otherwise."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The files of a data set in the order of their paths, and the others with the reason."""

    files: tuple[str, ...]
    left_out: dict[str, str]


def selected(paths: Iterable[str], choice: Choice, read: Callable[[str], bytes]) -> Selection:
    """What belongs to the data set, of the files with these paths below its folder.

    `read`: the content of one of them. It is asked for .gitignore files alone.
    """
    ordered = sorted(paths)
    ignored = _ignored_by_git(ordered, read) if choice.gitignore else frozenset()
    made = _made_folders(ordered)
    left_out: dict[str, str] = {}
    for path in ordered:
        reason = _reason(path, choice, ignored, made)
        if reason is not None:
            left_out[path] = reason
    return Selection(tuple(path for path in ordered if path not in left_out), left_out)


def _reason(path: str, choice: Choice, ignored: frozenset[str], made: frozenset[str]) -> str | None:
    if is_excluded(path, _SECRETS):
        return SECRET
    if is_excluded(path, choice.exclude):
        return EXCLUDED
    if choice.include:
        return None if is_excluded(path, choice.include) else "not included"
    if path in ignored:
        return "in .gitignore"
    return _reason_by_default(path, made)


def _reason_by_default(path: str, made: frozenset[str]) -> str | None:
    pure = PurePosixPath(path)
    for folder in pure.parts[:-1]:
        if folder.startswith("."):
            return "in a dot-folder"
        if folder in _NEVER_SOURCE:
            return f"in {folder}"
    for parent in pure.parents:
        if parent.as_posix() in made:
            return f"in {parent.name}"
    if is_excluded(path, _LOCKS):
        return "lock file"
    return "made by tools" if is_excluded(path, _RUBBISH) else None


def _made_folders(paths: Iterable[str]) -> frozenset[str]:
    """The folders that tools make: at the root, or beside a manifest."""
    listed = list(paths)
    beside: dict[str, set[str]] = {}
    for path in listed:
        beside.setdefault(PurePosixPath(path).parent.as_posix(), set()).add(
            PurePosixPath(path).name
        )
    folders = {parent for path in listed for parent in PurePosixPath(path).parents}
    return frozenset(folder.as_posix() for folder in folders if _is_made(folder, beside))


def _is_made(folder: PurePosixPath, beside: dict[str, set[str]]) -> bool:
    parent = folder.parent.as_posix()
    if parent == "." and folder.name in _MADE_AT_THE_ROOT:
        return True
    wanted = _MADE.get(folder.name, ())
    return any(is_excluded(name, wanted) for name in beside.get(parent, ()))


def _ignored_by_git(paths: Sequence[str], read: Callable[[str], bytes]) -> frozenset[str]:
    """The files that .gitignore of the folder, or of one inside it, names."""
    ignored: set[str] = set()
    for path in paths:
        if PurePosixPath(path).name != ".gitignore":
            continue
        folder = PurePosixPath(path).parent.as_posix()
        prefix = "" if folder == "." else f"{folder}/"
        lines = read(path).decode("utf-8", errors="replace").splitlines()
        spec = pathspec.GitIgnoreSpec.from_lines(lines)
        ignored |= {
            each
            for each in paths
            if each.startswith(prefix) and spec.match_file(each.removeprefix(prefix))
        }
    return frozenset(ignored)

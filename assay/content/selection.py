"""Which files of a folder belong to its data set, and why the others do not.

Left out are what holds secrets, what tools make, lock files, what `.gitignore` names, and what
dataset.yaml excludes. A pattern of `include` brings a file back that a default leaves out, but
never one that holds secrets.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import pathspec

from assay.code.source_files import is_matched

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
_MADE_AT_THE_ROOT = frozenset({"build", "coverage", "target", "vendor", "obj"})
"""Folders that tools make. Elsewhere a folder of such a name, such as src/build, is source."""


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
    left_out: dict[str, str] = {}
    for path in ordered:
        reason = _reason(path, choice, ignored)
        if reason is not None:
            left_out[path] = reason
    return Selection(tuple(path for path in ordered if path not in left_out), left_out)


def _reason(path: str, choice: Choice, ignored: frozenset[str]) -> str | None:
    if is_matched(path, _SECRETS):
        return SECRET
    if is_matched(path, choice.exclude):
        return EXCLUDED
    if choice.include:
        return None if is_matched(path, choice.include) else "not included"
    if path in ignored:
        return "in .gitignore"
    return _reason_by_default(path)


def _reason_by_default(path: str) -> str | None:
    folders = PurePosixPath(path).parts[:-1]
    if folders and folders[0] in _MADE_AT_THE_ROOT:
        return f"in {folders[0]}"
    for folder in folders:
        if folder.startswith("."):
            return "in a dot-folder"
        if folder in _NEVER_SOURCE:
            return f"in {folder}"
    if is_matched(path, _LOCKS):
        return "lock file"
    return "made by tools" if is_matched(path, _RUBBISH) else None


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

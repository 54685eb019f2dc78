"""Bring the files of a git revision into a data set, and record its commit.

python -m tools.adopt NAME      datasets/NAME/dataset.yaml has `source: {git: …, rev: …}`
"""

import re
import sys
from pathlib import Path, PurePosixPath
from subprocess import run
from tempfile import TemporaryDirectory

import yaml

from assay.answers.tree import write_tree
from assay.config import paths
from assay.config.yaml_files import read_utf8
from assay.content.datasets import (
    DESCRIPTION,
    load_description,
)
from assay.content.git_source import GitSource, files_hash
from assay.content.selection import Choice, Selection, selected
from assay.errors import AssayError
from stages.measure import chosen_files
from tools.adopt.git_repository import Commit, Repository
from tools.exit_code import exit_code

OF_GIT_OR_DVC = frozenset({".gitattributes", ".gitmodules", "dvc.yaml", "dvc.lock", ".dvcignore"})
"""Here they would rule over this repository."""
SOURCE = re.compile(r"^source:[^\n]*(?:\n|\Z)(?:\n*[ \t]+[^\n]*(?:\n|\Z))*", re.MULTILINE)
"""The key with its value, which may go on in indented lines."""


def adopt(name: str) -> None:
    """Make the data set's folder what its source names. AssayError names what to correct.

    It changes nothing if the folder has files that are not of the adopted commit, or if one file
    cannot be written: the files and their record change together.
    """
    config = load_description(name)
    root = paths.DATASETS / name
    description = root / DESCRIPTION
    if not isinstance(config.source, GitSource):
        raise AssayError(f"{description}: source: name a repository: {{git: ADDRESS, rev: TAG}}")
    with TemporaryDirectory() as folder:
        repository = Repository(Path(folder), config.source.git)
        commit = repository.files(_commit(description, config.source, repository))
    chosen = _chosen(commit, config.choice)
    brought = {path: commit.files[path] for path in chosen.files}
    if not brought:
        raise AssayError(f"{description}: include, exclude: no file of the commit belongs to it")
    _require_nothing_lost(root, commit)
    record = {"commit": commit.id, "sha256": files_hash(config.choice, brought)}
    source = config.source.model_copy(update=record)
    text = with_source(read_utf8(description), source)
    write_tree(root, {**brought, DESCRIPTION: text.encode()})
    print(f"datasets/{name} is commit {commit.id}")
    print(chosen_files(name, chosen))
    _print_ignored(name, chosen)
    print("next: `make check`, and commit the folder")


def _commit(description: Path, source: GitSource, repository: Repository) -> str:
    """The commit to bring: the recorded one, which `rev` must still name."""
    try:
        found = repository.commit_of(source.rev)
    except AssayError as error:
        raise AssayError(f"{description}: source.git: {error}") from error
    if found is None:
        raise AssayError(
            f"{description}: source.rev: {source.git} has no tag, branch or commit '{source.rev}'"
            + (f"; it named commit {source.commit}" if source.commit else "")
        )
    if source.commit not in (None, found):
        raise AssayError(
            f"{description}: source.rev: '{source.rev}' is commit {found} now, and was "
            f"{source.commit} when its files were brought: to stay, make that commit the `rev`; "
            "to take the new one, remove the lines `commit` and `sha256`"
        )
    return found


def _chosen(commit: Commit, choice: Choice) -> Selection:
    """What of the commit belongs to the data set, and why the rest does not."""
    refused = dict(commit.no_files)
    for path in commit.files:
        if PurePosixPath(path).name in OF_GIT_OR_DVC or path.endswith(".dvc"):
            refused[path] = "of git or DVC"
    if DESCRIPTION in commit.files:
        refused[DESCRIPTION] = "has the name of the data set's own description"
    chosen = selected(commit.files.keys() - refused.keys(), choice, commit.files.__getitem__)
    return Selection(chosen.files, chosen.left_out | refused)


def _require_nothing_lost(root: Path, commit: Commit) -> None:
    """AssayError names files of the folder that nobody could bring back. A link is a file."""
    uncommitted = _uncommitted(root)
    there = {path for path in root.rglob("*") if path.is_symlink() or not path.is_dir()}
    lost = []
    for path in sorted(there - {root / DESCRIPTION}):
        if not uncommitted.isdisjoint((path, *path.parents)) and not _is_of(commit, root, path):
            lost.append(path)
    if lost:
        named = ", ".join(str(path) for path in lost[:3])
        raise AssayError(
            f"{root}: {len(lost)} files are neither committed here nor files of commit "
            f"{commit.id[:12]}, and would be lost ({named}{', …' if len(lost) > 3 else ''}): "
            "move them away, or restore them"
        )


def _uncommitted(root: Path) -> frozenset[Path]:
    """What git could not bring back as it is: files, and whole folders such as a clone."""
    status = _git("status", "--porcelain", "-z", "--untracked-files=all", "--ignored", str(root))
    if status is None:
        return frozenset(root.rglob("*"))
    here = (_git("rev-parse", "--show-prefix") or "").rstrip("\n")
    lines = (line[3:] for line in status.split("\0") if len(line) > 3)
    return frozenset(Path(line.removeprefix(here)) for line in lines)


def _git(*arguments: str, stdin: str = "") -> str | None:
    """What git prints about this repository; None if there is none."""
    done = run(["git", *arguments], input=stdin, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode in (0, 1) else None


def _is_of(commit: Commit, root: Path, path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    return commit.files.get(path.relative_to(root).as_posix()) == path.read_bytes()


def _print_ignored(name: str, chosen: Selection) -> None:
    """Name files that git would not commit: a colleague's clone would lack them."""
    listed = "\0".join(str(paths.DATASETS / name / path) for path in chosen.files)
    printed = _git("check-ignore", "-z", "--no-index", "--stdin", stdin=listed)
    ignored = [path for path in (printed or "").split("\0") if path]
    if ignored:
        names = " ".join(ignored[:3])
        print(f"to settle: git ignores {len(ignored)} of the files: `git add --force {names}`")


def source_block(source: GitSource) -> str:
    """The key `source` as YAML."""
    values = source.model_dump(exclude_none=True)
    return yaml.safe_dump({"source": values}, sort_keys=False, allow_unicode=True)


def with_source(text: str, source: GitSource) -> str:
    """The dataset.yaml with this value of the key `source`."""
    block = source_block(source)
    return SOURCE.sub(lambda _: block, text, count=1)


def main(arguments: list[str]) -> None:
    if len(arguments) != 1 or not arguments[0]:
        raise AssayError("name the data set: make adopt NAME=MyShop")
    adopt(arguments[0])


if __name__ == "__main__":
    sys.exit(exit_code("adopt", lambda: main(sys.argv[1:])))

"""Bring the files of a git revision into a data set, and record its commit.

python -m tools.adopt NAME      datasets/NAME/dataset.yaml has `source: {git: …, rev: …}`
"""

import re
import shutil
import sys
from pathlib import Path, PurePosixPath
from subprocess import run
from tempfile import TemporaryDirectory, mkdtemp

import yaml

from assay.answers.tree import write_tree
from assay.config import paths
from assay.config.yaml_files import read_utf8
from assay.content.datasets import DESCRIPTION, load_description
from assay.content.git_source import GitSource, files_hash
from assay.content.selection import Choice, Selection, selected
from assay.errors import AssayError
from stages.measure import chosen_files
from tools.adopt.git_repository import Commit, Repository
from tools.exit_code import exit_code

OF_GIT_OR_DVC = frozenset({".gitattributes", ".gitmodules", "dvc.yaml", "dvc.lock", ".dvcignore"})
"""Here they would rule over this repository."""
REPLACED = Path(".assay/replaced")
SOURCE = re.compile(r"^source:[^\n]*(?:\n|\Z)(?:\n*[ \t]+[^\n]*(?:\n|\Z))*", re.MULTILINE)
"""The key with its value, which may go on in indented lines."""


def adopt(name: str) -> None:
    """Make the data set's folder what its source names. AssayError names what to correct.

    What the folder held before is kept in .assay/replaced/. If one file cannot be written, nothing
    changes: the files and their record change together.
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
    _keep(root)
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
    refused = dict(commit.no_files)
    for path in commit.files:
        if PurePosixPath(path).name in OF_GIT_OR_DVC or path.endswith(".dvc"):
            refused[path] = "of git or DVC"
    if DESCRIPTION in commit.files:
        refused[DESCRIPTION] = "has the name of the data set's own description"
    chosen = selected(commit.files.keys() - refused.keys(), choice, commit.files.__getitem__)
    return Selection(chosen.files, chosen.left_out | refused)


def _keep(root: Path) -> None:
    """Copy what the folder holds beside its description, links as links, and say where it is."""
    if {path.name for path in root.iterdir()} <= {DESCRIPTION}:
        return
    REPLACED.mkdir(parents=True, exist_ok=True)
    place = mkdtemp(dir=REPLACED, prefix=f"{root.name}-")
    shutil.copytree(root, place, symlinks=True, dirs_exist_ok=True)
    print(f"what was in {root} before is in {place}")


def _print_ignored(name: str, chosen: Selection) -> None:
    listed = "\0".join(str(paths.DATASETS / name / path) for path in chosen.files)
    command = ["git", "check-ignore", "-z", "--no-index", "--stdin"]
    done = run(command, input=listed, capture_output=True, text=True, check=False)
    ignored = [path for path in done.stdout.split("\0") if path]
    if ignored:
        names = " ".join(ignored[:3])
        print(f"to settle: git ignores {len(ignored)} of the files: `git add --force {names}`")


def with_source(text: str, source: GitSource) -> str:
    """The dataset.yaml with this value of the key `source`."""
    values = {"source": source.model_dump(exclude_none=True)}
    block = yaml.safe_dump(values, sort_keys=False, allow_unicode=True)
    return SOURCE.sub(lambda _: block, text, count=1)


def main(arguments: list[str]) -> None:
    if len(arguments) != 1 or not arguments[0]:
        raise AssayError("name the data set: make adopt NAME=MyShop")
    adopt(arguments[0])


if __name__ == "__main__":
    sys.exit(exit_code("adopt", lambda: main(sys.argv[1:])))

"""A git revision as a folder: its tracked files, and the outputs that its dvc.lock names."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from assay.config import paths
from assay.config.params import load_params
from assay.errors import AssayError
from assay.records.jsonl import write_bytes
from tools.compare.side import INSTRUCTIONS

WORKTREE = "the working tree"
FORMER_FOLDER = ("outputs/fingerprint/", "outputs/code/")
"""Where the fingerprints lie, and where they lay in revisions of before November 2026."""
TRACKED = ("params.yaml", "conf", "criteria", "human", "metrics/models", *map(str, INSTRUCTIONS))


@contextmanager
def at(revision: str | None) -> Iterator[str]:
    """Work in the files of a revision (None: the working tree); yields its name.

    AssayError if there is no such revision, or if its outputs are neither in DVC's cache nor in a
    remote. An AssayError raised inside gets the revision's name in front.
    """
    with ExitStack() as stack:
        if revision is not None:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="assay-")))
            write_revision(commit_of(revision), revision, folder)
            stack.enter_context(chdir(folder))
        try:
            yield revision or WORKTREE
        except AssayError as error:
            raise AssayError(f"{revision}: {error}") if revision else error from error


def commit_of(revision: str) -> str:
    """The full hash of the commit that a revision names."""
    done = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if done.returncode:
        raise AssayError(
            f"'{revision}' is no revision of this repository: give a commit, a tag or a branch "
            "(git log)"
        )
    return done.stdout.decode().strip()


def write_revision(commit: str, name: str, folder: Path) -> None:
    """Write what a comparison reads of the commit into the folder."""
    with TemporaryDirectory(prefix="assay-") as temporary:
        index = Path(temporary, "index")
        listed = _git("ls-tree", "-r", "-z", "--name-only", commit, "--", *TRACKED)
        read = _git("read-tree", commit, index=index)
        write = ("checkout-index", f"--prefix={folder}/", "-z", "--stdin")
        written = _git(*write, data=listed.stdout, index=index)
    for done in (listed, read, written):
        if done.returncode:
            raise AssayError(f"{name}: git cannot read the commit: {done.stderr.decode().strip()}")
    with chdir(folder):
        try:
            models = load_params().models
        except AssayError as error:
            raise AssayError(f"{name}: {error}") from error
    wanted = outputs_of(models)
    for path, data in zip(wanted, _outputs(commit, name, wanted), strict=True):
        write_bytes(folder / path, data)


def outputs_of(models: Sequence[str]) -> list[Path]:
    """The outputs that a comparison reads."""
    of_models = [
        view(model)
        for view in (paths.answers, paths.verdicts, paths.test_scores)
        for model in models
    ]
    return [
        paths.PROMPTS,
        *of_models,
        *(paths.fingerprint(stage) for stage in ("extract", "judge")),
    ]


def _outputs(commit: str, name: str, wanted: Sequence[Path]) -> Iterator[bytes]:
    """The bytes of each output, as the commit's dvc.lock names it, by its new or old name."""
    from dvc.api import DVCFileSystem
    from dvc.exceptions import DvcException

    files: Any = DVCFileSystem(rev=commit)
    for path in wanted:
        present = path.as_posix()
        former = path.as_posix().replace(*FORMER_FOLDER)
        try:
            yield files.read_bytes(present if files.exists(present) else former)
        except (OSError, DvcException) as error:
            raise AssayError(
                f"{name}: {path} is not in DVC's cache: `dvc fetch --all-commits` brings it if a "
                "remote has it; else "
                f"see docs/comparing.md for how to make it again"
            ) from error


def _git(
    *arguments: str, data: bytes = b"", index: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run git with `data` as its input, on an index file other than the repository's if given."""
    environment = os.environ if index is None else os.environ | {"GIT_INDEX_FILE": str(index)}
    return subprocess.run(
        ("git", *arguments), input=data, env=environment, capture_output=True, check=False
    )

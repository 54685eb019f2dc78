"""A git revision as a folder: its tracked files, and the outputs that its dvc.lock names."""

import subprocess
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from assay.config import paths
from assay.config.params import load_params
from assay.errors import AssayError
from assay.records.jsonl import write_bytes
from tools.compare.inputs import INSTRUCTIONS, STAGES

WORKTREE = "the working tree"
TRACKED = ("params.yaml", "conf", "criteria", "human", "metrics/models", str(INSTRUCTIONS))


class Revision(NamedTuple):
    """What a comparison reads, in a folder."""

    name: str
    folder: Path

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Work in its files. An AssayError raised inside gets the revision's name in front."""
        with chdir(self.folder):
            try:
                yield
            except AssayError as error:
                if self.name == WORKTREE:
                    raise
                raise AssayError(f"{self.name}: {error}") from error


@contextmanager
def checked_out(revision: str | None) -> Iterator[Revision]:
    """The revision in a folder of its own that goes with the block; None: the working tree.

    AssayError if there is no such revision, or if its outputs are neither in DVC's cache nor in a
    remote.
    """
    if revision is None:
        yield Revision(WORKTREE, Path.cwd())
        return
    commit = commit_of(revision)
    with TemporaryDirectory(prefix="assay-") as place:
        found = Revision(revision, Path(place))
        _check_out(commit, found)
        yield found


def commit_of(revision: str) -> str:
    """The full hash of the commit that a revision names."""
    command = ("git", "rev-parse", "--verify", "--quiet", "--end-of-options")
    done = subprocess.run(
        (*command, f"{revision}^{{commit}}"), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise AssayError(
            f"'{revision}' is no revision of this repository: give a commit, a tag or a branch "
            "(git log)"
        )
    return done.stdout.strip()


def _check_out(commit: str, revision: Revision) -> None:
    from dvc.api import DVCFileSystem
    from dvc.exceptions import DvcException

    files: Any = DVCFileSystem(rev=commit)
    for name in TRACKED:
        for path in files.find(name) if files.exists(name) else ():
            write_bytes(revision.folder / path, files.read_bytes(path))
    with revision.entered():
        models = load_params().models
    outputs = [paths.PROMPTS, *(paths.fingerprint(stage) for stage in STAGES)]
    for of_model in (paths.answers, paths.executions, paths.verdicts, paths.test_scores):
        outputs += map(of_model, models)
    for path in outputs:
        try:
            data = files.read_bytes(path.as_posix())
        except (OSError, DvcException) as error:
            raise AssayError(
                f"{revision.name}: {path} is not in DVC's cache: `dvc fetch --all-commits` brings "
                "it if a remote has it; else see docs/comparing.md for how to make it again"
            ) from error
        write_bytes(revision.folder / path, data)

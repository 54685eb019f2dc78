"""A data set whose files are those of a git commit: what its dataset.yaml records of them.

`make adopt` brings the files and writes the record; stages compare them with it, without a network.
"""

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, field_validator

from assay.config.settings import Config, explained
from assay.content.selection import Choice
from assay.errors import AssayError
from assay.records.hashing import content_hash


class GitSource(Config):
    """A revision of a git repository. You write `git` and `rev`, `make adopt` the other two.

    `git`: the address or path of the repository. `rev`: a tag, branch or commit. `commit`: the id
    of the commit that `rev` named. `sha256`: of the files, and of what chose them.
    """

    git: str = Field(pattern=r"^[^-\s]")
    rev: str = Field(pattern=r"^[^-\s]\S*$")
    commit: str | None = Field(default=None, pattern=r"^[0-9a-f]{40}([0-9a-f]{24})?$")
    sha256: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")

    @field_validator("git")
    @classmethod
    def _without_password(cls, address: str) -> str:
        if re.search(r"://[^/@]*:[^/@]*@|^https?://[^/]*@", address):
            raise ValueError(
                "the address has a password or token, and this file goes into git: leave it out, "
                "and let git ask its credential helper"
            )
        return address


def as_source(value: Any) -> Any:
    """`source` of a dataset.yaml: a text, or git and rev. ValueError names the wrong key."""
    if isinstance(value, str):
        return value
    if not isinstance(value, dict):
        raise ValueError("must be a text, or a mapping with the keys git and rev")
    try:
        return GitSource.model_validate(value)
    except ValidationError as error:
        lines = [explained(problem, GitSource) for problem in error.errors()]
        raise ValueError("; ".join(lines)) from error


def files_hash(choice: Choice, contents: Mapping[str, bytes]) -> str:
    """The SHA-256 of the files with their paths, and of what of dataset.yaml chose them."""
    chosen_by = [list(choice.include), list(choice.exclude), choice.gitignore]
    hashes = {path: sha256(data).hexdigest() for path, data in sorted(contents.items())}
    return content_hash([chosen_by, hashes])


def require_pinned(root: Path, source: GitSource, choice: Choice, files: Iterable[str]) -> None:
    """AssayError if the files below `root` are not those that `make adopt` brought."""
    place = f"{root / 'dataset.yaml'}: source"
    adopt = f"make adopt NAME={root.name}"
    if source.commit is None or source.sha256 is None:
        raise AssayError(f"{place}: the files of {source.git} are not here yet: run `{adopt}`")
    contents = {path: (root / path).read_bytes() for path in files}
    if files_hash(choice, contents) != source.sha256:
        raise AssayError(
            f"{place}.sha256: the files are no longer those of commit {source.commit[:12]}, or "
            f"include, exclude or gitignore changed since: `git diff {root}` shows edits; "
            f"`{adopt}` brings the commit's files again"
        )

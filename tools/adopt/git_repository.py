"""Reads files of a commit out of a git repository, as they are stored: no filter changes a byte."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from assay.errors import AssayError

BRANCHES_AND_TAGS = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
LINK = "120000"
SUBMODULE = "160000"


class Entry(NamedTuple):
    """A line of the commit's tree."""

    mode: str
    blob: str
    path: str


class Commit(NamedTuple):
    """The files of a commit, and the paths that are none with the reason."""

    id: str
    files: dict[str, bytes]
    no_files: dict[str, str]


class Repository:
    """A bare repository in `folder` that fetches from `address` what is asked for."""

    def __init__(self, folder: Path, address: str) -> None:
        self._folder = folder
        self.address = address
        _git(None, "init", "--quiet", "--bare", str(folder))

    def commit_of(self, rev: str) -> str | None:
        """The id of the commit that a tag, branch or commit id names; None if there is none.

        AssayError if the repository cannot be read.
        """
        shallow = self._run("fetch", "--quiet", "--depth=1", "--no-tags", self.address, rev)
        if shallow.returncode == 0:
            return self._parsed("FETCH_HEAD")
        whole = self._run("fetch", "--quiet", self.address, *BRANCHES_AND_TAGS)
        if whole.returncode != 0:
            reason = whole.stderr.decode(errors="replace").strip().splitlines() or ["no reason"]
            raise AssayError(f"{self.address} cannot be read: git says: {reason[0]}")
        return self._parsed(rev)

    def files(self, commit: str) -> Commit:
        """Everything in the commit. AssayError names a path that leads out of the folder."""
        entries = list(self._entries(commit))
        no_files = {entry.path: reason for entry in entries if (reason := _no_file(entry))}
        blobs = [entry for entry in entries if entry.path not in no_files]
        contents = self._contents([entry.blob for entry in blobs])
        return Commit(
            commit, dict(zip((entry.path for entry in blobs), contents, strict=True)), no_files
        )

    def _entries(self, commit: str) -> Iterator[Entry]:
        listed = self._checked("ls-tree", "-r", "-z", "--full-tree", commit)
        for line in filter(None, listed.decode("utf-8", "surrogateescape").split("\0")):
            about, path = line.split("\t", 1)
            mode, _, blob = about.split()
            if not _is_inside(path):
                raise AssayError(f"{self.address}: the path {path!r} leads out of its folder")
            yield Entry(mode, blob, path)

    def _contents(self, blobs: Sequence[str]) -> Iterator[bytes]:
        """The content of each blob, in order."""
        data = self._checked("cat-file", "--batch", stdin="".join(f"{blob}\n" for blob in blobs))
        start = 0
        for _ in blobs:
            end = data.index(b"\n", start)
            size = int(data[start:end].split()[-1])
            yield data[end + 1 : end + 1 + size]
            start = end + 1 + size + 1

    def _parsed(self, rev: str) -> str | None:
        done = self._run("rev-parse", "--verify", "--quiet", f"{rev}^{{commit}}")
        return done.stdout.decode().strip() if done.returncode == 0 else None

    def _checked(self, *arguments: str, stdin: str = "") -> bytes:
        done = self._run(*arguments, stdin=stdin)
        if done.returncode != 0:
            raise AssayError(f"{self.address}: git {arguments[0]} failed: {done.stderr.decode()}")
        return done.stdout

    def _run(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[bytes]:
        return _git(self._folder, *arguments, stdin=stdin)


def _git(
    folder: Path | None, *arguments: str, stdin: str = ""
) -> subprocess.CompletedProcess[bytes]:
    place = [] if folder is None else ["--git-dir", str(folder)]
    return subprocess.run(
        ["git", *place, *arguments],
        input=stdin.encode(),
        capture_output=True,
        env=os.environ | {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"},
        check=False,
    )


def _no_file(entry: Entry) -> str | None:
    return {LINK: "a link", SUBMODULE: "a submodule"}.get(entry.mode)


def _is_inside(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and not {"..", ".git"} & set(parts)

"""Reads files of a commit out of a git repository, as they are stored: no filter changes a byte."""

import io
import os
import subprocess
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from assay.errors import AssayError

BRANCHES_AND_TAGS = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
NO_FILES = {"120000": "a link", "160000": "a submodule"}
"""Modes of the entries of a tree."""


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
        self._run("init", "--quiet", "--bare")

    def commit_of(self, rev: str) -> str | None:
        """The id of the commit that a tag, branch or commit id names; None if there is none.

        AssayError if the repository cannot be read.
        """
        shallow = self._run("fetch", "--quiet", "--depth=1", "--no-tags", self.address, rev)
        if shallow.returncode == 0:
            return self._parsed("FETCH_HEAD")
        self._fetch_all()
        return self._parsed(rev)

    def parent_of(self, rev: str) -> tuple[str, str, str] | None:
        """The ids of a commit and of its first parent, and its message; None if it has none.

        AssayError if the repository cannot be read.
        """
        self._fetch_all()
        commit, parent = self._parsed(rev), self._parsed(f"{rev}^1")
        if commit is None or parent is None:
            return None
        message = self._checked("log", "-1", "--format=%B", commit)
        return commit, parent, message.decode(errors="replace").strip()

    def _fetch_all(self) -> None:
        whole = self._run("fetch", "--quiet", self.address, *BRANCHES_AND_TAGS)
        if whole.returncode != 0:
            reason = whole.stderr.decode(errors="replace").strip().splitlines() or ["no reason"]
            raise AssayError(f"{self.address} cannot be read: git says: {reason[0]}")

    def files(self, commit: str) -> Commit:
        """Everything in the commit. AssayError names a path that leads out of the folder."""
        listed = self._checked("ls-tree", "-r", "-z", "--full-tree", commit)
        blobs: dict[str, str] = {}
        no_files: dict[str, str] = {}
        for line in filter(None, listed.decode("utf-8", "surrogateescape").split("\0")):
            about, path = line.split("\t", 1)
            mode, _, blob = about.split()
            parts = PurePosixPath(path).parts
            if not parts or path.startswith("/") or {"..", ".git"} & set(parts):
                raise AssayError(f"{self.address}: the path {path!r} leads out of its folder")
            if mode in NO_FILES:
                no_files[path] = NO_FILES[mode]
            else:
                blobs[path] = blob
        asked = "".join(f"{blob}\n" for blob in blobs.values())
        data = io.BytesIO(self._checked("cat-file", "--batch", stdin=asked))
        contents = {}
        for path in blobs:  # a line that ends in the size, the content, and a new line
            contents[path] = data.read(int(data.readline().split()[-1]))
            data.readline()
        return Commit(commit, contents, no_files)

    def _parsed(self, rev: str) -> str | None:
        done = self._run("rev-parse", "--verify", "--quiet", f"{rev}^{{commit}}")
        return done.stdout.decode().strip() if done.returncode == 0 else None

    def _checked(self, *arguments: str, stdin: str = "") -> bytes:
        done = self._run(*arguments, stdin=stdin)
        if done.returncode != 0:
            raise AssayError(f"{self.address}: git {arguments[0]} failed: {done.stderr.decode()}")
        return done.stdout

    def _run(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            ["git", "--git-dir", str(self._folder), *arguments],
            input=stdin.encode(),
            capture_output=True,
            env=os.environ | {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"},
            check=False,
        )

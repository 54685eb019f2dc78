"""The small project's content, without its code: no template and no check looks at that."""

import shutil
from pathlib import Path

import pytest

from tests.project import CODE, Project

UNUSED = (".git", ".dvc", *CODE)


@pytest.fixture
def content(built_in_project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A copy of it, which is the current folder."""
    copy = Project(tmp_path / "project")
    shutil.copytree(built_in_project, copy.root, ignore=shutil.ignore_patterns(*UNUSED))
    monkeypatch.chdir(copy.root)
    return copy

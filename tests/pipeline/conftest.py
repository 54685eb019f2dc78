"""A finished, committed run: two remote models and null, two LLM judges and the checks."""

import shutil
from pathlib import Path

import pytest
from filelock import FileLock

from tests.conftest import FakeServer
from tests.forked import Forked
from tests.project import Project


@pytest.fixture(scope="session")
def finished(
    tmp_path_factory: pytest.TempPathFactory, worker_id: str, server_process: str, forked: Forked
) -> Path:
    """Made by the first of pytest's processes that wants it, for all of this session."""
    own = tmp_path_factory.getbasetemp()
    root = (own if worker_id == "master" else own.parent) / "finished"
    with FileLock(f"{root}.lock"):
        if not root.exists():
            making = Project.create(
                tmp_path_factory.mktemp("finished") / "project", server_process, forked.path
            )
            for model in ("strong", "weak"):
                making.remote("model", model)
            for judge in ("judge-literal", "judge-kind"):
                making.remote("judge", judge)
            making.params(
                models=["strong", "weak", "null"], panel=["judge-literal", "judge-kind", "checks"]
            )
            making.repro()
            making.commit("paid")
            making.root.rename(root)
    return root


@pytest.fixture
def paid(finished: Path, tmp_path: Path, server: FakeServer, forked: Forked) -> Project:
    """A copy of the finished run, for one test to change."""
    shutil.copytree(finished, tmp_path / "project")
    return Project(tmp_path / "project", server.url, forked.path)

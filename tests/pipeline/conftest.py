"""A finished, paid and committed run: two remote candidates and null, before two LLM judges and the checks."""

import shutil
from pathlib import Path

import pytest

from tests.conftest import FakeServer
from tests.project import Project


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory, server_process: str) -> Path:
    project = Project.create(tmp_path_factory.mktemp("finished") / "project", server_process)
    for model in ("strong", "weak"):
        project.remote("model", model)
    for judge in ("judge-literal", "judge-kind"):
        project.remote("judge", judge)
    project.params(models=["strong", "weak", "null"], panel=["judge-literal", "judge-kind", "checks"])
    project.repro()
    project.commit("paid")
    return project.root


@pytest.fixture
def paid(finished: Path, tmp_path: Path, server: FakeServer) -> Project:
    """A copy of the finished run, for one test to change."""
    shutil.copytree(finished, tmp_path / "project")
    return Project(tmp_path / "project", server.url)

"""A finished, committed run: two remote models and null, two LLM judges and the checks."""

from pathlib import Path

import pytest

from tests.conftest import FakeServer, MadeOnce
from tests.forked import Forked
from tests.project import Project


@pytest.fixture(scope="session")
def paid_run(
    made_once: MadeOnce, built_in_project: Path, server_process: str, forked: Forked
) -> Path:
    """The run, which nobody changes."""

    def make(root: Path) -> None:
        project = Project.copy(built_in_project, root, server_process, forked.path)
        for model in ("strong", "weak"):
            project.remote("model", model)
        for judge in ("judge-literal", "judge-kind"):
            project.remote("judge", judge)
        project.params(
            models=["strong", "weak", "null"], panel=["judge-literal", "judge-kind", "checks"]
        )
        project.repro()
        project.commit("paid")

    return made_once("paid_run", make)


@pytest.fixture
def paid(paid_run: Path, tmp_path: Path, server: FakeServer, forked: Forked) -> Project:
    """A copy of the finished run, for one test to change."""
    return Project.copy(paid_run, tmp_path / "project", server.url, forked.path)

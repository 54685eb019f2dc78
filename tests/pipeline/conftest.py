"""Finished, committed runs of models and LLM judges of the fake server. Each is made once."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import CopyProject, FakeServer, MadeOnce
from tests.project import Project, Repro

CALLS = ".git/calls.json"
"""Where a run keeps the calls that it made."""
ADDED = ".git/added.json"
"""Where the third judge's run keeps the calls and the stages that adding the judge took."""


def repro_with_calls(project: Project) -> Repro:
    """Run the pipeline, and keep the calls that it made."""
    server = FakeServer(project.server)
    server.settings(reset=True)
    server.mark()
    ran = project.repro()
    project.write(CALLS, json.dumps(server.calls()))
    return ran


def pay(project: Project, models: Sequence[str], judges: Sequence[str]) -> None:
    """Run and commit these models of the fake server, with the checks beside its judges.

    `null` is the built-in model.
    """
    for model in models:
        if model != "null":
            project.remote("model", model)
    for judge in judges:
        project.remote("judge", judge)
    project.params(models=list(models), panel=[*judges, "checks"])
    repro_with_calls(project)
    project.commit("paid")


@pytest.fixture(scope="session")
def paid_run(made_once: MadeOnce, built_in_project: Path, copy_project: CopyProject) -> Path:
    """Two remote models and null, two LLM judges and the checks."""

    def make(root: Path) -> None:
        project = copy_project(built_in_project, root)
        pay(project, ["strong", "weak", "null"], ["judge-literal", "judge-kind"])

    return made_once("paid_run", make)


@pytest.fixture
def paid(paid_run: Path, tmp_path: Path, server: FakeServer, copy_project: CopyProject) -> Project:
    """A copy of the finished run, for one test to change."""
    return copy_project(paid_run, tmp_path / "project")


@pytest.fixture(scope="session")
def small_run(made_once: MadeOnce, built_in_project: Path, copy_project: CopyProject) -> Path:
    """One remote model, one LLM judge and the checks: half the stages."""

    def make(root: Path) -> None:
        pay(copy_project(built_in_project, root), ["strong"], ["judge-literal"])

    return made_once("small_run", make)


@pytest.fixture
def small(
    small_run: Path, tmp_path: Path, server: FakeServer, copy_project: CopyProject
) -> Project:
    """A copy of the small run, for one test to change."""
    return copy_project(small_run, tmp_path / "project")


@pytest.fixture(scope="session")
def third_judge_run(made_once: MadeOnce, paid_run: Path, copy_project: CopyProject) -> Path:
    """The paid run after judge-sloppy was added to its panel. CALLS has the calls of both."""

    def make(root: Path) -> None:
        project = copy_project(paid_run, root)
        before = project.json(CALLS)
        project.remote("judge", "judge-sloppy")
        project.params(panel=["judge-literal", "judge-kind", "judge-sloppy", "checks"])
        stages = repro_with_calls(project).stages
        calls = project.json(CALLS)
        project.write(ADDED, json.dumps({"calls": calls, "stages": stages}))
        project.write(CALLS, json.dumps(before + calls))

    return made_once("third_judge_run", make)

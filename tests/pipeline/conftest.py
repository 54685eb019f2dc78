"""Finished, committed runs of models and LLM judges of the fake server. Each is made once."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.conftest import FakeServer, MadeOnce
from tests.forked import Forked
from tests.project import Project

CALLS = ".git/calls.json"
"""Where a run keeps the calls that it made."""
ADDED = ".git/added.json"
"""Where the third judge's run keeps the calls and the stages that adding the judge took."""


def configure(project: Project, models: Sequence[str], judges: Sequence[str]) -> None:
    """Have the fake server's models of these names asked, and the checks beside its judges.

    `null` is the built-in model.
    """
    for model in models:
        if model != "null":
            project.remote("model", model)
    for judge in judges:
        project.remote("judge", judge)
    project.params(models=list(models), panel=[*judges, "checks"])


class MakeRun(Protocol):
    """Makes a run, which nobody changes, in the first process that asks for it."""

    def __call__(
        self, name: str, models: Sequence[str], judges: Sequence[str], suite: str = ""
    ) -> Path:
        """The folder of the run of this name, with the checks beside the judges.

        `suite`: the suite's file, if it is not the whole one.
        """


@pytest.fixture(scope="session")
def make_run(
    made_once: MadeOnce, built_in_project: Path, server_process: str, forked: Forked
) -> MakeRun:

    def make_run(name: str, models: Sequence[str], judges: Sequence[str], suite: str = "") -> Path:
        def make(root: Path) -> None:
            project = Project.copy(built_in_project, root, server_process, forked.path)
            configure(project, models, judges)
            if suite:
                project.write("conf/suite/mini.yaml", suite)
            server = FakeServer(server_process)
            server.settings(reset=True)
            server.mark()
            project.repro()
            project.write(CALLS, json.dumps(server.calls()))
            project.commit("paid")

        return made_once(name, make)

    return make_run


def calls_of(project: Project) -> list[dict[str, Any]]:
    """The calls that the run made."""
    return list(project.json(CALLS))


PAID_MODELS = ("strong", "weak", "null")
PAID_JUDGES = ("judge-literal", "judge-kind")


@pytest.fixture(scope="session")
def paid_run(make_run: MakeRun) -> Path:
    """Two remote models and null, two LLM judges and the checks."""
    return make_run("paid_run", PAID_MODELS, PAID_JUDGES)


@pytest.fixture
def paid(paid_run: Path, tmp_path: Path, server: FakeServer, forked: Forked) -> Project:
    """A copy of the finished run, for one test to change."""
    return Project.copy(paid_run, tmp_path / "project", server.url, forked.path)


@pytest.fixture(scope="session")
def small_run(make_run: MakeRun) -> Path:
    """One remote model, one LLM judge and the checks: half the stages."""
    return make_run("small_run", ["strong"], ["judge-literal"])


@pytest.fixture
def small(small_run: Path, tmp_path: Path, server: FakeServer, forked: Forked) -> Project:
    """A copy of the small run, for one test to change."""
    return Project.copy(small_run, tmp_path / "project", server.url, forked.path)


@pytest.fixture(scope="session")
def third_judge_run(
    made_once: MadeOnce, paid_run: Path, server_process: str, forked: Forked
) -> Path:
    """The paid run after judge-sloppy was added to its panel. CALLS has the calls of both."""

    def make(root: Path) -> None:
        project = Project.copy(paid_run, root, server_process, forked.path)
        project.remote("judge", "judge-sloppy")
        project.params(panel=["judge-literal", "judge-kind", "judge-sloppy", "checks"])
        server = FakeServer(server_process)
        server.settings(reset=True)
        server.mark()
        stages = project.repro().stages
        calls = server.calls()
        project.write(ADDED, json.dumps({"calls": calls, "stages": stages}))
        project.write(CALLS, json.dumps(project.json(CALLS) + calls))

    return made_once("third_judge_run", make)

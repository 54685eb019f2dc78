"""A small project whose stages run in this process."""

import io
import shutil
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from assay.records.jsonl import read_records
from assay.records.pipeline import Answer
from tests.conftest import FakeServer
from tests.project import FILES, ROOT, Project


class Mini(Project):
    """Three tests, without git or DVC. It is the working directory."""

    def here(self, main: Callable[[], object], *overrides: str, code: int = 0) -> str:
        """What a stage prints that runs in this process; it has to end with this exit code."""
        printed = io.StringIO()
        with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as ended:
            patch.setattr(sys, "argv", ["stage", *overrides])
            with redirect_stdout(printed), redirect_stderr(printed):
                main()
        assert (ended.value.code or 0) == code, printed.getvalue()
        return printed.getvalue()

    def render(self) -> None:
        from stages import render

        self.here(render.main)

    def generate(self, *overrides: str, model: str = "strong", code: int = 0) -> str:
        from stages.generate import __main__ as generate

        return self.here(generate.main, f"models=[{model}]", *overrides, code=code)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, empty."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def mini(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: FakeServer) -> Mini:
    """A project with prompts, about to ask the model `strong`."""
    project = Mini(tmp_path, server.url)
    shutil.copytree(ROOT / "conf", tmp_path / "conf", ignore=shutil.ignore_patterns("suite"))
    for path, text in FILES.items():
        project.write(path, text)
    project.params(models=["strong", "gold"], panel=["checks"], suite="mini", attempts=1, seed=1)
    project.remote("model", "strong")
    project.write("conf/calls/default.yaml", "mode: live\nmax_retries: 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("OPENAI_API_BASE", f"{server.url}/v1")
    project.render()
    return project


def answers(model: str = "strong") -> dict[str, Answer]:
    """What a model answered in the working directory, by test."""
    found = read_records(Path(f"outputs/answers/{model}.jsonl"), Answer)
    return {answer.test: answer for answer in found}

"""`make local` runs in a copy, skips with a reason, and asks nothing twice."""

import json
from pathlib import Path

import pytest

from tests.conftest import FakeServer
from tests.project import ROOT, Project
from tools.local_model import __main__ as command
from tools.local_model.model_weights import Weights

NOBODY = "http://127.0.0.1:9/nothing"
"""An address at which nothing listens."""


@pytest.fixture
def in_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the command's configuration and weights that nobody has; signals put back."""
    (tmp_path / "conf/model").mkdir(parents=True)
    name = f"conf/model/{command.DEFAULT}.yaml"
    (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.chdir(tmp_path)
    nowhere = Weights("tiny.gguf", NOBODY, (), "")
    monkeypatch.setitem(command.KNOWN, command.DEFAULT, nowhere)
    monkeypatch.setattr(command.signal, "signal", lambda *_: None)


@pytest.mark.usefixtures("in_project")
def test_without_weights_it_is_skipped_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("skipped: no weights of tiny.gguf: its publisher cannot be reached (")


@pytest.mark.usefixtures("in_project")
@pytest.mark.parametrize(
    "arguments, expected",
    [
        (["--api-base", NOBODY], "--api-base and --served-model go together"),
        (
            ["--api-base", NOBODY, "--served-model", "x"],
            f"--api-base {NOBODY}: nothing answers there (",
        ),
        (["--api-base", "here", "--served-model", "x"], "--api-base here: nothing answers there ("),
        (["--gguf", "none.gguf"], "--gguf none.gguf: there is no such file"),
    ],
)
def test_a_mistake_is_one_line(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(arguments) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"local_model: error: {expected}") and error.count("\n") == 1


@pytest.mark.slow
def test_a_run_leaves_the_project_alone_names_gaps_asks_nothing_twice_and_asks_a_judge(
    project: Project, server: FakeServer
) -> None:
    """The server stands in for a small model that answers, and then for one that judges."""
    project.write("conf/suite/local.yaml", "tests: [Port-Mini, Explain-Other]\n")
    project.commit("suite")
    local = (
        *("python", "-m", "tools.local_model", "--api-base", f"{server.url}/v1"),
        *("--served-model", "strong"),
    )
    with_judge = (*local, "--judge", "judge-literal")

    server.settings(failing=["strong"])
    failed = project.run(*local, "--no-judge", check=False)
    assert failed.returncode == 1
    assert "bench: error: results are missing:" in failed.stderr
    assert failed.stderr.splitlines()[-1] == (
        "local_model: error: .assay/local/local-strong: `python -m tools.unfinished` failed with "
        "exit code 1: see above"
    )
    assert server.count().keys() == {"strong"}
    root = project.root / ".assay/local/local-strong"
    assert json.loads((root / "metrics/judges.json").read_text())["judges"].keys() == {"checks"}

    server.settings(failing=[])
    server.mark()
    filled = project.run(*with_judge)
    assert server.count().keys() == {"strong", "judge-literal"}
    assert server.count()["strong"] == 2
    report = Path(filled.stdout.split("Report: ")[1].strip())
    assert report.is_relative_to(root) and report.exists()
    assert "local-strong" in filled.stdout and "gold" in filled.stdout
    figures = json.loads((root / "metrics/judges.json").read_text())
    assert figures["judges"].keys() == {"local-judge", "checks"}
    assert figures["judges"]["local-judge"]["not_judged"]["value"] == 0
    assert "local-judge and checks" in figures["agreement"]["pairs"]

    server.mark()
    project.run(*with_judge)
    assert server.count() == {}
    assert project.git("status", "--porcelain") == ""

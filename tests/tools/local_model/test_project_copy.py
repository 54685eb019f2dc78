"""A local run is made in a copy: it leaves the project alone, names gaps, asks nothing twice."""

import json
from pathlib import Path

import pytest

from tests.conftest import FakeServer
from tests.project import Project

RUN = """
from pathlib import Path

from assay.config.yaml_files import read_yaml
from tools.exit_code import exit_code
from tools.local_model.project_copy import copy_project, run_pipeline

def run():
    copy_project("strong", {judge})
    run_pipeline()

raise SystemExit(exit_code("local_model", run))
"""


JUDGE = "conf/judge/judge-literal.yaml"


@pytest.mark.slow
def test_a_run_leaves_the_project_alone_names_gaps_asks_nothing_twice_and_asks_a_judge(
    project: Project, server: FakeServer
) -> None:
    """The server stands in for a small model that answers, and then for one that judges."""
    project.write("conf/suite/local.yaml", "tests: [Port-Mini, Explain-Other]\n")
    project.remote("model", "strong")
    project.remote("judge", "judge-literal")
    project.commit("suite")
    without_judge = ("python", "-c", RUN.format(judge=None))
    with_judge = ("python", "-c", RUN.format(judge=f"read_yaml(Path('{JUDGE}'))"))

    server.settings(failing=["strong"])
    failed = project.run(*without_judge, check=False)
    assert failed.returncode == 1
    assert "leaderboard: error: results are missing:" in failed.stderr
    assert failed.stderr.splitlines()[-1] == (
        "local_model: error: .assay/local: `python -m tools.show_leaderboard` failed with exit "
        "code 1: see above"
    )
    assert server.count().keys() == {"strong"}
    root = project.root / ".assay/local"
    assert json.loads((root / "metrics/judges.json").read_text())["judges"].keys() == {"checks"}

    server.settings(failing=[])
    server.mark()
    filled = project.run(*with_judge)
    assert server.count().keys() == {"strong", "judge-literal"}
    assert server.count()["strong"] == 2
    report = Path(filled.stdout.split("Report: ")[1].strip())
    assert report.is_relative_to(root) and report.exists()
    assert "strong" in filled.stdout and "gold" in filled.stdout
    figures = json.loads((root / "metrics/judges.json").read_text())
    assert figures["judges"].keys() == {"local-judge", "checks"}
    assert figures["judges"]["local-judge"]["not_judged"]["value"] == 0

    server.mark()
    project.run(*with_judge)
    assert server.count() == {}
    assert project.git("status", "--porcelain") == ""

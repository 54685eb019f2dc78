"""Paid answers stay paid: through kills, clones, branches and failing providers."""

import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from tests.conftest import FakeServer
from tests.forked import Forked
from tests.project import Project

pytestmark = pytest.mark.slow

SCORES = "score@strong"
"""The last stage of a model. What follows is for all models, and asks nobody."""
VERDICTS = "judge@strong"
"""The last stage that pays."""


def wait_until(
    condition: Callable[[], object],
    seconds: float = 60,
    state: Callable[[], str] = lambda: "it did not happen in time",
) -> None:
    """Wait for the condition. `state` tells, if it does not come about, how far things are."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, state()
        time.sleep(0.05)


def kill_all(forked: Forked, folder: Path) -> None:
    """Kill DVC and the stage that run in the folder, DVC first."""
    killed = 0
    for process in psutil.process_iter():
        with suppress(psutil.Error):  # it has ended, or is another user's
            if str(forked.socket) in process.cmdline() and Path(process.cwd()) == folder:
                process.kill()
                killed += 1
    assert killed >= 2


def test_a_killed_run_loses_no_completed_call_and_pays_none_again(
    project: Project, server: FakeServer, forked: Forked
) -> None:
    project.remote("model", "strong")
    project.params(models=["strong"], attempts=6)
    project.replace("conf/calls/default.yaml", "concurrency: 64", "concurrency: 2")
    server.settings(latency_s=0.3)
    project.repro("render")
    run = subprocess.Popen(
        ["dvc", "repro", SCORES], cwd=project.root, env=project.environment(),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    wait_until(lambda: sum(call["done"] for call in server.calls()) >= 5)
    kill_all(forked, project.root)
    assert run.wait() != 0
    time.sleep(0.5)
    before = server.calls()
    completed = sum(call["done"] for call in before)
    assert 5 <= completed < 42

    server.settings(latency_s=0)
    project.repro(SCORES)
    after = server.calls()
    # 6 attempts × (2 prompts + 5 turns). A call that was under way may be asked once more.
    assert 42 <= len(after) <= 42 + 2 + (len(before) - completed)
    kept = [
        line
        for line in project.read(".assay/ledger/generate/strong.jsonl").splitlines()
        if '"entry"' in line
    ]
    assert len(kept) == 42
    assert project.json("metrics/spending/strong.json")["generate"]["gaps"] == 0


def test_an_edit_paid_on_one_branch_is_free_on_another(small: Project, server: FakeServer) -> None:
    def edit() -> None:
        small.replace(
            "scenarios/code_explanation/Explain.md", "Describe this", "Please describe this"
        )

    small.git("checkout", "-q", "-b", "try")
    edit()
    small.repro(VERDICTS)
    assert server.count()["strong"] == 1
    small.commit("tried")
    small.git("checkout", "-q", "main")
    small.run("dvc", "checkout", "--force")
    server.mark()
    edit()
    small.repro(VERDICTS)
    assert server.count() == {}
    assert small.read("dvc.lock").count("generate@strong") == 1


FILLED = (("extract", "weak"), ("judge", "weak"), ("score", "weak"), ("score", "strong"))
"""What has other input after the retry."""


def test_failing_calls_are_gaps_until_a_retry_fills_them(paid: Project, server: FakeServer) -> None:
    server.settings(failing=["weak", "judge-kind"])
    paid.replace("conf/calls/default.yaml", "max_retries: 6", "max_retries: 1")
    paid.replace("conf/calls/default.yaml", "retry_wait_s: 2", "retry_wait_s: 0.01")
    paid.replace("scenarios/code_explanation/Explain.md", "Describe this", "Outline this")
    scores = (SCORES, "score@weak")
    done = paid.repro(*scores)
    assert done.code == 0
    assert "gap: Explain-Other attempt 1: " in done.err and "make retry" in done.err
    weak = paid.json("metrics/models/weak.json")
    spent = paid.json("metrics/spending/weak.json")
    assert spent["generate"]["gaps"] == 1 and weak["llm"]["tests"]["missing"] == 1
    assert paid.json("metrics/spending/strong.json")["judge"]["gaps"] == 1

    server.settings(failing=[])
    server.mark()
    listed = paid.run("python", "-m", "tools.gaps").stdout.split()
    assert listed == ["generate@weak", "judge@strong"]
    paid.repro("--force", "--single-item", *listed)
    for stage, model in FILLED:
        paid.stage(stage, f"models=[{model}]", check=True)
    assert server.count() == {"weak": 1, "judge-literal": 1, "judge-kind": 2}
    assert paid.run("python", "-m", "tools.gaps").stdout == ""
    assert paid.json("metrics/models/weak.json")["llm"]["tests"] == {
        "missing": 0,
        "scored": 3,
        "unscored": 0,
    }

"""Paid answers stay paid: through kills, clones, branches and failing providers."""

import os
import signal
import subprocess
import time
from collections.abc import Callable

import pytest

from tests.conftest import FakeServer
from tests.project import Project

pytestmark = pytest.mark.slow


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


def test_a_killed_run_loses_no_completed_call_and_pays_none_again(
    project: Project, server: FakeServer
) -> None:
    # stages by the real Python, in the process group that is killed
    real = Project(project.root, server.url)
    project.remote("model", "strong")
    project.params(models=["strong"], attempts=6)
    project.replace("conf/calls/default.yaml", "concurrency: 64", "concurrency: 2")
    server.settings(latency_s=0.3)
    run = subprocess.Popen(
        ["dvc", "repro"], cwd=real.root, env=real.environment(), start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    wait_until(lambda: sum(call["done"] for call in server.calls()) >= 5)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    time.sleep(0.5)
    before = server.calls()
    completed = sum(call["done"] for call in before)
    assert 5 <= completed < 42

    server.settings(latency_s=0)
    project.repro()
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


def test_a_clone_that_pulls_runs_nothing_and_pays_only_for_an_edited_prompt(
    paid: Project, server: FakeServer
) -> None:
    remote = paid.root.parent / "remote"
    clone = paid.root.parent / "clone"
    paid.run("dvc", "remote", "add", "-d", "team", str(remote))
    paid.commit("remote")
    paid.run("dvc", "push")
    paid.run("git", "clone", "-q", str(paid.root), str(clone))
    fresh = Project(clone, server.url, paid.python)
    fresh.run("dvc", "pull")
    assert fresh.repro().stages == []
    assert server.count() == {}

    fresh.replace("scenarios/code_explanation/Explain.md", "Describe this", "Explain this")
    ran = fresh.repro().stages
    assert "generate@strong" in ran
    # each of the two candidates once; the answers are as before, but to another question, so they
    # are judged anew
    assert server.count() == {"strong": 1, "weak": 1, "judge-literal": 2, "judge-kind": 2}


def test_an_edit_paid_on_one_branch_is_free_on_another(paid: Project, server: FakeServer) -> None:
    def edit() -> None:
        paid.replace(
            "scenarios/code_explanation/Explain.md", "Describe this", "Please describe this"
        )

    paid.git("checkout", "-q", "-b", "try")
    edit()
    paid.repro()
    assert server.count()["strong"] == 1
    paid.commit("tried")
    paid.git("checkout", "-q", "main")
    paid.run("dvc", "checkout", "--force")
    server.mark()
    edit()
    paid.repro()
    assert server.count() == {}
    assert paid.read("dvc.lock").count("generate@strong") == 1


def test_failing_calls_are_gaps_until_a_retry_fills_them(paid: Project, server: FakeServer) -> None:
    server.settings(failing=["weak", "judge-kind"])
    paid.replace("conf/calls/default.yaml", "max_retries: 6", "max_retries: 1")
    paid.replace("conf/calls/default.yaml", "retry_wait_s: 2", "retry_wait_s: 0.01")
    paid.replace("scenarios/code_explanation/Explain.md", "Describe this", "Outline this")
    done = paid.repro()
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
    paid.repro()
    assert server.count() == {"weak": 1, "judge-literal": 1, "judge-kind": 2}
    assert paid.run("python", "-m", "tools.gaps").stdout == ""
    assert paid.json("metrics/models/weak.json")["llm"]["tests"] == {
        "missing": 0,
        "scored": 3,
        "unscored": 0,
    }

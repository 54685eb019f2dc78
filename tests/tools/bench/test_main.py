"""`make bench` with several models: the results equal those of `dvc repro`."""

import json
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import psutil
import pytest
import yaml

from tests.conftest import FakeServer
from tests.pipeline.conftest import (
    CALLS,
    PAID_JUDGES,
    PAID_MODELS,
    configure,
    make_run,
    paid,
    paid_run,
    small,
    small_run,
)
from tests.pipeline.test_interruptions import wait_until
from tests.project import Project
from tools.bench.chains import CHAIN

pytestmark = pytest.mark.slow

__all__ = ["make_run", "paid", "paid_run", "small", "small_run"]

SETTINGS = "conf/calls/default.yaml"
MODELS = ["weak", "strong"]
OF_CHAINS = (
    "answers", "extracted", "dialogues", "executions", "screenshots", "executed", "verdicts",
    "repeats", "ledger",
)  # fmt: skip
"""The folders of outputs/ that the stages side by side write."""
TIMES = {"latency_s", "time", "seconds", "latency"}


@pytest.fixture
def two(paid: Project) -> Project:
    """The paid run, of which two models have to be asked everything again."""
    for model in MODELS:
        paid.remote("model", model, sampling={"temperature": 0.5})
    paid.replace(SETTINGS, "retry_wait_s: 2", "retry_wait_s: 0")
    return paid


def bench(
    project: Project, *arguments: str, check: bool = True
) -> subprocess.CompletedProcess[str]:
    return project.run("python", "-m", "tools.bench", *arguments, check=check)


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_times(item) for key, item in value.items() if key not in TIMES}
    if isinstance(value, list):
        return [without_times(item) for item in value]
    return value


def results(project: Project) -> dict[str, Any]:
    """Every view and metrics file, without the times of calls."""
    found: dict[str, Any] = {}
    for folder in ("answers", "extracted", "verdicts", "scores"):
        for model in PAID_MODELS:
            lines = project.read(f"outputs/{folder}/{model}.jsonl").splitlines()
            found[f"{folder}/{model}"] = [without_times(json.loads(line)) for line in lines]
    found["leaderboard"] = without_times(project.json("metrics/leaderboard.json"))
    return found


def contents(project: Project) -> dict[str, bytes]:
    """Every file that a run writes, byte for byte."""
    found = [
        path
        for folder in ("outputs", "metrics")
        for path in sorted((project.root / folder).rglob("*"))
        if path.is_file()
    ]
    return {path.relative_to(project.root).as_posix(): path.read_bytes() for path in found}


def forget_chains(project: Project) -> None:
    """Lose what the stages side by side wrote and what DVC knows of it, but not the store."""
    for folder in OF_CHAINS:
        shutil.rmtree(project.root / "outputs" / folder)
    shutil.rmtree(project.root / ".dvc/cache/runs")
    lock = yaml.safe_load(project.read("dvc.lock"))
    stages = {
        name: stage for name, stage in lock["stages"].items() if name.split("@")[0] not in CHAIN
    }
    project.write("dvc.lock", yaml.safe_dump({**lock, "stages": stages}, sort_keys=False))


def test_however_many_run_side_by_side_results_are_those_of_dvc_repro_and_no_call_is_made_twice(
    project: Project, paid_run: Path, server: FakeServer
) -> None:
    configure(project, PAID_MODELS, PAID_JUDGES)
    calls = project.read(SETTINGS)
    project.write(SETTINGS, re.sub(r"^jobs: \S+", "jobs: 4", calls, flags=re.M))
    bench(project)
    by_dvc = Project(paid_run)
    assert server.count() == Counter(call["model"] for call in by_dvc.json(CALLS))
    assert results(project) == results(by_dvc)
    side_by_side = contents(project)
    server.mark()
    assert "Data and pipelines are up to date." in bench(project).stdout

    forget_chains(project)
    project.write(SETTINGS, re.sub(r"^jobs: \S+", "jobs: 1", calls, flags=re.M))
    bench(project)
    assert server.count() == {}
    one_by_one = contents(project)
    assert one_by_one.keys() == side_by_side.keys()
    assert [path for path in one_by_one if one_by_one[path] != side_by_side[path]] == []


def test_models_are_asked_at_the_same_time_and_one_that_waits_holds_up_no_other(
    two: Project, server: FakeServer
) -> None:
    """weak is the first, so one model after the other would never come to strong."""
    server.settings(held=["weak"])
    judged = two.root / "outputs/verdicts/strong.jsonl"
    judged.unlink()
    printed = two.root.parent / "printed.txt"
    with printed.open("w") as output:
        run = subprocess.Popen(
            ["python", "-m", "tools.bench"], cwd=two.root, env=two.environment(),
            stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        wait_until(
            lambda: judged.exists() or run.poll() is not None,
            300,
            lambda: f"a model waits; printed so far:\n{printed.read_text()}",
        )
        assert run.poll() is None, printed.read_text()
        waiting = [call for call in server.calls() if call["model"] == "weak"]
        assert waiting and not any(call["done"] for call in waiting)
    finally:
        server.settings(held=[])
        assert run.wait(300) == 0, printed.read_text()
    assert two.json("metrics/spending/weak.json")["generate"]["gaps"] == 0


def test_retry_asks_exactly_for_the_gaps(small: Project, server: FakeServer) -> None:
    """One of three prompts is new, and its call fails."""
    small.replace("scenarios/code_explanation/Explain.md", "Describe this", "Outline this")
    small.replace(SETTINGS, "max_retries: 6", "max_retries: 0")
    server.settings(failing=["strong"])
    bench(small)
    assert small.json("metrics/spending/strong.json")["generate"]["gaps"] == 1
    server.settings(failing=[])
    server.mark()
    bench(small, "--retry")
    assert small.json("metrics/spending/strong.json")["generate"]["gaps"] == 0
    assert server.count() == {"strong": 1, "judge-literal": 1}
    assert small.run("dvc", "status").stdout.strip() == "Data and pipelines are up to date."


def test_all_models_share_one_bound_on_calls(two: Project, server: FakeServer) -> None:
    two.replace(SETTINGS, "max_calls: null", "max_calls: 5")
    done = bench(two, check=False)
    assert done.returncode != 0
    assert "stopped before the limit" in done.stderr
    assert len(server.calls()) == 5


def test_an_interrupt_ends_every_stage_and_keeps_what_was_bought(
    two: Project, server: FakeServer
) -> None:
    real = Project(two.root, server.url)  # stages by the real Python: no fork outlives them
    server.settings(latency_s=1.0)
    run = subprocess.Popen(
        [sys.executable, "-m", "tools.bench"], cwd=real.root, env=real.environment(),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_until(lambda: sum(call["done"] for call in server.calls()) >= 2)
    below = psutil.Process(run.pid).children(recursive=True)
    run.send_signal(signal.SIGINT)
    assert run.wait(60) == 130
    assert run.stderr is not None
    assert "bench: interrupted: every completed call is kept" in run.stderr.read()
    gone, alive = psutil.wait_procs(below, timeout=20)
    assert gone and not alive

    server.settings(latency_s=0)
    completed = sum(call["done"] for call in server.calls())
    server.mark()
    for model in MODELS:
        two.stage("generate", f"model={model}", check=True)
    assert len(server.calls()) == 7 + 4 - completed

"""`make bench` with several models: the results equal those of `dvc repro`."""

import json
import re
import signal
import subprocess
import sys
from typing import Any

import psutil
import pytest

from tests.conftest import FakeServer
from tests.pipeline.test_interruptions import wait_until
from tests.project import Project

pytestmark = pytest.mark.slow

CALLS = "conf/calls/default.yaml"
MODELS = ["strong", "weak", "third"]
TIMES = {"latency_s", "time", "seconds", "latency"}


@pytest.fixture
def three(project: Project, server: FakeServer) -> Project:
    """Three models and two LLM judges of the fake server."""
    for model in MODELS:
        project.remote("model", model)
    for judge in ("judge-literal", "judge-kind"):
        project.remote("judge", judge)
    project.params(models=MODELS, panel=["judge-literal", "judge-kind", "checks"])
    project.replace("conf/calls/default.yaml", "retry_wait_s: 2", "retry_wait_s: 0")
    return project


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
        for model in MODELS:
            lines = project.read(f"outputs/{folder}/{model}.jsonl").splitlines()
            found[f"{folder}/{model}"] = [without_times(json.loads(line)) for line in lines]
    found["leaderboard"] = without_times(project.json("metrics/leaderboard.json"))
    return found


def test_the_results_are_those_of_dvc_repro_and_no_call_is_made_twice(
    three: Project, server: FakeServer
) -> None:
    bench(three)
    calls = server.count()
    side_by_side = results(three)
    assert three.run("dvc", "status").stdout.strip() == "Data and pipelines are up to date."
    server.mark()
    bench(three)
    assert server.count() == {}

    three.run(
        "rm",
        "-rf",
        ".assay",
        "outputs",
        "metrics/models",
        "metrics/spending",
        "dvc.lock",
        ".dvc/cache",
    )
    three.repro()
    assert server.count() == calls
    assert results(three) == side_by_side


def test_models_are_asked_at_the_same_time(three: Project, server: FakeServer) -> None:
    three.params(panel=["checks"], models=["strong", "weak"])
    server.settings(latency_s=1.0)
    bench(three)
    spans = {
        model: [call["arrived"] for call in server.calls() if call["model"] == model]
        for model in ("strong", "weak")
    }
    assert max(map(min, spans.values())) < min(map(max, spans.values()))


def test_a_model_that_is_refused_holds_up_no_other(three: Project, server: FakeServer) -> None:
    server.settings(failing=["weak"], status=401)
    done = bench(three, check=False)
    server.settings(failing=[], status=503)
    assert done.returncode != 0
    assert "weak: stopped with exit code" in done.stderr
    assert "Traceback" not in done.stderr
    for model in ("strong", "third"):
        assert three.json(f"metrics/spending/{model}.json")["generate"]["gaps"] == 0


def test_a_model_that_waits_holds_up_no_other(three: Project, server: FakeServer) -> None:
    server.settings(held=["weak"])
    printed = three.root.parent / "printed.txt"
    with printed.open("w") as output:
        run = subprocess.Popen(
            ["python", "-m", "tools.bench"], cwd=three.root, env=three.environment(),
            stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
    judged = [three.root / f"outputs/verdicts/{model}.jsonl" for model in ("strong", "third")]
    try:
        wait_until(
            lambda: all(path.exists() for path in judged) or run.poll() is not None,
            300,
            lambda: f"two models wait; printed so far:\n{printed.read_text()}",
        )
        assert run.poll() is None, printed.read_text()
        assert not [call for call in server.calls() if call["model"] == "weak" and call["done"]]
    finally:
        server.settings(held=[])
        assert run.wait(300) == 0, printed.read_text()
    assert three.json("metrics/spending/weak.json")["generate"]["gaps"] == 0


def contents(project: Project) -> dict[str, bytes]:
    """Every file that a run writes, byte for byte."""
    found = [
        path
        for folder in ("outputs", "metrics")
        for path in sorted((project.root / folder).rglob("*"))
        if path.is_file()
    ]
    return {path.relative_to(project.root).as_posix(): path.read_bytes() for path in found}


def test_the_bytes_do_not_depend_on_how_many_models_run_side_by_side(
    three: Project, server: FakeServer
) -> None:
    bench(three)
    written = []
    server.mark()
    for jobs in (1, 4):
        three.run("rm", "-rf", "outputs", "metrics/models", "dvc.lock", ".dvc/cache")
        text = re.sub(r"^jobs: \S+", f"jobs: {jobs}", three.read(CALLS), flags=re.M)
        three.write(CALLS, text)
        bench(three)
        written.append(contents(three))
    assert server.count() == {}
    assert written[0].keys() == written[1].keys()
    assert [path for path in written[0] if written[0][path] != written[1][path]] == []


def test_retry_asks_exactly_for_the_gaps(three: Project, server: FakeServer) -> None:
    three.replace("conf/calls/default.yaml", "max_retries: 6", "max_retries: 0")
    server.settings(failing=["weak"])
    bench(three)
    assert three.json("metrics/spending/weak.json")["generate"]["gaps"] == 3
    assert three.json("metrics/spending/strong.json")["generate"]["gaps"] == 0
    server.settings(failing=[])
    server.mark()
    bench(three, "--retry")
    assert three.json("metrics/spending/weak.json")["generate"]["gaps"] == 0
    assert server.count().keys() == {"weak", "judge-literal", "judge-kind"}
    assert three.run("dvc", "status").stdout.strip() == "Data and pipelines are up to date."


def test_all_models_share_one_bound_on_calls(three: Project, server: FakeServer) -> None:
    three.replace("conf/calls/default.yaml", "max_calls: null", "max_calls: 5")
    done = bench(three, check=False)
    assert done.returncode != 0
    assert "stopped before the limit" in done.stderr
    assert len(server.calls()) == 5


def test_an_interrupt_ends_every_stage_and_keeps_what_was_bought(
    three: Project, server: FakeServer
) -> None:
    real = Project(three.root, server.url)  # stages by the real Python: no fork outlives them
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
    bench(three)
    assert len(server.calls()) <= 3 * 7 + 2 * 3 * 3 - completed + 6

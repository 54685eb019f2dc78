"""Chains of stages that run at the same time."""

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tools.bench import side_by_side
from tools.bench.chains import Chain, StageRun
from tools.bench.display import Display
from tools.bench.side_by_side import RunningChains


def test_stages_that_end_while_others_start_are_not_said_to_have_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = multiprocessing.get_context("forkserver")
    monkeypatch.setattr(side_by_side, "stage_context", lambda: context)
    chains = [
        Chain(str(model), tuple(StageRun(f"{number}@{model}", "true") for number in range(15)))
        for model in range(6)
    ]
    display = Display(tmp_path, [chain.model for chain in chains])
    running = RunningChains(tmp_path)
    with ThreadPoolExecutor(len(chains)) as pool:
        list(pool.map(lambda chain: running.run(chain, display), chains))
    assert len(running.done) == 6 * 15

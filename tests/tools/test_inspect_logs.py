"""Logs for Inspect, read back with Inspect's own reader: every answer, message and verdict."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from assay.config import paths
from assay.errors import AssayError
from assay.records.jsonl import read_records
from assay.records.pipeline import CHECKS, Answer, Judgement
from tests.project import ROOT
from tests.stages.report.test_page import HOSTILE, MODELS, PANEL, PROMPTS, write_run
from tools import inspect_logs

INSPECT = ROOT / ".venv/inspect/bin/python"
READER = """
import json, sys
from inspect_ai.log import read_eval_log
log = read_eval_log(sys.argv[1])
print(json.dumps({
    "status": log.status,
    "model": log.eval.model,
    "metrics": {name: found.value for name, found in log.results.scores[0].metrics.items()},
    "samples": [
        {
            "id": sample.id,
            "epoch": sample.epoch,
            "error": sample.error.message if sample.error else None,
            "text": sample.output.completion,
            "roles": [message.role for message in sample.messages],
            "calls": [
                [call.function, call.arguments]
                for message in sample.messages
                for call in getattr(message, "tool_calls", None) or ()
            ],
            "usage": [usage.model_dump() for usage in sample.model_usage.values()],
            "scores": {
                name: [score.value, score.explanation, len(score.metadata["verdicts"])]
                for name, score in sample.scores.items()
            },
        }
        for sample in log.samples
    ],
}))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("inspect")
    if not INSPECT.exists():
        pytest.skip("Inspect is optional: make inspect")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(target)
        write_run(MODELS)
    run("-m", "tools.inspect_logs", folder=target)
    return target


def run(*arguments: str, folder: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [str(INSPECT), *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def read_back(folder: Path, model: str) -> Any:
    return json.loads(run("-c", READER, f"outputs/inspect/{model}.eval", folder=folder))


@pytest.mark.slow
def test_every_answer_comes_back_with_its_text_and_its_tokens(folder: Path) -> None:
    log = read_back(folder, "hostile")
    answers = read_records(folder / paths.answers("hostile"), Answer)
    assert (log["status"], log["model"]) == ("success", "assay/hostile")
    assert [(one["id"], one["epoch"]) for one in log["samples"]] == [
        (answer.test, answer.attempt) for answer in answers
    ]
    by_test = {one["id"]: one for one in log["samples"]}
    assert by_test["Port-One"]["text"] == HOSTILE
    (usage,) = by_test["Port-One"]["usage"]
    assert (usage["input_tokens"], usage["input_tokens_cache_read"]) == (2000, 1000)
    assert (usage["output_tokens"], usage["total_tokens"]) == (1500, 4500)


@pytest.mark.slow
def test_every_verdict_comes_back_with_the_share_that_passed(folder: Path) -> None:
    log = read_back(folder, "solid")
    judgements = read_records(folder / paths.verdicts("solid"), Judgement)
    for item in judgements:
        sample = next(one for one in log["samples"] if one["id"] == item.test)
        if item.judge == CHECKS and item.test.startswith("Explain"):
            assert CHECKS not in sample["scores"], "checks give a document no score"
            continue
        value, explanation, verdicts = sample["scores"][item.judge]
        assert verdicts == len(item.verdicts)
        assert value == 1.0
        assert "pass: It works with <React> & 19 (The text says so.)" in explanation
    assert set(log["samples"][-1]["scores"]) == set(PANEL)
    assert log["metrics"]["code_translation"] == 100.0


@pytest.mark.slow
def test_a_dialogue_has_its_messages_and_calls(folder: Path) -> None:
    log = read_back(folder, "solid")
    (talk,) = (one for one in log["samples"] if one["id"] == "UpgradeReactApplication-One")
    assert talk["roles"][:3] == ["system", "user", "assistant"]
    assert talk["roles"].count("tool") == 4
    assert ["read_file", {"path": "app.js"}] in talk["calls"]


@pytest.mark.slow
def test_a_gap_is_an_error_and_no_score_is_a_number(folder: Path) -> None:
    log = read_back(folder, "patchy")
    (gap,) = (one for one in log["samples"] if one["id"] == "Explain-One")
    assert gap["error"] == "503: <b>overloaded</b>"
    assert [value != value for value, _, _ in gap["scores"].values()] == [True] * (len(PANEL) - 1)
    assert len(log["samples"]) == len(PROMPTS)


def test_without_inspect_one_line_says_what_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspect_logs, "find_spec", lambda name: None)
    with pytest.raises(AssayError, match="make inspect"):
        inspect_logs.main()

"""The display of stages that run side by side."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from assay.progress import PROGRESS_FOLDER, progress
from tools.bench.display import Display


def test_every_running_stage_and_the_models_that_wait_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PROGRESS_FOLDER, str(tmp_path))
    display = Display(tmp_path, ["a", "b", "c"])
    display.begin("a")
    with progress("generate a", 46, "3/8 openai") as tick:
        assert display.lines() == [
            "generate a: 0 of 46 (3/8 openai)",
            "0 of 3 models done, 2 waiting",
        ]
        tick()
    display.end("a", 0)
    assert display.lines() == ["1 of 3 models done, 2 waiting"]
    assert list(tmp_path.iterdir()) == []


def test_progress_is_in_the_file_while_the_stage_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PROGRESS_FOLDER, str(tmp_path))
    monkeypatch.setattr("assay.progress.FILE_EVERY_S", 0.0)
    with progress("judge a", 2) as tick:
        tick()
        (path,) = tmp_path.glob("*.json")
        assert json.loads(path.read_text()) == {
            "label": "judge a",
            "done": 1,
            "total": 2,
            "state": "",
        }


def test_a_failed_model_is_named_and_its_lines_are_shown_as_they_are(tmp_path: Path) -> None:
    display = Display(tmp_path, ["a"])
    shown = io.StringIO()
    display._console = Console(file=shown, width=40)
    display.begin("a")
    display.print("[bold]not markup[/bold]")
    display.end("a", 255)
    assert shown.getvalue().splitlines() == [
        "[bold]not markup[/bold]",
        "a: stopped with exit code 255; the other models go on",
    ]

"""generate: every prompt is answered once, gaps are named, nothing is asked twice."""

import shutil
import sys
from pathlib import Path

import pytest

from assay.records.jsonl import read_records
from assay.records.pipeline import Answer, Response
from stages.generate import __main__ as generate
from stages.generate.__main__ import _status
from tests.conftest import FakeServer
from tests.forked import Forked
from tests.ledgers import keep_paid, segment_files
from tests.project import CODE, FILES, ROOT, Project

WATCHED = """
import runpy, sys
sys.argv = ["generate", "models=[strong]"]
try:
    runpy.run_module("stages.generate", run_name="__main__")
finally:
    print("litellm imported:", "litellm" in sys.modules)
"""


@pytest.fixture
def mini(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: FakeServer) -> Project:
    """A project of three tests with prompts, without git or DVC, as the working directory."""
    project = Project(tmp_path, server.url)
    shutil.copytree(ROOT / "conf", tmp_path / "conf", ignore=shutil.ignore_patterns("suite"))
    for path, text in FILES.items():
        project.write(path, text)
    project.params(models=["strong", "gold"], panel=["checks"], suite="mini", attempts=1, seed=1)
    project.remote("model", "strong")
    project.write("conf/calls/default.yaml", "mode: live\nmax_retries: 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("OPENAI_API_BASE", f"{server.url}/v1")
    from stages import render

    run(render.main, monkeypatch)
    return project


def run(stage: object, monkeypatch: pytest.MonkeyPatch, *overrides: str) -> int:
    """The stage in this process, as its command line runs it; the exit code."""
    monkeypatch.setattr(sys, "argv", ["stage", *overrides])
    with pytest.raises(SystemExit) as ended:
        stage()  # type: ignore[operator]
    return int(ended.value.code or 0)


def run_in_forks(project: Project, forked: Forked) -> None:
    """From here on the project's processes are forks of the warm one: no imports to wait for."""
    for package in CODE:
        (project.root / package).symlink_to(ROOT / package)
    project.python = forked.path


def answers(model: str = "strong") -> dict[str, Answer]:
    return {
        answer.test: answer
        for answer in read_records(Path(f"outputs/answers/{model}.jsonl"), Answer)
    }


@pytest.mark.slow
def test_every_prompt_is_answered_with_what_it_took(
    mini: Project,
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    found = answers()
    sent = server.calls()
    assert list(found) == ["Explain-Other", "Port-Mini", "UpgradeReactApplication-Mini"]
    assert {answer.status for answer in found.values()} == {"answered"}
    dialogue = found["UpgradeReactApplication-Mini"]
    assert (
        dialogue.dialogue and dialogue.dialogue.outcome == "ended" and len(dialogue.requests) == 5
    )
    assert sum(answer.usage.output for answer in found.values()) == sum(
        c["usage"]["completion_tokens"] for c in sent
    )
    assert all(call["body"].get("tools") for call in sent if call["user"].startswith("Upgrade"))
    assert "generate: 3 items, 0 reused, 7 new, 0 failed" in capsys.readouterr().out


def test_a_second_run_asks_nothing_imports_no_litellm_and_writes_the_same_bytes(
    mini: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(generate.main, monkeypatch, "models=[strong]")
    before = mini.read("outputs/answers/strong.jsonl"), segment_files()[-1].read_bytes()
    shutil.rmtree(mini.root / ".assay")  # as in a clone that has pulled
    server.mark()
    out = mini.run("python", "-c", WATCHED).stdout
    assert "3 items, 7 reused, 0 new, 0 failed" in out and "litellm imported: False" in out
    assert server.calls() == []
    assert (mini.read("outputs/answers/strong.jsonl"), segment_files()[-1].read_bytes()) == before
    assert len(segment_files()) == 2, "the same segment in both places"


def test_another_attempt_asks_anew_and_keeps_the_first(
    mini: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(generate.main, monkeypatch, "models=[strong]")
    server.mark()
    assert run(generate.main, monkeypatch, "models=[strong]", "attempts=2") == 0
    assert len(server.calls()) == 7
    assert [
        answer.attempt for answer in read_records(Path("outputs/answers/strong.jsonl"), Answer)
    ] == [1, 2] * 3


def test_a_call_that_stays_failed_is_a_gap_beside_the_answers(
    mini: Project,
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    mini.write("conf/calls/default.yaml", "max_retries: 0\nconcurrency: 1\n")
    server.settings(fail_times=1)
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    statuses = [answer.status for answer in answers().values()]
    assert sorted(statuses) == ["answered", "answered", "gap"]
    err = capsys.readouterr().err
    assert "strong: 1 missing: " in err and "run again to ask for what is missing" in err
    server.mark()
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    assert len(server.calls()) == 1 and {answer.status for answer in answers().values()} == {
        "answered"
    }


def test_a_dialogue_cut_off_goes_on_where_it_was(
    mini: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(generate.main, monkeypatch, "models=[strong]")
    keep_paid(lambda entry: "end_task" not in {call.name for call in entry.response.tool_calls})
    server.mark()
    run(generate.main, monkeypatch, "models=[strong]")
    assert len(server.calls()) == 1
    assert answers()["UpgradeReactApplication-Mini"].dialogue


def test_the_built_in_models_leave_no_trace_of_clock_or_machine(
    mini: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    for model in ("gold", "echo", "null"):
        assert run(generate.main, monkeypatch, f"models=[{model}]") == 0
        assert {answer.latency_s for answer in answers(model).values()} == {0.0}
        assert {answer.time for answer in answers(model).values()} == {""}
        assert str(mini.root) not in mini.read(f"outputs/answers/{model}.jsonl")
    assert not segment_files() and not Path("ledger.dvc").exists()
    assert {answer.status for answer in answers("null").values()} == {"empty"}
    assert (
        answers("gold")["Port-Mini"].text == FILES["scenarios/solution_migration/gold/Port-Mini.md"]
    )
    assert FILES["datasets/Mini/app.js"] in answers("echo")["Port-Mini"].text


@pytest.mark.parametrize(
    "text, reason, status",
    [
        ("x", "stop", "answered"), ("x", "length", "answered"), ("x", "content_filter", "answered"),
        (" \n", "stop", "empty"), ("", "length", "empty"), ("", "refusal", "refused"),
        ("", "content_filter", "refused"),
    ],
)  # fmt: skip
def test_only_an_empty_text_can_be_a_refusal(text: str, reason: str, status: str) -> None:
    assert _status(Response(text=text, finish_reason=reason)) == status

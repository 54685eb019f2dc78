"""What is missing is kept, named once for each reason, and asked for by the next run."""

import json
from pathlib import Path

import pytest

from assay.config import paths
from assay.missing import models_not_run, note_missing, read_gaps, write_gaps
from assay.records.gaps import Gap, NotRun
from tests.project import BUILT_IN_RUN


@pytest.fixture(autouse=True)
def three_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("model/a", "model/b", "model/c", "judge/checks", "suite/mini"):
        path = paths.CONF / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    paths.PARAMS.write_text(json.dumps(BUILT_IN_RUN | {"models": ["a", "b", "c"]}))


def gap(model: str, test: str = "T", reason: str = "status 503") -> Gap:
    return Gap(model=model, test=test, attempt=1, reason=reason)


def noted(stage: str) -> list[str]:
    return list(json.loads(paths.missing(stage).read_text()))


def test_gaps_are_noted_for_the_next_run_only_when_all_stages_are_through() -> None:
    write_gaps("generate", ["a", "b", "c"], [gap("a"), gap("a", "U"), gap("b")])
    write_gaps("judge", ["a", "b", "c"], [])
    assert noted("generate") == noted("judge") == []
    note_missing()
    assert noted("generate") == ["a: 2 missing: status 503", "b: 1 missing: status 503"]
    assert noted("judge") == []
    write_gaps("generate", ["a", "b", "c"], [])
    note_missing()
    assert noted("generate") == [] and read_gaps("generate") == ()


def test_asking_in_vain_is_a_new_result_and_nothing_missing_is_always_the_same() -> None:
    write_gaps("judge", ["a"], [])
    nothing = paths.gaps("judge").read_bytes()
    write_gaps("judge", ["a"], [gap("a")])
    assert json.loads(paths.gaps("judge").read_text())["asked"]
    write_gaps("judge", ["a"], [])
    assert paths.gaps("judge").read_bytes() == nothing


def test_a_stage_by_hand_leaves_the_gaps_of_other_models() -> None:
    write_gaps("generate", ["a", "b", "c"], [gap("a"), gap("b"), gap("removed")])
    write_gaps("generate", ["b"], [])
    assert [item.model for item in read_gaps("generate")] == ["a"]


def test_a_reason_is_one_line_that_no_terminal_obeys() -> None:
    write_gaps("generate", ["a"], [gap("a", reason="bad\n\n gateway \x1b[31m")])
    assert [item.reason for item in read_gaps("generate")] == ["bad gateway �[31m"]


def test_a_model_without_any_answer_did_not_run_and_its_first_reason_says_why() -> None:
    gaps = [gap("a", "T", reason="no key"), gap("a", "U", reason="stopped"), gap("b")]
    assert models_not_run(gaps, {"a": 2, "b": 2, "c": 0}) == (
        NotRun(model="a", stage="generate", reason="no key"),
    )

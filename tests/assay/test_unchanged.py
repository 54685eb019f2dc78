"""What is done again for a model: what changed, what is damaged, and what had gaps."""

import json
from pathlib import Path

import pytest

from assay.config import paths
from assay.unchanged import Unchanged
from tests.assay.sandbox.conftest import write
from tests.project import BUILT_IN_RUN

SHARED = Path("criteria")
STAGE = "extract"
FINGERPRINT = """1  assay/code.py
2  conf/model/a.yaml
3  conf/model/b.yaml
# params.yaml attempts: 1
# params.yaml models: ["a", "b"]
"""


@pytest.fixture(autouse=True)
def under_dvc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stage has run for the models a and b, under DVC."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DVC_STAGE", STAGE)
    for name in ("model/a", "model/b", "judge/checks", "suite/mini"):
        write(paths.CONF / f"{name}.yaml", "x: 1\n")
    params(["a", "b"])
    write(paths.fingerprint(STAGE), FINGERPRINT)
    write(SHARED / "deep/T.yaml", "criteria")
    for model in ("a", "b"):
        write(paths.answers(model), f"answers of {model}")
        write(paths.extracted(model), f"files of {model}")
        write(paths.dialogues(model) / "T/1/x.ts", "let x;")
    ran = stage()
    for model in ("a", "b"):
        ran.note(model)


def params(models: list[str]) -> None:
    write(paths.PARAMS, json.dumps(BUILT_IN_RUN | {"models": models}))


def stage() -> Unchanged:
    """The stage, started again."""
    inputs = [lambda _: SHARED, paths.answers]
    return Unchanged(STAGE, inputs, [paths.extracted, paths.dialogues])


def with_work() -> list[str]:
    """The models that the next run works on."""
    again = stage()
    return [model for model in ("a", "b") if not again.has(model)]


def test_a_run_on_the_same_inputs_has_no_work() -> None:
    assert with_work() == []


@pytest.mark.parametrize(
    ("path", "models"),
    [
        ("outputs/answers/a.jsonl", ["a"]),
        ("criteria/deep/T.yaml", ["a", "b"]),
        ("criteria/new.yaml", ["a", "b"]),
        ("outputs/extracted/a.jsonl", ["a"]),
        ("outputs/dialogues/b/T/1/x.ts", ["b"]),
        ("outputs/dialogues/b/T/1/new.ts", ["b"]),
    ],
)
def test_a_changed_input_or_output_is_work_for_its_models(path: str, models: list[str]) -> None:
    write(Path(path), "changed")
    assert with_work() == models


@pytest.mark.parametrize(
    ("old", "new", "models"),
    [
        ("2  conf/model/a", "9  conf/model/a", ["a"]),
        ("1  assay", "9  assay", ["a", "b"]),
        ("attempts: 1", "attempts: 2", ["a", "b"]),
        ('["a", "b"]', '["a", "b", "c"]', []),
    ],
)
def test_a_model_depends_on_file_code_and_settings(old: str, new: str, models: list[str]) -> None:
    write(paths.fingerprint(STAGE), FINGERPRINT.replace(old, new))
    assert with_work() == models


def test_what_no_file_tells_is_work_for_all_when_it_changes() -> None:
    def has(facts: list[str]) -> bool:
        return Unchanged(STAGE, [paths.answers], [paths.extracted], lambda: facts).has("a")

    Unchanged(STAGE, [paths.answers], [paths.extracted], lambda: ["x is barred"]).note("a")
    assert has(["x is barred"])
    assert not has([]) and not has(["y is barred"])


def test_a_deleted_output_is_made_again() -> None:
    paths.extracted("a").unlink()
    (paths.dialogues("b") / "T/1/x.ts").unlink()
    assert with_work() == ["a", "b"]


@pytest.mark.parametrize("kept", [None, "", "{", "[]", "null", '{"a": 1, "b": [1]}'])
def test_without_a_readable_file_of_inputs_everything_is_done_again(kept: str | None) -> None:
    if kept is None:
        paths.inputs(STAGE).unlink()
    else:
        write(paths.inputs(STAGE), kept)
    assert with_work() == ["a", "b"]


def test_a_model_with_gaps_is_done_again() -> None:
    stage().note("a", complete=False)
    assert with_work() == ["a"]


def test_a_stage_by_hand_does_all_and_the_pipeline_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DVC_STAGE")
    assert with_work() == ["a", "b"]
    by_hand = stage()
    by_hand.note("a")
    assert by_hand.prune() == []
    monkeypatch.setenv("DVC_STAGE", STAGE)
    assert with_work() == ["a"]


def test_what_a_removed_model_left_is_deleted_and_named() -> None:
    params(["b"])
    notes = stage().prune()
    assert notes == [
        "removed outputs/extracted/a.jsonl: the model is not in params.yaml",
        "removed outputs/dialogues/a: the model is not in params.yaml",
    ]
    assert not paths.extracted("a").exists() and not paths.dialogues("a").exists()
    assert paths.extracted("b").exists() and with_work() == ["a"]
    assert list(json.loads(paths.inputs(STAGE).read_text())) == ["b"]
    assert stage().prune() == []
    assert paths.answers("a").exists(), "the outputs of other stages are theirs"

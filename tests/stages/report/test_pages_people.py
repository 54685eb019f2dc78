"""The report on people: marks and spread, missing and stale marks, agreement."""

from pathlib import Path
from typing import Any

import pytest

from assay.config import paths
from assay.records.jsonl import read_json, write_json
from tests.stages.report.test_page import MODELS, Parsed, build, write_run

TEST = "UpgradeReactApplication-One"
SPREAD = {"mean": 3.5, "low": 3.0, "high": 4.0, "sd": 0.7071}
MARKED = {
    "raters": 2,
    "accuracy": SPREAD,
    "completeness": {"mean": 4.0, "low": 4.0, "high": 4.0, "sd": 0.0},
}
PAIR = {"first": "ann", "second": "<b>ob", "dialogues": 6, "kappa": 0.8875}
RATERS = {
    "accuracy": {"dialogues": 6, "alpha": 0.8119, "pairs": [PAIR]},
    "completeness": {"dialogues": 6, "alpha": None, "pairs": [{**PAIR, "kappa": None}]},
    "panel": {"dialogues": 8, "correlation": 0.8952},
}


@pytest.fixture(autouse=True)
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_run(MODELS)


def people(stale: int = 0, **dialogues: dict[str, Any]) -> str:
    """The page's text, with these figures on the dialogue of each model."""
    for model, dialogue in dialogues.items():
        figures = read_json(paths.model_metrics(model)) | {
            "people": {"dialogues": {TEST: dialogue}, "stale": stale}
        }
        figures["llm"] |= {"lcif_by_people": 93.75} if dialogue["raters"] else {}
        write_json(paths.model_metrics(model), figures)
    parsed = Parsed(build())
    assert not parsed.unbalanced
    return parsed.text


def test_marks_stand_with_their_spread_and_missing_ones_are_named() -> None:
    text = people(solid=MARKED, hostile={"raters": 0}, patchy={"raters": 0})
    assert "3.50 3.0 to 4.0, SD 0.71" in text
    assert f"The final scores of hostile, patchy need marks of {TEST}." in text
    assert "no mark" in text and "that have changed" not in text


def test_notes_of_raters_stand_with_their_marks_and_stay_text() -> None:
    note = {"accuracy": 3.5, "completeness": 4.0, "note": "<b>search</b> is missing"}
    silent = {"accuracy": 1.0, "completeness": 2.0}
    marked = {**MARKED, "marks": {"0123": {"bob": silent, "ann": note}}}
    text = people(solid=marked)
    assert f"solid {TEST} ann 3.5 4 <b>search</b> is missing" in " ".join(text.split())
    assert text.count("<b>search</b>") == 1 and "1 2 bob" not in " ".join(text.split())


def test_stale_marks_are_counted_over_the_models() -> None:
    assert "2 marks belong to dialogues that have changed, and no longer used" in people(
        1, solid=MARKED, hostile={"raters": 0}
    )


def test_agreement_and_correlation_are_shown_and_what_is_not_defined_is_said() -> None:
    write_json(paths.LEADERBOARD, read_json(paths.LEADERBOARD) | {"raters": RATERS})
    text = people(solid=MARKED)
    assert "people and judges correlate by r = 0.90" in text
    assert "ann, <b>ob (kappa)" in text
    assert "0.89" in text and "0.81" in text and "not defined" in text


def test_without_dialogues_there_is_no_such_section() -> None:
    assert 'id="people"' not in build()

"""The last word of a run: what has no score, what is missing, and an exit code that says so."""

import json
from pathlib import Path

import pytest

from assay.config import paths
from assay.errors import AssayError
from assay.missing import write_gaps
from assay.records.gaps import Gap
from assay.records.jsonl import write_text
from assay.records.models import TestCounts
from tests.project import BUILT_IN_RUN
from tests.stages.validity.small_run import board
from tools.show_leaderboard import SHOWN, incomplete, require_complete


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("model/a", "judge/checks", "suite/mini"):
        write_text(paths.CONF / f"{name}.yaml", "")
    paths.PARAMS.write_text(json.dumps(BUILT_IN_RUN | {"models": ["a"]}))


def gaps(number: int) -> list[Gap]:
    return [Gap(model="a", test="T", attempt=1, reason=f"reason {i:02}") for i in range(number)]


def test_a_whole_run_and_a_project_that_never_ran_end_in_silence() -> None:
    require_complete()
    for stage in ("generate", "judge"):
        write_gaps(stage, ["a"], [])
    require_complete()


def test_what_is_missing_in_both_stages_is_an_error_that_says_what_to_do() -> None:
    write_gaps("generate", ["a"], gaps(1))
    write_gaps("judge", ["a"], [gaps(1)[0].model_copy(update={"judge": "kind"})])
    with pytest.raises(AssayError) as error:
        require_complete()
    assert str(error.value).splitlines() == [
        "results are missing:",
        "  a: 1 missing: reason 00",
        "  kind on a: 1 missing: reason 00",
        "  run again to ask for what is missing; what is paid is kept",
    ]


def test_a_long_list_is_cut_and_says_how_much_more_there_is() -> None:
    write_gaps("generate", ["a"], gaps(SHOWN + 3))
    with pytest.raises(AssayError) as error:
        require_complete()
    lines = str(error.value).splitlines()
    assert len(lines) == SHOWN + 3 and lines[-2] == "  and 3 more"


def test_a_model_with_a_gap_says_what_is_missing_and_what_gets_it() -> None:
    two = board("a", "b")
    counts = TestCounts(scored=44, unscored=1, missing=1)
    holed = two.models[1].model_copy(update={"complete": False, "tests": counts})
    lines = incomplete(two.model_copy(update={"models": (two.models[0], holed)}))
    assert lines == ["b: 2 tests have no score, its rank rests on the others (run again)"]

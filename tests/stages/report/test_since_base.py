"""What changed since a base: shown if it is of these very results, and said to be old if not."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from assay.config import paths
from assay.records.change import KeptChange, KeptFlip, OtherChange, ScoreChange
from assay.records.git_ids import git_id
from assay.records.jsonl import write_result
from tests.stages.report.test_page import HOSTILE, MODELS, Parsed, site, write_run


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_run(MODELS)


def score(model: str, change: float, **parts: float) -> ScoreChange:
    return ScoreChange(
        model=model,
        judge_group="llm",
        kind="final_provisional",
        base=50.0,
        head=50.0 + change,
        parts={"data sets": 0.0, **parts},
        flips={"answers": 3},
    )


def kept(*scores: ScoreChange) -> None:
    flip = KeptFlip(
        model="solid", test="Port-One", attempt=1, judge="kind", metric="accuracy",
        criterion="c1", text=HOSTILE, before=None, after=True, cause="answers",
    )  # fmt: skip
    change = KeptChange(
        base="v1.0",
        commit="ab" * 20,
        results=git_id(paths.LEADERBOARD.read_bytes()),
        scores=scores,
        changes=(OtherChange(kind="judge", name="kind", how=HOSTILE),),
        flips=(flip,),
        flipped=7,
    )
    write_result(paths.CHANGE, change)


def text(page: str, pages: Mapping[str, str] | None = None) -> str:
    """What a page says. `pages`: the report, if it is made already."""
    return Parsed((pages or site())[page]).text


def test_without_a_base_the_page_says_how_to_keep_one(run: None) -> None:
    pages = site()
    assert "no base is kept" in text("index.html", pages)
    assert "make compare BASE=v1.0 ARGS=--report" in text("change.html", pages)


def test_an_empty_file_is_no_base(run: None) -> None:
    paths.CHANGE.write_text("{}\n")
    assert "no base is kept" in text("index.html")


def test_the_first_page_has_the_largest_change_and_its_causes(run: None) -> None:
    kept(score("solid", 1.0, answers=1.0), score("patchy", -5.0, answers=-2.0, criteria=-3.0))
    pages = site()
    shown = text("index.html", pages)
    assert "Since v1.0" in shown
    words = "2 of 2 scores changed most patchy: −5.0 points, −2.0 by the model, −3.0 by the"
    assert words in shown
    page = text("change.html", pages)
    html = pages["change.html"]
    assert ">Criteria</th>" in html
    assert ">Data sets</th>" not in html, "a cause that moved nothing"
    assert "The first 1 of 7" in page and "not judged" in page


def test_a_change_too_small_to_see_is_none(run: None) -> None:
    kept(score("solid", 0.00001, answers=0.00001))
    assert "0 of 1 scores changed" in text("index.html")


def test_a_comparison_of_earlier_results_is_said_to_be_old(run: None) -> None:
    kept(score("solid", 1.0, answers=1.0))
    paths.LEADERBOARD.write_text(paths.LEADERBOARD.read_text() + "\n")
    pages = site()
    assert "compared with earlier results" in text("index.html", pages)
    assert "Of earlier results." in text("change.html", pages)


def test_what_a_judge_or_a_criterion_says_stays_text(run: None) -> None:
    kept(score("solid", 1.0, answers=1.0))
    html = site()["change.html"]
    assert "<script>alert(1)" not in html and "&lt;script&gt;alert(1)" in html
    parsed = Parsed(html)
    assert (parsed.unbalanced, parsed.open) == ([], [])


def test_a_name_is_the_one_that_git_gives() -> None:
    assert git_id(b"hello\n") == "ce013625030ba8dba906f756967f9e9ca394464a"

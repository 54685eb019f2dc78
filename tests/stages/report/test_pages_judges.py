"""The report on judges: the figures of validity are there, and reasons where one is missing."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from assay.config import paths
from assay.errors import AssayError
from assay.records.jsonl import write_json
from assay.records.pipeline import CHECKS
from tests.stages.report.test_page import MODELS, PANEL, Parsed, build, evidence_of, write_run


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_run(MODELS)


def part(html: str, name: str) -> str:
    return Parsed(html.split(f'id="{name}"', 1)[1].split("</section>", 1)[0]).text


def test_every_judge_has_a_cell_in_every_line(run: None) -> None:
    text = part(build(), "trust")
    for words in (
        "False passes",
        "Own family",
        "What to do",
        "strict and kind",
    ):
        assert words in text


def test_figures_of_repeats_are_there_only_if_judges_were_asked_again(run: None) -> None:
    names = ("Same verdict again", "Agreement with itself", "Place in the list", "asked again")
    assert '"retest"' not in paths.JUDGE_METRICS.read_text()
    text = part(build(), "trust")
    assert not [name for name in names if name in text]

    metrics = json.loads(paths.JUDGE_METRICS.read_text())
    figure = {"value": 0.9123, "low": 0.87, "high": 0.95, "verdicts": 321}
    place = {"value": -0.1234, "low": -0.2, "high": -0.05, "verdicts": 321}
    retest = {"same": figure, "ac1": figure, "place": place, "calls": 77, "cost_usd": 1.5}
    metrics["judges"]["strict"]["retest"] = retest
    metrics["judges"]["kind"]["retest"] = {"why": "it was asked about no answer again"}
    write_json(paths.JUDGE_METRICS, metrics)
    text = part(build(), "trust")
    assert all(name in text for name in names)
    for shown in ("91.2", "0.91", "12.3", "it was asked about no answer again", "strict 77 calls"):
        assert shown in text


def test_agreement_on_the_page_is_that_of_the_file(run: None) -> None:
    found = json.loads(paths.JUDGE_METRICS.read_text())["agreement"]["pairs"]["strict and kind"]
    text = part(build(), "trust")
    assert f"{found['kappa']['value']:.2f}" in text
    assert f"{found['ac1']['value']:.2f}" in text


def test_the_review_list_stands_with_links_to_the_answers_and_every_judges_verdict(
    run: None,
) -> None:
    rows = list(csv.DictReader(paths.REVIEW.open()))
    html = build()
    text = part(html, "review")
    assert rows and f"of {len(rows)}" in text
    assert rows[0]["text"] in text and rows[0]["why"] in text
    assert (
        f'href="answers/{rows[0]["test"]}--{rows[0]["model"]}.html#criterion-{rows[0]["criterion"]}"'
        in html.split('id="review"', 1)[1]
    )
    assert all(judge in text for judge in PANEL)


def test_without_llm_judges_the_page_says_why_there_is_nothing(run: None) -> None:
    found = json.loads(paths.JUDGE_METRICS.read_text())
    alone: dict[str, Any] = {
        **found,
        "judges": {CHECKS: found["judges"][CHECKS]},
        "agreement": {"panel": {"why": "agreement takes two LLM judges or more"}, "pairs": {}},
    }
    write_json(paths.JUDGE_METRICS, alone)
    paths.REVIEW.write_text(paths.REVIEW.read_text().splitlines()[0] + "\n")
    html = build(panel=[CHECKS])
    assert "has only one judge" in part(html, "trust") and "Agreement of judges" not in html
    assert "no LLM judge gave a verdict" in " ".join(part(html, "review").split())


def test_people_are_shown_if_they_audited(run: None) -> None:
    assert "Nobody has audited" in part(build(), "trust")
    found = json.loads(paths.JUDGE_METRICS.read_text())
    figure = {"value": 0.61, "low": 0.5, "high": 0.7, "verdicts": 40}
    names = ("kappa", "ac1", "false_pass", "false_fail")
    found["people"] = {
        "lines": 45,
        "used": 40,
        "raters": {"anna": 45},
        "judges": {judge: dict.fromkeys(names, figure) for judge in ("strict", "panel")},
        "among_raters": {"why": "one person alone audited"},
    }
    write_json(paths.JUDGE_METRICS, found)
    text = part(build(), "trust")
    assert "40 of 45 audited verdicts" in " ".join(text.split())
    assert "0.61" in text and "0.50 to 0.70" in text and "one person alone audited" in text


def test_dead_weight_is_listed_with_its_text(run: None) -> None:
    head = "test,category,criterion,metric,weight,models,answers,pass_rate,item_total,found,text"
    line = "Port-One,code_translation,abc,accuracy,2.0,3,3,1.0,,all pass,It works with <React> & 19"
    paths.DISCRIMINATION.write_text(f"{head}\n{line}\n")
    html = build()
    text = part(html, "discrimination")
    assert "It works with <React> & 19" in text and "not defined" in text
    assert "&lt;React&gt;" in html.split('id="discrimination"', 1)[1]


def test_a_model_called_null_is_a_name_and_no_hole(run: None) -> None:
    text = paths.REVIEW.read_text()
    paths.REVIEW.write_text(text.replace("hostile,", "null,"))
    assert "null" in {row.model for row in evidence_of().review.rows}


def test_a_missing_file_is_one_line_with_its_remedy(run: None) -> None:
    paths.REVIEW.unlink()
    with pytest.raises(AssayError, match=r"outputs/review.csv: cannot be read .*: run `dvc repro`"):
        evidence_of()

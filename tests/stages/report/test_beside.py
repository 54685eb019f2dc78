"""Two models beside each other: few pages, the right way round, and nothing left unsaid."""

from pathlib import Path

import pytest

from assay.config import paths
from assay.records.jsonl import read_records, read_result, write_records, write_result
from assay.records.leaderboard import Leaderboard
from assay.records.pipeline import DeliveredFile, Extracted
from stages.report.beside import drawn_pairs
from stages.report.differences import PageBudget, file_pairs
from stages.report.run_evidence import Evidence, load_evidence
from stages.report.results import seen_from
from tests.stages.report.test_page import MODELS, PANEL, Parsed, site, write_run


@pytest.fixture
def evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evidence:
    monkeypatch.chdir(tmp_path)
    write_run(MODELS)
    return load_evidence(MODELS, PANEL)


def test_neighbours_have_pages_and_with_a_baseline_its_pairs_too(evidence: Evidence) -> None:
    first, second, third = evidence.ranked
    assert drawn_pairs(evidence) == [(first, second), (second, third)]
    board = read_result(paths.LEADERBOARD, Leaderboard)
    kept = tuple(pair for pair in board.pairs if first in (pair.first, pair.second))
    write_result(paths.LEADERBOARD, board.model_copy(update={"pairs": kept}))
    with_baseline = load_evidence(MODELS, PANEL)
    assert drawn_pairs(with_baseline) == [(first, second), (first, third), (second, third)]
    page = Parsed(site()[f"beside/{second}--{third}.html"]).text
    assert "with a baseline, models are compared with that model alone" in page


def test_a_difference_is_the_first_minus_the_second_whichever_way_it_was_worked_out(
    evidence: Evidence,
) -> None:
    pair = evidence.leaderboard.pairs[0].model_copy(
        update={"difference": 3.0, "low": -1.0, "high": 7.0}
    )
    one, two = seen_from(pair.first, pair), seen_from(pair.second, pair)
    assert one.difference == 3.0 and two.difference == -3.0
    assert one.interval and (one.interval.low, one.interval.high) == (-1.0, 7.0)
    assert two.interval and (two.interval.low, two.interval.high) == (-7.0, 1.0)


def test_answers_to_one_test_stand_side_by_side_with_what_differs(evidence: Evidence) -> None:
    pages = site()
    name = next(name for name in pages if name.endswith("Explain-One.html") and "beside/" in name)
    text = Parsed(pages[name]).text
    assert "criteria differ by the LLM judges" in text
    mixed = [page for page in pages if page.startswith("beside/") and "Port-One" in page]
    assert any('class="changed"' in pages[page] for page in mixed) or any(
        "Only " in Parsed(pages[page]).text for page in mixed
    )


def test_a_line_is_whole_where_only_its_counterpart_has_more(
    evidence: Evidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorter = [DeliveredFile(path="a.ts", content="let total = f(1);\n")]
    longer = [DeliveredFile(path="a.ts", content="let total = f(1, 2);\n")]
    pairs = file_pairs(shorter, longer, PageBudget(10, 10_000))
    monkeypatch.setattr("stages.report.beside.file_pairs", lambda *_: pairs)
    first, second, _ = evidence.ranked
    html = site()[f"beside/{first}--{second}--Port-One.html"]
    assert "<td>let total = f(1);</td>" in html
    assert "<td>let total = f(1<mark>, 2</mark>);</td>" in html


def test_the_page_of_all_answers_has_every_model_or_says_what_lacks(evidence: Evidence) -> None:
    pages = site()
    for test in ("Explain-One", "Port-One", "UpgradeReactApplication-One"):
        html = pages[f"together/{test}.html"]
        assert all(f'data-model="{model}" id="of-{model}"' in html for model in MODELS)
    assert "there is neither a file nor a text" in Parsed(pages["together/Port-One.html"]).text


def test_a_page_without_room_names_the_file_and_leads_to_the_answer(
    evidence: Evidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stages.report.beside.MOST_BYTES", 3)
    text = Parsed(site()["together/Port-One.html"]).text
    assert "this page has no room for it; it stands on the page of the answer" in text


def test_very_large_files_of_one_side_are_named_and_the_page_stays_below_3_mb(
    evidence: Evidence,
) -> None:
    first, second, _ = evidence.ranked
    path = paths.extracted(first)
    huge = [DeliveredFile(path=f"only/{number}.txt", content="<" * 300_000) for number in range(6)]
    extracts = [
        item.model_copy(update={"files": tuple(huge)}) for item in read_records(path, Extracted)
    ]
    write_records(path, extracts)
    html = site()[f"beside/{first}--{second}--Port-One.html"]
    assert 1_000_000 < len(html.encode()) < 3_000_000
    text = Parsed(html).text
    assert all(file.path in text for file in huge)
    assert "This page has no room for the file: it stands whole on the page of" in text

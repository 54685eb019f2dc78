"""Every page says what the records say, with its uncertainty, and in words what is missing.

On one run with everything and on one with little (`rich_run.py`).
"""

import csv
import re
from pathlib import Path

import pytest

from assay.config import paths
from assay.errors import AssayError
from assay.records.jsonl import read_json, read_records, write_json
from assay.records.pipeline import Judgement
from assay.scores.basis import MENTIONED
from stages.report.page_text import PageLinks
from tests.stages.report import test_page
from tests.stages.report.rich_run import DIALOGUE, PORT, write_plain_run
from tests.stages.report.test_page import (
    PANEL,
    Pages,
    Parsed,
    evidence_of,
    files_of,
    section,
    site,
    write_run,
)

pytestmark = pytest.mark.usefixtures("here")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("plain"))
        write_plain_run()
        return site(["strict", "checks"])


@pytest.fixture(scope="module")
def by_checks(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("checks"))
        patch.setattr(test_page, "PANEL", ["checks"])
        write_run(["solid", "patchy"])
        return files_of(["checks"])


def text(pages: Pages, name: str, part: str = "") -> str:
    """The words of a page, or of a section of it."""
    html = pages[f"{name}.html"]
    if part:
        html = html.split(f'id="{part}"', 1)[1].split("</section>", 1)[0]
    return Parsed(html).text


# the first page


def test_the_leader_stands_with_interval_price_and_rivals_the_closest_first(rich: Pages) -> None:
    found = text(rich, "index")
    assert "Who leadsfifth 100.0 % 50.0 to 90.0" in found
    assert "behindfourth −1.0, hostile −2.5, patchy −3.5, sixth −4.0 and 1 more" in found
    assert "What a test costsfifth $0.0120; the cheapest of the leading group: fourth" in found
    assert "What the suite can tell82 % are passed by both." in found
    assert "strict: passes 90.0 % 80.0 to 95.0 of what failed when run" in found
    assert "Best in code translation" in found


def test_the_markdown_has_a_line_for_each_model_in_order(rich: Pages, folder: Path) -> None:
    board = read_json(folder / paths.LEADERBOARD)
    table = [line for line in rich["leaderboard.md"].splitlines() if line.startswith("|")]
    named = [line.split(" | ")[1] for line in table[2 : 2 + len(board["models"])]]
    assert named == [row["model"] for row in board["models"]]


def test_without_rivals_prices_or_executions_that_is_said(plain: Pages) -> None:
    found = text(plain, "index")
    assert "Who is not significantly behindno other model was compared" in found
    assert "What a test costssolid $0" in found and "nothing: answers were only read" in found
    assert "Fewer than two models have a price" in found
    assert "no interval: too few data sets" in found and "No score has an interval" in found


def test_a_single_ruler_without_a_base_leads_nobody() -> None:
    write_run(["patchy"])
    board = read_json(paths.LEADERBOARD)
    board["models"][0].update(ruler=True, rank=None, group=None)
    write_json(paths.LEADERBOARD, board)
    pages = site()
    assert "No model was compared: gold, echo and null are rulers" in text(pages, "index")
    assert "There is only one model" in text(pages, "pairs")
    assert "no base is kept" in text(pages, "index")
    assert "make compare BASE=v1.0 ARGS=--report" in text(pages, "change")
    assert "hostile" not in "".join(pages), "models outside the run are not read"


def test_documents_that_checks_searched_are_a_bound_on_every_page(by_checks: Pages) -> None:
    first = text(by_checks, "index")
    assert "The ranking rests on the judge checks alone" in first
    assert first.count(MENTIONED) == 1 and MENTIONED in by_checks["leaderboard.md"]
    assert "1 (1 to 2) solid 100.0 none 100.0 ≤ 100.0 100.0" in first
    assert "Best in code translation" in first and "Best in code documentation" not in first
    of_model = text(by_checks, "models/solid")
    assert "Code documentation ≤ 100.0: mentioned, not verified Instruction" in of_model
    of_category = text(by_checks, "categories/code_documentation")
    assert "no model has a scored test" in of_category and "none solid ≤ 100.0" in of_category
    assert "Explain-Two ≤ 100.0 ≤ 100.0" in of_category
    of_test = text(by_checks, "tests/Explain-Two")
    assert "solid ≤ 100.0 0 % ≤ 100.0 0 %" in of_test and "not that they are true" in of_test
    assert "not that they are true" not in text(by_checks, "tests/Port-One")
    of_answer = section(by_checks, "Explain-Two", "solid")
    assert "checks mentioned ≤ 100.0: mentioned, not verified ≤ 100.0: mentioned" in of_answer
    compared = text(by_checks, "pairs", "pairs-title")
    assert "no common score" in compared


def test_a_model_that_did_not_run_has_a_row_with_its_reason(rich: Pages) -> None:
    assert "absent no results: no key" in text(rich, "index", "leaderboard")


def test_days_runs_and_what_is_missing_stand_on_the_first_page(rich: Pages, plain: Pages) -> None:
    found = text(rich, "index")
    assert "Models were asked2026-03-01 to 2026-03-05" in found
    assert "Built and run2 of 30 answers, which decided 3 verdicts" in found
    assert "1 answer, 1 judgement, 1 score" in found.replace(" ,", ",")
    assert "Models were askednot recorded" in text(plain, "index")


def test_marks_and_notes_of_people_are_shown_where_there_are_any(rich: Pages, plain: Pages) -> None:
    found = text(rich, "index", "people")
    assert "3.50 3.0 to 4.0, SD 0.70" in found and "no mark" in found
    assert f"The final score of patchy needs marks of {DIALOGUE}" in found
    assert "2 marks belong to dialogues that have changed, and no longer used" in found
    assert f"solid {DIALOGUE} ann 3.5 4 search is missing" in found
    assert 'id="people"' not in plain["index.html"]


# what changed


def test_the_largest_change_stands_on_the_first_page_and_all_on_its_own(rich: Pages) -> None:
    words = "1 of 1 scores changed most solid: +1.0 points, +1.0 by the model, ±0.0 by the"
    assert f"Since v1.0{words}" in text(rich, "index")
    page = text(rich, "change")
    assert "The first 1 of 7" in page and "not judged" in page
    assert ">Answers</th>" in rich["change.html"]
    assert ">Criteria</th>" not in rich["change.html"], "a cause that moved nothing"


def test_a_comparison_of_earlier_results_is_said_to_be_old(plain: Pages) -> None:
    assert "compared with earlier results" in text(plain, "index")
    assert "Of earlier results." in text(plain, "change")


# two models


def test_pairs_show_the_corrected_p_the_largest_differences_and_chances(rich: Pages) -> None:
    assert "Each model against the next" in text(rich, "index")
    found = text(rich, "pairs", "neighbours")
    assert "sixth solid +1.0 −3.0 to +5.0" in found and "solid hostile −1.0 −5.0 to +3.0" in found
    assert rich["pairs.html"].index('id="neighbours"') < rich["pairs.html"].index('id="pairs"')
    found = text(rich, "pairs", "pairs")
    assert "0.04 alone 0.03" in found and f"{PORT} −3.0" in found
    assert "70 %" in found
    assert "no test is scored for both" in found


def test_with_a_baseline_the_others_are_not_compared() -> None:
    write_plain_run()
    assert "There are no two ranked models to compare" in text(site(), "pairs")


def test_the_page_of_a_test_has_every_answer_or_says_what_lacks(rich: Pages) -> None:
    page = text(rich, f"tests/{PORT}")
    assert "There is neither a file nor a text" in page, "patchy refused"
    assert re.search(r"answered 100.0 %, 4 files, 4,500 tokens, \$0.0123, 12.3 s", page)


def test_a_page_without_room_leads_to_the_answers_page(monkeypatch: pytest.MonkeyPatch) -> None:
    write_run(["solid", "hostile"])
    monkeypatch.setattr("stages.report.model_digest.MOST_BYTES", 3)
    page = text(site(), f"tests/{PORT}")
    assert "this page has no room for it; it stands on the page of the answer" in page


# executions


def test_what_did_not_pass_when_run_keeps_its_number_and_shows_its_picture(rich: Pages) -> None:
    html = rich[PageLinks().answer(PORT, "solid")]
    numbers = re.findall(r'id="behaviour-1-(\d+)"\s+open><summary>(.*?)</summary>', html)
    assert numbers == [("1", "failed: It adds"), ("2", "flaky: It waits")]
    assert "Behaviours1 of 3 passed" in Parsed(html).text
    assert "3 passed, 1 failed, by their own word" in Parsed(html).text
    assert "2 of 3 faults in the source noticed" in Parsed(html).text and "a default" in html
    assert html.count("data:image/png;base64,") == 1


def test_a_program_that_does_not_build_leads_to_its_log(rich: Pages) -> None:
    found = section(rich, PORT, "hostile")
    assert "The 1 behaviours that fail because the program does not build" in found
    assert "no such file" in found


# judges


def test_every_judge_has_its_figures_and_what_they_rest_on(rich: Pages) -> None:
    found = text(rich, "judges", "trust")
    for words in ("False passes", "False fails", "What to do", "strict and kind"):
        assert words in found
    assert "strictsyntax90.0 80.0 to 95.0" in found and "too few" in found
    assert re.search(r"strict ?solid ?exam ?90.0", found)
    assert "40 of 45 audited verdicts" in found and "0.80 to 0.95" in found


def test_without_audits_or_a_second_judge_that_is_said(plain: Pages) -> None:
    found = text(plain, "judges", "trust")
    assert "No figure for the LLM judges together: too few." in found
    assert "one person alone" in found


def test_a_single_judge_has_no_agreement() -> None:
    write_plain_run()
    pages = site(["checks"])
    assert "has only one judge" in text(pages, "judges", "trust")
    assert "Agreement of judges" not in pages["judges.html"]
    assert "no LLM judge gave a verdict" in text(pages, "review", "review")


def test_the_review_list_leads_to_answers_and_has_all_verdicts(rich: Pages, folder: Path) -> None:
    row = next(csv.DictReader((folder / paths.REVIEW).open()))
    found = text(rich, "review", "review")
    assert row["text"] in found and row["why"] in found and "attempt 2" in found
    address = PageLinks().answer(row["test"], row["model"], f"criterion-{row['criterion']}")
    assert f'href="{address}"' in rich["review.html"]
    assert all(judge in found for judge in PANEL)


def test_dead_weight_and_proofs_of_criteria_are_listed(rich: Pages) -> None:
    assert "all pass" in text(rich, "criteria", "discrimination")
    assert "h1 gone by its own words" in text(rich, "criteria", "health")
    assert "None found. it is one element" in text(rich, "criteria", "health")
    assert "-30.0 points" in text(rich, "criteria", "execution-proof")


def test_an_overruled_verdict_shows_both_decisions_an_unused_line_its_reason(rich: Pages) -> None:
    page = section(rich, PORT, "solid")
    assert "Ann: <i>no h1</i> The judge said pass" in page
    assert re.search(r"strict: fail, executed ?, overruled", page)
    listed = text(rich, "judges", "scrutiny")
    assert "Verdicts that people overruled" in listed and "the answer has changed since" in listed


def test_a_judge_against_the_check_and_a_quotation_that_is_none_are_marked(rich: Pages) -> None:
    pages = [section(rich, PORT, model) for model in ("solid", "hostile", "patchy")]
    assert [page.count("against the check") for page in pages[:1]] == [1]
    assert "strict, kind against the check" in pages[0]
    assert "not in the answer" in pages[0] and "not in the answer" not in pages[2]
    assert "executed" in pages[0] and "executed" not in pages[2]
    assert "25.0 % of its weight" in pages[0]


def test_each_answer_and_criterion_shows_the_id_that_people_name(rich: Pages, folder: Path) -> None:
    page = section(rich, PORT, "solid")
    judged = read_records(folder / paths.verdicts("solid"), Judgement)
    ids = {verdict.criterion for item in judged if item.test == PORT for verdict in item.verdicts}
    assert re.search(r"Id for marks[0-9a-f]{16}", page) and all(one in page for one in ids)


# data sets


def test_expected_figures_stand_beside_measured_ones_only_if_measured(rich: Pages) -> None:
    found = text(rich, "datasets")
    assert "expected 38" in found and "as expected" in found and "published low" in found
    assert "−0.0500" in found and "nothing to measure" in found
    write_run(["solid"])
    paths.DATASET_METRICS.unlink()
    assert 'id="datasets"' not in site()["datasets.html"]


# all of them


def test_every_answer_and_every_criterion_is_listed_once_to_search(rich: Pages) -> None:
    html = rich["find.html"]
    answers = re.findall(r'<tr><td><a href="(answers/[^"]+)"', html)
    assert len(answers) == len(set(answers)) == 30
    criteria = re.findall(r'href="(tests/[^"]+#of-[^"]+)"', html)
    assert len(criteria) == len(set(criteria)) == 20


def test_a_missing_file_is_one_line_with_its_remedy() -> None:
    write_run(["solid"])
    paths.REVIEW.unlink()
    with pytest.raises(AssayError, match=r"outputs/review.csv: cannot be read .*: run `dvc repro`"):
        evidence_of()

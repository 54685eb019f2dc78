"""A whole run over the network: its figures equal those computed by hand."""

from pathlib import Path

import pytest

from tests.pipeline.conftest import CALLS
from tests.project import Project

pytestmark = pytest.mark.slow


@pytest.fixture
def whole(third_judge_run: Path) -> Project:
    """Two models of different quality and null, three LLM judges and the checks."""
    return Project(third_judge_run)


def third(*figures: float) -> float:
    return round(sum(figures) / 3, 4)


def test_the_good_candidate_passes_everything(whole: Project) -> None:
    figures = whole.json("metrics/models/strong.json")
    assert figures["llm"]["final_provisional"] == figures["checks"]["final_provisional"] == 100.0
    assert "final" not in figures["llm"]


def test_the_weak_candidates_scores_are_those_computed_by_hand(whole: Project) -> None:
    llm = whole.json("metrics/models/weak.json")["llm"]
    # literal and sloppy judge by the quoted words, kind passes all. Weights: 1 and 3; 1 and 0.5.
    translation = {"accuracy": third(75, 100, 75), "completeness": third(100 / 3, 100, 100 / 3)}
    documentation = {"accuracy": third(50, 100, 50), "completeness": third(0, 100, 0)}
    dialogue = {"accuracy": third(0, 100, 0), "completeness": third(0, 100, 0)}
    for category, pair in (
        ("code_translation", translation),
        ("code_documentation", documentation),
        ("instruction_following", dialogue),
    ):
        score = (pair["accuracy"] + pair["completeness"]) / 2
        assert llm["categories"][category] == pytest.approx({**pair, "score": score}, abs=1e-4)
    assert llm["final_provisional"] == pytest.approx((69.4444 + 50 + 33.3333) / 3, abs=1e-3)
    assert llm["tests"] == {"scored": 3, "unscored": 0, "missing": 0}


def test_the_checks_are_a_panel_of_their_own_with_their_own_coverage(whole: Project) -> None:
    checks = whole.json("metrics/models/weak.json")["checks"]
    translation = {"accuracy": 75.0, "completeness": 0.0, "score": 37.5}
    assert checks["categories"]["code_translation"] == translation
    assert "code_documentation" not in checks["categories"], "the test's answer is a document"
    assert checks["mentioned"] == {"code_documentation": 50.0}
    assert checks["final_provisional"] == pytest.approx((37.5 + 0) / 2, abs=1e-4)
    # of each metric's weight: 4/4 and 1/1.5, nothing of the document, 1/1 and 1/1
    assert checks["coverage"] == pytest.approx((1 + 2 / 3 + 0 + 0 + 1 + 1) / 6, abs=1e-4)
    assert checks["bounds"]["low"] < checks["final_provisional"] < checks["bounds"]["high"]


def test_an_answer_without_anything_can_score_nothing_even_where_there_is_no_check(
    whole: Project,
) -> None:
    checks = whole.json("metrics/models/null.json")["checks"]
    assert checks["bounds"] == {"low": 0.0, "high": 0.0}
    assert checks["mentioned"] == {"code_documentation": 0.0}


def test_tokens_and_costs_are_those_that_the_server_sent(whole: Project) -> None:
    of_model = [call["usage"] for call in whole.json(CALLS) if call["model"] == "strong"]
    figures = whole.json("metrics/spending/strong.json")["generate"]
    assert figures["tokens"] == {
        "input": sum(usage["prompt_tokens"] for usage in of_model),
        "cached": sum(usage["prompt_tokens_details"]["cached_tokens"] for usage in of_model),
        "cache_write": 0,
        "output": sum(usage["completion_tokens"] for usage in of_model),
        "reasoning": sum(
            usage["completion_tokens_details"]["reasoning_tokens"] for usage in of_model
        ),
    }
    assert figures["cost_usd"] == pytest.approx(dollars(of_model), abs=5e-5)
    assert figures["gaps"] == 0


def dollars(usages: list) -> float:
    """One dollar a million input tokens, half of it for cached ones, two for output."""
    fresh = sum(
        usage["prompt_tokens"] - usage["prompt_tokens_details"]["cached_tokens"] for usage in usages
    )
    cached = sum(usage["prompt_tokens_details"]["cached_tokens"] for usage in usages)
    return (fresh + 0.5 * cached + 2 * sum(usage["completion_tokens"] for usage in usages)) / 1e6


def test_the_judges_tokens_are_accounted_to_the_models_they_judged(whole: Project) -> None:
    judged = [call for call in whole.json(CALLS) if call["model"].startswith("judge")]
    sent = [call["usage"] for call in judged]
    figures = [
        whole.json(f"metrics/spending/{model}.json")["judge"] for model in ("strong", "weak")
    ]
    assert sum(figure["tokens"]["input"] for figure in figures) == sum(
        usage["prompt_tokens"] for usage in sent
    )
    assert sum(figure["cost_usd"] for figure in figures) == pytest.approx(dollars(sent), abs=1e-4)


def test_the_leaderboard_ranks_them_and_the_report_shows_both(whole: Project) -> None:
    board = whole.json("metrics/leaderboard.json")
    ranks = [(row["model"], row["rank"]) for row in board["models"]]
    assert ranks == [("strong", 1), ("weak", 2), ("null", None)]
    assert board["panel"] == "llm"
    # one data set in each category: no draw would vary, so there is no interval and no decision
    pair = board["pairs"][0]
    assert pair.get("decision", "too few data sets") == "too few data sets"
    assert pair.get("low") is None and not pair.get("told_apart")
    report = whole.read("outputs/report/index.html")
    assert "strong" in report and "weak" in report and "judge-sloppy" in report


def test_dvc_metrics_and_plots_show_the_run(whole: Project, tmp_path: Path) -> None:
    lines = whole.run("dvc", "metrics", "show").stdout.splitlines()
    board = whole.json("metrics/leaderboard.json")["models"]
    scores = {row["model"]: row["score"] for row in board}
    overall = lines[0].split().index("overall")
    shown = {line.split()[0]: float(line.split()[overall]) for line in lines[1:]}
    assert shown == {f"metrics/summary/{model}.json": score for model, score in scores.items()}
    assert max(map(len, lines)) <= 160
    assert whole.json("metrics/summary.json")["weak"]["overall"] == scores["weak"]
    whole.run("dvc", "plots", "show", "--out", str(tmp_path / "plots"))
    page = (tmp_path / "plots" / "index.html").read_text()
    assert "Score against cost" in page and "vegaEmbed(" in page
    assert "<DVC_METRIC_" not in page, "DVC fills every anchor of the templates"
    assert "Without a network" in page and "outputs/report/charts/" in page

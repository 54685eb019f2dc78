"""The report's other files hold the figures of the pages."""

import csv
import io
from pathlib import Path

import pytest

from assay.config import paths
from assay.records.execution_records import Behaviour, Execution, OwnTests, Step
from assay.records.jsonl import read_records, read_result, write_records
from assay.records.leaderboard_records import Leaderboard
from assay.records.pipeline import Judgement
from tests.stages.report.test_page import MODELS, files_of, write_run

RUN = Execution(
    model="solid",
    test="Port-One",
    attempt=1,
    status="executed",
    key="a",
    builds=Step(status="passed"),
    own_tests=OwnTests(status="failed", passed=3),
    behaviours=(
        Behaviour(title="greets", outcome="passed"),
        Behaviour(title="counts", outcome="flaky"),
    ),
)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.chdir(tmp_path)
    write_run(MODELS)
    write_records(paths.executions("solid"), [RUN])
    return files_of()


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_markdown_table_has_a_line_for_each_model_in_order(files: dict[str, str]) -> None:
    lines = files["leaderboard.md"].splitlines()
    assert lines[0] == "Suite mini, 5 tests: provisional scores in percent, by the LLM judges."
    board = read_result(paths.LEADERBOARD, Leaderboard)
    assert [line.split(" | ")[1] for line in lines[4:]] == [row.model for row in board.models]
    assert len({line.count("|") for line in lines[2:]}) == 1


def test_every_score_and_every_verdict_is_a_line(files: dict[str, str]) -> None:
    scores = rows(files["data/scores.csv"])
    assert {row["test"] for row in scores if row["model"] == "patchy"} >= {"Explain-One"}
    missing = next(row for row in scores if row["status"] == "missing")
    assert missing["accuracy"] == "", "what is missing is no zero"
    verdicts = rows(files["data/verdicts.csv"])
    judged = [item for model in MODELS for item in read_records(paths.verdicts(model), Judgement)]
    assert len(verdicts) == sum(len(item.verdicts) for item in judged)
    assert {row["passed"] for row in verdicts} == {"yes", "no", ""}


def test_every_execution_is_a_line(files: dict[str, str]) -> None:
    (row,) = rows(files["data/executions.csv"])
    assert (row["model"], row["builds"], row["types"]) == ("solid", "passed", "")
    assert (row["own_tests_passed"], row["own_tests_failed"]) == ("3", "")
    assert (row["behaviours"], row["behaviours_passed"], row["behaviours_flaky"]) == ("2", "1", "1")

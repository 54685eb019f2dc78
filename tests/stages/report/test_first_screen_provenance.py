"""The first page says who is near the leader, which results it shows, and what lacks."""

import re
import subprocess
from types import SimpleNamespace
from typing import Any, cast

from assay.config import paths
from assay.records.jsonl import read_records, write_records
from assay.records.models import TestCounts
from assay.records.pipeline import Answer
from stages.report.first_screen import first_screen, missing_by_kind
from stages.report.model_digest import MissingLine
from tests.stages.report.test_page import MODELS, Parsed, site
from tests.stages.validity.small_run import board, significant_pair


def index() -> str:
    return Parsed(site()["index.html"]).text


def git(*arguments: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b")
    command = ("git", *identity, *arguments)
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_git_names_the_commit_that_has_the_results(run: None) -> None:
    text = index()
    command = re.search(r"git (log) (--find-object=[0-9a-f]+)", text)
    assert command
    git("init", "-q")
    git("commit", "-q", "--allow-empty", "-m", "before")
    git("add", str(paths.LEADERBOARD))
    git("commit", "-q", "-m", "results")
    git("commit", "-q", "--allow-empty", "-m", "after")
    assert git(*command.groups(), "--format=%s").split() == ["results"]


def test_without_a_call_there_is_no_day(run: None) -> None:
    for model in MODELS:
        answers = read_records(paths.answers(model), Answer)
        built_in = [answer.model_copy(update={"requests": ()}) for answer in answers]
        write_records(paths.answers(model), built_in)
    assert "Models were askedno call was made" in index()


def test_what_is_missing_is_counted_by_its_kind() -> None:
    kinds = ("gap", "gap", "gap of strict", "unscored by llm", "empty", "refused")
    lines = [MissingLine("Port-One", "solid", 1, what, "") for what in kinds]
    assert missing_by_kind(lines) == (("answer", 2), ("judgement", 1), ("score", 1))
    assert missing_by_kind(lines[4:]) == ()


def test_who_is_significantly_worse_than_the_leader_is_no_rival() -> None:
    near = significant_pair("a", "b").model_copy(update={"significant": False})
    found = board("a", "b", "c").model_copy(update={"pairs": (near, significant_pair("a", "c"))})
    evidence = cast(Any, SimpleNamespace(leaderboard=found))
    assert [rival.first for rival in first_screen(evidence, found.models, ()).rivals] == ["b"]


def test_the_cheapest_of_the_leading_group_is_so_by_the_price_of_a_test() -> None:
    found = board("dear", "unpriced", "short", "cheap")
    costs = {"dear": (40, 4.0), "unpriced": (40, None), "short": (10, 2.0), "cheap": (40, 3.0)}
    rows = []
    for row in found.models:
        tests, cost = costs[row.model]
        answered = TestCounts(scored=tests, unscored=0, missing=40 - tests)
        rows.append(row.model_copy(update={"group": 1, "tests": answered, "cost_usd": cost}))
    evidence = cast(Any, SimpleNamespace(leaderboard=found))
    cheapest = first_screen(evidence, rows, ()).cheapest
    assert cheapest is not None and cheapest.model == "cheap"

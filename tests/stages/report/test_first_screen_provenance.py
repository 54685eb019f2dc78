"""The first page says which results it shows, when models were asked, what was run, what lacks."""

import re
import subprocess

from assay.config import paths
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import Answer
from stages.report.first_screen import missing_by_kind
from stages.report.model_digest import MissingLine
from tests.stages.report.test_page import MODELS, Parsed, site


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

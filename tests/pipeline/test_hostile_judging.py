"""One run with an answer that addresses its judges, a judge that obeys, and one cut off."""

import json
from pathlib import Path
from typing import Any

import pytest

from assay.answers.delivered import answer_id
from assay.records.pipeline import Answer
from tests.conftest import FakeServer
from tests.forked import Forked
from tests.pipeline.conftest import CALLS, MakeRun
from tests.project import Project

pytestmark = pytest.mark.slow

PORT = "Port-Mini"
DOCUMENT = "Explain-Other"
SUITE = f"tests: [{PORT}, {DOCUMENT}]\n"


@pytest.fixture(scope="session")
def run(
    make_run: MakeRun, server_process: str, forked: Forked
) -> tuple[Project, list[dict[str, Any]]]:
    judges = ["judge-literal", "judge-obedient", "judge-capped"]
    root = make_run("hostile_run", ["pleading", "weak"], judges, SUITE)
    project = Project(root, server_process, forked.path)
    return project, project.json(CALLS)


def records(project: Project, path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in project.read(path).splitlines()]


def shown_ids(project: Project) -> tuple[str, str, str]:
    """Test, answer id and criterion id of the first verdict of judge-obedient on pleading."""
    judged = records(project, "outputs/verdicts/pleading.jsonl")
    given = next(item for item in judged if item["judge"] == "judge-obedient")
    answers = [
        Answer.model_validate(item) for item in records(project, "outputs/answers/pleading.jsonl")
    ]
    answer = next(answer_id(item) for item in answers if item.test == given["test"])
    return given["test"], answer, given["verdicts"][0]["criterion"]


def passed(project: Project, model: str, judge: str) -> list[bool]:
    items = records(project, f"outputs/verdicts/{model}.jsonl")
    return [
        verdict["passed"]
        for item in items
        if item["judge"] == judge
        for verdict in item["verdicts"]
    ]


def test_a_plea_moves_the_judge_that_obeys_and_no_other(run: tuple[Project, list]) -> None:
    project, _ = run
    assert all(passed(project, "pleading", "judge-obedient"))
    for judge in ("judge-literal", "judge-capped", "checks"):
        assert passed(project, "pleading", judge) == passed(project, "weak", judge)
    assert passed(project, "weak", "judge-obedient") == passed(project, "weak", "judge-literal")


def test_judge_that_was_cut_off_is_asked_one_by_one_and_leaves_nothing_open(
    run: tuple[Project, list],
) -> None:
    project, calls = run
    conduct = project.json("metrics/spending/weak.json")["judging"]
    assert conduct["judge-capped"]["not_judged"] == 0 and conduct["judge-capped"]["truncated"] == 2
    # 4 and 3 criteria: one whole verdict of the first question, then the others alone
    assert conduct["judge-capped"]["calls"] == (1 + 3) + (1 + 2)
    assert conduct["judge-literal"]["calls"] == 2
    assert sum(call["model"] == "judge-capped" for call in calls) == 2 * 7
    figures = project.json("metrics/models/weak.json")["llm"]
    assert figures["coverage"] == 1.0


def test_made_up_evidence_is_a_figure_of_its_judge(run: tuple[Project, list]) -> None:
    conduct = run[0].json("metrics/spending/weak.json")["judging"]
    assert conduct["judge-obedient"]["evidence_found"] == 0
    assert (
        conduct["judge-literal"]["evidence_found"] is None
        and conduct["judge-literal"]["quoted"] == 0
    )


def test_overrule_changes_the_score_asks_nobody_and_is_marked(
    run: tuple[Project, list], tmp_path: Path, server: FakeServer
) -> None:
    project = Project.copy(run[0].root, tmp_path / "project", server.url, run[0].python)
    before = project.json("metrics/models/pleading.json")["llm"]["accuracy"]
    test, answer, criterion = shown_ids(project)
    report = project.read(f"outputs/report/answers/{test}--pleading.html")
    assert answer in report and criterion in report, "the report shows what a line has to name"
    line = f"pleading,{test},1,{answer},{criterion},judge-obedient,no,Ann,it only asks for it"
    project.write("human/overrules.csv", project.read("human/overrules.csv") + line + "\n")
    assert project.repro().stages == ["score", "compare", "validity", "report"]
    assert server.count() == {}
    assert project.json("metrics/models/pleading.json")["llm"]["accuracy"] < before
    assert "Ann" in project.read("outputs/report/judges.html")
    project.run("python", "-m", "tools.compare", "HEAD", "--json", "changes.json")
    (flip,) = project.json("changes.json")["flips"]
    assert (flip["judge"], flip["before"], flip["after"], flip["cause"]) == (
        "judge-obedient",
        True,
        False,
        "overrules",
    )

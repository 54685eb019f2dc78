"""The figures about judges of a whole run equal those counted by hand."""

import csv
import io
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import FakeServer
from tests.project import Project

pytestmark = pytest.mark.slow


def test_the_figures_are_those_counted_by_hand(paid_run: Path) -> None:
    """strong passes all 9 criteria; of weak's 9, judge-literal passes 3, and 7 have a check."""
    found = Project(paid_run).json("metrics/judges.json")
    pairs = found["agreement"]["pairs"]
    assert pairs["judge-literal and judge-kind"]["verdicts"] == 18
    assert pairs["judge-literal and checks"] == {
        "value": 1.0,
        "low": 1.0,
        "high": 1.0,
        "verdicts": 14,
    }
    assert found["agreement"]["panel"]["verdicts"] == 18
    kind = found["judges"]["judge-kind"]
    assert kind["not_judged"]["value"] == 0.0
    assert kind["against_executions"] == {"why": "no answer was executed (docs/execution.md)"}
    rows = csv.DictReader(io.StringIO(Project(paid_run).read("outputs/discrimination.csv")))
    assert Counter(row["found"] for row in rows) == {"all pass": 3, "tells apart": 6}


def test_the_review_list_is_what_the_judges_differ_on_and_shrinks_as_people_decide(
    paid: Project, server: FakeServer
) -> None:
    lines = list(csv.DictReader(io.StringIO(paid.read("outputs/review.csv"))))
    assert len(lines) == 6
    assert {
        (line["model"], line["judge-literal says"], line["judge-kind says"]) for line in lines
    } == {("weak", "no", "yes")}
    assert all("judges disagree" in line["why"] for line in lines)
    columns = paid.read("human/overrules.csv").strip().split(",")
    decided = {**lines[0], "passed": "no", "person": "anna", "reason": "it is not there"}
    paid.write(
        "human/overrules.csv",
        f"{','.join(columns)}\n{','.join(decided[name] for name in columns)}\n",
    )
    assert "validity" in paid.repro("validity").stages
    assert server.count() == {}
    left = list(csv.DictReader(io.StringIO(paid.read("outputs/review.csv"))))
    assert [line["criterion"] for line in left] == [line["criterion"] for line in lines[1:]]


def test_an_audit_runs_the_figures_and_the_report_alone_and_changes_no_score(
    paid: Project, server: FakeServer
) -> None:
    before = paid.read("metrics/models/weak.json")
    lines = list(csv.DictReader(io.StringIO(paid.read("outputs/review.csv"))))
    rows = [
        ",".join([*(line[name] for name in columns_of_an_answer()), "no", ""]) for line in lines
    ]
    paid.write(
        "human/audit/anna.csv",
        "\n".join(["model,test,attempt,answer,criterion,passed,reason", *rows, ""]),
    )
    assert paid.repro().stages == ["validity", "report"]
    people = paid.json("metrics/judges.json")["people"]
    assert (people["lines"], people["used"], people["raters"]) == (6, 6, {"anna": 6})
    assert paid.read("metrics/models/weak.json") == before
    assert server.count() == {}


def columns_of_an_answer() -> tuple[str, ...]:
    return ("model", "test", "attempt", "answer", "criterion")

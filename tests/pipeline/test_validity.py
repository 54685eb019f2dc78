"""The figures about judges of a whole run, and what people decide of their verdicts."""

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
    always = {"value": 1.0, "low": 1.0, "high": 1.0}
    assert pairs["judge-literal and checks"] == {**always, "verdicts": 14}
    assert found["agreement"]["panel"]["verdicts"] == 18
    kind = found["judges"]["judge-kind"]
    assert kind["not_judged"]["value"] == 0.0
    assert kind["against_executions"] == {"why": "no answer was executed (docs/execution.md)"}
    rows = csv.DictReader(io.StringIO(Project(paid_run).read("outputs/discrimination.csv")))
    assert Counter(row["found"] for row in rows) == {"all pass": 3, "tells apart": 6}


def review_list(project: Project) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(project.read("outputs/review.csv"))))


def test_a_line_that_a_person_decides_changes_the_score_asks_nobody_and_is_marked(
    paid: Project, server: FakeServer
) -> None:
    lines = review_list(paid)
    assert [line["model"] for line in lines] == ["weak"] * 6, "strong passes by every judge"
    before = paid.json("metrics/models/weak.json")["llm"]["final_provisional"]
    decided = {**lines[0], "passed": "no", "person": "anna", "reason": "it is not there"}
    columns = paid.read("human/overrules.csv").strip()
    row = ",".join(decided[name] for name in columns.split(","))
    paid.write("human/overrules.csv", f"{columns}\n{row}\n")
    assert paid.repro().stages == ["score", "compare", "validity", "report"]
    assert server.count() == {}
    assert paid.json("metrics/models/weak.json")["llm"]["final_provisional"] < before
    assert "anna" in paid.read("outputs/report/judges.html")
    listed = [line["criterion"] for line in review_list(paid)]
    assert listed == [line["criterion"] for line in lines[1:]]
    paid.run("python", "-m", "tools.compare", "HEAD", "--json", "changes.json")
    (flip,) = paid.json("changes.json")["flips"]
    found = (flip["judge"], flip["before"], flip["after"], flip["cause"])
    assert found == ("judge-kind", True, False, "overrules")


def test_an_audit_runs_the_figures_and_the_report_alone_and_changes_no_score(
    paid: Project, server: FakeServer
) -> None:
    before = paid.read("metrics/models/weak.json")
    columns = ("model", "test", "attempt", "answer", "criterion")
    rows = [",".join([*(line[name] for name in columns), "no", ""]) for line in review_list(paid)]
    head = ",".join([*columns, "passed", "reason"])
    paid.write("human/audit/anna.csv", "\n".join([head, *rows, ""]))
    assert paid.repro().stages == ["validity", "report"]
    people = paid.json("metrics/judges.json")["people"]
    assert (people["lines"], people["used"], people["raters"]) == (6, 6, {"anna": 6})
    assert paid.read("metrics/models/weak.json") == before
    assert server.count() == {}

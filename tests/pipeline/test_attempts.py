"""Several attempts go through every stage: answers, files, verdicts, scores, comparison, report."""

import json

import pytest

from tests.project import Project

pytestmark = pytest.mark.slow


def test_attempts_that_differ_are_averaged_and_their_spread_is_shown(finished: Project) -> None:
    project = finished
    project.params(attempts=2)
    for stage in ("generate", "extract", "execute", "judge", "score"):
        project.stage(stage, check=True)
    assert project.json("metrics/models/gold.json")["checks"]["attempts"]["scores"] == [100, 100]
    good, nothing = (
        project.read(f"outputs/answers/{model}.jsonl").splitlines() for model in ("gold", "null")
    )
    assert len(good) == len(nothing) == 2 * 3
    mixed = [
        one if json.loads(one)["attempt"] == 1 else two.replace('"null"', '"gold"')
        for one, two in zip(good, nothing, strict=True)
    ]
    project.write("outputs/answers/gold.jsonl", "".join(f"{line}\n" for line in mixed))
    for stage in ("extract", "judge", "score"):
        project.stage(stage, "models=[gold]", check=True)
    for stage in ("compare", "validity", "report"):
        project.stage(stage, check=True)
    figures = project.json("metrics/models/gold.json")["checks"]
    assert figures["final_provisional"] == 50
    spread = figures["attempts"]
    assert (spread["scores"], spread["count"], spread["tests"]) == ([100, 0], 2, 2)
    assert spread["standard_deviation"] == pytest.approx(70.7107)
    assert (spread["passed_in_all"], spread["passed_on_average"], spread["passed_in_any"]) == (
        0,
        50,
        100,
    )
    page = project.read("outputs/report/index.html")
    assert 'id="attempts"' in page and "100.0, 0.0" in page
    answers = sorted((project.root / "outputs/report/answers").glob("*.html"))
    assert answers and all('id="attempt-2"' in answer.read_text() for answer in answers)

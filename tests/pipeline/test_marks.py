"""People's marks: which stages they run again, and what happens when a dialogue changes."""

import pytest

from assay.answers.delivered import answer_id
from assay.records.jsonl import read_records
from assay.records.pipeline import Answer
from tests.project import Project

pytestmark = pytest.mark.slow

TEST = "UpgradeReactApplication-Mini"
HEAD = "model,test,dialogue,accuracy,completeness,note\n"


def dialogue(project: Project, model: str) -> str:
    answers = read_records(project.root / f"outputs/answers/{model}.jsonl", Answer)
    return next(answer_id(answer) for answer in answers if answer.test == TEST)


def test_marks_run_scores_again_and_nothing_before_and_go_stale_with_their_dialogue(
    finished: Project,
) -> None:
    project = finished
    unmarked = project.json("metrics/models/gold.json")["people"]
    assert unmarked == {"dialogues": {TEST: {"raters": 0}}, "stale": 0}
    marked = f"{HEAD}gold,{TEST},{dialogue(project, 'gold')}"
    project.write("human/marks/ann.csv", f"{marked},4,4,\n")
    project.write("human/marks/bob.csv", f"{marked},3,4,\n")
    assert project.repro().stages == ["score", "compare", "report"]
    found = project.json("metrics/models/gold.json")["people"]["dialogues"][TEST]
    assert (found["raters"], found["accuracy"]["mean"], found["accuracy"]["sd"]) == (2, 3.5, 0.7071)
    said = project.run("python", "-m", "tools.show_leaderboard").stdout
    assert f"null: a final score needs marks of {TEST}" in said

    gold = f"scenarios/contextual_experiment/gold/{TEST}/src/App.tsx"
    project.replace(gold, "Mini counter", "Another counter")
    project.stage("generate", "models=[gold]", check=True)
    again = project.stage("score", "models=[gold]", check=True)
    assert "score: gold: 2 marks belong to dialogues that have changed" in again.stderr
    people = project.json("metrics/models/gold.json")["people"]
    assert people == {"dialogues": {TEST: {"raters": 0}}, "stale": 2}

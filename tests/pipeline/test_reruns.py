"""Only what a change affects is done again: stages, models and calls are counted.

`items` are the answers, verdicts or scores that a stage worked on: three tests of each model, and
for the stage judge three verdicts on each.
"""

from collections import Counter
from pathlib import Path

import pytest

from assay.records.jsonl import read_records
from assay.records.pipeline import Judgement
from tests.conftest import FakeServer
from tests.pipeline.conftest import ADDED
from tests.project import Project, Repro

pytestmark = pytest.mark.slow

DOWNSTREAM = ["compare", "validity", "report"]
BY_MODEL = ("generate", "extract", "execute", "judge", "score")
EXPLAIN = "scenarios/code_explanation/Explain.md"
PORT = "criteria/solution_migration/Port-Mini.yaml"


def work(ran: Repro) -> dict[str, int]:
    """The items of the stages that work by model. Execution is off: it has none."""
    return {stage: items for stage, items in ran.items.items() if stage in BY_MODEL}


def test_an_edited_model_config_is_work_for_that_model_alone(
    paid: Project, server: FakeServer
) -> None:
    paid.remote("model", "strong", sampling={"temperature": 0.5})
    ran = paid.repro("compare")
    assert work(ran) == {"generate": 3, "extract": 3, "judge": 9, "score": 3}
    # two prompts, five turns; the answers are the same, so are their files and verdicts
    assert server.count() == {"strong": 7}
    assert {call["body"]["temperature"] for call in server.calls()} == {0.5}


def test_an_edited_criterion_is_asked_once_for_each_answer_and_judge(
    paid: Project, server: FakeServer
) -> None:
    paid.replace(PORT, "The code exports", "The file exports")
    ran = paid.repro("score")
    # a criterion may name another behaviour, so execute looks too
    assert ran.stages == ["execute", "judge", "score"]
    assert work(ran) == {"execute": 0, "judge": 27, "score": 9}
    # strong and weak; null delivers nothing, so no judge is asked
    assert server.count() == {"judge-literal": 2, "judge-kind": 2}
    for call in server.calls():
        criteria = call["user"].split("The criteria")[1]
        assert criteria.rstrip().count("The file exports") == 1
        assert "package.json names" not in criteria


def test_an_edited_weight_asks_nobody(paid: Project, server: FakeServer) -> None:
    before = paid.json("metrics/models/weak.json")["llm"]["accuracy"]
    paid.replace(PORT, "weight: 3.0", "weight: 1.0")
    paid.repro("compare")
    assert server.count() == {}
    assert paid.json("metrics/models/weak.json")["llm"]["accuracy"] < before
    changed = paid.run("dvc", "metrics", "diff").stdout.splitlines()[1:]
    assert {line.split()[0] for line in changed} == {"metrics/summary/weak.json"}
    assert {line.split()[1] for line in changed} == {"code_translation", "overall"}


def test_an_edited_data_set_file_asks_its_prompts_and_its_dialogues_alone(
    paid: Project, server: FakeServer
) -> None:
    paid.replace("datasets/Mini/app.js", "n + 1", "n + 2")
    ran = paid.repro("judge").stages
    assert ran == ["render", "generate", "extract", "execute", "judge"]
    # strong: its prompt, and the three turns after it read the file (the two before are the very
    # same requests); weak: its prompt alone, for in its dialogue it reads nothing; the judges:
    # prompt and dialogue of both
    assert server.count() == {"strong": 1 + 3, "weak": 1, "judge-literal": 4, "judge-kind": 4}
    assert not any("greet" in call["user"] for call in server.calls())


def test_an_added_judge_asks_its_own_questions_alone(third_judge_run: Path) -> None:
    project = Project(third_judge_run)
    # two models, three tests; judge-sloppy leaves out one criterion of each, which is asked again
    # alone
    added = project.json(ADDED)
    assert Counter(call["model"] for call in added["calls"]) == {"judge-sloppy": 12}
    assert added["stages"] == ["fingerprint", "judge", "score", *DOWNSTREAM]
    assert project.json("metrics/models/strong.json")["llm"]["coverage"] == 1.0


def test_an_added_model_runs_alone_and_leaves_nothing_when_removed(
    small: Project, server: FakeServer
) -> None:
    small.remote("model", "newcomer", "weak")
    small.params(models=["strong", "newcomer"])
    assert work(small.repro()) == {
        "generate": 3, "extract": 3, "execute": 0, "judge": 6, "score": 3
    }  # fmt: skip
    assert server.count() == {"weak": 4, "judge-literal": 3}
    assert "newcomer" in small.read("metrics/leaderboard.json")

    server.mark()
    small.params(models=["strong"])
    ran = small.repro()
    assert set(work(ran).values()) == {0} and "removed outputs/answers/newcomer.jsonl" in ran.err
    for folder in ("metrics", "outputs"):
        assert list((small.root / folder).rglob("newcomer*")) == []
    assert "newcomer" not in small.read("metrics/leaderboard.json")
    assert len(small.json("metrics/leaderboard.json")["models"]) == 1
    assert small.repro().stages == []

    small.params(models=["strong", "newcomer"])
    assert work(small.repro("judge"))["generate"] == 3
    assert server.count() == {}, "what was paid for it is kept"


def test_an_edited_gold_answer_is_no_work_for_other_models(
    paid: Project, server: FakeServer
) -> None:
    paid.replace("scenarios/code_explanation/gold/Explain-Other.md", "greeting", "welcome")
    ran = paid.repro("compare")
    assert work(ran) == {"generate": 0, "execute": 0, "judge": 0}
    assert server.count() == {}


def test_edited_call_settings_run_nothing(paid: Project, server: FakeServer) -> None:
    paid.replace("conf/calls/default.yaml", "concurrency: 64", "concurrency: 2")
    assert paid.repro().stages == []
    assert server.count() == {}


def test_edited_calls_progress_or_report_code_makes_no_call(
    small: Project, server: FakeServer
) -> None:
    for module in ("assay/progress.py", "assay/calls/gate.py", "stages/report/__main__.py"):
        small.write(module, small.read(module) + "\n# edited\n")
    ran = small.repro().stages
    assert {"generate", "report"} <= set(ran) and "score" not in ran
    assert server.count() == {}


def test_what_is_missing_is_asked_by_the_next_run_and_the_one_after_it_runs_nothing(
    paid: Project, server: FakeServer
) -> None:
    server.settings(failing=["weak", "judge-kind"])
    paid.replace("conf/calls/default.yaml", "max_retries: 6", "max_retries: 0")
    paid.replace(EXPLAIN, "Describe this", "Outline this")
    first = paid.repro()
    assert "generate: weak: 1 missing: " in first.err
    assert "judge: judge-kind on strong: 1 missing: " in first.err
    assert first.err.count("run again to ask for what is missing") == 2
    assert paid.json("metrics/spending/weak.json")["generate"]["gaps"] == 1
    assert paid.json("metrics/spending/strong.json")["judge"]["gaps"] == 1
    missing = {"missing": 1, "scored": 2, "unscored": 0}
    assert paid.json("metrics/models/weak.json")["llm"]["tests"] == missing
    unfinished = paid.run("python", "-m", "tools.show_leaderboard", check=False)
    assert unfinished.returncode == 1 and "weak: 1 missing" in unfinished.stderr

    server.settings(failing=[])
    server.mark()
    second = paid.repro()
    # weak's answer, and the judges on it; strong's verdicts of the judge that failed
    assert work(second) == {"generate": 3, "extract": 3, "judge": 18, "score": 6}
    assert server.count() == {"weak": 1, "judge-literal": 1, "judge-kind": 2}
    whole = {"missing": 0, "scored": 3, "unscored": 0}
    assert paid.json("metrics/models/weak.json")["llm"]["tests"] == whole
    paid.run("python", "-m", "tools.show_leaderboard")
    assert paid.json("metrics/missing/generate.json") == paid.json("metrics/missing/judge.json")
    assert paid.repro().stages == []


def test_a_model_without_its_key_is_a_row_that_says_why_until_it_has_the_key(
    small: Project, server: FakeServer
) -> None:
    small.remote("model", "keyless", "weak", api_key_env="LOST_API_KEY")
    small.params(models=["keyless", "strong"])
    ran = small.repro()
    why = "conf/model/keyless.yaml: the environment variable LOST_API_KEY is not set"
    assert f"generate: keyless: 3 missing: {why}" in ran.err and server.count() == {}
    board = small.json("metrics/leaderboard.json")
    (row,) = board["not_run"]
    assert row["model"] == "keyless" and why in row["reason"]
    assert [row["model"] for row in board["models"]] == ["strong"]
    assert "LOST_API_KEY is not set" in small.read("outputs/report/index.html")
    unfinished = small.run("python", "-m", "tools.show_leaderboard", check=False)
    assert unfinished.returncode == 1 and f"keyless: 3 missing: {why}" in unfinished.stderr

    small.write(".env", "LOST_API_KEY=secret-0123456789\n")
    again = small.repro()
    assert work(again) == {"generate": 3, "extract": 3, "execute": 0, "judge": 6, "score": 3}
    assert server.count() == {"weak": 4, "judge-literal": 3}
    small.run("python", "-m", "tools.show_leaderboard")
    assert small.json("metrics/leaderboard.json").get("not_run", []) == []
    assert small.repro().stages == []


def test_a_judge_without_its_key_leaves_the_verdicts_of_the_others(
    small: Project, server: FakeServer
) -> None:
    small.remote("judge", "judge-kind", api_key_env="LOST_API_KEY")
    small.params(panel=["judge-kind", "judge-literal", "checks"])
    ran = small.repro("score")
    assert "judge: judge-kind on strong: 3 missing: conf/judge/judge-kind.yaml: " in ran.err
    assert server.count() == {}
    found = read_records(small.root / "outputs/verdicts/strong.jsonl", Judgement)
    assert {item.status for item in found if item.judge == "judge-literal"} == {"judged"}

"""Only what a change affects runs again: stages as DVC runs them, calls as they arrive."""

from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import FakeServer
from tests.pipeline.conftest import ADDED
from tests.project import Project

pytestmark = pytest.mark.slow

DOWNSTREAM = ["compare", "validity", "report"]
ALL_SCORES = "compare"
"""The first stage that needs the scores of all models: where the claim is about those before it."""
ASKED = ("strong", "weak")
"""The models that a provider is asked for. null delivers nothing, so no judge is asked either."""
ASKED_ON_PORT = {"judge-literal": 2, "judge-kind": 2}
"""Non-empty answers (strong, weak) for each LLM judge."""


def of_models(*stages: str, models: tuple[str, ...] = ("strong", "weak", "null")) -> list[str]:
    return [f"{stage}@{model}" for stage in stages for model in models]


def run_stages(project: Project, *names: str) -> None:
    """Run stages by hand: for a claim about calls and files, not about what DVC runs."""
    for name in names:
        stage, _, model = name.partition("@")
        project.stage(stage, *([f"models=[{model}]"] if model else []), check=True)


def test_nothing_changed_runs_no_stage_and_makes_no_call(paid: Project, server: FakeServer) -> None:
    assert paid.repro().stages == []
    assert server.count() == {}


def test_an_edited_model_config_runs_that_model_alone(paid: Project, server: FakeServer) -> None:
    paid.remote("model", "strong", sampling={"temperature": 0.5})
    ran = paid.repro(ALL_SCORES).stages
    assert {stage for stage in ran if "@" in stage} <= set(
        of_models("generate", "extract", "execute", "judge", "score", models=("strong",))
    )
    assert "generate@strong" in ran
    assert server.count() == {
        "strong": 7
    }  # two prompts, five turns; the answers are the same, so are the verdicts
    assert {call["body"]["temperature"] for call in server.calls()} == {0.5}


def test_an_edited_criterion_is_asked_once_for_each_answer_and_judge(
    paid: Project, server: FakeServer
) -> None:
    paid.replace(
        "criteria/solution_migration/Port-Mini.yaml", "The code exports", "The file exports"
    )
    assert paid.repro(*of_models("score", models=ASKED)).stages == [
        *of_models("execute", models=ASKED),  # a criterion may name another behaviour
        *of_models("judge", models=ASKED),
        *of_models("score", models=ASKED),
    ]
    assert server.count() == ASKED_ON_PORT
    assert all(call["user"].rstrip().count("The file exports") == 1 for call in server.calls())
    assert all(
        "package.json names" not in call["user"].split("The criteria")[1] for call in server.calls()
    )


def test_an_edited_weight_asks_nobody(paid: Project, server: FakeServer) -> None:
    before = paid.json("metrics/models/weak.json")["llm"]["accuracy"]
    paid.replace("criteria/solution_migration/Port-Mini.yaml", "weight: 3.0", "weight: 1.0")
    run_stages(paid, *of_models("judge", "score"), ALL_SCORES)
    assert server.count() == {}
    assert paid.json("metrics/models/weak.json")["llm"]["accuracy"] < before
    changed = paid.run("dvc", "metrics", "diff").stdout.splitlines()[1:]
    assert {line.split()[0] for line in changed} == {"metrics/summary/weak.json"}
    assert {line.split()[1] for line in changed} == {"code_translation", "overall"}


def test_an_edited_data_set_file_asks_its_prompts_and_its_dialogues_alone(
    paid: Project, server: FakeServer
) -> None:
    paid.replace("datasets/Mini/app.js", "n + 1", "n + 2")
    ran = paid.repro("measure", *of_models("generate", models=ASKED)).stages
    assert {"measure", "render"} <= set(ran)
    run_stages(paid, *of_models("extract", "judge", models=ASKED))
    # strong: its prompt, and the three turns after it read the file (the two before are the very
    # same requests); weak: its prompt alone, for in its dialogue it reads nothing; the judges:
    # prompt and dialogue of both
    assert server.count() == {"strong": 1 + 3, "weak": 1, "judge-literal": 4, "judge-kind": 4}
    assert not any("greet" in call["user"] for call in server.calls())


def test_repeats_ask_their_own_questions_alone_and_change_no_score(
    paid: Project, server: FakeServer
) -> None:
    before = paid.json("metrics/judges.json")
    leaderboard = paid.read("metrics/leaderboard.json")
    paid.replace("conf/judging/default.yaml", "repeats: 0", "repeats: 1")
    ran = paid.repro().stages
    assert ran == ["fingerprint", *of_models("judge"), "validity", "report"]
    # three tests, two models that deliver something
    assert server.count() == {"judge-literal": 6, "judge-kind": 6}
    after = paid.json("metrics/judges.json")
    retest = after["judges"]["judge-literal"].pop("retest")
    assert (retest["same"]["value"], retest["ac1"]["value"], retest["calls"]) == (1.0, 1.0, 6)
    assert retest["same"]["verdicts"] == 18 and retest["place"]["value"] == 0.0
    assert after["judges"]["judge-kind"].pop("retest")["cost_usd"] > 0
    assert after == before and paid.read("metrics/leaderboard.json") == leaderboard
    assert "Same verdict again" in paid.read("outputs/report/judges.html")

    server.mark()
    assert paid.repro().stages == []
    judges = of_models("judge", models=ASKED)
    paid.replace("conf/judging/default.yaml", "repeats: 1", "repeats: 0")
    run_stages(paid, *judges, "validity")
    assert server.count() == {} and paid.json("metrics/judges.json") == before
    paid.replace("conf/judging/default.yaml", "repeats: 0", "repeats: 1")
    run_stages(paid, *judges)
    assert server.count() == {}, "paid once"


def test_an_added_judge_asks_its_own_questions_alone(third_judge_run: Path) -> None:
    project = Project(third_judge_run)
    # two models, three tests; judge-sloppy leaves out one criterion of each, which is asked again
    # alone
    added = project.json(ADDED)
    assert Counter(call["model"] for call in added["calls"]) == {"judge-sloppy": 12}
    assert added["stages"] == ["fingerprint", *of_models("judge"), *of_models("score"), *DOWNSTREAM]
    assert project.json("metrics/models/strong.json")["llm"]["coverage"] == 1.0


def test_a_judge_that_gives_no_verdict_is_asked_a_bounded_number_of_times_in_all(
    paid: Project, server: FakeServer
) -> None:
    paid.remote("judge", "judge-mute")
    paid.params(models=["strong", "null"], panel=["judge-mute", "checks"])
    for model in ("strong", "null"):
        paid.stage("judge", f"models=[{model}]", check=True)
    paid.stage("score", "models=[strong]", check=True)
    assert server.count() == {
        "judge-mute": 3 * 3
    }  # three answers, three rounds; null delivers nothing
    assert paid.json("metrics/models/strong.json")["llm"]["tests"] == {
        "scored": 0,
        "unscored": 3,
        "missing": 0,
    }

    server.mark()
    paid.replace("criteria/solution_migration/Port-Mini.yaml", "weight: 3.0", "weight: 1.0")
    for model in ("strong", "null"):
        paid.stage("judge", f"models=[{model}]", check=True)
    assert server.count() == {}


def test_an_added_model_runs_alone_and_leaves_nothing_when_removed(
    small: Project, server: FakeServer
) -> None:
    small.remote("model", "extra", "weak")
    small.params(models=["strong", "extra"])
    ran = small.repro().stages
    assert [stage for stage in ran if stage not in DOWNSTREAM] == [
        "fingerprint",
        *of_models("generate", "extract", "execute", "judge", "score", models=("extra",)),
    ]
    assert server.count() == {"weak": 4, "judge-literal": 3}
    assert "extra" in small.read("metrics/leaderboard.json")

    small.params(models=["strong"])
    ran = small.repro().stages
    assert set(ran) <= {"fingerprint", *DOWNSTREAM}
    left = [
        path for folder in ("metrics", "outputs") for path in (small.root / folder).rglob("extra.*")
    ]
    assert all({"ledger", "executed"} & set(path.parts) for path in left), left
    assert "extra" not in small.read("metrics/leaderboard.json")
    assert len(small.json("metrics/leaderboard.json")["models"]) == 1

    server.mark()
    small.params(models=["strong", "extra"])
    run_stages(small, *of_models("generate", "extract", "execute", "judge", models=("extra",)))
    assert server.count() == {}  # what was paid for it is still in the local store


def test_an_edited_gold_answer_runs_generate_of_every_model_and_pays_nothing(
    paid: Project, server: FakeServer
) -> None:
    paid.replace("scenarios/code_explanation/gold/Explain-Other.md", "greeting", "welcome")
    ran = paid.repro(ALL_SCORES).stages
    assert [stage for stage in ran if stage.startswith("generate")] == of_models("generate")
    assert not [stage for stage in ran if stage.startswith(("extract", "judge"))]
    assert server.count() == {}


def test_edited_call_settings_run_nothing(paid: Project, server: FakeServer) -> None:
    paid.replace("conf/calls/default.yaml", "concurrency: 64", "concurrency: 2")
    assert paid.repro().stages == []
    assert server.count() == {}


def test_edited_progress_or_report_code_makes_no_call(small: Project, server: FakeServer) -> None:
    small.replace("assay/progress.py", "QUIET_S = 2.0", "QUIET_S = 3.0")
    for path in (small.root / "stages").glob("report*"):
        module = (
            (path / "__main__.py" if path.is_dir() else path).relative_to(small.root).as_posix()
        )
        small.write(module, small.read(module) + "\n# edited\n")
    ran = small.repro().stages
    assert "generate@strong" in ran and "report" in ran and "score@strong" not in ran
    assert server.count() == {}

"""`make bench` with a model that cannot run: a row says why, and the others have their results."""

import re

import pytest

from stages.lib.base.not_run import NotRun
from tests.conftest import FakeServer
from tests.project import Project
from tests.tools.bench.test_main import bench
from tools.bench.without import what_is_missing

pytestmark = pytest.mark.slow

KEY = "sk-never-shown-0123456789"


@pytest.fixture
def mixed(project: Project) -> Project:
    """A built-in model, and a remote one that needs a key which is not there."""
    project.remote("model", "strong", api_key_env="GATEWAY_KEY")
    project.params(models=["gold", "null", "strong"], baseline="strong")
    return project


def last_line(text: str) -> str:
    return text.strip().splitlines()[-1]


def assert_others_have_results(project: Project, reason: str) -> None:
    board = project.json("metrics/leaderboard.json")
    assert [row["model"] for row in board["models"]] == ["gold", "null"]
    (absent,) = board["not_run"]
    assert absent["model"] == "strong"
    assert absent["stage"] == "generate"
    assert reason in absent["reason"]
    (line,) = [
        line
        for line in project.read("outputs/report/leaderboard.md").splitlines()
        if "| strong |" in line
    ]
    assert reason in line
    page = project.read("outputs/report/index.html")
    (row,) = [row for row in re.findall("<tr.*?</tr>", page, re.S) if ">strong<" in row]
    assert "no results" in row
    assert reason in row


def test_a_model_without_its_key_is_a_row_and_is_asked_as_soon_as_it_has_one(
    mixed: Project, server: FakeServer
) -> None:
    done = bench(mixed, check=False)
    assert done.returncode == 1
    assert last_line(done.stderr).startswith("bench: error: 1 of 3 models has no results: strong: ")
    assert "GATEWAY_KEY is not set: export it or write it to .env" in last_line(done.stderr)
    assert re.search(r"^– +strong +no results: .*GATEWAY_KEY is not set", done.stdout, re.M)
    assert_others_have_results(mixed, "GATEWAY_KEY is not set")
    assert server.calls() == []
    stale = mixed.run("dvc", "status").stdout
    assert all(f"{name}:" in stale for name in ("generate@strong", "compare"))
    assert not (mixed.root / "outputs/answers/strong.jsonl").exists()

    mixed.write(".env", f"GATEWAY_KEY={KEY}\n")
    bench(mixed)
    assert server.count()["strong"] > 0
    board = mixed.json("metrics/leaderboard.json")
    assert "not_run" not in board
    assert {row["model"] for row in board["models"]} == {"gold", "null", "strong"}
    assert mixed.run("dvc", "status").stdout.strip() == "Data and pipelines are up to date."


@pytest.mark.parametrize("status", [401, 404])
def test_a_refused_key_or_an_unknown_model_is_a_row_with_the_providers_reason(
    mixed: Project, server: FakeServer, status: int
) -> None:
    mixed.write(".env", f"GATEWAY_KEY={KEY}\n")
    error = "AUTHORIZATION is not | welcome <b>here</b>"
    server.settings(failing=["strong"], status=status, error=error)
    done = bench(mixed, check=False)
    server.settings(failing=[], status=503, error="overloaded")
    assert done.returncode == 1
    assert "conf/model/strong.yaml: the provider refuses" in last_line(done.stderr)
    assert_others_have_results(mixed, "the provider refuses")
    written = "".join(
        mixed.read(path)
        for path in (
            "metrics/leaderboard.json",
            "outputs/report/leaderboard.md",
            "outputs/report/index.html",
        )
    )
    assert KEY not in written + done.stdout + done.stderr
    assert "<b>here" not in mixed.read("outputs/report/index.html")


def test_results_of_an_earlier_run_do_not_stand_for_a_model_that_is_refused_now(
    mixed: Project, server: FakeServer
) -> None:
    mixed.write(".env", f"GATEWAY_KEY={KEY}\n")
    bench(mixed)
    paid = mixed.read("outputs/ledger/generate/strong.jsonl")
    assert mixed.json("metrics/summary/strong.json")["overall"] is not None
    mixed.params(attempts=2)
    (mixed.root / ".env").unlink()
    assert bench(mixed, check=False).returncode == 1
    assert_others_have_results(mixed, "GATEWAY_KEY is not set")
    assert not (mixed.root / "metrics/summary/strong.json").exists()
    assert mixed.read("outputs/ledger/generate/strong.jsonl") == paid


def test_a_reason_that_all_models_share_is_given_once() -> None:
    records = [
        *(NotRun(model=name, stage="judge", reason="no key of the judge") for name in ("a", "b")),
        NotRun(model="c", stage="generate", reason="refused"),
    ]
    line = what_is_missing(records, models=4)
    assert line.startswith(
        "3 of 4 models have no results: a, b: no key of the judge; c: refused. Correct this"
    )


def test_no_leaderboard_is_made_if_no_model_can_run(mixed: Project) -> None:
    mixed.params(models=["strong"])
    done = bench(mixed, check=False)
    assert done.returncode == 1
    assert "1 of 1 models has no results: strong: " in last_line(done.stderr)
    assert not (mixed.root / "metrics/leaderboard.json").exists()

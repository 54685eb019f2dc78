"""`make bench` with a model that cannot run: a row says why, and the others have their results."""

import re
from collections.abc import Mapping

import pytest

from assay.records.not_run import NotRun
from tests.conftest import FakeServer
from tests.project import Project
from tests.tools.bench.test_main import bench
from tools.bench.without import what_is_missing

pytestmark = pytest.mark.slow

KEY = "sk-never-shown-0123456789"


@pytest.fixture
def mixed(finished: Project) -> Project:
    """A built-in model that has its results, and a remote one that needs a key which is absent."""
    finished.remote("model", "strong", api_key_env="GATEWAY_KEY")
    finished.params(models=["null", "strong"], baseline="strong")
    return finished


def last_line(text: str) -> str:
    return text.strip().splitlines()[-1]


def assert_others_have_results(
    project: Project, others: list[str], reasons: Mapping[str, str]
) -> None:
    """`reasons`: what the row of each model without results says."""
    board = project.json("metrics/leaderboard.json")
    assert [row["model"] for row in board["models"]] == others
    assert [absent["model"] for absent in board["not_run"]] == sorted(reasons)
    lines = project.read("outputs/report/leaderboard.md").splitlines()
    rows = re.findall("<tr.*?</tr>", project.read("outputs/report/index.html"), re.S)
    for absent in board["not_run"]:
        reason = reasons[absent["model"]]
        assert absent["stage"] == "generate"
        assert reason in absent["reason"]
        (line,) = [line for line in lines if f"| {absent['model']} |" in line]
        assert reason in line
        (row,) = [row for row in rows if f">{absent['model']}<" in row]
        assert "no results" in row
        assert reason in row


def test_a_model_without_its_key_is_a_row_until_it_has_one_and_again_without_it(
    mixed: Project, server: FakeServer
) -> None:
    without_key = {"strong": "GATEWAY_KEY is not set"}
    done = bench(mixed, check=False)
    assert done.returncode == 1
    assert last_line(done.stderr).startswith("bench: error: 1 of 2 models has no results: strong: ")
    assert "GATEWAY_KEY is not set: export it or write it to .env" in last_line(done.stderr)
    assert re.search(r"^– +strong +no results: .*GATEWAY_KEY is not set", done.stdout, re.M)
    assert_others_have_results(mixed, ["null"], without_key)
    assert server.calls() == []
    stale = mixed.run("dvc", "status").stdout
    assert all(f"{name}:" in stale for name in ("generate@strong", "compare"))
    assert not (mixed.root / "outputs/answers/strong.jsonl").exists()

    mixed.write(".env", f"GATEWAY_KEY={KEY}\n")
    bench(mixed)
    assert server.count()["strong"] > 0
    board = mixed.json("metrics/leaderboard.json")
    assert "not_run" not in board
    assert {row["model"] for row in board["models"]} == {"null", "strong"}
    assert mixed.run("dvc", "status").stdout.strip() == "Data and pipelines are up to date."

    paid = mixed.read("outputs/ledger/generate/strong.jsonl")
    assert mixed.json("metrics/summary/strong.json")["overall"] is not None
    mixed.remote("model", "strong", api_key_env="GATEWAY_KEY", sampling={"temperature": 0.5})
    (mixed.root / ".env").unlink()
    assert bench(mixed, check=False).returncode == 1
    assert_others_have_results(mixed, ["null"], without_key)
    assert not (mixed.root / "metrics/summary/strong.json").exists(), "of the earlier run"
    assert mixed.read("outputs/ledger/generate/strong.jsonl") == paid


def test_a_refused_key_and_an_unknown_model_are_rows_and_hold_up_no_model_beside_them(
    mixed: Project, server: FakeServer
) -> None:
    mixed.write(".env", f"GATEWAY_KEY={KEY}\n")
    mixed.remote("model", "weak")
    mixed.remote("model", "unknown", api_base=f"{server.url}/nowhere")
    mixed.params(models=["weak", "strong", "unknown"])
    error = "AUTHORIZATION is not | welcome <b>here</b>"
    server.settings(failing=["strong"], status=401, error=error)
    done = bench(mixed, check=False)
    assert done.returncode == 1
    assert "strong: stopped with exit code" in done.stderr
    assert "unknown: stopped with exit code" in done.stderr
    assert "Traceback" not in done.stderr
    assert "conf/model/strong.yaml: the provider refuses" in last_line(done.stderr)
    refused = dict.fromkeys(("strong", "unknown"), "the provider refuses")
    assert_others_have_results(mixed, ["weak"], refused)
    assert mixed.json("metrics/spending/weak.json")["generate"]["gaps"] == 0
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
    (mixed.root / "metrics/leaderboard.json").unlink()
    done = bench(mixed, check=False)
    assert done.returncode == 1
    assert "1 of 1 models has no results: strong: " in last_line(done.stderr)
    assert not (mixed.root / "metrics/leaderboard.json").exists()

"""The first screen says what leaderboard.json says, in runs with gaps and rulers."""

import json
import random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from assay.records.leaderboard_records import Leaderboard
from assay.records.models import ModelMetrics, ModelSpending, Spending, TestCounts
from assay.records.pipeline import TestScore, Usage
from assay.scores.leaderboard_table import leaderboard_table
from stages.compare.ranks import Run, board_of
from stages.report.first_screen import FirstScreen, first_screen
from stages.report.run_evidence import Evidence
from tests.assay.scores.contests import NAMES, SCORE, judged, scores

RULERS = ("gold", "null")
RUNS = 40


def metrics(of_model: list[TestScore]) -> ModelMetrics:
    scored = [one.accuracy.score for one in of_model if one.status == "scored" and one.accuracy]
    counts = TestCounts(scored=len(scored), unscored=0, missing=len(NAMES) - len(scored))
    return judged(sum(scored) / len(scored) if scored else None, counts)


def spending(cost: float | None) -> ModelSpending:
    took = Usage(input=1, output=1)
    return ModelSpending(generate=Spending(tokens=took, cost_usd=cost, seconds=1.0, gaps=0))


def run_of(seed: int) -> Run:
    """Two to six models, some without some tests or a price, and two rulers."""
    rng = random.Random(seed)
    names = "abcdef"[: rng.randint(2, 6)]
    found: dict[str, list[TestScore]] = {}
    for model in [*names, *RULERS]:
        skill, gaps = rng.uniform(30, 95), rng.choice([0.0, 0.0, 0.1, 0.6])
        values = {name: min(100.0, max(0.0, rng.gauss(skill, 12))) for name in NAMES}
        has = {name: value for name, value in values.items() if rng.random() >= gaps}
        found[model] = list(scores(model, has))
    costs = {model: rng.choice([None, rng.uniform(0.1, 9)]) for model in found}
    return Run(
        {model: metrics(of_model) for model, of_model in found.items()},
        {model: spending(cost) for model, cost in costs.items()},
        found,
        RULERS,
    )


def shown(board: Leaderboard, run: Run) -> FirstScreen:
    rows = leaderboard_table(board, run.metrics).rows
    return first_screen(cast(Evidence, SimpleNamespace(leaderboard=board)), rows, ())


def against(board: dict[str, Any], leader: str) -> list[tuple[str, float, bool]]:
    """Each model that was compared with the leader: its difference, and whether it counts."""
    found = []
    for pair in board["pairs"]:
        if leader in (pair["first"], pair["second"]):
            other, sign = (pair["second"], -1) if pair["first"] == leader else (pair["first"], 1)
            found.append((other, sign * (pair["difference"] or 0.0), pair["told_apart"]))
    return found


@pytest.mark.parametrize("seed", range(RUNS))
def test_every_statement_can_be_recomputed_from_the_leaderboard(seed: int) -> None:
    run = run_of(seed)
    written = board_of(run, SCORE, seed).model_dump_json(by_alias=True)
    screen = shown(Leaderboard.model_validate_json(written), run)
    board = json.loads(written)
    contestants = [row for row in board["models"] if not row["ruler"]]
    ranked = [row for row in contestants if row["rank"] is not None]
    # a gap takes no model off the ranks: each with a score has one, in the order of estimates
    assert {row["model"] for row in ranked} == {
        row["model"] for row in contestants if row["score"] is not None
    }
    assert [row["rank"] for row in ranked] == list(range(1, len(ranked) + 1))
    assert [row["estimate"] for row in ranked] == sorted(
        (row["estimate"] for row in ranked), reverse=True
    )
    if not ranked:
        assert screen.leader is None
        return
    assert screen.leader is not None and screen.leader.model == ranked[0]["model"]
    rivals = [(name, by) for name, by, told in against(board, ranked[0]["model"]) if not told]
    said = [(rival.first, rival.difference or 0.0) for rival in screen.rivals]
    assert sorted(said) == sorted(rivals)
    assert [by for _, by in said] == sorted((by for _, by in rivals), reverse=True)
    leading = {row["model"] for row in ranked if row["group"] == 1}
    assert leading == {ranked[0]["model"], *dict(rivals)}
    group = [row for row in ranked if row["group"] == 1 and row["cost_usd"] is not None]
    answered = {row["model"]: len(NAMES) - row["tests"]["missing"] for row in group}
    cheapest = min(group, key=lambda row: row["cost_usd"] / answered[row["model"]], default=None)
    assert (screen.cheapest.model if screen.cheapest else None) == (
        cheapest["model"] if cheapest else None
    )

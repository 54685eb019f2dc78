"""What the page is made from.

Every record that the stages before wrote, for the models of this run alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from stages.lib.base import paths
from stages.lib.base.errors import AssayError
from stages.lib.base.jsonl import read_json, read_records
from stages.lib.base.records import Answer, Extracted, Judgement, Prompt, TestScore
from stages.lib.content.criteria import Criterion, criteria_of
from stages.lib.human.overrules import load_overrules
from stages.lib.human.overruling import overruled


@dataclass(frozen=True)
class Evidence:
    """The records, by model where a file belongs to one, and by test id for prompts' criteria.

    `trust`, `discrimination` and `review` are what the stage validity found; a row of a table is
    all text.

    People's overrules lie over the judgements; `unused` names their lines that apply to nothing. `datasets` is empty
    where nothing was measured, `health` where no criteria were examined.
    """

    models: tuple[str, ...]
    judges: tuple[str, ...]
    prompts: tuple[Prompt, ...]
    criteria: dict[str, tuple[Criterion, ...]]
    answers: dict[str, tuple[Answer, ...]]
    extracted: dict[str, tuple[Extracted, ...]]
    judgements: dict[str, tuple[Judgement, ...]]
    unused: tuple[str, ...]
    scores: dict[str, tuple[TestScore, ...]]
    metrics: dict[str, Any]
    leaderboard: dict[str, Any]
    datasets: dict[str, Any]
    health: dict[str, Any]
    trust: dict[str, Any]
    discrimination: list[dict[str, str]]
    review: list[dict[str, str]]

    @property
    def panel(self) -> str:
        """The panel that the leaderboard ranks by: `llm` or `checks`."""
        return str(self.leaderboard["panel"])


def load_evidence(models: Sequence[str], judges: Sequence[str]) -> Evidence:
    """Read everything. AssayError names the first file that is missing or damaged."""
    prompts = read_records(paths.PROMPTS, Prompt)
    answers = {model: read_records(paths.answers(model), Answer) for model in models}
    lines, given = (
        load_overrules(),
        {model: read_records(paths.verdicts(model), Judgement) for model in models},
    )
    laid = {model: overruled(lines, model, answers[model], given[model]) for model in models}
    others = sorted({line.model for line in lines} - set(models))
    absent = [f"{paths.OVERRULES}: {name}: this run has no such model" for name in others]
    return Evidence(
        models=tuple(models),
        judges=tuple(judges),
        prompts=prompts,
        criteria={prompt.test: criteria_of(prompt) for prompt in prompts},
        answers=answers,
        extracted={model: read_records(paths.extracted(model), Extracted) for model in models},
        judgements={model: found.judgements for model, found in laid.items()},
        unused=(*absent, *(line for found in laid.values() for line in found.unused)),
        scores={model: read_records(paths.test_scores(model), TestScore) for model in models},
        metrics={model: read_json(paths.model_metrics(model)) for model in models},
        leaderboard=read_json(paths.LEADERBOARD),
        datasets=read_json(paths.DATASET_METRICS) if paths.DATASET_METRICS.exists() else {},
        health=read_json(paths.CRITERIA_HEALTH) if paths.CRITERIA_HEALTH.exists() else {},
        trust=read_json(paths.JUDGE_METRICS),
        discrimination=_table(paths.DISCRIMINATION),
        review=_table(paths.REVIEW),
    )


def _table(path: Path) -> list[dict[str, str]]:
    """A CSV file that a stage wrote, as text.

    `null` is the name of a model, and an empty cell is empty.
    """
    try:
        frame = pd.read_csv(path, dtype=str, keep_default_na=False)
    except (OSError, ValueError) as error:
        raise AssayError(f"{path}: cannot be read ({error}): run `dvc repro`") from error
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]

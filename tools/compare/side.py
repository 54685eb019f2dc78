"""One revision: every test of each model and judge group.

With its prompt, answers, criteria and verdicts.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from assay.answers.delivered import answer_id, answers_to
from assay.config import paths
from assay.config.params import load_params
from assay.config.yaml_files import read_utf8, read_yaml
from assay.content.criteria import Criterion, criteria_of
from assay.errors import AssayError
from assay.records.hashing import content_hash, text_hash
from assay.records.jsonl import read_json, read_records
from assay.records.models import ScoreKind
from assay.records.pipeline import (
    AUTOMATIC_GROUPS,
    CHECKS,
    Answer,
    AutomaticGroup,
    Judgement,
    Prompt,
    TestScore,
)
from assay.scores.formulas import MetricPair, results
from assay.scores.overrules import load_overrules
from assay.scores.overruling import overruled
from assay.scores.scores import group_of

INSTRUCTIONS = (
    Path("assay/judging/instructions.md"),
    Path("stages/lib/judge_instructions.md"),
    Path("stages/judge/system.md"),
)
"""The judges' instructions: where they are, and where earlier revisions have them."""
JUDGING = paths.CONF / "judging/default.yaml"
NO_CHANGE = (
    *("price", "family", "sampling.max_tokens", "api_base", "api_version"),
    *("api_key_env", "api_key_command", "extra_headers", "extra_headers_env"),
)
"""Keys of a judge's file that cannot change what it says."""
JudgeSettings = Mapping[str, str]
"""What can change a judge's verdicts: dotted keys of its file, of conf/judging, instructions."""


class Trial(NamedTuple):
    """One test of one model before one judge group.

    `answers` are ids by attempt; `judges` are hashes of their settings.
    """

    prompt: Prompt
    answers: Mapping[int, str]
    criteria: Mapping[str, Criterion]
    judges: Mapping[str, str]
    judgements: tuple[Judgement, ...]
    people: MetricPair | None = None


class RecordedScore(BaseModel):
    """One judge group's overall scores in a metrics file of any revision."""

    final: float | None = None
    final_provisional: float | None = None

    def score(self, kind: ScoreKind) -> float | None:
        return self.final if kind == "final" else self.final_provisional


class RecordedScores(BaseModel):
    """A model's metrics file of any revision; other keys are ignored."""

    llm: RecordedScore = RecordedScore()
    checks: RecordedScore = RecordedScore()

    def group(self, judge_group: AutomaticGroup) -> RecordedScore:
        return self.llm if judge_group == "llm" else self.checks


class ModelSide(NamedTuple):
    """One model: its tests by judge group and id, and the scores in its metrics file."""

    trials: dict[AutomaticGroup, dict[str, Trial]]
    recorded: RecordedScores


class Side(NamedTuple):
    """One revision. `code` are the lists of files that the stages extract and judge are made of."""

    name: str
    prompts: dict[str, Prompt]
    criteria: dict[str, dict[str, Criterion]]
    judges: dict[str, JudgeSettings]
    models: dict[str, ModelSide]
    code: frozenset[str]


def read_side(name: str) -> Side:
    """The revision in whose files the process works.

    AssayError for missing outputs, and for outputs that are older than their inputs.
    """
    params = load_params()
    prompts = {prompt.test: prompt for prompt in read_records(paths.PROMPTS, Prompt)}
    criteria = {test: _criteria(prompt) for test, prompt in prompts.items()}
    judges = {judge: _judge(judge) for judge in params.panel}
    keys = {judge: content_hash(dict(settings)) for judge, settings in judges.items()}
    models = {model: _model(model, prompts, criteria, keys) for model in params.models}
    return Side(name, prompts, criteria, judges, models, _code())


def _criteria(prompt: Prompt) -> dict[str, Criterion]:
    return {item.id: item for item in criteria_of(prompt)}


def _judge(name: str) -> JudgeSettings:
    """What can change a judge's verdicts: settings, instructions, material."""
    if name == CHECKS:
        return {}
    settings = read_yaml(paths.CONF / "judge" / f"{name}.yaml") or {}
    kept = {key: value for key, value in _dotted(settings) if not key.startswith(NO_CHANGE)}
    judging = read_yaml(JUDGING) if JUDGING.exists() else {}
    instructions = next((read_utf8(path) for path in INSTRUCTIONS if path.exists()), "")
    return {
        **kept,
        "judging.sources": str(judging.get("sources", "shown")),
        "judging.question": str(judging.get("question", "all")),
        "instructions": f"text {text_hash(instructions)[:8]}",
    }


def _dotted(settings: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every value with its keys joined by dots."""
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from _dotted(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


def _code() -> frozenset[str]:
    lists = [paths.fingerprint(stage) for stage in ("extract", "judge")]
    lines = [line for path in lists if path.exists() for line in read_utf8(path).splitlines()]
    return frozenset(line for line in lines if line.partition("  ")[2].startswith("stages/"))


def _model(
    model: str,
    prompts: Mapping[str, Prompt],
    criteria: Mapping[str, Mapping[str, Criterion]],
    judges: Mapping[str, str],
) -> ModelSide:
    answers = answers_to(prompts, model)
    by_judges = read_records(paths.verdicts(model), Judgement)
    judgements = overruled(load_overrules(), model, answers, by_judges).judgements
    _require_current(model, judgements, criteria)
    scores = read_records(paths.test_scores(model), TestScore)
    people = results(score for score in scores if score.judge_group == "people")
    trials: dict[AutomaticGroup, dict[str, Trial]] = {}
    for group in AUTOMATIC_GROUPS:
        of_group = {judge: key for judge, key in judges.items() if group_of(judge) == group}
        if not of_group:
            continue
        trials[group] = {}
        for test, prompt in prompts.items():
            trials[group][test] = Trial(
                prompt=prompt,
                answers=_ids(answers, test),
                criteria=criteria[test],
                judges=of_group,
                judgements=_judgements_of(judgements, test, of_group),
                people=people.get(test),
            )
    recorded = RecordedScores.model_validate(read_json(paths.model_metrics(model)))
    return ModelSide(trials, recorded)


def _judgements_of(
    judgements: Sequence[Judgement], test: str, judges: Container[str]
) -> tuple[Judgement, ...]:
    return tuple(item for item in judgements if item.test == test and item.judge in judges)


def _ids(answers: Sequence[Answer], test: str) -> dict[int, str]:
    """The ids of the answers to a test.

    The status is part of the id, because an empty answer and a gap both have no text.
    """
    return {
        item.attempt: f"{item.status} {answer_id(item)}" for item in answers if item.test == test
    }


def _require_current(
    model: str, judgements: Sequence[Judgement], criteria: Mapping[str, Mapping[str, Criterion]]
) -> None:
    """AssayError unless the verdicts are on the criteria and weights in the files."""
    for item in judgements:
        wanted = {(id_, criterion.weight) for id_, criterion in criteria.get(item.test, {}).items()}
        judged = {(verdict.criterion, verdict.weight) for verdict in item.verdicts}
        if item.status != "missing" and wanted != judged:
            raise AssayError(
                f"{paths.verdicts(model)}: the verdicts on {item.test} are not on its criteria "
                "as they stand: run `dvc repro`"
            )

"""The files of a synthetic run: its configuration, its records, and what is made of them."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml

from assay.answers.tree import remove_tree
from assay.config import paths
from assay.config.settings import ScoreConfig
from assay.records.jsonl import read_records, write_records, write_result
from assay.records.models import ModelMetrics, ModelSpending
from assay.records.pipeline import CHECKS, Answer, Extracted, Judgement, Prompt, TestScore
from assay.scores.model_metrics import Method, model_metrics, model_spending
from assay.scores.suite import score_tests
from stages.extract.read_answer import Answered, extracted
from tools.synthetic.invention import JUDGES, InventedModel, Invention

GOLD = "scenarios/contextual_experiment/gold"
"""The reference answers of dialogues, for the application in which people mark them."""
COPIED = ("criteria", "conf", GOLD, "metrics/criteria.json", "metrics/datasets.json")
PANEL = (*JUDGES, CHECKS)


def prepare(folder: Path, models: Sequence[InventedModel]) -> None:
    """Empty the folder and copy what the figures need.

    A file of configuration for each invention.
    """
    remove_tree(folder)
    folder.mkdir(parents=True)
    for name in COPIED:
        source = Path(name)
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        elif source.exists():
            shutil.copyfile(source, target)
    for model in models:
        configure(folder / "conf/model" / f"{model.name}.yaml", model.family, model.name)
    for judge, family in zip(JUDGES, ("aurora", "borealis", "fjord"), strict=True):
        configure(folder / "conf/judge" / f"{judge}.yaml", family, judge)
    (folder / "human").mkdir()


def configure(path: Path, family: str, name: str) -> None:
    text = {"litellm_model": f"openai/{name}", "family": family}
    path.write_text(yaml.safe_dump(text), encoding="utf-8")


def params_text(models: list[str], suite: str, seed: int) -> str:
    """params.yaml of the run, so that other programs can work in its folder."""
    params = {"models": models, "panel": list(PANEL), "suite": suite, "attempts": 1, "seed": seed}
    return yaml.safe_dump({**params, "execution": "off", "baseline": None}, sort_keys=False)


def write_model(name: str, inventions: Sequence[Invention]) -> None:
    write_records(paths.answers(name), [item.answer for item in inventions])
    judgements = [verdicts for item in inventions for verdicts in item.judgements]
    write_records(paths.verdicts(name), judgements)
    write_records(paths.executions(name), [])


class Golds:
    """What extract makes of answers; equal answers are worked out once."""

    def __init__(self, prompts: Mapping[str, Prompt]) -> None:
        self.prompts = prompts
        self._known: dict[tuple[str, str, int], Extracted] = {}

    def extracted(self, answer: Answer) -> Extracted:
        size = len(answer.dialogue.files) if answer.dialogue else len(answer.text)
        key = (answer.test, answer.status, size)
        if key not in self._known:
            self._known[key] = extracted(Answered(self.prompts[answer.test], answer))
        return self._known[key].model_copy(update={"model": answer.model})


def scored(
    model: str, prompts: Sequence[Prompt], config: ScoreConfig, seed: int
) -> tuple[list[TestScore], ModelMetrics, ModelSpending]:
    answers = read_records(paths.answers(model), Answer)
    judgements = read_records(paths.verdicts(model), Judgement)
    scores = score_tests(prompts, judgements, model, config.min_coverage)
    metrics = model_metrics(Method(config, seed, prompts), judgements, scores, {})
    spending = model_spending(answers, judgements)
    write_records(paths.test_scores(model), scores)
    write_result(paths.model_metrics(model), metrics)
    write_result(paths.model_spending(model), spending)
    return scores, metrics, spending

"""A synthetic run on disk: records in a folder, then scores, comparison, validity and report."""

import shutil
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path

import yaml

from stages.compare.__main__ import write_summary
from stages.compare.ranks import leaderboard, score_kind
from stages.extract import extracted
from stages.lib.base import paths
from stages.lib.base.config import ScoreConfig, SuiteConfig, validated
from stages.lib.base.errors import AssayError
from stages.lib.base.jsonl import read_records, write_records, write_result, write_text
from stages.lib.base.progress import tracked
from stages.lib.base.records import CHECKS, Answer, Extracted, Judgement, Prompt, TestScore
from stages.lib.base.results.leaderboard import Leaderboard
from stages.lib.base.results.models import ModelMetrics, ModelSpending
from stages.lib.base.yaml_files import read_yaml
from stages.lib.content.criteria import criteria_by_test
from stages.lib.delivery.tree import remove_tree, update_tree
from stages.lib.scoring.model_metrics import Method, model_metrics, model_spending
from stages.lib.scoring.pairs import compare_all
from stages.lib.scoring.raters import raters_figures
from stages.lib.scoring.suite import score_tests, scores_of
from stages.report.__main__ import ReportConfig, report_files
from stages.report.charts.data import write_plots
from stages.report.evidence import load_evidence
from stages.validity.__main__ import ValidityConfig, write_figures
from tools.health.__main__ import prompts as all_prompts
from tools.synthetic.invention import JUDGES, InventedModel, Invention, invent, invented_models

GOLD = "scenarios/contextual_experiment/gold"
"""The reference answers of dialogues, for the application in which people mark them."""
COPIED = ("criteria", "conf", GOLD, "metrics/criteria.json", "metrics/datasets.json")
PANEL = (*JUDGES, CHECKS)
MARK = "The answers, verdicts and figures in this folder are invented (tools/synthetic).\n"


def write_run(folder: Path, count: int, suite: str, seed: int) -> int:
    """Make the folder a run of so many invented models; how many files its report has."""
    prompts = _prompts(suite)
    models = invented_models(count, seed)
    golds = _Golds()
    inventions = {}
    criteria = criteria_by_test(prompts)
    for model in tracked("invent", models):
        inventions[model.name] = [
            invent(model, prompt, criteria[prompt.test], seed) for prompt in prompts
        ]
    _prepare(folder, models)
    by_test = {prompt.test: prompt for prompt in prompts}
    extracts = {}
    for name, of_model in inventions.items():
        answers = [item.answer for item in of_model]
        extracts[name] = [golds.extracted(by_test[answer.test], answer) for answer in answers]
    with chdir(folder):
        write_text(paths.SYNTHETIC, MARK)
        write_text(paths.PARAMS, _params(list(inventions), suite, seed))
        write_records(paths.PROMPTS, prompts)
        for name, of_model in inventions.items():
            _write_model(name, of_model, extracts[name])
        return _figures(list(inventions), prompts, suite, seed)


def _write_model(name: str, inventions: Sequence[Invention], extracts: Sequence[Extracted]) -> None:
    write_records(paths.answers(name), [item.answer for item in inventions])
    write_records(paths.extracted(name), extracts)
    judgements = [verdicts for item in inventions for verdicts in item.judgements]
    write_records(paths.verdicts(name), judgements)


def _prompts(suite: str) -> tuple[Prompt, ...]:
    everything = all_prompts()
    file = paths.CONF / "suite" / f"{suite}.yaml"
    if not file.exists():
        raise AssayError(f"{file} is missing: --suite names a file under conf/suite/")
    tests = validated(read_yaml(file), SuiteConfig, str(file)).tests
    return tuple(everything[test] for test in tests)


def _params(models: list[str], suite: str, seed: int) -> str:
    """params.yaml of the run, so that other programs can work in its folder."""
    params = {"models": models, "panel": list(PANEL), "suite": suite, "attempts": 1, "seed": seed}
    return yaml.safe_dump({**params, "execution": "off", "baseline": None}, sort_keys=False)


class _Golds:
    """What extract makes of answers; equal answers are worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, int], Extracted] = {}

    def extracted(self, prompt: Prompt, answer: Answer) -> Extracted:
        size = len(answer.dialogue.files) if answer.dialogue else len(answer.text)
        key = (prompt.test, answer.status, size)
        if key not in self._known:
            self._known[key] = extracted(prompt, answer)
        return self._known[key].model_copy(update={"model": answer.model})


def _prepare(folder: Path, models: Sequence[InventedModel]) -> None:
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
        _configure(folder / "conf/model" / f"{model.name}.yaml", model.family, model.name)
    for judge, family in zip(JUDGES, ("aurora", "borealis", "fjord"), strict=True):
        _configure(folder / "conf/judge" / f"{judge}.yaml", family, judge)
    (folder / "human").mkdir()


def _configure(path: Path, family: str, name: str) -> None:
    text = {"litellm_model": f"openai/{name}", "family": family}
    path.write_text(yaml.safe_dump(text), encoding="utf-8")


def _figures(models: list[str], prompts: Sequence[Prompt], suite: str, seed: int) -> int:
    """Score, compare, validity and report by the stages' own functions, in the current folder."""
    file = paths.CONF / "score/default.yaml"
    config = validated(read_yaml(file), ScoreConfig, str(file))
    scores: dict[str, list[TestScore]] = {}
    metrics: dict[str, ModelMetrics] = {}
    spending: dict[str, ModelSpending] = {}
    for model in tracked("score", models):
        scores[model], metrics[model], spending[model] = _scored(model, prompts, config, seed)
    kind = score_kind(metrics, "llm")
    compared = {model: scores_of(of_model, "llm", kind) for model, of_model in scores.items()}
    pairs = compare_all(config, seed, compared)
    board = Leaderboard(
        judge_group="llm",
        models=tuple(leaderboard(metrics, spending, "llm", pairs)),
        pairs=tuple(pairs),
        raters=raters_figures(metrics, scores, "llm"),
    )
    write_result(paths.LEADERBOARD, board)
    write_summary(board.models)
    panel = list(PANEL)
    write_figures(ValidityConfig(models=models, panel=panel, score=config, seed=seed))
    report = ReportConfig(
        models=models, panel=panel, suite=suite, attempts=1, score=config, seed=seed
    )
    files = report_files(report, load_evidence(models, panel))
    update_tree(paths.REPORT, files)
    write_plots(files)
    return len(files)


def _scored(
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

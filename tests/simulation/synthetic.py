"""Show a full report without keys: a made-up run of models that do not exist, all of it seeded.

python -m tests.simulation.synthetic              8 models on the full suite, into .assay/demo
python -m tests.simulation.synthetic --models 30  as many as 30

An answer is the gold answer, or a part of it for a weaker one. Whether a criterion is met depends
on the model, the category, the test and chance; each judge errs at its own rate.
"""

import argparse
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir
from hashlib import sha256
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import yaml

from assay.answers.delivered import answer_id
from assay.answers.tree import remove_tree
from assay.config import paths
from assay.config.config_files import load_score
from assay.config.settings import ScoreConfig
from assay.config.yaml_files import read_utf8
from assay.content.criteria import Criterion, criteria_by_test
from assay.content.scenarios import known_tests, load_suite
from assay.errors import AssayError
from assay.progress import tracked
from assay.records.exam_records import ExamSheet
from assay.records.jsonl import read_records, read_result, write_records, write_result, write_text
from assay.records.models import ModelMetrics, ModelSpending
from assay.records.pipeline import (
    CATEGORIES,
    CHECKS,
    Answer,
    Extracted,
    Judgement,
    Prompt,
    TestScore,
    Usage,
    Verdict,
)
from stages.compare.__main__ import write_summary
from stages.compare.ranks import Run, board_of
from stages.extract.read_answer import Answered, extracted
from stages.generate.builtin import gold_files, gold_path, orderly
from stages.render import render
from stages.report.__main__ import write_report
from stages.report.run_evidence import ReportConfig
from stages.score import ScoreStageConfig, score_model
from stages.validity.__main__ import ValidityConfig, write_figures
from tests.project import BUILT_IN_RUN
from tools.compare.comparison import compare, keep
from tools.compare.git_revision import WORKTREE, Revision
from tools.exit_code import exit_code
from tools.proof.known_answers import played

FOLDER = Path(".assay/demo")
SEED = 20260101
MARK = "The answers, verdicts and figures in this folder are invented (make demo).\n"
GOLD = "scenarios/contextual_experiment/gold"
"""The reference answers of dialogues, for the application in which people mark them."""
COPIED = ("criteria", "conf", GOLD, "metrics/criteria.json", "metrics/datasets.json")
FAMILIES = ("aurora", "borealis", "cirrus", "delta", "ember")
SIZES = ("mini", "base", "large", "coder", "large-thinking", "coder-2")
MOST = len(FAMILIES) * len(SIZES)
JUDGES = ("judge-north", "judge-south", "judge-west")
PANEL = [*JUDGES, CHECKS]
ERRORS = {"judge-north": 0.05, "judge-south": 0.10, "judge-west": 0.16, CHECKS: 0.0}
"""How often a judge decides against the truth."""
EXPLANATIONS = {True: "The delivered files show it.", False: "No file of the answer contains it."}
BASE = "last-month"
MOST_EARLIER = 5
IMPROVED = "code_translation"
WEAKER = 0.6
"""By how much the ability of a model that has improved since was lower."""
GAP_RATE = 0.004
"""Of gaps in answers, of refusals, and of gaps in judgements."""


class InventedModel(NamedTuple):
    """A model that does not exist. `price` is US dollars for a million output tokens."""

    name: str
    ability: float
    leanings: tuple[float, ...]
    price: float
    tokens_per_second: float


def invented_models(count: int, seed: int) -> list[InventedModel]:
    """So many models of different strength, at most 30."""
    generator = np.random.default_rng(seed)
    names = [f"{family}-{size}" for size in SIZES for family in FAMILIES][:count]
    abilities = generator.permutation(np.linspace(0.2, 2.2, len(names))).tolist()
    models = []
    for name, ability in zip(names, abilities, strict=True):
        leanings = generator.normal(0, 0.35, len(CATEGORIES))
        model = InventedModel(
            name=name,
            ability=ability,
            leanings=tuple(leanings.tolist()),
            price=float(np.exp(generator.uniform(np.log(0.4), np.log(30)))),
            tokens_per_second=float(generator.uniform(25, 160)),
        )
        models.append(model)
    return models


class Invention(NamedTuple):
    """What one model is said to have answered to one test, and what the judges made of it."""

    answer: Answer
    judgements: tuple[Judgement, ...]


Inventions = dict[InventedModel, list[Invention]]
"""One invention for each prompt, in order."""


def invent(
    model: InventedModel, prompt: Prompt, criteria: Sequence[Criterion], seed: int
) -> Invention:
    """The same arguments give the same answer and verdicts."""
    generator = np.random.default_rng([seed, *model.name.encode(), 0, *prompt.test.encode()])
    of_test = np.random.default_rng([seed, *prompt.test.encode()]).normal(0.3, 0.6)
    strength = model.ability + model.leanings[CATEGORIES.index(prompt.category)] + of_test
    likely = 1 / (1 + np.exp(-(strength + generator.normal(0, 0.5))))
    met = [bool(generator.random() < likely) for _ in criteria]
    answer = _answer(model, prompt, sum(met) / len(met), generator)
    judgements = tuple(_judgement(judge, answer, criteria, met, generator) for judge in PANEL)
    return Invention(answer, judgements)


def _answer(
    model: InventedModel, prompt: Prompt, quality: float, generator: np.random.Generator
) -> Answer:
    base = {"model": model.name, "test": prompt.test, "attempt": 1, "prompt": prompt.sha256}
    draw = generator.random()
    if draw < GAP_RATE:
        return Answer(**base, status="gap", error="503: the invented provider is overloaded")
    if draw < 2 * GAP_RATE:
        return Answer(**base, status="refused", finish_reason="refusal")
    share = 1.0 if quality > 0.8 else 0.33
    if 0.5 < quality <= 0.8:
        share = 0.66
    text, dialogue = "", None
    if prompt.answer == "dialogue":
        files = sorted(gold_files(prompt).items())
        first = dict(files[: max(1, int(len(files) * share))])
        dialogue = played(prompt, orderly(prompt, first))
        written = sum(map(len, first.values()))
    else:
        whole = read_utf8(gold_path(prompt))
        text = whole[: whole.rfind("\n", 0, int(len(whole) * share)) + 1]
        written = len(text)
    turns = dialogue.turns if dialogue else 1
    output = int(written / 3.6 * generator.uniform(0.9, 1.6)) + 40
    usage = Usage(input=prompt.tokens_estimate * turns, output=output)
    return Answer(
        **base,
        status="answered",
        text=text,
        dialogue=dialogue,
        usage=usage,
        cost_usd=round((usage.output + usage.input / 5) * model.price / 1e6, 8),
        latency_s=round(output / model.tokens_per_second, 2),
        time="2026-01-01T12:00:00+00:00",
        reported_model=f"{model.name}-2026-01-01",
    )


def _judgement(
    judge: str,
    answer: Answer,
    criteria: Sequence[Criterion],
    met: Sequence[bool],
    generator: np.random.Generator,
) -> Judgement:
    base = {"model": answer.model, "test": answer.test, "attempt": 1, "judge": judge}
    if answer.status == "gap":
        return Judgement(**base, status="missing", verdicts=())
    if answer.status != "answered":
        failed = tuple(item.verdict(False, "the answer delivers nothing") for item in criteria)
        return Judgement(**base, status="delivered nothing", verdicts=failed)
    if judge != CHECKS and generator.random() < GAP_RATE:
        unasked = tuple(item.verdict(None, "") for item in criteria)
        return Judgement(**base, status="gap", verdicts=unasked, error="timed out (invented)")
    return Judgement(
        **base,
        status="judged",
        verdicts=tuple(_verdicts(judge, answer.text, criteria, met, generator)),
        usage=Usage() if judge == CHECKS else Usage(input=9000, output=1500),
        cost_usd=0.0 if judge == CHECKS else 0.04,
        calls=1,
    )


def _verdicts(
    judge: str,
    text: str,
    criteria: Sequence[Criterion],
    met: Sequence[bool],
    generator: np.random.Generator,
) -> Iterator[Verdict]:
    lines = [line.strip() for line in text.splitlines() if len(line.strip()) > 20]
    for item, is_met in zip(criteria, met, strict=True):
        if judge == CHECKS:
            yield item.verdict(is_met if item.check else None, "found" if item.check else "")
            continue
        errs = generator.random() < ERRORS[judge]
        quote = lines[int(generator.integers(len(lines)))][:120] if lines else ""
        passed = is_met != errs
        update = {
            "confidence": int(generator.integers(60, 100)),
            "evidence": quote,
            "evidence_found": bool(quote) or None,
        }
        yield item.verdict(passed, EXPLANATIONS[passed]).model_copy(update=update)


def write_run(folder: Path, count: int, suite: str, seed: int) -> int:
    """Make the folder a run of so many invented models; how many files its report has."""
    tests = known_tests()
    prompts = tuple(render(tests[test]) for test in load_suite(suite))
    criteria = criteria_by_test(prompts)
    run: Inventions = {}
    for model in tracked("invent", invented_models(count, seed)):
        run[model] = [invent(model, prompt, criteria[prompt.test], seed) for prompt in prompts]
    config = ScoreStageConfig(models=[], score=load_score(), seed=seed)
    with TemporaryDirectory(prefix="assay-") as place:
        base = Revision(BASE, Path(place) / "run")
        before = _before(run, prompts, criteria, seed)
        for target, inventions in ((base.folder, before), (folder, run)):
            _lay_out(target, list(inventions), suite, seed)
            with chdir(target):
                _write_records(prompts, inventions)
                for model in tracked("score", list(inventions)):
                    score_model(config, model.name, prompts)
        with chdir(folder):
            return _figures([model.name for model in run], suite, config.score, seed, base)


def _before(
    run: Inventions,
    prompts: Sequence[Prompt],
    criteria: Mapping[str, Sequence[Criterion]],
    seed: int,
) -> Inventions:
    """What the first models answered earlier: every other one was weaker at translation."""
    found: Inventions = {}
    for number, (model, now) in enumerate(islice(run.items(), min(MOST_EARLIER, len(run) - 1))):
        found[model] = list(now)
        weaker = model._replace(ability=model.ability - WEAKER)
        for place, prompt in enumerate(prompts if number % 2 else ()):
            then = invent(weaker, prompt, criteria[prompt.test], seed + 1)
            is_other = answer_id(then.answer) != answer_id(now[place].answer)
            if prompt.category == IMPROVED and is_other:
                found[model][place] = then
    return found


def _write_records(prompts: Sequence[Prompt], inventions: Inventions) -> None:
    """Prompts, answers, verdicts and extracted files; equal answers are read once."""
    write_records(paths.PROMPTS, prompts)
    known: dict[tuple[str, str, str], Extracted] = {}
    for model, of_model in inventions.items():
        extracts = []
        for prompt, (answer, _) in zip(prompts, of_model, strict=True):
            key = (answer.test, answer.status, answer_id(answer))
            if key not in known:
                known[key] = extracted(Answered(prompt, answer))
            extracts.append(known[key].model_copy(update={"model": model.name}))
        judgements = [verdicts for item in of_model for verdicts in item.judgements]
        write_records(paths.answers(model.name), [item.answer for item in of_model])
        write_records(paths.verdicts(model.name), judgements)
        write_records(paths.executions(model.name), [])
        write_records(paths.extracted(model.name), extracts)


def _lay_out(folder: Path, models: Sequence[InventedModel], suite: str, seed: int) -> None:
    """Empty the folder; copy what the figures need; write the configuration."""
    remove_tree(folder)
    for name in filter(lambda name: Path(name).exists(), COPIED):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if Path(name).is_dir() else shutil.copyfile
        copy(name, target)
    (folder / "human").mkdir()
    configs = [f"model/{model.name}" for model in models]
    for name in [*configs, *(f"judge/{judge}" for judge in JUDGES)]:
        config = {"litellm_model": f"openai/{Path(name).name}"}
        write_text(folder / paths.CONF / f"{name}.yaml", yaml.safe_dump(config))
    names = [model.name for model in models]
    params = BUILT_IN_RUN | {"models": names, "panel": PANEL, "suite": suite, "seed": seed}
    write_text(folder / paths.PARAMS, yaml.safe_dump(params, sort_keys=False))
    write_text(folder / paths.SYNTHETIC, MARK)


def _figures(models: list[str], suite: str, config: ScoreConfig, seed: int, base: Revision) -> int:
    """Compare, validity and report by the stages' own functions, in the current folder."""
    metrics = {model: read_result(paths.model_metrics(model), ModelMetrics) for model in models}
    spending = {model: read_result(paths.model_spending(model), ModelSpending) for model in models}
    scores = {model: read_records(paths.test_scores(model), TestScore) for model in models}
    board = board_of(Run(metrics, spending, scores, rulers=()), config, seed)
    write_result(paths.LEADERBOARD, board)
    write_summary(board.models)
    changed = compare(base, Revision(WORKTREE, Path.cwd()))
    keep(changed, sha256(BASE.encode()).hexdigest()[:40])
    write_result(paths.EXAM, ExamSheet(papers=()))
    write_figures(ValidityConfig(models=models, panel=PANEL, score=config, seed=seed))
    report = ReportConfig(
        models=models, panel=PANEL, suite=suite, attempts=1, score=config, seed=seed
    )
    return write_report(report).files


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.simulation.synthetic")
    parser.add_argument("--models", type=int, default=8, help=f"2 to {MOST} (default 8)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"(default {FOLDER})")
    options = parser.parse_args()
    if not 2 <= options.models <= MOST:
        raise AssayError(f"--models must be 2 to {MOST}")
    if options.folder.exists() and not (options.folder / paths.SYNTHETIC).exists():
        raise AssayError(f"{options.folder} is no synthetic run: choose a folder that is not there")
    start = time.monotonic()
    pages = write_run(options.folder, options.models, "full", SEED)
    print(f"{pages} files on invented models in {time.monotonic() - start:.0f} s")
    print(f"Report: {(options.folder / paths.REPORT / 'index.html').absolute()}")


if __name__ == "__main__":
    sys.exit(exit_code("synthetic", main))

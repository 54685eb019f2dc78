"""A synthetic run on disk: records in a folder, then scores, comparison, validity and report.

An invented earlier revision has fewer models, and every other one of them was weaker at
translation: so the report's page on what changed has something to show.
"""

import shutil
from collections.abc import Mapping, Sequence
from contextlib import chdir
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from assay.answers.delivered import answer_id
from assay.answers.tree import remove_tree
from assay.config import paths
from assay.config.config_files import load_score
from assay.config.settings import SuiteConfig, validated
from assay.config.yaml_files import read_yaml
from assay.content.criteria import Criterion, criteria_by_test
from assay.content.scenarios import known_tests
from assay.errors import AssayError
from assay.progress import tracked
from assay.records.exam_records import ExamSheet
from assay.records.jsonl import read_records, read_result, write_records, write_result, write_text
from assay.records.models import ModelMetrics, ModelSpending
from assay.records.pipeline import CHECKS, Extracted, Prompt, TestScore
from stages.compare.__main__ import write_summary
from stages.compare.ranks import Run, board_of
from stages.extract.read_answer import Answered, extracted
from stages.render import render
from stages.report.__main__ import ReportConfig, write_report
from stages.score import ScoreStageConfig, score_model
from stages.validity.__main__ import ValidityConfig, write_figures
from tools.compare.comparison import compare, keep
from tools.compare.git_revision import WORKTREE, Revision
from tools.synthetic.invention import JUDGES, InventedModel, Invention, invent, invented_models

MARK = "The answers, verdicts and figures in this folder are invented (tools/synthetic).\n"
GOLD = "scenarios/contextual_experiment/gold"
"""The reference answers of dialogues, for the application in which people mark them."""
COPIED = ("criteria", "conf", GOLD, "metrics/criteria.json", "metrics/datasets.json")
PANEL = [*JUDGES, CHECKS]
BASE = "last-month"
MOST_EARLIER = 5
WEAKER = 0.6
"""By how much the ability of a model that has improved since was lower."""
IMPROVED = "code_translation"
Inventions = Mapping[str, Sequence[Invention]]
"""By the model's name; one for each prompt, in order."""


def write_run(folder: Path, count: int, suite: str, seed: int) -> int:
    """Make the folder a run of so many invented models; how many files its report has."""
    prompts = _prompts(suite)
    models = invented_models(count, seed)
    criteria = criteria_by_test(prompts)
    inventions = {}
    for model in tracked("invent", models):
        inventions[model.name] = [
            invent(model, prompt, criteria[prompt.test], seed) for prompt in prompts
        ]
    extracts = _extracts(prompts, inventions)
    params = {"suite": suite, "attempts": 1, "seed": seed, "execution": "off"}
    params |= {"baseline": None, "margin": 3}
    with TemporaryDirectory(prefix="assay-") as place:
        earlier = Path(place) / "run"
        before = _before(models, inventions, prompts, criteria, seed)
        _write_records(earlier, models, before, prompts, params)
        with chdir(earlier):
            _score(list(before), prompts, seed)
        _write_records(folder, models, inventions, prompts, params)
        with chdir(folder):
            write_text(paths.SYNTHETIC, MARK)
            for name, of_model in extracts.items():
                write_records(paths.extracted(name), of_model)
            return _figures(list(inventions), prompts, suite, seed, earlier)


def _prompts(suite: str) -> tuple[Prompt, ...]:
    file = paths.CONF / "suite" / f"{suite}.yaml"
    if not file.exists():
        raise AssayError(f"{file} is missing: --suite names a file under conf/suite/")
    chosen = validated(read_yaml(file), SuiteConfig, str(file)).tests
    tests = known_tests()
    return tuple(render(tests[test]) for test in chosen)


def _extracts(prompts: Sequence[Prompt], inventions: Inventions) -> dict[str, list[Extracted]]:
    """What extract makes of the answers; equal answers are worked out once."""
    known: dict[tuple[str, str, int], Extracted] = {}
    found: dict[str, list[Extracted]] = {}
    for name, of_model in inventions.items():
        found[name] = []
        for prompt, (answer, _) in zip(prompts, of_model, strict=True):
            size = len(answer.dialogue.files) if answer.dialogue else len(answer.text)
            key = (answer.test, answer.status, size)
            if key not in known:
                known[key] = extracted(Answered(prompt, answer))
            found[name].append(known[key].model_copy(update={"model": name}))
    return found


def _before(
    models: Sequence[InventedModel],
    inventions: Inventions,
    prompts: Sequence[Prompt],
    criteria: Mapping[str, Sequence[Criterion]],
    seed: int,
) -> dict[str, Sequence[Invention]]:
    """What the first models answered earlier, the weaker ones to some tests otherwise."""
    found: dict[str, Sequence[Invention]] = {}
    for number, model in enumerate(models[: min(MOST_EARLIER, len(models) - 1)]):
        then = list(inventions[model.name])
        weaker = model._replace(ability=model.ability - WEAKER)
        for place, prompt in enumerate(prompts):
            if number % 2 == 1 and prompt.category == IMPROVED:
                was = invent(weaker, prompt, criteria[prompt.test], seed + 1)
                if answer_id(was.answer) != answer_id(then[place].answer):
                    then[place] = was
        found[model.name] = then
    return found


def _write_records(
    folder: Path,
    models: Sequence[InventedModel],
    inventions: Inventions,
    prompts: Sequence[Prompt],
    params: Mapping[str, object],
) -> None:
    """Empty the folder; copy what the figures need; write configuration, answers and verdicts."""
    remove_tree(folder)
    for name in COPIED:
        source = Path(name)
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        elif source.exists():
            shutil.copyfile(source, target)
    (folder / "human").mkdir()
    families = [("model", model.name, model.family) for model in models]
    of_judges = zip(JUDGES, ("aurora", "borealis", "fjord"), strict=True)
    families += [("judge", judge, family) for judge, family in of_judges]
    with chdir(folder):
        for group, name, family in families:
            config = yaml.safe_dump({"litellm_model": f"openai/{name}", "family": family})
            write_text(paths.CONF / group / f"{name}.yaml", config)
        chosen = {"models": list(inventions), "panel": PANEL, **params}
        write_text(paths.PARAMS, yaml.safe_dump(chosen, sort_keys=False))
        write_records(paths.PROMPTS, prompts)
        for name, of_model in inventions.items():
            write_records(paths.answers(name), [item.answer for item in of_model])
            judgements = [verdicts for item in of_model for verdicts in item.judgements]
            write_records(paths.verdicts(name), judgements)
            write_records(paths.executions(name), [])


def _score(models: Sequence[str], prompts: tuple[Prompt, ...], seed: int) -> None:
    """Every model's scores, in the current folder."""
    config = ScoreStageConfig(models=list(models), score=load_score(), seed=seed)
    for model in tracked("score", models):
        score_model(config, model, prompts)


def _figures(
    models: list[str], prompts: tuple[Prompt, ...], suite: str, seed: int, earlier: Path
) -> int:
    """Score, compare, validity and report by the stages' own functions, in the current folder."""
    config = load_score()
    _score(models, prompts, seed)
    metrics = {model: read_result(paths.model_metrics(model), ModelMetrics) for model in models}
    spending = {model: read_result(paths.model_spending(model), ModelSpending) for model in models}
    scores = {model: read_records(paths.test_scores(model), TestScore) for model in models}
    board = board_of(Run(metrics, spending, scores, rulers=()), config, seed)
    write_result(paths.LEADERBOARD, board)
    write_summary(board.models)
    changed = compare(Revision(BASE, earlier), Revision(WORKTREE, Path.cwd()))
    keep(changed, sha256(BASE.encode()).hexdigest()[:40])
    write_result(paths.EXAM, ExamSheet(papers=()))
    write_figures(ValidityConfig(models=models, panel=PANEL, score=config, seed=seed))
    report = ReportConfig(
        models=models, panel=PANEL, suite=suite, attempts=1, score=config, seed=seed
    )
    return write_report(report).files

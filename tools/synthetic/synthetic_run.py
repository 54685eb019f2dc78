"""A synthetic run on disk: records in a folder, then scores, comparison, validity and report."""

from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from assay.config import paths
from assay.config.config_files import load_score
from assay.config.settings import SuiteConfig, validated
from assay.config.yaml_files import read_yaml
from assay.content.criteria import criteria_by_test
from assay.content.scenarios import all_tests
from assay.errors import AssayError, Problems
from assay.progress import tracked
from assay.records.jsonl import write_records, write_result, write_text
from assay.records.leaderboard import Leaderboard
from assay.records.models import ModelMetrics, ModelSpending
from assay.records.pipeline import Prompt, TestScore
from assay.scores.pairs import compare_all
from assay.scores.raters import raters_figures
from assay.scores.suite import scores_of
from stages.compare.__main__ import write_summary
from stages.compare.ranks import leaderboard, score_kind
from stages.render import render
from stages.report.__main__ import ReportConfig, write_report
from stages.validity.__main__ import ValidityConfig, write_figures
from tools.synthetic.earlier import keep_change, write_earlier
from tools.synthetic.invention import invent, invented_models
from tools.synthetic.run_files import PANEL, Golds, params_text, prepare, scored, write_model

MARK = "The answers, verdicts and figures in this folder are invented (tools/synthetic).\n"


def write_run(folder: Path, count: int, suite: str, seed: int) -> int:
    """Make the folder a run of so many invented models; how many files its report has."""
    prompts = _prompts(suite)
    models = invented_models(count, seed)
    criteria = criteria_by_test(prompts)
    config = load_score()
    inventions = {}
    for model in tracked("invent", models):
        inventions[model.name] = [
            invent(model, prompt, criteria[prompt.test], seed) for prompt in prompts
        ]
    golds = Golds({prompt.test: prompt for prompt in prompts})
    extracts = {}
    for name, of_model in inventions.items():
        extracts[name] = [golds.extracted(item.answer) for item in of_model]
    with TemporaryDirectory(prefix="assay-") as place:
        earlier = Path(place) / "run"
        write_earlier(earlier, models, inventions, prompts, criteria, config, suite, seed)
        prepare(folder, models)
        with chdir(folder):
            write_text(paths.SYNTHETIC, MARK)
            write_text(paths.PARAMS, params_text(list(inventions), suite, seed))
            write_records(paths.PROMPTS, prompts)
            for name, of_model in inventions.items():
                write_model(name, of_model)
                write_records(paths.extracted(name), extracts[name])
            return _figures(list(inventions), prompts, suite, seed, earlier)


def _prompts(suite: str) -> tuple[Prompt, ...]:
    file = paths.CONF / "suite" / f"{suite}.yaml"
    if not file.exists():
        raise AssayError(f"{file} is missing: --suite names a file under conf/suite/")
    chosen = validated(read_yaml(file), SuiteConfig, str(file)).tests
    problems = Problems()
    tests = all_tests(problems)
    problems.raise_if_any()
    return tuple(render(tests[test]) for test in chosen)


def _figures(
    models: list[str], prompts: Sequence[Prompt], suite: str, seed: int, earlier: Path
) -> int:
    """Score, compare, validity and report by the stages' own functions, in the current folder."""
    config = load_score()
    scores: dict[str, list[TestScore]] = {}
    metrics: dict[str, ModelMetrics] = {}
    spending: dict[str, ModelSpending] = {}
    for model in tracked("score", models):
        scores[model], metrics[model], spending[model] = scored(model, prompts, config, seed)
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
    keep_change(earlier)
    panel = list(PANEL)
    write_figures(ValidityConfig(models=models, panel=panel, score=config, seed=seed))
    report = ReportConfig(
        models=models, panel=panel, suite=suite, attempts=1, score=config, seed=seed
    )
    return write_report(report).files

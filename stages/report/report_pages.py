"""All files of the report, one after another: those of a model at a time, then those of all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from assay.config import paths
from assay.config.settings import ScoreConfig
from assay.content.criteria import Criterion
from assay.records.pipeline import AUTOMATIC_GROUPS, CATEGORIES, CHECKS, AutomaticGroup, Prompt
from assay.scores.basis import basis_notes, score_name
from assay.scores.leaderboard_table import as_csv, as_markdown, leaderboard_table
from assay.scores.people import unmarked
from stages.report.answer_views import AnswerView, State, answer_views
from stages.report.charts.categories import category_chart, category_rows
from stages.report.charts.cost import cost_view
from stages.report.charts.data import chart_files
from stages.report.csv_exports import (
    EXECUTION_COLUMNS,
    VERDICT_COLUMNS,
    ModelExport,
    model_export,
    scores_csv,
    together,
)
from stages.report.dialogue_steps import structure
from stages.report.first_screen import first_screen
from stages.report.health import health
from stages.report.judge_figures import kinds_of
from stages.report.model_digest import ModelDigest, all_conduct, all_tallies, model_digest
from stages.report.page import rendered
from stages.report.page_links import PageLinks
from stages.report.provenance import provenance
from stages.report.research.view import research_view
from stages.report.results import neighbours, overview, pair_lines, score_cells, tags
from stages.report.run_evidence import Evidence, read_model
from stages.report.since_base import since_base
from stages.report.subject_pages import category_page, dataset_pages, model_page

OVERALL = (
    ("find", "Search"),
    ("pairs", "Two models"),
    ("research", "Research questions"),
    ("change", "What changed"),
    ("judges", "Judges"),
    ("review", "Worth a look"),
    ("missing", "What is missing"),
    ("datasets", "Data sets"),
    ("criteria", "Criteria"),
)
"""The pages beside index.html, by name and title."""
SUSPECT = ("all fail", "all pass", "reversed")
"""Kinds of criteria that tell nothing, or the wrong thing."""


@dataclass(frozen=True)
class RunView:
    """What was run, as every page says it."""

    models: tuple[str, ...]
    panel: tuple[str, ...]
    suite: str
    attempts: int
    score: ScoreConfig
    judge_group: AutomaticGroup
    tests: int
    synthetic: bool
    ranked_by: str
    basis_notes: tuple[str, ...]
    pages: tuple[tuple[str, str], ...] = OVERALL


Page = tuple[str, str]
"""The path of a file inside the report's folder, and its text."""
ABOVE = PageLinks("../")
BESIDE = PageLinks()


def run_view(evidence: Evidence, suite: str, attempts: int) -> RunView:
    rows = evidence.leaderboard.models
    by_checks = evidence.judge_group == CHECKS
    return RunView(
        models=tuple(evidence.ranked),
        panel=evidence.judges,
        suite=suite,
        attempts=attempts,
        score=evidence.config,
        judge_group=evidence.judge_group,
        tests=len(evidence.prompts),
        synthetic=paths.SYNTHETIC.exists(),
        ranked_by=f"the checks: {score_name(rows)}" if by_checks else "the LLM judges",
        basis_notes=tuple(basis_notes(rows)) if by_checks else (),
    )


def report_files(run: RunView, evidence: Evidence) -> Iterator[Page]:
    """Every file; the same evidence gives the same bytes on every machine.

    The records of one model alone are in memory, and what is kept of the others.
    """
    digests: list[ModelDigest] = []
    exports: list[ModelExport] = []
    for model in evidence.ranked:
        yield from _of_model(run, evidence, model, digests, exports)
    yield from _exports(run, evidence, exports)
    yield from _of_all(run, evidence, digests)
    for prompt in _in_order(evidence):
        yield _test_page(run, evidence, digests, prompt)


def _of_model(
    run: RunView,
    evidence: Evidence,
    model: str,
    digests: list[ModelDigest],
    exports: list[ModelExport],
) -> Iterator[Page]:
    """The pages of the model's answers. Its digest and its lines of tables are added."""
    records = read_model(evidence, model)
    first = {}
    for prompt in evidence.prompts:
        views = answer_views(evidence, records, prompt)
        first[prompt.test] = views[0]
        address = BESIDE.answer(prompt.test, model)
        yield _page("answer", run, address, prompt=prompt, model=model, answers=views)
        for view in views:
            if view.answer and view.answer.dialogue:
                yield _dialogue(run, prompt, view)
    digests.append(model_digest(evidence, records, first))
    exports.append(model_export(records))


def _dialogue(run: RunView, prompt: Prompt, one: AnswerView) -> Page:
    assert one.answer is not None
    assert one.answer.dialogue is not None
    written = one.extracted.files if one.extracted else ()
    return _page(
        "dialogue",
        run,
        BESIDE.dialogue(one.test, one.model, one.attempt),
        one=one,
        prompt=prompt,
        written=written,
        structure=structure(one.answer.dialogue, written),
    )


def _exports(run: RunView, evidence: Evidence, exports: Sequence[ModelExport]) -> Iterator[Page]:
    board = leaderboard_table(evidence.leaderboard, evidence.metrics, evidence.categories)
    judges = "the checks" if run.judge_group == CHECKS else "the LLM judges"
    kind = "final" if evidence.leaderboard.models[0].kind == "final" else "provisional"
    synthetic = "Synthetic figures: they say nothing of any model.\n\n" if run.synthetic else ""
    title = f"Suite {run.suite}, {run.tests} tests: {kind} scores in percent, by {judges}."
    yield "leaderboard.md", f"{synthetic}{title}\n\n{as_markdown(board)}"
    yield "data/leaderboard.csv", as_csv(board)
    yield "data/scores.csv", scores_csv(evidence)
    yield "data/verdicts.csv", together(VERDICT_COLUMNS, (each.verdicts for each in exports))
    yield "data/executions.csv", together(EXECUTION_COLUMNS, (each.executions for each in exports))


def _of_all(run: RunView, evidence: Evidence, digests: Sequence[ModelDigest]) -> Iterator[Page]:
    """The first page with its charts, the pages of all models, and one for each subject."""
    cells = score_cells(evidence)
    board = leaderboard_table(evidence.leaderboard, evidence.metrics, evidence.categories)
    categories = [category_page(evidence, digests, cells, name) for name in evidence.categories]
    datasets = dataset_pages(evidence, cells)
    cost = cost_view(board.rows)
    category_data = category_rows(categories, evidence.leaderboard.models)
    by_category = category_chart(categories, category_data)
    for chart in filter(None, (cost.chart, by_category)):
        yield f"charts/{chart.name}.svg", chart.wide
    yield from chart_files(category_data, cost.rows)
    values: dict[str, object] = {
        "evidence": evidence,
        "figures": evidence.by_model,
        "digests": digests,
        "board": board,
        "overview": overview(evidence, cells),
        "neighbours": neighbours(evidence),
        "first": first_screen(evidence, board.rows, [page.leader for page in categories]),
        "provenance": provenance(evidence, digests),
        "change": since_base(evidence.judge_group),
        "datasets": datasets,
        "kinds": kinds_of([evidence.trust.judges[judge] for judge in evidence.judges]),
        "tallies": {judge: all_tallies(digests, judge) for judge in evidence.judges},
        "cost": cost,
        "by_category": by_category,
        "pairs": pair_lines(evidence, [page.pairs for page in categories]),
    }
    yield from _overall_pages(run, evidence, digests, values)
    for page in categories:
        yield _page("category", run, BESIDE.category(page.category), page=page)
    for line, digest in zip(board.rows, digests, strict=True):
        found = model_page(evidence, digest, line)
        yield _page("model", run, BESIDE.model(digest.model), page=found)
    for judge in evidence.judges:
        yield _page("judge", run, BESIDE.judge(judge), judge=judge, **values)
    for dataset in datasets:
        yield _page("dataset", run, BESIDE.dataset(dataset.dataset), page=dataset)


def _overall_pages(
    run: RunView,
    evidence: Evidence,
    digests: Sequence[ModelDigest],
    values: Mapping[str, object],
) -> Iterator[Page]:
    """index.html and the pages beside it: what all of them may show, and what one alone does."""
    special: dict[str, dict[str, object]] = {
        "index": {"tags": tags(evidence), "waiting": unmarked(evidence.metrics)},
        "find": {"criteria": _criteria(evidence, digests)},
        "research": {"research": research_view(evidence, digests)},
        "judges": {
            "conduct": all_conduct(digests),
            "groups": AUTOMATIC_GROUPS,
            "unused": _unused_overrules(evidence, digests),
        },
        "criteria": {
            "health": health(evidence),
            "suspects": [row for row in evidence.discrimination if row.kind in SUSPECT],
        },
    }
    for name in ("index", *(name for name, _ in OVERALL)):
        text = rendered(f"{name}.html.j2", href=BESIDE, run=run, **values, **special.get(name, {}))
        yield f"{name}.html", text


def _unused_overrules(evidence: Evidence, digests: Sequence[ModelDigest]) -> list[str]:
    """Lines of human/overrules.csv without effect, and why."""
    known = {*evidence.ranked, *(absent.model for absent in evidence.leaderboard.not_run)}
    others = sorted({line.model for line in evidence.overrules} - known)
    lines = [f"{paths.OVERRULES}: {name}: this run has no such model" for name in others]
    return lines + [line for digest in digests for line in digest.unused]


CriterionStates = tuple[Criterion, tuple[State, ...]]
"""A criterion of a test, and what each model's first attempt got, by rank."""


def _matrix(
    evidence: Evidence, digests: Sequence[ModelDigest], prompt: Prompt
) -> list[CriterionStates]:
    """Criteria × models by the leading judge group, the criteria that most models fail first."""
    lines = []
    for criterion in evidence.criteria[prompt.test]:
        states = tuple(digest.states[prompt.test][criterion.id] for digest in digests)
        lines.append((criterion, states))
    return sorted(lines, key=lambda line: -line[1].count("fail"))


def _criteria(
    evidence: Evidence, digests: Sequence[ModelDigest]
) -> list[tuple[Prompt, list[CriterionStates]]]:
    return [(prompt, _matrix(evidence, digests, prompt)) for prompt in _in_order(evidence)]


def _in_order(evidence: Evidence) -> list[Prompt]:
    """By category and test."""
    return sorted(evidence.prompts, key=lambda of: (CATEGORIES.index(of.category), of.test))


def _test_page(
    run: RunView, evidence: Evidence, digests: Sequence[ModelDigest], prompt: Prompt
) -> Page:
    scores = {}
    for model in evidence.ranked:
        of_test = [score for score in evidence.scores[model] if score.test == prompt.test]
        scores[model] = {score.judge_group: score for score in of_test}
    present = {group for by_group in scores.values() for group in by_group}
    return _page(
        "test",
        run,
        BESIDE.test(prompt.test),
        prompt=prompt,
        judge_groups=[group for group in AUTOMATIC_GROUPS if group in present],
        scores=scores,
        matrix=_matrix(evidence, digests, prompt),
        shown=[digest.shown[prompt.test] for digest in digests],
    )


def _page(template: str, run: RunView, address: str, **values: object) -> Page:
    return address, rendered(f"{template}.html.j2", href=ABOVE, run=run, **values)

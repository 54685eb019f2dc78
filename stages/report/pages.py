"""All pages of the report, one after another: name and text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assay.config.settings import ScoreConfig
from assay.records.pipeline import AutomaticGroup
from stages.report.beside import (
    PairNames,
    all_answers,
    drawn_pairs,
    pair_pages,
    pair_test,
)
from stages.report.cases import AnswerView, TestView, test_views
from stages.report.change import change_view
from stages.report.charts.categories import category_chart, category_rows
from stages.report.charts.cost import cost_view
from stages.report.charts.data import chart_files
from stages.report.evidence import Evidence
from stages.report.finding import findings
from stages.report.links import PageLinks
from stages.report.page import rendered
from stages.report.provenance import missing_text, provenance
from stages.report.research.view import research_view
from stages.report.results import ScoreCells, score_cells
from stages.report.structure import structure
from stages.report.subjects import category_page, dataset_page, judge_page, model_page
from stages.report.summary import statements
from stages.report.tables import Tables, all_tables

OVERALL = (
    ("find", "Search"),
    ("pairs", "Pairs"),
    ("research", "Research questions"),
    ("beside", "Two models"),
    ("change", "What changed"),
    ("judges", "Judges"),
    ("review", "Worth a look"),
    ("missing", "What is missing"),
    ("datasets", "Data sets"),
    ("criteria", "Criteria"),
)
"""The pages beside index.html, by name and title."""


@dataclass(frozen=True)
class RunView:
    """What was run, as every page says it."""

    models: tuple[str, ...]
    panel: tuple[str, ...]
    suite: str
    attempts: int
    score: ScoreConfig
    seed: int
    judge_group: AutomaticGroup
    tests: int
    synthetic: bool
    ranked_by: str = "the LLM judges"
    basis_notes: tuple[str, ...] = ()
    pages: tuple[tuple[str, str], ...] = OVERALL


Page = tuple[str, str]
"""The path of a page or a chart inside the report's folder, and its text."""
ABOVE = PageLinks("../")


def report_pages(run: RunView, evidence: Evidence) -> Iterator[Page]:
    """Every page and chart; the same evidence gives the same bytes on every machine."""
    tables = all_tables(evidence)
    categories = [
        category_page(evidence, run.score, run.seed, category) for category in evidence.categories
    ]
    summary = statements(evidence, [page.leader for page in categories])
    cost = cost_view(tables.leaderboard)
    category_data = category_rows(categories, evidence.leaderboard.models)
    by_category = category_chart(categories, category_data)
    research = research_view(evidence, run.score, run.seed)
    for chart in filter(None, (cost.chart, by_category)):
        yield f"charts/{chart.name}.svg", chart.wide
    yield from chart_files(category_data, cost.rows)
    beside = pair_pages(evidence, categories)
    views = test_views(evidence)
    change = change_view(evidence.judge_group)
    drawn = drawn_pairs(evidence)
    found = findings(evidence, views, run.judge_group)
    for name in ("index", *(name for name, _ in OVERALL)):
        text = rendered(
            f"{name}.html.j2",
            href=PageLinks(),
            run=run,
            tables=tables,
            summary=summary,
            provenance=provenance(evidence),
            missing=missing_text(tables.missing),
            cost=cost,
            by_category=by_category,
            not_run=evidence.leaderboard.not_run,
            research=research,
            drawn=drawn,
            change=change,
            found=found,
        )
        yield f"{name}.html", text
    for page in categories:
        yield _page("category", run, PageLinks().category(page.category), page=page)
    yield from _subjects(run, evidence, tables)
    for pair in beside:
        address = PageLinks().pair(pair.first.row.model, pair.second.row.model)
        yield _page("pair", run, address, page=pair)
    cells = score_cells(evidence)
    for view in views:
        yield from _test(run, view)
        yield from _beside(run, view, drawn, cells)


def _subjects(run: RunView, evidence: Evidence, tables: Tables) -> Iterator[Page]:
    for line in tables.leaderboard:
        address = PageLinks().model(line.row.model)
        yield _page("model", run, address, page=model_page(evidence, tables, line))
    for judge in tables.judges:
        address = PageLinks().judge(judge.judge)
        yield _page("judge", run, address, page=judge_page(evidence, tables, judge))
    for dataset in tables.datasets:
        address = PageLinks().dataset(dataset.dataset)
        yield _page("dataset", run, address, page=dataset_page(evidence, dataset))


def _test(run: RunView, view: TestView) -> Iterator[Page]:
    test = view.prompt.test
    yield _page("test", run, PageLinks().test(test), view=view)
    for model in view.models:
        yield _page("answer", run, PageLinks().answer(test, model.model), view=view, model=model)
        for one in model.answers:
            if one.answer and one.answer.dialogue:
                yield _dialogue(run, view, one)


def _beside(
    run: RunView,
    view: TestView,
    pairs: Sequence[PairNames],
    cells: ScoreCells,
) -> Iterator[Page]:
    """All answers to one test on one page, and the answers of each pair that is drawn."""
    test = view.prompt.test
    shown = all_answers(view, cells)
    yield _page("together", run, PageLinks().together(test), view=view, shown=shown)
    for names in pairs:
        page = pair_test(view, names, cells, run.judge_group)
        yield _page("pair_test", run, PageLinks().pair_test(*names, test), page=page)


def _dialogue(run: RunView, view: TestView, one: AnswerView) -> Page:
    assert one.answer is not None
    assert one.answer.dialogue is not None
    written = one.extracted.files if one.extracted else ()
    return _page(
        "dialogue",
        run,
        PageLinks().dialogue(one.test, one.model, one.attempt),
        one=one,
        prompt=view.prompt,
        written=written,
        structure=structure(one.answer.dialogue, written),
    )


def _page(template: str, run: RunView, address: str, **values: object) -> Page:
    return address, rendered(f"{template}.html.j2", href=ABOVE, run=run, **values)

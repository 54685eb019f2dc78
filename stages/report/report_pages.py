"""All files of the report, one after another: those of a model at a time, then those of all."""

from collections.abc import Iterator, Sequence

from assay.config import paths
from assay.config.yaml_files import read_utf8
from assay.content.criteria import Criterion, criteria_path
from assay.records.change import KeptChange
from assay.records.hashing import git_id, text_hash
from assay.records.jsonl import read_result
from assay.records.number_text import fixed
from assay.records.pipeline import AUTOMATIC_GROUPS, CATEGORIES, CHECKS, AutomaticGroup, Prompt
from assay.scores.basis import basis_notes, mention_notes, score_name
from assay.scores.leaderboard_table import (
    LeaderboardTable,
    as_csv,
    as_markdown,
    leaderboard_table,
)
from assay.scores.people_scores import unmarked
from stages.report.answer_views import State, answer_views
from stages.report.category_pages import CategoryPage, category_page
from stages.report.charts.cost import cost_file, cost_view
from stages.report.first_screen import first_screen, provenance
from stages.report.model_digest import ModelDigest, all_conduct, all_tallies, model_digest
from stages.report.page import rendered
from stages.report.page_text import PageLinks
from stages.report.research.view import research_view
from stages.report.results import (
    ScoreCells,
    neighbours,
    pair_lines,
    pairs_of,
    score_cells,
    tag_counts,
)
from stages.report.run_evidence import Evidence, read_model

OVERALL = (
    ("pairs", "Two models"),
    ("change", "What changed"),
    ("research", "Research questions"),
    ("judges", "Judges"),
    ("find", "Search"),
    ("review", "Worth a look"),
    ("missing", "What is missing"),
    ("datasets", "Data sets"),
    ("criteria", "Criteria"),
)
"""The pages beside index.html, by name and title; the first four stand at the head of each page."""
SUSPECT = ("all fail", "all pass", "reversed")
"""Kinds of criteria that tell nothing, or the wrong thing."""


Page = tuple[str, str]
"""The path of a file inside the report's folder, and its text."""
ABOVE = PageLinks("../")
BESIDE = PageLinks()


def report_files(evidence: Evidence) -> Iterator[Page]:
    """Every file; the same evidence gives the same bytes on every machine.

    The records of one model alone are in memory, and what is kept of the others.
    """
    digests: list[ModelDigest] = []
    for model in evidence.ranked:
        yield from _of_model(evidence, model, digests)
    cells = score_cells(evidence)
    yield from _of_all(evidence, digests, cells)
    for prompt in _in_order(evidence):
        yield _test_page(evidence, digests, cells, prompt)


def _of_model(evidence: Evidence, model: str, digests: list[ModelDigest]) -> Iterator[Page]:
    """The pages of the model's answers. Its digest is added."""
    records = read_model(evidence, model)
    first = {}
    for prompt in evidence.prompts:
        views = answer_views(evidence, records, prompt)
        first[prompt.test] = views[0]
        address = BESIDE.answer(prompt.test, model)
        yield page_file("answer", evidence, address, prompt=prompt, model=model, answers=views)
        for one in views:
            if one.answer and one.answer.dialogue:
                files = one.extracted.files if one.extracted else ()
                yield page_file(
                    "dialogue",
                    evidence,
                    BESIDE.dialogue(one.test, one.model, one.attempt),
                    one=one,
                    prompt=prompt,
                    written=files,
                )
    digests.append(model_digest(evidence, records, first))


def _leaderboard(evidence: Evidence, board: LeaderboardTable) -> Iterator[Page]:
    """The leaderboard for a pull request, and for a table calculation."""
    judges = "the checks" if evidence.judge_group == CHECKS else "the LLM judges"
    kind = "final" if board.rows[0].kind == "final" else "provisional"
    synthetic = "Synthetic figures: they say nothing of any model.\n\n"
    suite = f"Suite {evidence.config.suite}, {len(evidence.prompts)} tests"
    title = f"{suite}: {kind} scores in percent, by {judges}."
    title = "\n\n".join([title, *mention_notes(board.rows)])
    yield "leaderboard.md", f"{synthetic * evidence.synthetic}{title}\n\n{as_markdown(board)}"
    yield "data/leaderboard.csv", as_csv(board)


def _of_all(
    evidence: Evidence, digests: Sequence[ModelDigest], cells: ScoreCells
) -> Iterator[Page]:
    """The leaderboard, the chart, the pages of all models, and one for each subject."""
    board = leaderboard_table(evidence.leaderboard, evidence.metrics, evidence.categories)
    yield from _leaderboard(evidence, board)
    categories = [category_page(evidence, digests, name) for name in evidence.categories]
    cost = cost_view(board.rows)
    if cost.chart:
        yield "charts/cost.svg", cost.chart.svg
    yield cost_file(cost.rows)
    values = _values(evidence, digests, board, categories)
    for name in ("index", *(name for name, _ in OVERALL)):
        yield page_file(name, evidence, BESIDE.page(name), cells=cells, cost=cost, **values)
    for page in categories:
        address = BESIDE.category(page.category)
        yield page_file("category", evidence, address, page=page, cells=cells)
    for row, digest in zip(board.rows, digests, strict=True):
        address = BESIDE.model(digest.model)
        pairs = pairs_of(evidence, digest.model)
        yield page_file(
            "model", evidence, address, row=row, digest=digest, pairs=pairs, cells=cells
        )
    for name, metrics in sorted(evidence.datasets.items()):
        address = BESIDE.dataset(name)
        yield page_file("dataset", evidence, address, dataset=name, metrics=metrics, cells=cells)


def _values(
    evidence: Evidence,
    digests: Sequence[ModelDigest],
    board: LeaderboardTable,
    categories: Sequence[CategoryPage],
) -> dict[str, object]:
    """What index.html and the pages beside it show."""
    by_checks = evidence.judge_group == CHECKS
    return {
        "figures": {model: evidence.figures(model) for model in evidence.ranked},
        "digests": digests,
        "board": board,
        "neighbours": neighbours(evidence),
        "change": since_base(evidence.judge_group),
        "tallies": {judge: all_tallies(digests, judge) for judge in evidence.config.panel},
        "first": first_screen(evidence, board.rows, categories),
        "pairs": pair_lines(evidence, [page.pairs for page in categories]),
        "tags": tag_counts(evidence),
        "waiting": unmarked(evidence.metrics),
        "provenance": provenance(evidence, digests),
        "ranked_by": f"the checks: {score_name(board.rows)}" if by_checks else "the LLM judges",
        "basis_notes": basis_notes(board.rows) if by_checks else [],
        "matrices": [
            (prompt, _matrix(evidence, digests, prompt)) for prompt in _in_order(evidence)
        ],
        "research": research_view(evidence, digests),
        "conduct": all_conduct(digests),
        "groups": AUTOMATIC_GROUPS,
        "unused": _unused_overrules(evidence, digests),
        "health": health(evidence),
        "suspects": [row for row in evidence.discrimination if row.kind in SUSPECT],
    }


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


def _in_order(evidence: Evidence) -> list[Prompt]:
    return sorted(evidence.prompts, key=lambda of: (CATEGORIES.index(of.category), of.test))


def _test_page(
    evidence: Evidence, digests: Sequence[ModelDigest], cells: ScoreCells, prompt: Prompt
) -> Page:
    scores = {}
    for model in evidence.ranked:
        of_test = [score for score in evidence.scores[model] if score.test == prompt.test]
        scores[model] = {score.judge_group: score for score in of_test}
    present = {group for by_group in scores.values() for group in by_group}
    return page_file(
        "test",
        evidence,
        BESIDE.test(prompt.test),
        prompt=prompt,
        judge_groups=[group for group in AUTOMATIC_GROUPS if group in present],
        scores=scores,
        matrix=_matrix(evidence, digests, prompt),
        cells=cells,
        shown=[digest.shown[prompt.test] for digest in digests],
    )


def page_file(template: str, evidence: Evidence, address: str, **values: object) -> Page:
    """The file at this address, with the ways from it to the others."""
    href = ABOVE if "/" in address else BESIDE
    config = evidence.config
    values |= {"href": href, "evidence": evidence, "config": config, "pages": OVERALL}
    percent = fixed(100 * config.score.confidence, 0)
    return address, rendered(f"{template}.html.j2", percent=percent, **values)


def health(evidence: Evidence) -> list[dict[str, object]]:
    """What is known of each test of the run; whether its criteria are still those examined."""
    lines = []
    for prompt in evidence.prompts:
        found = evidence.health.get(prompt.test)
        if found:
            current = text_hash(read_utf8(criteria_path(prompt.type, prompt.test)))
            is_current = found.criteria_sha256 == current
            lines.append({"test": prompt.test, "health": found, "is_current": is_current})
    return lines


ROUNDING = 0.0001
"""A smaller change of a score is none: metrics files are rounded."""


def since_base(judge_group: AutomaticGroup) -> dict[str, object]:
    """The comparison that was kept, or an empty one.

    `is_current`: it compared the very results that the report shows. `factors` are the causes that
    moved a score, in the order in which they are worked out. By the judge group that ranks: how
    many scores were compared, and those that changed, the most changed first.
    """
    kept = read_result(paths.CHANGE, KeptChange) if paths.CHANGE.exists() else KeptChange()
    factors = dict[str, None]()
    for score in kept.scores:
        factors |= dict.fromkeys(key for key, part in score.parts.items() if abs(part) > ROUNDING)
    compared = [score for score in kept.scores if score.judge_group == judge_group]
    moved = [score for score in compared if abs(score.change) > ROUNDING]
    return {
        "kept": kept,
        "is_current": kept.results == git_id(paths.LEADERBOARD.read_bytes()),
        "factors": list(factors),
        "compared": len(compared),
        "moved": sorted(moved, key=lambda score: -abs(score.change)),
    }

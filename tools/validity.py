"""Make docs/validity.md: definitions, figures of the committed run, and a simulation of judges."""

from pathlib import Path

from assay.config import paths
from assay.records.jsonl import read_result
from assay.records.judges import CriteriaSummary, Figure, JudgeMetrics, NoFigure
from assay.records.pipeline import CATEGORIES, Record
from tools.catalogue import table
from tools.simulation.judges import (
    CHECKS_ERR,
    CRITERIA,
    DATASETS,
    EXECUTED,
    FAMILIES,
    TESTS,
    simulated,
)
from tools.simulation.recovered import Finding, coverage, findings

PAGE = Path("docs/validity.md")
SEED = 20260101
RUNS = 20
TEXT = Path("tools/validity.md")
"""The page with places to fill in braces."""


def page() -> str:
    """The whole page."""
    filled = {
        "shipped": shipped(read_result(paths.JUDGE_METRICS, JudgeMetrics)),
        "simulated": simulation(),
        "coverage": f"{100 * coverage(range(RUNS)):.0f} %",
        "runs": str(RUNS),
        "datasets": str(DATASETS),
        "checks_err": f"{100 * CHECKS_ERR:.0f} %",
        "executed": f"{100 * EXECUTED:.0f} %",
    }
    text = TEXT.read_text(encoding="utf-8")
    for name, value in filled.items():
        text = text.replace("{" + name + "}", value)
    return text


def shipped(metrics: JudgeMetrics) -> str:
    """What metrics/judges.json says of the committed run: figures, and why others are missing."""
    kinds = ("all_fail", "all_pass", "reversed", "tells_apart", "too_few_models")
    return "\n".join(
        [
            table(("judge", "figure", "#value", "#interval", "#of"), _judge_rows(metrics)),
            table(
                ("criteria", "#number", *(f"#{kind.replace('_', ' ')}" for kind in kinds)),
                _criteria_rows(metrics.criteria),
            ),
            table(("figure", "why there is none"), _missing_rows(metrics)),
        ]
    ).rstrip()


def _judge_rows(metrics: JudgeMetrics) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for judge, figures in metrics.judges.items():
        rows += [
            (judge, "not judged", *_printed(figures.not_judged)),
            (judge, "length", *_printed(figures.length)),
        ]
    return rows


def _criteria_rows(summary: CriteriaSummary) -> list[tuple[object, ...]]:
    parts = {"all": summary.all}
    for category in CATEGORIES:
        if category in summary.category:
            parts[category] = summary.category[category]
    return [
        (
            name.replace("_", " "),
            counts.criteria,
            counts.all_fail,
            counts.all_pass,
            counts.reversed,
            counts.tells_apart,
            counts.too_few_models,
        )
        for name, counts in parts.items()
    ]


def _missing_rows(metrics: JudgeMetrics) -> list[tuple[str, str]]:
    return [
        ("agreement of the LLM judges", _why(metrics.agreement.all_llm)),
        ("item-total correlation", _why(metrics.criteria.all.item_total)),
        ("people beside judges", metrics.people.why or "there"),
        ("verdicts worth a look", metrics.review.why or "there"),
    ]


def _why(result: Record) -> str:
    return result.why if isinstance(result, NoFigure) else "there"


def _printed(figure: Figure) -> tuple[str, str, str]:
    """Value, interval and number of verdicts, or the reason in place of the value."""
    if isinstance(figure, NoFigure):
        return figure.why, "", "" if figure.verdicts is None else str(figure.verdicts)
    interval = "none"
    if figure.low is not None and figure.high is not None:
        interval = f"{figure.low:.3f} to {figure.high:.3f}"
    return f"{figure.value:.3f}", interval, f"{figure.verdicts:,}"


def simulation() -> str:
    """Each planted fault beside what was found in one seeded run."""
    size = (
        f"{len(FAMILIES)} models, {TESTS} tests on {DATASETS} data sets, {CRITERIA} criteria each"
    )
    rows = [_row(item) for item in findings(simulated(SEED))]
    head = ("instrument", "judge", "planted", "#found", "#interval", "holds it")
    return f"One simulated run ({size}; seed {SEED}):\n\n" + table(head, rows).rstrip()


def _row(item: Finding) -> tuple[str, ...]:
    value, interval, _ = _printed(item.measured)
    covers = "no formula"
    if item.true is not None:
        covers = "yes" if item.covers_truth else "no"
    return (item.figure, item.judge, item.planted, value, interval, covers)

"""Make docs/validity.md: definitions, figures of the committed run, and a simulation of judges."""

from pathlib import Path
from typing import Any

from stages.lib.base import paths
from stages.lib.base.jsonl import read_json
from stages.lib.base.records import CATEGORIES
from tools.catalogue import table
from tools.simulation.judges import CRITERIA, DATASETS, FAMILIES, TESTS, simulated
from tools.simulation.recovered import Finding, coverage, findings

PAGE = Path("docs/validity.md")
SEED, RUNS = 20260101, 20
TEXT = Path("tools/validity.md")
"""The page with places to fill in braces."""


def page() -> str:
    """The whole page."""
    filled = {
        "shipped": shipped(read_json(paths.JUDGE_METRICS)),
        "simulated": simulation(),
        "coverage": f"{100 * coverage(range(RUNS)):.0f} %",
        "runs": str(RUNS),
        "datasets": str(DATASETS),
    }
    text = TEXT.read_text(encoding="utf-8")
    for name, value in filled.items():
        text = text.replace("{" + name + "}", value)
    return text


def shipped(found: dict[str, Any]) -> str:
    """The committed run in metrics/judges.json: its figures, and why others cannot be given."""
    rows = [
        (judge, name.replace("_", " "), *_printed(figures[name]))
        for judge, figures in found["judges"].items()
        for name in ("pass_rate", "not_judged", "length")
    ]
    kinds = ("all_fail", "all_pass", "reversed", "tells_apart", "too_few_models")
    criteria = {"all": found["criteria"]["all"], **found["criteria"]["category"]}
    counts = [
        (name.replace("_", " "), found_["criteria"], *(found_[kind] for kind in kinds))
        for name in ("all", *CATEGORIES)
        if (found_ := criteria.get(name))
    ]
    missing = [
        ("agreement of the LLM judges", found["agreement"]["panel"].get("why", "there")),
        ("item-total correlation", criteria["all"]["item_total"].get("why", "there")),
        ("people beside judges", found["people"].get("why", "there")),
        ("verdicts worth a look", found["review"].get("why", "there")),
    ]
    return "\n".join(
        [
            table(("judge", "figure", "#value", "#interval", "#of"), rows),
            table(
                ("criteria", "#number", *(f"#{kind.replace('_', ' ')}" for kind in kinds)), counts
            ),
            table(("figure", "why there is none"), missing),
        ]
    ).rstrip()


def _printed(node: dict[str, Any]) -> tuple[str, str, str]:
    """Value, interval and number of verdicts, or the reason in place of the value."""
    if "value" not in node:
        return node["why"], "", str(node.get("verdicts", ""))
    bounds = "none" if node["low"] is None else f"{node['low']:.3f} to {node['high']:.3f}"
    return f"{node['value']:.3f}", bounds, f"{node['verdicts']:,}"


def simulation() -> str:
    """One seeded run: each planted fault beside the value found."""
    size = (
        f"{len(FAMILIES)} models, {TESTS} tests on {DATASETS} data sets, {CRITERIA} criteria each"
    )
    rows = [_row(item) for item in findings(simulated(SEED))]
    head = ("instrument", "judge", "planted", "#found", "#interval", "holds it")
    return f"One simulated run ({size}; seed {SEED}):\n\n" + table(head, rows).rstrip()


def _row(item: Finding) -> tuple[str, ...]:
    value, bounds, _ = _printed(item.found)
    holds = "no formula" if item.true is None else "yes" if item.held else "no"
    return (item.figure, item.judge, item.planted, value, bounds, holds)

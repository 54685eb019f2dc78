"""The tables of figures, computed with pandas and handed to the templates as plain rows.

A missing figure is None in a row, which no template can print: it has to say in words what is
missing.
"""

from typing import Any

import pandas as pd

from stages.lib.base.records import CATEGORIES
from stages.report.discrimination import discrimination, review
from stages.report.evidence import Evidence
from stages.report.health import health
from stages.report.judging import judges
from stages.report.people import marks
from stages.report.rows import Row, rows
from stages.report.scrutiny import conduct_rows, flags, overruled
from stages.report.trust import trust

DATASET_FIGURES = (
    *(
        "loc",
        "loc_html",
        "cyclomatic_complexity",
        "lizard_cc",
        "gci",
        "gci_normalised",
        "parse_errors",
    ),
    *("complexity_class", "size_class", "expected", "published_classes"),
)
PANELS = ("llm", "checks")


def tables(evidence: Evidence) -> dict[str, Any]:
    """Every table of the page but those inside a test's section, by name."""
    return {
        "leaderboard": leaderboard(evidence),
        "pairs": pairs(evidence),
        "attempts": attempts(evidence),
        "categories": categories(evidence),
        "people": people(evidence),
        "marks": marks(evidence),
        "tags": tags(evidence),
        "panels": panels(evidence),
        "judges": judges(evidence),
        "trust": trust(evidence),
        "review": review(evidence),
        "discrimination": discrimination(evidence),
        "conduct": conduct_rows(evidence),
        "flags": flags(evidence),
        "overruled": overruled(evidence),
        "unused": evidence.unused,
        "missing": missing(evidence),
        "datasets": datasets(evidence),
        "improvement": improvement(evidence),
        "overview": overview(evidence),
        "health": health(evidence),
    }


def leaderboard(evidence: Evidence) -> list[Row]:
    """The models by rank, each with the bounds that its unjudged criteria leave open."""
    frame = pd.DataFrame(evidence.leaderboard["models"])
    bounds = [
        evidence.metrics[model].get(evidence.panel, {}).get("bounds") for model in frame["model"]
    ]
    return rows(frame.assign(bounds=bounds).sort_values("rank", kind="stable"))


def pairs(evidence: Evidence) -> list[Row]:
    """Each pair of models, those told apart first, then by the size of their difference.

    `largest` becomes a list of tests and points, the largest first: JSON keeps no order.
    """
    frame = pd.DataFrame(evidence.leaderboard["pairs"])
    if frame.empty:
        return []
    size = frame["difference"].astype(float).abs()
    order = ["told_apart", "size", "first", "second"]
    largest = frame["largest"].map(
        lambda tests: sorted(tests.items(), key=lambda item: (-abs(item[1]), item[0]))
    )
    ordered = frame.assign(size=size, largest=largest).sort_values(
        order, ascending=[False, False, True, True]
    )
    return rows(ordered.drop(columns="size"))


def attempts(evidence: Evidence) -> list[Row]:
    """How alike each model's attempts are; empty with one attempt."""
    found = [
        (model, evidence.metrics[model].get(evidence.panel, {})) for model in _ranked(evidence)
    ]
    return [
        {"model": model, **figures["attempts"]} for model, figures in found if "attempts" in figures
    ]


def categories(evidence: Evidence) -> list[dict[str, Any]]:
    """Each category of the suite with a row for each model.

    None where a model has no scored test in it.
    """
    kind = evidence.leaderboard["models"][0]["kind"]
    found = {
        (category, model): pair
        for model in evidence.models
        for category, pair in beside(evidence.metrics[model].get(evidence.panel, {}), kind)
        .get("categories", {})
        .items()
    }
    index = pd.MultiIndex.from_product(
        [_categories(evidence), _ranked(evidence)], names=["category", "model"]
    )
    frame = pd.DataFrame([found.get(key, {}) for key in index], index=index)
    frame = frame.reindex(columns=["accuracy", "completeness", "score"]).reset_index()
    return [
        {"category": name, "rows": rows(group)}
        for name, group in frame.groupby("category", sort=False)
    ]


def beside(figures: dict[str, Any], kind: str) -> dict[str, Any]:
    """A judge group's figures as they belong beside a score of this kind: a final one has the dialogues from people."""
    return {**figures, **figures.get("with_people", {})} if kind == "final" else dict(figures)


def _categories(evidence: Evidence) -> list[str]:
    present = {prompt.category for prompt in evidence.prompts}
    return [category for category in CATEGORIES if category in present]


def _ranked(evidence: Evidence) -> list[str]:
    return [row["model"] for row in evidence.leaderboard["models"]]


def people(evidence: Evidence) -> list[Row]:
    """The dialogue category by people's marks, for the models that have them."""
    marked = [
        (model, evidence.metrics[model].get(evidence.panel, {})) for model in _ranked(evidence)
    ]
    return [
        {"model": model, "score": figures["lcif_by_people"]}
        for model, figures in marked
        if "lcif_by_people" in figures
    ]


LEAST_FOR_A_TAG = 10
"""A tag that fewer criteria carry has no line in the report: its share would say little."""


def tags(evidence: Evidence) -> list[Row]:
    """What share of the criteria each model meets by what they ask for, the most frequent tag
    first.

    `scores` is in the order of the leaderboard. The first line, without a tag, is that of the known defects which code
    analyses name, if there are any.
    """
    frame = pd.DataFrame(
        [
            {"tag": tag, "analysis": prompt.type == "code_analysis"}
            for prompt in evidence.prompts
            for criterion in evidence.criteria[prompt.test]
            for tag in criterion.tags
        ],
        columns=["tag", "analysis"],
    )
    counted = frame["tag"].value_counts()
    figures = [evidence.metrics[model].get(evidence.panel, {}) for model in _ranked(evidence)]
    lines = [
        {
            "tag": tag,
            "criteria": int(count),
            "scores": [found.get("tags", {}).get(tag) for found in figures],
        }
        for tag, count in sorted(counted.items(), key=lambda item: (-item[1], item[0]))
        if count >= LEAST_FOR_A_TAG
    ]
    known = int((frame["analysis"] & (frame["tag"] == "defect")).sum())
    found = {
        "tag": "",
        "criteria": known,
        "scores": [item.get("defects_found") for item in figures],
    }
    return [found, *lines] if known else lines


def panels(evidence: Evidence) -> list[Row]:
    """Each panel that judged, model by model.

    The LLM judges and the checks side by side, never averaged.
    """
    found = [
        {"panel": panel, "model": model, **_panel_figures(evidence.metrics[model][panel])}
        for model in _ranked(evidence)
        for panel in PANELS
        if panel in evidence.metrics[model]
    ]
    return rows(pd.DataFrame(found))


def _panel_figures(figures: dict[str, Any]) -> dict[str, Any]:
    low, high = (figures["bounds"][bound] for bound in ("low", "high"))
    names = ("accuracy", "completeness", "coverage", "interval", "tests")
    return {
        **{name: figures.get(name) for name in names},
        "score": figures["final_provisional"],
        "low": low,
        "high": high,
    }


def missing(evidence: Evidence) -> list[Row]:
    """All that is not there, in the order of tests.

    Unanswered prompts, failed calls of judges, unscored tests.
    """
    frame = pd.DataFrame(
        [*_unanswered(evidence), *_unjudged(evidence), *_unscored(evidence)],
        columns=["test", "model", "attempt", "what", "error"],
    )
    return rows(frame.sort_values(["test", "model", "attempt", "what"], kind="stable"))


def _unanswered(evidence: Evidence) -> list[Row]:
    return [
        {
            "test": item.test,
            "model": item.model,
            "attempt": item.attempt,
            "what": item.status,
            "error": item.error,
        }
        for listed in evidence.answers.values()
        for item in listed
        if item.status != "answered"
    ]


def _unjudged(evidence: Evidence) -> list[Row]:
    return [
        {
            "test": item.test,
            "model": item.model,
            "attempt": item.attempt,
            "what": f"gap of {item.judge}",
            "error": item.error,
        }
        for listed in evidence.judgements.values()
        for item in listed
        if item.status == "gap"
    ]


def _unscored(evidence: Evidence) -> list[Row]:
    return [
        {
            "test": item.test,
            "model": item.model,
            "attempt": 0,
            "what": f"unscored by {item.judge_group}",
            "error": "",
        }
        for listed in evidence.scores.values()
        for item in listed
        if item.status == "unscored"
    ]


def datasets(evidence: Evidence) -> list[Row]:
    """The data sets measured, each with what was expected of it.

    Whether they are in the suite stands beside.
    """
    used = {prompt.dataset for prompt in evidence.prompts}
    measured: dict[str, Any] = evidence.datasets.get("datasets", evidence.datasets)
    return [
        {**_dataset(measured[name]), "dataset": name, "used": name in used}
        for name in sorted(measured)
    ]


def _dataset(figures: dict[str, Any]) -> Row:
    """A data set's figures; None for those that the file does not have."""
    return {name: figures.get(name) for name in DATASET_FIGURES}


def improvement(evidence: Evidence) -> list[Row]:
    """The translations and dialogues before and after.

    `delta_gci` is None where nothing measurable was delivered.
    """
    found = [
        {
            "test": item.test,
            "model": item.model,
            "attempt": item.attempt,
            "unparsable": item.unparsable,
            **{f"before_{name}": value for name, value in item.before.model_dump().items()},
            **{f"after_{name}": value for name, value in item.after.model_dump().items()},
        }
        for listed in evidence.extracted.values()
        for item in listed
        if item.before and item.after
    ]
    if not found:
        return []
    frame = pd.DataFrame(found)
    rank = {model: place for place, model in enumerate(_ranked(evidence))}
    frame = frame.assign(rank=frame["model"].map(rank)).sort_values(
        ["test", "rank", "attempt"], kind="stable"
    )
    measurable = (frame["before_loc"] > 0) & (frame["after_loc"] > 0)
    return rows(
        frame.assign(delta_gci=(frame["after_gci"] - frame["before_gci"]).where(measurable))
    )


def overview(evidence: Evidence) -> list[dict[str, Any]]:
    """Each category with its tests, and for each test one cell a model.

    The score, or why there is none.
    """
    listed = [
        score
        for model in _ranked(evidence)
        for score in evidence.scores[model]
        if score.judge_group == evidence.panel
    ]
    cells = {
        (score.test, score.model): {"score": _score(score), "status": score.status}
        for score in listed
    }
    nothing = {"score": None, "status": "missing"}
    found = []
    for category in _categories(evidence):
        tests = [prompt for prompt in evidence.prompts if prompt.category == category]
        lines = [
            {
                "test": prompt.test,
                "title": prompt.title,
                "cells": [
                    {"model": model, **cells.get((prompt.test, model), nothing)}
                    for model in _ranked(evidence)
                ],
            }
            for prompt in tests
        ]
        found.append({"category": category, "tests": lines})
    return found


def _score(score: Any) -> float | None:
    if score.status != "scored":
        return None
    return float(score.accuracy.score + score.completeness.score) / 2

"""score: one model's verdicts into scores, with coverage, bounds and an interval."""

from collections.abc import Sequence
from typing import Any

from stages.lib import paths
from stages.lib.config import Config, ModelConfig, ScoreConfig
from stages.lib.jsonl import read_records, write_json, write_records
from stages.lib.marks import load_marks, marked
from stages.lib.records import CATEGORIES, CHECKS, LCIF, Answer, Judgement, Prompt, TestScore, Usage
from stages.lib.scoring import PANELS, Pair, category_scores, drawable, overall, overall_of, results, score_test
from stages.lib.stage import Summary, stage
from stages.lib.statistics import bootstrap, interval, mean


class ScoreStageConfig(Config):
    model: ModelConfig
    score: ScoreConfig
    seed: int


@stage("score", ScoreStageConfig)
def main(config: ScoreStageConfig) -> Summary:
    model = config.model.name
    prompts = read_records(paths.PROMPTS, Prompt)
    answers = read_records(paths.answers(model), Answer)
    judgements = read_records(paths.verdicts(model), Judgement)
    scores = score_tests(prompts, judgements, model, config.score.min_coverage)
    people = marked(load_marks(), list(answers))
    write_records(paths.test_scores(model), scores)
    write_json(paths.model_metrics(model), metrics(config, prompts, answers, judgements, scores, people))
    return Summary(items=len(scores), new=len(scores))


def score_tests(
    prompts: Sequence[Prompt], judgements: Sequence[Judgement], model: str, min_coverage: float
) -> list[TestScore]:
    """Every test by every panel that judged; LLM judges together are one panel, the checks another."""
    scores = []
    for panel in PANELS:
        of_panel = [judgement for judgement in judgements if (judgement.judge == CHECKS) == (panel == CHECKS)]
        for prompt in prompts if of_panel else ():
            listed = [judgement for judgement in of_panel if judgement.test == prompt.test]
            scores.append(score_test(prompt, listed, panel, model, min_coverage))
    return scores


def metrics(
    config: ScoreStageConfig,
    prompts: Sequence[Prompt],
    answers: Sequence[Answer],
    judgements: Sequence[Judgement],
    scores: Sequence[TestScore],
    people: dict[str, Pair],
) -> dict[str, Any]:
    """The model's metrics file, shaped for `dvc metrics diff`: a node for each panel, and what the calls took."""
    figures: dict[str, Any] = {}
    for panel in PANELS:
        of_panel = [score for score in scores if score.panel == panel]
        if of_panel:
            figures[panel] = panel_figures(config, prompts, of_panel, people)
    figures["generate"] = spent(answers)
    llm = [judgement for judgement in judgements if judgement.judge != CHECKS]
    if llm:
        figures["judge"] = spent(llm)
    return figures


def panel_figures(
    config: ScoreStageConfig, prompts: Sequence[Prompt], scores: Sequence[TestScore], people: dict[str, Pair]
) -> dict[str, Any]:
    """One panel's figures: overall, categories, coverage with bounds, counts, and the overall score's interval.

    `final_provisional` is the mean of the categories that the panel scored. `final` is there only when all four are
    complete and people have marked all three dialogues, and takes the dialogues from people alone.
    """
    weights, found = config.score.lcif_weights, results(scores)
    categories = {prompt.test: prompt.category for prompt in prompts}
    pairs = category_scores(found, categories, found, weights)
    figures: dict[str, Any] = {
        "final_provisional": overall(pairs),
        "categories": {name: {**pair._asdict(), "score": pair.score} for name, pair in pairs.items()},
        "tests": {
            status: sum(score.status == status for score in scores) for status in ("scored", "unscored", "missing")
        },
    }
    dialogues = {test for test, category in categories.items() if category == LCIF}
    if dialogues and dialogues <= people.keys() and len(dialogues) == len(weights):
        marked_pairs = category_scores({**found, **people}, categories, found, weights)
        figures["lcif_by_people"] = marked_pairs[LCIF].score
        if set(marked_pairs) == set(CATEGORIES) and found.keys() | dialogues == categories.keys():
            figures["final"] = overall(marked_pairs)
    for metric in ("accuracy", "completeness"):
        figures[metric] = mean([getattr(pair, metric) for pair in pairs.values()]) if pairs else None
    return {**figures, **_coverage(config, scores, categories), **_interval(config, prompts, found, categories)}


def _coverage(config: ScoreStageConfig, scores: Sequence[TestScore], categories: dict[str, str]) -> dict[str, Any]:
    """The mean share of criteria judged, and what the overall score would be if all the others failed or passed."""
    listed = [score.coverage for test in scores for score in (test.accuracy, test.completeness) if score]
    bounds = {}
    for bound in ("low", "high"):
        found = results(scores, bound)
        bounds[bound] = overall(category_scores(found, categories, found, config.score.lcif_weights))
    return {"coverage": mean(listed) if listed else 0.0, "bounds": bounds}


def _interval(
    config: ScoreStageConfig, prompts: Sequence[Prompt], found: dict[str, Pair], categories: dict[str, str]
) -> dict[str, Any]:
    groups = drawable(found, categories, {prompt.test: prompt.dataset for prompt in prompts})
    statistic = overall_of(found, categories, config.score.lcif_weights)
    values = bootstrap(groups, statistic, config.score.bootstrap_draws, config.seed)
    bounds = interval(values, config.score.confidence)
    return {"interval": bounds._asdict()} if bounds else {}


def spent(items: Sequence[Answer] | Sequence[Judgement]) -> dict[str, Any]:
    """Tokens, US dollars (null where a price is unknown) and seconds that the items took, and the gaps among them."""
    usage = sum((item.usage for item in items), Usage())
    costs = [item.cost_usd for item in items]
    return {
        "tokens": usage.model_dump(),
        "cost_usd": None if None in costs else sum(cost or 0.0 for cost in costs),
        "seconds": sum(item.latency_s for item in items),
        "gaps": sum(item.status == "gap" for item in items),
    }


if __name__ == "__main__":
    main()

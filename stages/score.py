"""score: one model's verdicts into scores, with coverage, bounds and an interval."""

from collections.abc import Mapping, Sequence
from typing import Any

from stages.lib.base import paths
from stages.lib.base.config import Config, ModelConfig, ScoreConfig
from stages.lib.base.errors import AssayError
from stages.lib.base.jsonl import read_records, write_json, write_records
from stages.lib.base.records import (
    CATEGORIES,
    CHECKS,
    LCIF,
    Answer,
    Judgement,
    MetricScore,
    Prompt,
    TestScore,
)
from stages.lib.base.stage import Summary, stage
from stages.lib.delivery.answers import answers_to
from stages.lib.human.marks import load_marks, marked
from stages.lib.human.overrules import load_overrules
from stages.lib.human.overruling import overruled
from stages.lib.scoring.attempts import attempt_figures, with_attempts
from stages.lib.scoring.conduct import conduct
from stages.lib.scoring.majority import by_majority
from stages.lib.scoring.people import people_figures
from stages.lib.scoring.scores import (
    PANELS,
    Pair,
    Rule,
    category_scores,
    drawable,
    judged_by,
    overall,
    overall_of,
    results,
    scenario_of,
    score_test,
    tag_scores,
)
from stages.lib.scoring.spending import spent
from stages.lib.scoring.statistics import bootstrap, interval, mean

ANALYSIS, DEFECT = "code_analysis", "defect"
STATUSES = ("scored", "unscored", "missing")


class ScoreStageConfig(Config):
    model: ModelConfig
    score: ScoreConfig
    seed: int


@stage("score", ScoreStageConfig)
def main(config: ScoreStageConfig) -> Summary:
    model = config.model.name
    prompts = read_records(paths.PROMPTS, Prompt)
    check_dialogue_weights(prompts, config.score.lcif_weights)
    answers = answers_to({prompt.test: prompt for prompt in prompts}, model)
    given = read_records(paths.verdicts(model), Judgement)
    judgements, unused = overruled(load_overrules(), model, answers, given)
    scores = score_tests(prompts, judgements, model, config.score.min_coverage, config.score.panel)
    marks = load_marks()
    people = marked(marks, answers)
    write_records(paths.test_scores(model), [*scores, *people_scores(prompts, people, model)])
    figures = metrics(config, prompts, answers, judgements, scores, people)
    dialogues = [prompt.test for prompt in prompts if prompt.category == LCIF]
    if dialogues:
        figures["people"] = people_figures(marks, answers, dialogues)
    write_json(paths.model_metrics(model), figures)
    return Summary(
        items=len(scores),
        new=len(scores),
        notes=[*_stale(figures), *overrule_notes(judgements, unused)],
    )


def _stale(figures: Mapping[str, Any]) -> list[str]:
    stale = figures.get("people", {}).get("stale", 0)
    belong = (
        "mark belongs to a dialogue that has"
        if stale == 1
        else "marks belong to dialogues that have"
    )
    return (
        [f"{stale} {belong} changed, and no longer used: mark the new one (make marking)"]
        if stale
        else []
    )


def overrule_notes(judgements: Sequence[Judgement], unused: Sequence[str]) -> list[str]:
    """How many verdicts people overruled, and every line that overrules nothing."""
    count = sum(verdict.overruled is not None for item in judgements for verdict in item.verdicts)
    notes = [f"{count} verdicts are overruled by people"] if count else []
    stale = [f"{len(unused)} lines of {paths.OVERRULES} overrule nothing"] if unused else []
    return [*notes, *stale, *unused]


def check_dialogue_weights(prompts: Sequence[Prompt], weights: Mapping[str, float]) -> None:
    """AssayError for a dialogue scenario without a weight, which would count for nothing."""
    for prompt in prompts:
        if prompt.category == LCIF and prompt.scenario not in weights:
            raise AssayError(
                f"conf/score/default.yaml: lcif_weights: there is no weight for the dialogue scenario "
                f"'{prompt.scenario}': add one, or take {prompt.test} off the suite"
            )


def score_tests(
    prompts: Sequence[Prompt],
    judgements: Sequence[Judgement],
    model: str,
    min_coverage: float,
    rule: Rule = "mean",
) -> list[TestScore]:
    """Every test by every panel that judged; LLM judges together are one panel, the checks another."""
    scores: list[TestScore] = []
    for panel in PANELS:
        of_panel = judged_by(panel, judgements)
        of_tests = []
        for prompt in prompts if of_panel else ():
            listed = [judgement for judgement in of_panel if judgement.test == prompt.test]
            of_tests.append(score_test(prompt, listed, panel, model, min_coverage, rule))
        scores += with_attempts(of_tests, prompts, of_panel, panel, min_coverage, rule)
    return scores


def people_scores(
    prompts: Sequence[Prompt], people: Mapping[str, Pair], model: str
) -> list[TestScore]:
    """What people marked, as scores of a panel of its own, for the comparison of final scores."""
    return [
        TestScore(
            model=model,
            test=prompt.test,
            category=prompt.category,
            dataset=prompt.dataset,
            judge_group="people",
            status="scored",
            **{
                metric: MetricScore(score=percent, coverage=1.0, low=percent, high=percent)
                for metric, percent in people[prompt.test]._asdict().items()
            },
        )
        for prompt in prompts
        if prompt.test in people
    ]


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
        of_panel = [score for score in scores if score.judge_group == panel]
        if of_panel:
            judged = judged_by(panel, judgements)
            if panel != CHECKS and config.score.panel == "majority":
                judged = by_majority(judged)
            figures[panel] = panel_figures(config, prompts, of_panel, people) | research(
                prompts, judged
            )
            figures[panel] |= attempt_figures(of_panel, judged, config.score.lcif_weights)
    figures["generate"] = spent(answers)
    if llm := judged_by("llm", judgements):
        figures["judge"] = spent(llm)
        figures["judging"] = conduct(llm)
    return figures


def panel_figures(
    config: ScoreStageConfig,
    prompts: Sequence[Prompt],
    scores: Sequence[TestScore],
    people: dict[str, Pair],
) -> dict[str, Any]:
    """One panel's figures: overall, categories, coverage with bounds, counts, and the overall score's interval.

    `final_provisional` is the mean of the categories that the panel scored, and the other figures belong to it. `final`
    is there only when all four are complete and people have marked all three dialogues; `with_people` holds the
    figures that belong to that: the same ones, with the dialogues from people.
    """
    found = results(scores)
    categories = {prompt.test: prompt.category for prompt in prompts}
    figures: dict[str, Any] = {"final_provisional": _overall(config, found, categories)}
    if all_marked(people, categories, config.score.lcif_weights):
        by_people = {**found, **people}
        pairs = category_scores(by_people, categories, by_people, config.score.lcif_weights)
        figures["lcif_by_people"] = pairs[LCIF].score
        if set(categories.values()) == set(CATEGORIES) and by_people.keys() == categories.keys():
            figures["final"] = _overall(config, by_people, categories)
            figures["with_people"] = _by_category(config, prompts, by_people, categories)
    figures["tests"] = {
        status: sum(score.status == status for score in scores) for status in STATUSES
    }
    return {
        **figures,
        **_coverage(config, scores, categories),
        **_by_category(config, prompts, found, categories),
    }


def _overall(
    config: ScoreStageConfig, found: dict[str, Pair], categories: dict[str, str]
) -> float | None:
    return overall(category_scores(found, categories, found, config.score.lcif_weights))


def _by_category(
    config: ScoreStageConfig,
    prompts: Sequence[Prompt],
    found: dict[str, Pair],
    categories: dict[str, str],
) -> dict[str, Any]:
    """The categories, the mean accuracy and completeness over them, and the interval of their mean."""
    pairs = category_scores(found, categories, found, config.score.lcif_weights)
    figures: dict[str, Any] = {
        "categories": {
            name: {**pair._asdict(), "score": pair.score} for name, pair in pairs.items()
        }
    }
    for metric in ("accuracy", "completeness"):
        figures[metric] = (
            mean([getattr(pair, metric) for pair in pairs.values()]) if pairs else None
        )
    return {**figures, **_interval(config, prompts, found, categories)}


def research(prompts: Sequence[Prompt], judgements: Sequence[Judgement]) -> dict[str, Any]:
    """Shares of criteria met by what they ask for: by tag, and the known defects that the code analyses name."""
    analyses = {prompt.test for prompt in prompts if prompt.type == ANALYSIS}
    defects = tag_scores(judgement for judgement in judgements if judgement.test in analyses).get(
        DEFECT
    )
    return {"tags": tag_scores(judgements)} | (
        {} if defects is None else {"defects_found": defects}
    )


def all_marked(
    people: Mapping[str, Pair], categories: Mapping[str, str], weights: Mapping[str, float]
) -> bool:
    """Whether each dialogue task is in the suite once and people have marked all of them."""
    dialogues = [test for test, category in categories.items() if category == LCIF]
    return sorted(map(scenario_of, dialogues)) == sorted(weights) and people.keys() >= set(
        dialogues
    )


def _coverage(
    config: ScoreStageConfig, scores: Sequence[TestScore], categories: dict[str, str]
) -> dict[str, Any]:
    """The mean share of criteria judged, and what the overall score would be if all the others failed or passed.

    A missing test covers nothing: its bounds are 0 and 100.
    """
    listed = [
        score.coverage if score else 0.0
        for test in scores
        for score in (test.accuracy, test.completeness)
    ]
    bounds = {}
    for bound, otherwise in (("low", 0.0), ("high", 100.0)):
        found = {
            test.test: Pair(
                *(
                    getattr(score, bound) if score else otherwise
                    for score in (test.accuracy, test.completeness)
                )
            )
            for test in scores
        }
        bounds[bound] = overall(
            category_scores(found, categories, found, config.score.lcif_weights)
        )
    return {"coverage": mean(listed) if listed else 0.0, "bounds": bounds}


def _interval(
    config: ScoreStageConfig,
    prompts: Sequence[Prompt],
    found: dict[str, Pair],
    categories: dict[str, str],
) -> dict[str, Any]:
    groups = drawable(found, categories, {prompt.test: prompt.dataset for prompt in prompts})
    statistic = overall_of(found, categories, config.score.lcif_weights)
    values = bootstrap(groups, statistic, config.score.bootstrap_draws, config.seed)
    bounds = interval(values, config.score.confidence)
    return {"interval": bounds._asdict()} if bounds else {}


if __name__ == "__main__":
    main()

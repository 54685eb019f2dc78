"""score: one model's scores from its verdicts, with coverage, bounds and an interval."""

from collections.abc import Mapping, Sequence

from stages.lib.base import paths
from stages.lib.base.config import Config, ModelConfig, ScoreConfig
from stages.lib.base.errors import AssayError
from stages.lib.base.jsonl import read_records, write_records, write_result
from stages.lib.base.records import LCIF, Judgement, Prompt
from stages.lib.base.results.models import PeopleFigures
from stages.lib.base.stage import Summary, stage
from stages.lib.delivery.answers import answers_to
from stages.lib.human.marks import load_marks
from stages.lib.human.overrules import load_overrules
from stages.lib.human.overruling import overruled
from stages.lib.scoring.model_metrics import Method, model_metrics, model_spending
from stages.lib.scoring.people import people_figures, people_results
from stages.lib.scoring.suite import people_scores, score_tests


class ScoreStageConfig(Config):
    model: ModelConfig
    score: ScoreConfig
    seed: int


@stage("score", ScoreStageConfig)
def main(config: ScoreStageConfig) -> Summary:
    model = config.model.name
    rules = config.score
    prompts = read_records(paths.PROMPTS, Prompt)
    check_dialogue_weights(prompts, rules.lcif_weights)
    dialogues = [prompt.test for prompt in prompts if prompt.category == LCIF]

    answers = answers_to({prompt.test: prompt for prompt in prompts}, model)
    by_judges = read_records(paths.verdicts(model), Judgement)
    judgements, unused = overruled(load_overrules(), model, answers, by_judges)
    marks = load_marks()
    people = people_results(marks, answers)
    of_people = people_figures(marks, answers, dialogues) if dialogues else None

    scores = score_tests(prompts, judgements, model, rules.min_coverage, rules.aggregation)
    method = Method(rules, config.seed, prompts)
    figures = model_metrics(method, judgements, scores, people, of_people)
    write_records(paths.test_scores(model), [*scores, *people_scores(prompts, people, model)])
    write_result(paths.model_metrics(model), figures)
    write_result(paths.model_spending(model), model_spending(answers, judgements))
    return Summary(
        items=len(scores),
        new=len(scores),
        notes=[*stale_notes(of_people), *overrule_notes(judgements, unused)],
    )


def stale_notes(people: PeopleFigures | None) -> list[str]:
    """How many marks do not count any more, and what to do about it."""
    if people is None or not people.stale:
        return []
    if people.stale == 1:
        which = "1 mark belongs to a dialogue that has"
    else:
        which = f"{people.stale} marks belong to dialogues that have"
    return [f"{which} changed, and no longer used: mark the new one (make marking)"]


def overrule_notes(judgements: Sequence[Judgement], unused: Sequence[str]) -> list[str]:
    """How many verdicts people overruled, and every line without effect."""
    verdicts = [verdict for judgement in judgements for verdict in judgement.verdicts]
    count = sum(verdict.overruled is not None for verdict in verdicts)
    notes = [f"{count} verdicts are overruled by people"] if count else []
    if unused:
        notes.append(f"{len(unused)} lines of {paths.OVERRULES} have no effect")
    return [*notes, *unused]


def check_dialogue_weights(prompts: Sequence[Prompt], weights: Mapping[str, float]) -> None:
    """AssayError for a dialogue scenario without a weight, which would count for nothing."""
    for prompt in prompts:
        if prompt.category == LCIF and prompt.scenario not in weights:
            raise AssayError(
                "conf/score/default.yaml: lcif_weights: there is no weight for the dialogue "
                f"scenario '{prompt.scenario}': add one, or take {prompt.test} off the suite"
            )


if __name__ == "__main__":
    main()

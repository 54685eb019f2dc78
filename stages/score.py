"""score: each model's scores from its verdicts, with coverage, bounds and an interval."""

from collections.abc import Sequence

from assay.answers.delivered import answers_to
from assay.config import paths
from assay.config.settings import Config, ModelNames, ScoreConfig
from assay.config.stage import Summary, stage
from assay.records.jsonl import read_records, write_records, write_result
from assay.records.models import PeopleFigures
from assay.records.pipeline import LCIF, Judgement, Prompt
from assay.scores.formulas import check_dialogue_weights
from assay.scores.marks import MARKS
from assay.scores.model_metrics import Method, model_metrics, model_spending
from assay.scores.overruling import OVERRULES, overruled
from assay.scores.people_scores import people_figures, people_results
from assay.scores.suite import people_scores, score_tests
from assay.unchanged import Unchanged


class ScoreStageConfig(Config):
    models: ModelNames
    score: ScoreConfig
    seed: int


@stage("score", ScoreStageConfig)
def main(config: ScoreStageConfig) -> Summary:
    prompts = read_records(paths.PROMPTS, Prompt)
    dialogues = {prompt.test: prompt.scenario for prompt in prompts if prompt.category == LCIF}
    check_dialogue_weights(dialogues, config.score.lcif_weights)
    unchanged = Unchanged(
        "score",
        [paths.PROMPTS, paths.MARKS, paths.OVERRULES, paths.answers, paths.verdicts],
        [paths.test_scores, paths.model_metrics, paths.model_spending],
    )
    stale = [model for model in config.models if not unchanged.has(model)]
    notes = unchanged.prune()
    for model in stale:
        notes += [f"{model}: {note}" for note in score_model(config, model, prompts)]
        unchanged.note(model)
    items = len(stale) * len(prompts)
    return Summary(items=items, new=items, notes=notes)


def score_model(config: ScoreStageConfig, model: str, prompts: tuple[Prompt, ...]) -> list[str]:
    """Write the model's scores. Returns what a reader should know."""
    dialogues = [prompt.test for prompt in prompts if prompt.category == LCIF]
    answers = answers_to({prompt.test: prompt for prompt in prompts}, model)
    by_judges = read_records(paths.verdicts(model), Judgement)
    judgements, unused = overruled(OVERRULES.read(), model, answers, by_judges)
    marks = MARKS.read()
    people = people_results(marks, answers)
    of_people = people_figures(marks, answers, dialogues) if dialogues else None

    scores = score_tests(prompts, judgements, model, config.score)
    scores += people_scores(prompts, people, model)
    write_records(paths.test_scores(model), scores)
    figures = model_metrics(Method(config.score, prompts), judgements, scores, of_people)
    write_result(paths.model_metrics(model), figures)
    write_result(paths.model_spending(model), model_spending(answers, judgements))
    return [*stale_notes(of_people), *overrule_notes(judgements, unused)]


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


if __name__ == "__main__":
    main()

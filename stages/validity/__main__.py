"""validity: how far the judges can be trusted, and which verdicts to look at."""

from assay.answers.delivered import answers_to
from assay.config import paths
from assay.config.settings import Config, ScoreConfig
from assay.config.stage import Summary, stage
from assay.content.criteria import criteria_by_test
from assay.records.discrimination_rows import discrimination_csv
from assay.records.exam_records import ExamSheet
from assay.records.jsonl import read_records, read_result, write_result, write_text
from assay.records.judges import JudgeMetrics, JudgeValidity
from assay.records.pipeline import CHECKS, Judgement, Prompt
from assay.records.review_list import review_csv
from assay.scores.marks import AUDITS
from assay.scores.overruling import OVERRULES
from assay.statistics.clustered import clusters
from assay.statistics.jackknife import Jackknife
from stages.validity.corrected import corrected_scores
from stages.validity.criteria_discrimination import discrimination
from stages.validity.exam_errors import exam_errors, exam_verdicts
from stages.validity.figures import agreement
from stages.validity.people_and_judges import people
from stages.validity.rates import against_executions, not_judged
from stages.validity.review import effects, review
from stages.validity.verdicts import collected


class ValidityConfig(Config):
    models: list[str]
    panel: list[str]
    score: ScoreConfig
    seed: int


@stage("validity", ValidityConfig)
def main(config: ValidityConfig) -> Summary:
    items = write_figures(config)
    return Summary(items=items, new=items)


def write_figures(config: ValidityConfig) -> int:
    """Write this stage's files. Returns how many items were judged."""
    prompts = read_records(paths.PROMPTS, Prompt)
    criteria = criteria_by_test(prompts)
    by_test = {prompt.test: prompt for prompt in prompts}
    models = sorted(config.models)
    answers = (answer for model in models for answer in answers_to(by_test, model))
    judgements = (read_records(paths.verdicts(model), Judgement) for model in models)
    verdicts = collected(prompts, answers, judgements, config.panel)
    effect = effects(verdicts.items, criteria, prompts, config.score.lcif_weights)
    to_review = review(verdicts, criteria, effect, OVERRULES.read())
    rows = discrimination(verdicts, criteria)
    how = Jackknife(config.score.confidence)
    # the errors that accuse judges hold over all judges together (Bonferroni)
    jointly = Jackknife(1 - (1 - how.confidence) / len(verdicts.passed))
    audits = AUDITS.read()
    sheet = read_result(paths.EXAM, ExamSheet)
    number = clusters({prompt.test: prompt.dataset for prompt in prompts})
    judges = {}
    for judge in verdicts.passed:
        by_run = None if judge == CHECKS else against_executions(verdicts, judge, jointly)
        judges[judge] = JudgeValidity(
            not_judged=not_judged(verdicts, judge, how), against_executions=by_run
        )
        if judge != CHECKS:
            exam = exam_verdicts(sheet.papers, judge, number)
            more = {
                "exam": exam_errors(sheet, judge, exam, jointly),
                "corrected": corrected_scores(verdicts, judge, audits, effect, how, exam),
            }
            judges[judge] = judges[judge].model_copy(update=more)
    metrics = JudgeMetrics(
        judges=judges, agreement=agreement(verdicts, how), people=people(verdicts, audits, how)
    )
    write_result(paths.JUDGE_METRICS, metrics)
    write_text(paths.DISCRIMINATION, discrimination_csv(rows))
    write_text(paths.REVIEW, review_csv(to_review))
    return len(verdicts.items)


if __name__ == "__main__":
    main()

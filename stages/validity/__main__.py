"""validity: figures about the judges and the criteria, and the list of verdicts that deserve a human look."""

from collections.abc import Sequence

from stages.lib.base import paths
from stages.lib.base.config import Config, ScoreConfig
from stages.lib.base.jsonl import read_json, read_records, write_json, write_text
from stages.lib.base.records import CHECKS, Judgement, Prompt
from stages.lib.base.stage import Summary, stage
from stages.lib.content.criteria import load_criteria
from stages.lib.delivery.answers import answers_to
from stages.lib.human.audit import Audited, load_audits
from stages.lib.human.overrules import load_overrules
from stages.lib.scoring.resampling import Resampling
from stages.validity.agreement import agreement
from stages.validity.confidence import calibration
from stages.validity.discrimination import discrimination, summary, table
from stages.validity.figures import Node, absent
from stages.validity.length import length_correlation
from stages.validity.people import people
from stages.validity.preference import Families, judge_families, model_families, preference
from stages.validity.rates import against_checks, rates
from stages.validity.review import review
from stages.validity.verdicts import Verdicts, collected


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
    """Read what the stages before wrote, write all that this one writes, and return how many items were judged."""
    prompts = read_records(paths.PROMPTS, Prompt)
    criteria = {
        prompt.test: load_criteria(paths.CRITERIA / prompt.type / f"{prompt.test}.yaml")
        for prompt in prompts
    }
    verdicts = _verdicts(prompts, config)
    how = Resampling(config.score.bootstrap_draws, config.score.confidence, config.seed)
    weights, board = config.score.lcif_weights, read_json(paths.LEADERBOARD)
    listed = review(verdicts, prompts, criteria, board, weights, load_overrules())
    found = discrimination(verdicts)
    families = (model_families(config.models), judge_families(config.panel))
    figures = judge_figures(verdicts, *families, load_audits(), how)
    to_review = {
        "verdicts": len(listed),
        **({} if verdicts.llm else absent("no LLM judge gave a verdict")),
    }
    write_json(paths.JUDGE_METRICS, {**figures, "criteria": summary(found), "review": to_review})
    write_text(paths.DISCRIMINATION, table(found, criteria))
    write_text(paths.REVIEW, listed.to_csv(index=False, lineterminator="\n"))
    return len(verdicts.items)


def _verdicts(prompts: Sequence[Prompt], config: ValidityConfig) -> Verdicts:
    by_test = {prompt.test: prompt for prompt in prompts}
    answers = [answer for model in config.models for answer in answers_to(by_test, model)]
    judgements = [
        item for model in config.models for item in read_records(paths.verdicts(model), Judgement)
    ]
    return collected(prompts, answers, judgements, config.panel)


def judge_figures(
    verdicts: Verdicts,
    of_models: Families,
    of_judges: Families,
    audits: Sequence[Audited],
    how: Resampling,
) -> Node:
    """Everything about the judges: each on its own, among each other, beside people."""
    judges = {
        judge: {
            "family": of_judges.get(judge, ""),
            **rates(verdicts, judge, how),
            "length": length_correlation(verdicts, judge, how),
            **(
                _of_llm_judge(verdicts, judge, of_models, of_judges, how) if judge != CHECKS else {}
            ),
        }
        for judge in verdicts.passed
    }
    return {
        "judges": judges,
        "agreement": agreement(verdicts, how),
        "people": people(verdicts, audits, how),
    }


def _of_llm_judge(
    verdicts: Verdicts, judge: str, of_models: Families, of_judges: Families, how: Resampling
) -> Node:
    return {
        "against_checks": against_checks(verdicts, judge, how),
        "calibration": calibration(verdicts, judge, how),
        "preference": preference(verdicts, judge, of_models, of_judges, how),
    }


if __name__ == "__main__":
    main()

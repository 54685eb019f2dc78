"""Small revisions of one model, with two LLM judges, made from plain tables."""

from collections.abc import Mapping
from typing import Any

from assay.config.settings import ScoreConfig
from assay.content.criteria import Criterion
from assay.records.pipeline import METRICS, Judgement, Prompt
from tools.compare.side import ModelSide, RecordedScore, RecordedScores, Trial
from tools.compare.split import score_of

CONFIG = ScoreConfig(
    min_coverage=0.5, lcif_weights={"Hard": 1.0}, bootstrap_draws=10, confidence=0.95
)


def prompt(test: str, sha256: str = "asked") -> Prompt:
    fields: dict[str, Any] = {
        **{
            "test": test,
            "scenario": test,
            "dataset": None,
            "category": "code_generation",
            "type": "x",
            "title": "x",
        },
        **{
            "answer": "files",
            "system": "",
            "user": "",
            "files": (),
            "count_html": True,
            "tokens_estimate": 0,
        },
    }
    return Prompt.model_validate({**fields, "sha256": sha256})


def criterion(id_: str, weight: float = 1.0) -> Criterion:
    """Ids begin with `a` for accuracy and `c` for completeness."""
    metric = next(metric for metric in METRICS if metric[0] == id_[0])
    return Criterion(
        id=id_, metric=metric, text=f"text of {id_}", weight=weight, check=None, tags=()
    )


def trial(
    test: str,
    passed: Mapping[tuple[int, str, str], bool | None],
    weights: Mapping[str, float],
    answers: Mapping[int, str] | None = None,
    judges: Mapping[str, str] | None = None,
    sha256: str = "asked",
) -> Trial:
    """One test. `passed` is by attempt, judge and criterion; False for what it does not name."""
    answers, judges = answers or {1: "said"}, judges or {"j": "as always"}
    criteria = {id_: criterion(id_, weight) for id_, weight in weights.items()}
    judgements = tuple(
        Judgement(
            model="m",
            test=test,
            attempt=attempt,
            judge=judge,
            status="judged",
            verdicts=tuple(
                item.verdict(passed.get((attempt, judge, item.id), False), "")
                for item in criteria.values()
            ),
        )
        for attempt in answers
        for judge in judges
    )
    return Trial(prompt(test, sha256), answers, criteria, judges, judgements)


def side(*trials: Trial, recorded: float | None = None) -> ModelSide:
    """A model before its LLM judges.

    Its recorded score is that of its verdicts, unless another is given.
    """
    score = score_of("m", "llm", list(trials), CONFIG, final=False)
    of_group = RecordedScore(final_provisional=score if recorded is None else recorded)
    by_test = {one.prompt.test: one for one in trials}
    return ModelSide({"llm": by_test}, RecordedScores(llm=of_group))

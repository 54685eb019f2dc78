"""A model's change of score in parts that add up to it, and the verdicts that flipped."""

from collections.abc import Mapping
from typing import NamedTuple, get_args

from stages.lib.base.config import ScoreConfig
from stages.lib.base.errors import AssayError
from stages.lib.scoring.scores import Panel, category_scores, overall, results
from stages.score import score_tests
from tools.compare.hybrid import STEPS, Factor, common, states
from tools.compare.side import ModelSide, Trial

FACTORS: tuple[Factor, ...] = get_args(Factor)
ROUNDING = 0.0001
"""Metrics files are rounded: a smaller distance from a recorded score is none."""


class Flip(NamedTuple):
    """One verdict that both revisions have and that is another one now. None: not judged."""

    model: str
    panel: Panel
    test: str
    attempt: int
    judge: str
    metric: str
    criterion: str
    text: str
    before: bool | None
    after: bool | None
    cause: Factor


class Split(NamedTuple):
    """One model before one panel: the scores at both ends, the parts of the change, and the flips."""

    model: str
    panel: Panel
    kind: str
    base: float
    head: float
    parts: dict[Factor, float]
    flips: list[Flip]

    @property
    def change(self) -> float:
        return self.head - self.base


Tests = Mapping[str, Trial]


def split(
    model: str, panel: Panel, base: ModelSide, head: ModelSide, config: ScoreConfig
) -> Split | None:
    """The change of one model's overall score before one panel; None where one of the ends has no score.

    Final scores if both revisions have one, else provisional ones. Every state is scored by the formulas and settings
    of today; what the base's recorded score differs by from its own verdicts scored so is the part `scoring`.
    AssayError if the head's recorded score is not that of its verdicts.
    """
    final = all("final" in side.recorded.get(panel, {}) for side in (base, head))
    kind = "final" if final else "final_provisional"
    recorded = [side.recorded.get(panel, {}).get(kind) for side in (base, head)]
    path = scores_on_the_way(model, panel, base.panels[panel], head.panels[panel], config, final)
    if recorded[0] is None or path[0] is None or path[-1] is None:
        return None
    if recorded[1] is None or abs(path[-1] - recorded[1]) > ROUNDING:
        raise AssayError(
            f"metrics/models/{model}.json does not follow from the verdicts: run `dvc repro`"
        )
    start = path[0] if abs(path[0] - recorded[0]) <= ROUNDING else float(recorded[0])
    parts = dict.fromkeys(FACTORS, 0.0) | {"scoring": path[0] - start}
    before = path[0]
    for factor, score in zip(STEPS, path[1:], strict=True):
        after = (
            before if score is None else score
        )  # a state in between that has no score changes nothing yet
        parts[factor] += after - before
        before = after
    return Split(model, panel, kind, start, path[-1], parts, flips(model, panel, base, head))


def scores_on_the_way(
    model: str, panel: Panel, base: Tests, head: Tests, config: ScoreConfig, final: bool
) -> list[float | None]:
    """The overall score at the start and after each step."""
    ways = [states(base.get(test), head.get(test)) for test in sorted(base.keys() | head.keys())]
    return [
        score_of(model, panel, [way[place] for way in ways], config, final)
        for place in range(len(STEPS) + 1)
    ]


def score_of(
    model: str, panel: Panel, tests: list[Trial | None], config: ScoreConfig, final: bool
) -> float | None:
    """The overall score of one state, by the very functions of the stage score."""
    there = [test for test in tests if test is not None]
    judgements = [item for test in there for item in test.judgements]
    scores = score_tests(
        [test.prompt for test in there], judgements, model, config.min_coverage, config.panel
    )
    found = results(score for score in scores if score.judge_group == panel)
    if final:
        found |= {test.prompt.test: test.people for test in there if test.people is not None}
    return overall(
        category_scores(
            found,
            {test.prompt.test: test.prompt.category for test in there},
            found,
            config.lcif_weights,
        )
    )


def flips(model: str, panel: Panel, base: ModelSide, head: ModelSide) -> list[Flip]:
    """The verdicts of one model that flipped, in the order of tests."""
    both = sorted(base.panels[panel].keys() & head.panels[panel].keys())
    return [
        flip
        for test in both
        for flip in _flips(model, panel, base.panels[panel][test], head.panels[panel][test])
    ]


def _flips(model: str, panel: Panel, base: Trial, head: Trial) -> list[Flip]:
    before = {
        (item.attempt, item.judge, v.criterion): v.passed
        for item in base.judgements
        for v in item.verdicts
    }
    found = []
    for item in head.judgements:
        for verdict in item.verdicts:
            key = (item.attempt, item.judge, verdict.criterion)
            if key in before and before[key] != verdict.passed:
                text, cause = head.criteria[verdict.criterion].text, _cause(base, head, *key)
                place = (
                    item.test,
                    item.attempt,
                    item.judge,
                    verdict.metric,
                    verdict.criterion,
                    text,
                )
                found.append(Flip(model, panel, *place, before[key], verdict.passed, cause))
    return found


def _cause(base: Trial, head: Trial, attempt: int, judge: str, criterion: str) -> Factor:
    """What changed a verdict. A judge that says something else on the same thing is a change of the judge."""
    shared = common(base, head)
    other_ruler = judge not in shared.judges or criterion not in shared.criteria
    if attempt in shared.moved:
        return "not separable" if other_ruler else "data sets" if shared.new_prompt else "answers"
    return "criteria" if judge in shared.judges and criterion not in shared.criteria else "judges"

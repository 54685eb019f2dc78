"""One test after another: its prompt, its scores, and every answer with all verdicts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from assay.answers.delivered import answer_id
from assay.content.criteria import Criterion
from assay.records.models import RaterMark
from assay.records.pipeline import (
    AUTOMATIC_GROUPS,
    CATEGORIES,
    CHECKS,
    METRICS,
    Answer,
    AutomaticGroup,
    Extracted,
    Judgement,
    Metric,
    MetricScore,
    Overruling,
    Prompt,
    TestScore,
    Verdict,
)
from assay.scores.scores import metric_score
from stages.report.dialogues import TranscriptStep, steps
from stages.report.evidence import Evidence
from stages.report.executions import ExecutionView, execution_view

State = Literal["pass", "fail", "not judged", "split", "gap", "missing"]
STATES: dict[bool | None, State] = {True: "pass", False: "fail", None: "not judged"}


@dataclass(frozen=True)
class VerdictView:
    """One judge on one criterion: the state in words, and why.

    `basis` is `executed` where running the answer decided.
    """

    judge: str
    state: State
    confidence: int | None = None
    explanation: str = ""
    evidence: str = ""
    evidence_found: bool | None = None
    overruled: Overruling | None = None
    basis: str = ""

    @property
    def has_notes(self) -> bool:
        reasons = (self.explanation, self.evidence, self.overruled)
        return self.confidence is not None or any(reasons)

    @property
    def judge_decision(self) -> State:
        """What the judge itself decided, in words."""
        return STATES[self.overruled.judge_decision] if self.overruled else self.state


@dataclass(frozen=True)
class CriterionView:
    """One criterion on one answer, with what each judge of the panel decided.

    `run`: the behaviours that decide it where the answer was executed.
    """

    id: str
    text: str
    weight: float
    verdicts: tuple[VerdictView, ...]
    run: tuple[str, ...] = ()

    @property
    def notes(self) -> list[VerdictView]:
        return [verdict for verdict in self.verdicts if verdict.has_notes]

    @property
    def contradicting(self) -> list[str]:
        """The judges that decided the opposite of the check.

        Either can be wrong: a check only approximates its criterion.
        """
        opposite = {"pass": "fail", "fail": "pass"}
        by_check = {view.judge_decision for view in self.verdicts if view.judge == CHECKS}
        return [
            view.judge for view in self.verdicts if opposite.get(view.judge_decision) in by_check
        ]

    @property
    def is_clear(self) -> bool:
        """Whether every judge with a verdict passes it."""
        return {view.state for view in self.verdicts} <= {"pass", "not judged"}

    def state_by(self, judge_group: AutomaticGroup) -> State:
        """What the judges of the group decided together; `split` where they differ."""
        of_group = [
            view.state
            for view in self.verdicts
            if (view.judge == CHECKS) == (judge_group == "checks")
        ]
        decided = [state for state in of_group if state in ("pass", "fail")]
        if len(set(decided)) == 2:
            return "split"
        if decided:
            return decided[0]
        return of_group[0] if of_group else "missing"


@dataclass(frozen=True)
class JudgeView:
    """One judge on one answer: `state` in words, and its scores where it judged."""

    judge: str
    state: str
    judgement: Judgement | None
    scores: tuple[tuple[Metric, MetricScore], ...]


class MetricCriteria(NamedTuple):
    """The criteria of one metric, in their file's order."""

    metric: Metric
    criteria: tuple[CriterionView, ...]


@dataclass(frozen=True)
class AnswerView:
    """One attempt of a model with all that is known about it.

    `answer` None: there is no record of one.
    """

    model: str
    test: str
    attempt: int
    answer: Answer | None
    extracted: Extracted | None
    execution: ExecutionView | None
    steps: list[TranscriptStep]
    mark_id: str
    marks: Mapping[str, RaterMark]
    judges: tuple[JudgeView, ...]
    criteria: tuple[MetricCriteria, ...]

    @property
    def by_criterion(self) -> dict[str, CriterionView]:
        return {view.id: view for of_metric in self.criteria for view in of_metric.criteria}


@dataclass(frozen=True)
class ModelView:
    """A model in a test: its scores by judge group, and its answers."""

    model: str
    scores: tuple[TestScore, ...]
    answers: tuple[AnswerView, ...]

    def score(self, judge_group: AutomaticGroup) -> TestScore | None:
        of_group = [score for score in self.scores if score.judge_group == judge_group]
        return of_group[0] if of_group else None


class MatrixLine(NamedTuple):
    """One criterion of a test, with what each model's first attempt got, in the test's order."""

    criterion: Criterion
    states: tuple[State, ...]


@dataclass(frozen=True)
class TestView:
    """One test with the models in the order of the leaderboard."""

    __test__ = False

    prompt: Prompt
    criteria: tuple[Criterion, ...]
    judges: tuple[str, ...]
    judge_groups: tuple[AutomaticGroup, ...]
    models: tuple[ModelView, ...]

    def matrix(self, judge_group: AutomaticGroup) -> list[MatrixLine]:
        """Criteria × models by the judge group, the criteria that most models fail first."""
        first_answers = [model.answers[0].by_criterion for model in self.models]
        lines = []
        for criterion in self.criteria:
            states = tuple(views[criterion.id].state_by(judge_group) for views in first_answers)
            lines.append(MatrixLine(criterion, states))
        return sorted(lines, key=lambda line: -line.states.count("fail"))


def test_views(evidence: Evidence) -> list[TestView]:
    """Every test, by category and id."""

    def order(prompt: Prompt) -> tuple[int, str]:
        return CATEGORIES.index(prompt.category), prompt.test

    return [_test(evidence, prompt) for prompt in sorted(evidence.prompts, key=order)]


def _test(evidence: Evidence, prompt: Prompt) -> TestView:
    models = tuple(_model(evidence, prompt, model) for model in evidence.ranked)
    present = {score.judge_group for model in models for score in model.scores}
    groups = tuple(group for group in AUTOMATIC_GROUPS if group in present)
    return TestView(prompt, evidence.criteria[prompt.test], evidence.judges, groups, models)


def _model(evidence: Evidence, prompt: Prompt, model: str) -> ModelView:
    scores = tuple(score for score in evidence.scores[model] if score.test == prompt.test)
    answers = [item for item in evidence.answers[model] if item.test == prompt.test]
    if not answers:
        return ModelView(model, scores, (_answer(evidence, prompt, model, 1, None),))
    by_attempt = sorted(answers, key=lambda item: item.attempt)
    views = tuple(_answer(evidence, prompt, model, item.attempt, item) for item in by_attempt)
    return ModelView(model, scores, views)


def _answer(
    evidence: Evidence, prompt: Prompt, model: str, attempt: int, answer: Answer | None
) -> AnswerView:
    key = (prompt.test, attempt)
    by_judge = {
        item.judge: item for item in evidence.judgements[model] if (item.test, item.attempt) == key
    }
    extracted = [item for item in evidence.extracted[model] if (item.test, item.attempt) == key]
    return AnswerView(
        model=model,
        test=prompt.test,
        attempt=attempt,
        answer=answer,
        extracted=extracted[0] if extracted else None,
        execution=execution_view(evidence.executions[model], prompt.test, attempt),
        steps=steps(answer.dialogue, prompt) if answer and answer.dialogue else [],
        mark_id=answer_id(answer) if answer else "",
        marks=_marks(evidence, model, answer),
        judges=tuple(_judge(judge, by_judge.get(judge)) for judge in evidence.judges),
        criteria=_criteria(evidence.criteria[prompt.test], evidence.judges, by_judge),
    )


def _marks(evidence: Evidence, model: str, answer: Answer | None) -> Mapping[str, RaterMark]:
    """People's marks of this very dialogue, by rater."""
    people = evidence.metrics[model].people
    of_test = people.dialogues.get(answer.test) if people and answer else None
    return of_test.marks.get(answer_id(answer), {}) if of_test and answer else {}


def _judge(judge: str, judgement: Judgement | None) -> JudgeView:
    if judgement is None or judgement.status in ("missing", "gap"):
        return JudgeView(judge, judgement.status if judgement else "missing", judgement, ())
    scores = tuple((metric, metric_score(judgement.verdicts, metric)) for metric in METRICS)
    return JudgeView(judge, judgement.status, judgement, scores)


def _criteria(
    criteria: Sequence[Criterion], judges: Sequence[str], by_judge: dict[str, Judgement]
) -> tuple[MetricCriteria, ...]:
    """The criteria by metric, each with one view for each judge of the panel."""
    verdicts: dict[tuple[str, str], Verdict] = {}
    for judge, judgement in by_judge.items():
        for verdict in judgement.verdicts:
            verdicts[judge, verdict.criterion] = verdict

    def view(criterion: Criterion) -> CriterionView:
        views = tuple(
            _verdict(judge, by_judge.get(judge), verdicts.get((judge, criterion.id)))
            for judge in judges
        )
        return CriterionView(criterion.id, criterion.text, criterion.weight, views, criterion.run)

    by_metric = []
    for metric in METRICS:
        views = tuple(view(item) for item in criteria if item.metric == metric)
        by_metric.append(MetricCriteria(metric, views))
    return tuple(by_metric)


def _verdict(judge: str, judgement: Judgement | None, verdict: Verdict | None) -> VerdictView:
    """`gap` and `missing` are of the whole judgement; else a criterion is not judged."""
    if judgement is None:
        return VerdictView(judge, "missing")
    if verdict is None:
        status = judgement.status
        return VerdictView(judge, status if status in ("gap", "missing") else "not judged")
    return VerdictView(
        judge=judge,
        state=STATES[verdict.passed],
        confidence=verdict.confidence,
        explanation=verdict.explanation,
        evidence=verdict.evidence,
        evidence_found=verdict.evidence_found,
        overruled=verdict.overruled,
        basis=verdict.basis,
    )

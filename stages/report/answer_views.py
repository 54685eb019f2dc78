"""One answer with all that is known about it: verdicts, files, its run, its transcript."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from assay.answers.delivered import answer_id
from assay.content.criteria import Criterion
from assay.records.execution_records import Execution
from assay.records.models import RaterMark
from assay.records.pipeline import (
    CHECKS,
    METRICS,
    Answer,
    AutomaticGroup,
    DeliveredFile,
    Extracted,
    Judgement,
    Prompt,
    Verdict,
)
from stages.report.dialogue_steps import TranscriptStep, steps
from stages.report.places import Place, places_of
from stages.report.run_evidence import Evidence, ModelRecords

State = Literal["pass", "fail", "not judged", "split", "gap", "missing"]
DOCUMENT = "the answer"
"""The name of an answer without files, where files have their path."""
STATES: dict[bool | None, State] = {True: "pass", False: "fail", None: "not judged"}


@dataclass(frozen=True)
class VerdictView:
    """One judge on one criterion: the state in words, and the verdict if there is one."""

    judge: str
    state: State
    verdict: Verdict | None = None

    @property
    def has_notes(self) -> bool:
        found = self.verdict
        if found is None:
            return False
        reasons = (found.explanation, found.evidence, found.overruled)
        return found.confidence is not None or any(reasons)

    @property
    def judge_decision(self) -> State:
        """What the judge itself decided, in words."""
        return STATES[self.verdict.judge_decision] if self.verdict else self.state


@dataclass(frozen=True)
class CriterionView:
    """One criterion on one answer, with what each judge of the panel decided."""

    criterion: Criterion
    verdicts: tuple[VerdictView, ...]

    @property
    def own_verdicts(self) -> list[Verdict]:
        return [view.verdict for view in self.verdicts if view.verdict]

    @property
    def notes(self) -> list[VerdictView]:
        return [verdict for verdict in self.verdicts if verdict.has_notes]

    @property
    def contradicting(self) -> list[str]:
        """The judges that decided the opposite of the check.

        Either can be wrong: a check only approximates its criterion. Of the answer to a question a
        check says nothing.
        """
        opposite = {"pass": "fail", "fail": "pass"}
        by_check = {view.judge_decision for view in self.verdicts if view.judge == CHECKS}
        return [
            view.judge
            for view in self.verdicts
            if opposite.get(view.judge_decision) in by_check
            and not (view.verdict and view.verdict.basis == "asked")
        ]

    @property
    def is_clear(self) -> bool:
        """Whether every judge with a verdict passes it."""
        return {view.state for view in self.verdicts} <= {"pass", "not judged"}

    def state_by(self, judge_group: AutomaticGroup) -> State:
        """What the judges of the group decided together; `split` where they differ."""
        by_checks = judge_group == CHECKS
        of_group = [view.state for view in self.verdicts if (view.judge == CHECKS) == by_checks]
        decided = {state for state in of_group if state in ("pass", "fail")}
        if len(decided) == 2:
            return "split"
        return (*decided, *of_group, "missing")[0]


@dataclass(frozen=True)
class AnswerView:
    """One attempt of a model with all that is known about it.

    `answer` None: there is no record of one. `judgements` are by judge of the panel, `criteria` by
    metric, in their file's order.
    """

    model: str
    test: str
    attempt: int
    answer: Answer | None
    extracted: Extracted | None
    execution: Execution | None
    steps: list[TranscriptStep]
    mark_id: str
    marks: Mapping[str, RaterMark]
    judgements: Mapping[str, Judgement | None]
    criteria: tuple[CriterionView, ...]

    @property
    def files(self) -> tuple[DeliveredFile, ...]:
        """The files of the answer; a document counts as one file."""
        if self.extracted and self.extracted.files:
            return self.extracted.files
        if self.answer and self.answer.text:
            return (DeliveredFile(path=DOCUMENT, content=self.answer.text),)
        return ()

    @property
    def places(self) -> dict[str, tuple[Place, ...]]:
        """Where the verdicts on each criterion were found, by its id."""
        return {
            view.criterion.id: places_of(view.own_verdicts, self.files) for view in self.criteria
        }

    def states(self, judge_group: AutomaticGroup) -> dict[str, State]:
        """What the judge group decided of each criterion, by its id."""
        return {view.criterion.id: view.state_by(judge_group) for view in self.criteria}


def answer_views(evidence: Evidence, records: ModelRecords, prompt: Prompt) -> list[AnswerView]:
    """Every attempt of the model at the test; one without an answer if there is none."""
    answers = records.by_test.get(prompt.test, [])
    if not answers:
        return [_answer(evidence, records, prompt, 1, None)]
    return [_answer(evidence, records, prompt, answer.attempt, answer) for answer in answers]


def _answer(
    evidence: Evidence, records: ModelRecords, prompt: Prompt, attempt: int, answer: Answer | None
) -> AnswerView:
    key = (prompt.test, attempt)
    by_judge = records.judgements_of.get(key, {})
    people = evidence.metrics[records.model].people
    of_test = people.dialogues.get(answer.test) if people and answer else None
    return AnswerView(
        model=records.model,
        test=prompt.test,
        attempt=attempt,
        answer=answer,
        extracted=records.extracted_of.get(key),
        execution=records.execution_of.get(key),
        steps=steps(answer.dialogue, prompt) if answer and answer.dialogue else [],
        mark_id=answer_id(answer) if answer else "",
        marks=(of_test.marks.get(answer_id(answer), {}) if of_test and answer else {}),
        judgements={judge: by_judge.get(judge) for judge in evidence.config.panel},
        criteria=_criteria(evidence.criteria[prompt.test], evidence.config.panel, by_judge),
    )


def _criteria(
    criteria: Sequence[Criterion], judges: Sequence[str], by_judge: dict[str, Judgement]
) -> tuple[CriterionView, ...]:
    verdicts: dict[tuple[str, str], Verdict] = {}
    for judge, judgement in by_judge.items():
        for verdict in judgement.verdicts:
            verdicts[judge, verdict.criterion] = verdict

    def view(criterion: Criterion) -> CriterionView:
        views = []
        for judge in judges:
            verdict = verdicts.get((judge, criterion.id))
            state = STATES[verdict.passed] if verdict else _without(by_judge.get(judge))
            views.append(VerdictView(judge, state, verdict))
        return CriterionView(criterion, tuple(views))

    return tuple(view(item) for metric in METRICS for item in criteria if item.metric == metric)


def _without(judgement: Judgement | None) -> State:
    """The state of a criterion without a verdict: that of the whole judgement, or not judged."""
    if judgement is None:
        return "missing"
    return judgement.status if judgement.status in ("gap", "missing") else "not judged"

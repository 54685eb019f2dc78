"""One model in two revisions: its answers, executions, verdicts and scores, and what differs."""

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import BaseModel

from assay.answers.delivered import answer_id, answers_to
from assay.config import paths
from assay.content.criteria import Criterion
from assay.errors import AssayError
from assay.records.executions import Execution
from assay.records.jsonl import read_json, read_records
from assay.records.models import ScoreKind
from assay.records.pipeline import AutomaticGroup, Judgement, TestScore, Verdict
from assay.scores.overrules import load_overrules
from assay.scores.overruling import overruled
from assay.scores.scores import group_of
from tools.compare.inputs import Inputs

Place = tuple[str, int]
"""A test and an attempt."""


class RecordedScore(BaseModel):
    """One judge group's overall scores in a metrics file; other keys are ignored."""

    final: float | None = None
    final_provisional: float | None = None

    def of(self, kind: ScoreKind) -> float | None:
        return self.final if kind == "final" else self.final_provisional


class RecordedScores(BaseModel):
    llm: RecordedScore = RecordedScore()
    checks: RecordedScore = RecordedScore()

    def group(self, judge_group: AutomaticGroup) -> RecordedScore:
        return self.llm if judge_group == "llm" else self.checks


class RevisionResults(NamedTuple):
    """What one revision says of one model. Verdicts by place, then by judge and criterion."""

    answers: Mapping[Place, str]
    executions: Mapping[Place, Execution]
    verdicts: Mapping[Place, Mapping[tuple[str, str], Verdict]]
    scores: tuple[TestScore, ...]
    recorded: RecordedScores


def read_results(model: str, inputs: Inputs) -> RevisionResults:
    """The model in the revision in whose files the process works.

    AssayError for outputs that are older than their inputs.
    """
    answers = answers_to(inputs.prompts, model)
    by_judges = read_records(paths.verdicts(model), Judgement)
    judgements = overruled(load_overrules(), model, answers, by_judges).judgements
    verdicts: dict[Place, dict[tuple[str, str], Verdict]] = {}
    for item in judgements:
        _require_current(model, item, inputs.criteria.get(item.test, {}))
        at_place = verdicts.setdefault((item.test, item.attempt), {})
        for verdict in item.verdicts:
            at_place[item.judge, verdict.criterion] = verdict
    executions = {
        (item.test, item.attempt): item.model_copy(update={"key": ""})
        for item in read_records(paths.executions(model), Execution)
    }
    # the status is part of it, because an empty answer and a gap both have no text
    ids = {(item.test, item.attempt): f"{item.status} {answer_id(item)}" for item in answers}
    scores = read_records(paths.test_scores(model), TestScore)
    recorded = RecordedScores.model_validate(read_json(paths.model_metrics(model)))
    return RevisionResults(ids, executions, verdicts, scores, recorded)


def _require_current(model: str, item: Judgement, criteria: Mapping[str, Criterion]) -> None:
    """AssayError unless the verdicts are on the criteria and weights in the files."""
    wanted = {(id_, criterion.weight) for id_, criterion in criteria.items()}
    judged = {(verdict.criterion, verdict.weight) for verdict in item.verdicts}
    if item.status != "missing" and wanted != judged:
        raise AssayError(
            f"{paths.verdicts(model)}: the verdicts on {item.test} are not on its criteria "
            "as they stand: run `dvc repro`"
        )


class TwoRevisions(NamedTuple):
    """Two revisions of one model before one judge group."""

    model: str
    judge_group: AutomaticGroup
    base_inputs: Inputs
    head_inputs: Inputs
    base: RevisionResults
    head: RevisionResults

    def in_both(self, test: str) -> bool:
        return test in self.base_inputs.prompts and test in self.head_inputs.prompts

    def new_prompt(self, test: str) -> bool:
        """Of a test that both revisions have."""
        before, after = self.base_inputs.prompts[test], self.head_inputs.prompts[test]
        return before.sha256 != after.sha256

    def new_answer(self, place: Place) -> bool:
        return self.base.answers.get(place) != self.head.answers.get(place)

    def new_criterion(self, test: str, id_: str) -> bool:
        """Only one revision has it, or its weight differs; for the checks, also its check."""
        before = self.base_inputs.criteria.get(test, {}).get(id_)
        after = self.head_inputs.criteria.get(test, {}).get(id_)
        if before is None or after is None or before.weight != after.weight:
            return True
        of_checks = self.judge_group == "checks"
        return of_checks and (before.check, before.run) != (after.check, after.run)

    def new_judge(self, judge: str) -> bool:
        return self.base_inputs.judges.get(judge) != self.head_inputs.judges.get(judge)

    def new_execution(self, place: Place) -> bool:
        """The same answer, before the checks, ran otherwise."""
        if self.judge_group != "checks" or self.new_answer(place):
            return False
        return self.base.executions.get(place) != self.head.executions.get(place)

    def category(self, test: str) -> str:
        return self.head_inputs.prompts[test].category

    def places(self, test: str) -> list[Place]:
        """The attempts at the test in either revision."""
        either = self.base.answers.keys() | self.head.answers.keys()
        return sorted(place for place in either if place[0] == test)

    def criteria(self, test: str) -> set[str]:
        """The test's criteria in either revision."""
        sides = (self.base_inputs, self.head_inputs)
        return {id_ for side in sides for id_ in side.criteria.get(test, {})}

    def judges(self) -> list[str]:
        """The group's judges in either revision."""
        either = self.base_inputs.judges.keys() | self.head_inputs.judges.keys()
        return sorted(judge for judge in either if group_of(judge) == self.judge_group)

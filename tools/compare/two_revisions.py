"""One model in two revisions: its answers, executions, verdicts and scores, and what differs."""

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from assay.answers.delivered import answer_id, answers_to
from assay.config import paths
from assay.errors import AssayError
from assay.records.execution_records import Execution
from assay.records.jsonl import read_json, read_records
from assay.records.pipeline import AUTOMATIC_GROUPS, AutomaticGroup, Judgement, TestScore, Verdict
from assay.scores.overruling import OVERRULES, overruled
from assay.scores.scores import group_of
from tools.compare.inputs import Inputs

Place = tuple[str, int]
"""A test and an attempt."""
KINDS = ("final", "final_provisional")


class RevisionResults(NamedTuple):
    """What one revision says of one model.

    Verdicts by place, then by judge and criterion. `recorded`: the overall scores in its metrics
    file, by judge group and kind.
    """

    answers: Mapping[Place, str]
    executions: Mapping[Place, Execution]
    verdicts: Mapping[Place, Mapping[tuple[str, str], Verdict]]
    scores: tuple[TestScore, ...]
    recorded: Mapping[tuple[str, str], float | None]


def read_results(model: str, inputs: Inputs) -> RevisionResults:
    """The model in the revision in whose files the process works.

    AssayError for outputs that are older than their inputs.
    """
    answers = answers_to(inputs.prompts, model)
    by_judges = read_records(paths.verdicts(model), Judgement)
    verdicts: dict[Place, dict[tuple[str, str], Verdict]] = {}
    for item in overruled(OVERRULES.read(), model, answers, by_judges).judgements:
        criteria = inputs.criteria.get(item.test, {}).values()
        wanted = {(criterion.id, criterion.weight) for criterion in criteria}
        judged = {(verdict.criterion, verdict.weight) for verdict in item.verdicts}
        if item.status != "missing" and wanted != judged:
            raise AssayError(
                f"{paths.verdicts(model)}: the verdicts on {item.test} are not on its criteria "
                "as they stand: run `dvc repro`"
            )
        at_place = verdicts.setdefault(item.place, {})
        at_place |= {(item.judge, verdict.criterion): verdict for verdict in item.verdicts}
    ran = read_records(paths.executions(model), Execution)
    executions = {item.place: item.model_copy(update={"key": ""}) for item in ran}
    # the status is part of it, because an empty answer and a gap both have no text
    ids = {item.place: f"{item.status} {answer_id(item)}" for item in answers}
    metrics = read_json(paths.model_metrics(model))
    recorded: dict[tuple[str, str], float | None] = {}
    for group, kind in product(AUTOMATIC_GROUPS, KINDS):
        recorded[group, kind] = (metrics.get(group) or {}).get(kind)
    scores = read_records(paths.test_scores(model), TestScore)
    return RevisionResults(ids, executions, verdicts, scores, recorded)


class TwoRevisions(NamedTuple):
    """Two revisions of one model before one judge group."""

    model: str
    judge_group: AutomaticGroup
    base_inputs: Inputs
    head_inputs: Inputs
    base: RevisionResults
    head: RevisionResults

    def new_prompt(self, test: str) -> bool:
        """Of a test that both revisions have."""
        return self.base_inputs.prompts[test].sha256 != self.head_inputs.prompts[test].sha256

    def new_answer(self, place: Place) -> bool:
        return self.base.answers.get(place) != self.head.answers.get(place)

    def new_criterion(self, test: str, id_: str) -> bool:
        """Only one revision has it, or its weight or question differs; for checks, its check."""
        before = self.base_inputs.criteria.get(test, {}).get(id_)
        after = self.head_inputs.criteria.get(test, {}).get(id_)
        if before is None or after is None or before.weight != after.weight:
            return True
        if before.asked_id != after.asked_id:
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

    def places(self, test: str) -> list[Place]:
        """The attempts at the test in either revision."""
        either = self.base.answers.keys() | self.head.answers.keys()
        return sorted(place for place in either if place[0] == test)

    def criteria(self, test: str) -> set[str]:
        """The test's criteria in either revision."""
        return {*self.base_inputs.criteria[test], *self.head_inputs.criteria[test]}

    def judges(self) -> list[str]:
        """The group's judges in either revision."""
        either = self.base_inputs.judges.keys() | self.head_inputs.judges.keys()
        return sorted(judge for judge in either if group_of(judge) == self.judge_group)

"""What the research questions need of one model's verdicts and dialogues."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import fsum
from typing import NamedTuple

from assay.answers.dialogue_process import ENDED
from assay.records.pipeline import LCIF, Dialogue, Judgement, Turn, Verdict
from assay.scores.majority import by_majority
from assay.scores.model_metrics import DEFECT
from assay.scores.scores import judged_by
from assay.statistics.means import mean
from stages.report.run_evidence import Evidence, ModelRecords

CONSTRAINT = "constraint"
CONSTRUCT = "construct"
IDIOM = "idiom"
TAGS = (DEFECT, CONSTRAINT, CONSTRUCT, IDIOM)
TagAndTest = tuple[str, str]
TestAndCriterion = tuple[str, str]


class ModelShares(NamedTuple):
    """`met`: by tag and test, percent of the judged weight of the tag's criteria that is met.

    `named`: for each answer, the share of judges that see the known defect named, 0 to 1.
    """

    met: Mapping[TagAndTest, float]
    named: Mapping[TestAndCriterion, Sequence[float]]

    def of_tag(self, tag: str, tests: Iterable[str]) -> dict[str, float]:
        """What is met, by test; tests where nothing was judged are left out."""
        return {test: self.met[tag, test] for test in tests if (tag, test) in self.met}


def model_shares(evidence: Evidence, records: ModelRecords) -> ModelShares:
    """By the judgements of the leading judge group."""
    judged = judged_by(evidence.judge_group, records.judgements)
    if evidence.judge_group == "llm" and evidence.config.aggregation == "majority":
        judged = by_majority(judged)
    by_test: dict[str, list[Judgement]] = {}
    for judgement in judged:
        by_test.setdefault(judgement.test, []).append(judgement)
    met = {}
    for test, judgements in by_test.items():
        for tag in TAGS:
            share = passed_share(judgements, tag)
            if share is not None:
                met[tag, test] = share
    return ModelShares(met, _named(judged))


def passed_share(judgements: Iterable[Judgement], tag: str) -> float | None:
    """Percent of the judged weight of criteria with the tag; None where none was judged."""
    decided = [verdict for item in judgements for verdict in _decided(item, tag)]
    if not decided:
        return None
    passed = max(0.0, fsum(verdict.weight * verdict.earned for verdict in decided))
    return 100 * passed / fsum(verdict.weight for verdict in decided)


def _decided(judgement: Judgement, tag: str) -> list[Verdict]:
    """The verdicts on criteria with the tag, without those that were not judged."""
    return [item for item in judgement.verdicts if tag in item.tags and item.passed is not None]


def _named(judgements: Iterable[Judgement]) -> dict[TestAndCriterion, list[float]]:
    found: dict[TestAndCriterion, dict[int, list[float]]] = {}
    for judgement in judgements:
        for verdict in _decided(judgement, DEFECT):
            answers = found.setdefault((judgement.test, verdict.criterion), {})
            answers.setdefault(judgement.attempt, []).append(float(verdict.passed is True))
    return {key: [mean(each) for each in answers.values()] for key, answers in found.items()}


class DialogueLine(NamedTuple):
    """One model in one dialogue task, over its attempts. Shares are percent.

    `errors_early` and `errors_late`: of the tool calls in the first and in the second half of the
    turns, those that were answered with an error. `unwritten`: of the files that the model
    declared, those it never wrote.
    """

    model: str
    test: str
    score: float | None
    dialogues: int
    ended: int
    turns: float | None
    errors_early: float | None
    errors_late: float | None
    unwritten: float | None


def dialogue_lines(evidence: Evidence, records: ModelRecords) -> Iterator[DialogueLine]:
    """A line for each dialogue task of the suite."""
    for prompt in evidence.prompts:
        if prompt.category == LCIF:
            result = evidence.results[records.model].get(prompt.test)
            score = result.score if result else None
            yield _dialogue_line(records, prompt.test, score)


def _dialogue_line(records: ModelRecords, test: str, score: float | None) -> DialogueLine:
    answers = records.by_test.get(test, [])
    dialogues = [answer.dialogue for answer in answers if answer.dialogue]
    parts = [halves(dialogue) for dialogue in dialogues]
    return DialogueLine(
        model=records.model,
        test=test,
        score=score,
        dialogues=len(dialogues),
        ended=sum(dialogue.outcome == ENDED for dialogue in dialogues),
        turns=mean([dialogue.turns for dialogue in dialogues]) if dialogues else None,
        errors_early=_errors(chain.from_iterable(early for early, _ in parts)),
        errors_late=_errors(chain.from_iterable(late for _, late in parts)),
        unwritten=_unwritten(dialogues),
    )


def halves(dialogue: Dialogue) -> tuple[Sequence[Turn], Sequence[Turn]]:
    """The first and the second half of the turns; the middle one belongs to the first."""
    middle = (len(dialogue.per_turn) + 1) // 2
    return dialogue.per_turn[:middle], dialogue.per_turn[middle:]


def _errors(turns: Iterable[Turn]) -> float | None:
    calls = invalid = 0
    for turn in turns:
        calls += len(turn.calls)
        invalid += turn.invalid
    return 100 * invalid / calls if calls else None


def _unwritten(dialogues: Sequence[Dialogue]) -> float | None:
    declared = sum(len(set(dialogue.declared)) for dialogue in dialogues)
    left = 0
    for dialogue in dialogues:
        written = {file.path for file in dialogue.files}
        left += len(set(dialogue.declared) - written)
    return 100 * left / declared if declared else None

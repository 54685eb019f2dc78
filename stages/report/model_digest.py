"""What is kept of one model's records for the pages that show all models together."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from assay.records.models import JudgeConduct
from assay.records.pipeline import Answer, Extracted, Judgement
from assay.records.totals import total_usage, total_usd
from assay.scores.conduct import conduct
from assay.scores.scores import by_majority, judged_by, tag_scores
from stages.report.answer_views import AnswerView, State
from stages.report.page_text import visible
from stages.report.research.dialogue_lines import DialogueLine, dialogue_lines
from stages.report.run_evidence import Evidence, ModelRecords

MOST_BYTES = 2_200_000
"""Bytes of files, as HTML, on the page of one test, which keeps it below 3 MB."""


class AnswerLine(NamedTuple):
    """Attempts of a model at a test, and what they took. `state`: of the first of them."""

    state: str
    attempts: int
    tokens: int
    output_tokens: int
    cost_usd: float | None
    seconds: float


class ShownAnswer(NamedTuple):
    """A model's first attempt on the page of its test. `delivered`: how many files it has.

    `files`: path and content, None if the page has no room for it.
    """

    model: str
    line: AnswerLine
    delivered: int
    files: tuple[tuple[str, str | None], ...]


class JudgeTally(NamedTuple):
    """One judge on one model, by its own decisions on answers that delivered something."""

    decided: int = 0
    not_judged: int = 0
    gaps: int = 0
    cost_usd: float | None = 0.0
    passed_weight: float = 0.0
    judged_weight: float = 0.0

    @property
    def passed(self) -> float | None:
        """Percent of the judged weight; None where nothing was judged."""
        return 100 * self.passed_weight / self.judged_weight if self.judged_weight else None


class MissingLine(NamedTuple):
    """What is missing of a test; attempt 0 stands for all of them."""

    test: str
    model: str
    attempt: int
    what: str
    error: str

    @property
    def is_hole(self) -> bool:
        """Whether something could still come: an empty answer and a refusal are answers."""
        return self.what not in ("empty", "refused")


@dataclass(frozen=True)
class ModelDigest:
    """The small figures of one model, and its first attempts as far as pages have room for them.

    `lines`, `states` (by criterion), `shown` and `tags` (percent met, by tag) are by test, `judges`
    and `conduct` by judge.
    `days` are those on which it was asked; a built-in model leaves none, nor a request. `executed`
    counts the answers that were run. `overruled` has the verdicts alone that people replaced,
    `changes` what was measured, without files.
    """

    model: str
    lines: Mapping[str, AnswerLine]
    states: Mapping[str, Mapping[str, State]]
    shown: Mapping[str, ShownAnswer]
    judges: Mapping[str, JudgeTally]
    conduct: Mapping[str, JudgeConduct]
    missing: tuple[MissingLine, ...]
    overruled: tuple[Judgement, ...]
    changes: tuple[Extracted, ...]
    tags: Mapping[str, Mapping[str, float]]
    dialogues: tuple[DialogueLine, ...]
    days: frozenset[str]
    was_asked: bool
    executed: int
    unused: tuple[str, ...]


DAY = len("2026-01-31")


def model_digest(
    evidence: Evidence, records: ModelRecords, first: Mapping[str, AnswerView]
) -> ModelDigest:
    """`first` has the first attempt at each test."""
    room = MOST_BYTES // len(evidence.ranked)
    days = frozenset(answer.time[:DAY] for answer in records.answers) - {""}
    return ModelDigest(
        model=records.model,
        lines={of.test: _line(records.by_test.get(of.test, [])) for of in evidence.prompts},
        states={test: view.states(evidence.judge_group) for test, view in first.items()},
        shown={test: _shown(view, room) for test, view in first.items()},
        judges={judge: _tally(records.judgements, judge) for judge in evidence.config.panel},
        conduct=conduct(records.judgements),
        missing=tuple(_missing(evidence, records)),
        overruled=tuple(_overruled(records)),
        changes=tuple(_changes(records)),
        tags=_tags(evidence, records),
        dialogues=tuple(dialogue_lines(evidence, records)),
        days=days,
        was_asked=bool(days) or any(answer.requests for answer in records.answers),
        executed=sum(item.status == "executed" for item in records.executions),
        unused=records.unused,
    )


def _tags(evidence: Evidence, records: ModelRecords) -> dict[str, dict[str, float]]:
    """By test, what of the criteria with a tag is met, by the leading judge group."""
    judged = judged_by(evidence.judge_group, records.judgements)
    if evidence.judge_group == "llm" and evidence.config.score.aggregation == "majority":
        judged = by_majority(judged)
    by_test: dict[str, list[Judgement]] = {}
    for item in judged:
        by_test.setdefault(item.test, []).append(item)
    return {test: tag_scores(of_test) for test, of_test in by_test.items()}


def _line(answers: Sequence[Answer]) -> AnswerLine:
    usage = total_usage(answers)
    return AnswerLine(
        state=answers[0].status if answers else "missing",
        attempts=len(answers),
        tokens=usage.input + usage.output,
        output_tokens=usage.output,
        cost_usd=total_usd(answers),
        seconds=sum(answer.latency_s for answer in answers),
    )


def _shown(view: AnswerView, room: int) -> ShownAnswer:
    files = []
    for file in view.files:
        size = len(visible(file.content).encode())
        fits = size <= room
        room -= size if fits else 0
        files.append((file.path, file.content if fits else None))
    return ShownAnswer(
        model=view.model,
        line=_line([view.answer] if view.answer else []),
        delivered=len(view.extracted.files) if view.extracted else 0,
        files=tuple(files),
    )


def _changes(records: ModelRecords) -> Iterator[Extracted]:
    for item in records.extracted:
        if item.before and item.after:
            yield item.model_copy(update={"files": ()})


def _tally(judgements: Sequence[Judgement], judge: str) -> JudgeTally:
    of_judge = [item for item in judgements if item.judge == judge]
    judged = [item.verdicts for item in of_judge if item.status == "judged"]
    verdicts = list(chain.from_iterable(judged))
    decided = [verdict for verdict in verdicts if verdict.judge_decision is not None]
    return JudgeTally(
        decided=len(decided),
        not_judged=len(verdicts) - len(decided),
        gaps=sum(item.status == "gap" for item in of_judge),
        cost_usd=total_usd(of_judge),
        passed_weight=sum(verdict.weight * bool(verdict.judge_decision) for verdict in decided),
        judged_weight=sum(verdict.weight for verdict in decided),
    )


def _missing(evidence: Evidence, records: ModelRecords) -> Iterator[MissingLine]:
    model = records.model
    for answer in records.answers:
        if answer.status != "answered":
            yield MissingLine(answer.test, model, answer.attempt, answer.status, answer.error)
    for item in records.judgements:
        if item.status == "gap":
            yield MissingLine(item.test, model, item.attempt, f"gap of {item.judge}", item.error)
    for score in evidence.scores[model]:
        if score.status == "unscored":
            yield MissingLine(score.test, model, 0, f"unscored by {score.judge_group}", "")


def _overruled(records: ModelRecords) -> Iterator[Judgement]:
    for item in records.judgements:
        replaced = tuple(verdict for verdict in item.verdicts if verdict.overruled)
        if replaced:
            yield item.model_copy(update={"verdicts": replaced})


def all_tallies(digests: Iterable[ModelDigest], judge: str) -> JudgeTally:
    """The judge on all models together."""
    tallies = zip(*(digest.judges[judge] for digest in digests), strict=True)
    return JudgeTally._make(None if None in figures else sum(figures) for figures in tallies)


def all_conduct(digests: Iterable[ModelDigest]) -> dict[str, JudgeConduct]:
    """How each LLM judge worked on all models together."""
    by_judge: dict[str, list[JudgeConduct]] = {}
    for digest in digests:
        for judge, found in digest.conduct.items():
            by_judge.setdefault(judge, []).append(found)
    return {judge: _together(found) for judge, found in by_judge.items()}


def _together(parts: Sequence[JudgeConduct]) -> JudgeConduct:
    sums: Counter[str] = Counter()
    in_answer = 0.0
    for part in parts:
        sums.update(part.model_dump(exclude={"evidence_found", "rounds"}))
        in_answer += round((part.evidence_found or 0.0) * part.quoted / 100)
    quoted = sums["quoted"]
    return JudgeConduct(
        **sums,
        evidence_found=100 * in_answer / quoted if quoted else None,
        rounds=max(part.rounds for part in parts),
    )

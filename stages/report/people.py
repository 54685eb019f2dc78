"""People's marks, compared with the judges' scores, and the agreement of raters."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assay.records.leaderboard import PeopleCorrelation, RaterAgreement
from assay.records.models import DialogueMarks, RaterMark
from assay.records.pipeline import LCIF, Metric
from assay.scores.people import unmarked
from stages.report.evidence import Evidence


class MarksLine(NamedTuple):
    """People's marks of one model's dialogue."""

    model: str
    test: str
    marks: DialogueMarks


class NoteLine(NamedTuple):
    """What a rater wrote about a model's dialogue, with the marks."""

    model: str
    test: str
    rater: str
    mark: RaterMark


class BothLine(NamedTuple):
    """The dialogue category of one model by people and by the judge group, percent."""

    model: str
    people: float | None
    judges: float | None


class AgreementLine(NamedTuple):
    metric: Metric
    agreement: RaterAgreement


@dataclass(frozen=True)
class MarksView:
    """What the page shows of people's marks.

    `waiting`: models with the dialogues that have no mark yet; models that lack the same
    together.
    """

    lines: tuple[MarksLine, ...]
    notes: tuple[NoteLine, ...]
    waiting: tuple[tuple[list[str], list[str]], ...]
    stale: int
    both: tuple[BothLine, ...]
    correlation: PeopleCorrelation
    agreement: tuple[AgreementLine, ...]


def marks(evidence: Evidence) -> MarksView | None:
    """Each model's dialogues, missing marks, and agreement. None without dialogues."""
    metrics = {model: evidence.metrics[model] for model in evidence.ranked}
    by_people = {model: found.people for model, found in metrics.items() if found.people}
    lines = []
    for model, figures in by_people.items():
        for test, dialogue in sorted(figures.dialogues.items()):
            lines.append(MarksLine(model, test, dialogue))
    if not lines:
        return None
    raters = evidence.leaderboard.raters
    agreement = (
        AgreementLine("accuracy", raters.accuracy),
        AgreementLine("completeness", raters.completeness),
    )
    return MarksView(
        lines=tuple(lines),
        notes=tuple(_notes(lines)),
        waiting=tuple(unmarked(metrics)),
        stale=sum(figures.stale for figures in by_people.values()),
        both=tuple(_both(evidence, model) for model in evidence.ranked),
        correlation=raters.judge_group,
        agreement=tuple(line for line in agreement if line.agreement.pairs),
    )


def _notes(lines: Sequence[MarksLine]) -> Iterator[NoteLine]:
    for line in lines:
        for by_rater in line.marks.marks.values():
            for rater, mark in sorted(by_rater.items()):
                if mark.note:
                    yield NoteLine(line.model, line.test, rater, mark)


def _both(evidence: Evidence, model: str) -> BothLine:
    figures = evidence.figures(model)
    if figures is None:
        return BothLine(model, None, None)
    by_judges = figures.categories.get(LCIF)
    return BothLine(model, figures.lcif_by_people, by_judges.score if by_judges else None)
